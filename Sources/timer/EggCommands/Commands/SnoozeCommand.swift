import EggRequests
import EggWire

/// `snooze`: stops alarms, which ring again later.
struct SnoozeCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.snooze
    static let wanted = "ringing"

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "[TIME] [NAME]", summary: "stop the alarm and ring again later",
        help: """
            Usage: eggctl snooze [TIME] [NAME... | --all] [--json]

            Stops a ringing alarm, or all of them if none is named. They ring again after
            TIME, by default after one minute.

              eggctl snooze 2m
            """,
        options: [.all.saying("all that ring, as without a name"), .jsonReply, .nameOfOne],
        operands: [Operand(hint: "timer", offer: .timersOrTime, repeats: true)])

    static func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String] { Sentences().snoozed(timers) }
}
