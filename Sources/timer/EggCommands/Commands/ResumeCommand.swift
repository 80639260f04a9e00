import EggClient
import EggRequests

/// `resume`: resumes one paused countdown or several.
struct ResumeCommand: Command {
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "resume", synopsis: "[NAME]", summary: "resume a paused countdown",
        help: """
            Usage: eggctl resume [NAME... | --all] [--json]

            Resumes a paused countdown, or several.
            """,
        options: [.all.saying("all that are paused"), .jsonReply, .nameOrOnlyOne], operands: [.timers])
}

extension ResumeCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange(name: Self.about.name, request: .resume(nil), wanted: "paused").run(for: timers, in: context)
    }
}
