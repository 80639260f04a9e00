import EggClient
import EggRequests
import EggTimers

/// `dismiss`: stops alarms.
struct DismissCommand: Command {
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "dismiss", aliases: ["stop"], synopsis: "[NAME]", summary: "stop the alarm",
        help: """
            Usage: eggctl dismiss [NAME... | --all] [--json]

            Dismisses ringing, snoozed or missed alarms; all of them if none is named. It
            is not an error if there are none. 'eggctl stop' does the same.
            """,
        options: [.all.saying("all alarms, as without a name"), .jsonReply, .nameOfOne], operands: [.timers])
}

extension DismissCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange(
            name: Self.about.name, request: .dismiss(nil), wanted: "ringing", unnamedMeansAll: true, removes: true,
            sentences: { timers, name in Sentences().dismissed(timers, name: name.flatMap { TimerName($0) }) }
        ).run(for: timers, in: context)
    }
}
