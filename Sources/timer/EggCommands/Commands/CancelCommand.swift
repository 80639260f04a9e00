import EggRequests
import EggWire

/// `cancel`: removes one timer or several.
struct CancelCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.cancel
    static let wanted = "running"
    static let removes = true

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "[NAME]", summary: "remove a timer",
        help: """
            Usage: eggctl cancel [NAME... | --all] [--json]

            Removes a timer in any state, or several; the name of a pot removes all of it.
            """,
        options: [.all.saying("all timers"), .jsonReply, .nameOrOnlyOne], operands: [.timers])

    static func sentences(_ timers: [Timers.Timer], _ name: String?) -> [String] {
        timers.map(\.cancelled)
    }
}
