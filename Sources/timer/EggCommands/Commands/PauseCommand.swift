import EggRequests

/// `pause`: pauses one countdown or several.
struct PauseCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.pause
    static let wanted = "cooking"

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "[NAME]", summary: "pause a countdown",
        help: """
            Usage: eggctl pause [NAME... | --all] [--json]

            Pauses a countdown, or several.
            """,
        options: [.all.saying("all that are cooking"), .jsonReply, .nameOrOnlyOne], operands: [.timers])
}
