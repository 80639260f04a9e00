import EggRequests
import EggTimers
import EggWire

/// `dismiss`: stops alarms.
struct DismissCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.dismiss
    static let wanted = "ringing"
    static let removes = true

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "[NAME]", summary: "stop the alarm",
        help: """
            Usage: eggctl dismiss [NAME... | --all] [--json]

            Dismisses ringing, snoozed or missed alarms; all of them if none is named. It
            is not an error if there are none. 'eggctl stop' does the same.
            """,
        options: [.all.saying("all alarms, as without a name"), .jsonReply, .nameOfOne], operands: [.timers])

    static func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String] {
        Sentences().dismissed(timers, name: name.flatMap { TimerName($0) })
    }
}
