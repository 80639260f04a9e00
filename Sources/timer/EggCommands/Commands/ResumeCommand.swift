import EggRequests

/// `resume`: resumes one paused countdown or several.
struct ResumeCommand: ChangeCommand {
    var change: ChangeRequest

    static let verb = ChangeVerb.resume
    static let wanted = "paused"

    static let about = CommandDescription(
        name: verb.rawValue, synopsis: "[NAME]", summary: "resume a paused countdown",
        help: """
            Usage: eggctl resume [NAME... | --all] [--json]

            Resumes a paused countdown, or several.
            """,
        options: [.all.saying("all that are paused"), .jsonReply, .nameOrOnlyOne], operands: [.timers])
}
