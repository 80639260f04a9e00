import EggClient
import EggRequests

/// `cancel`: removes one timer or several.
struct CancelCommand: Command {
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "cancel", synopsis: "[NAME]", summary: "remove a timer",
        help: """
            Usage: eggctl cancel [NAME... | --all] [--json]

            Removes a timer in any state, or several; the name of a pot removes all of it.
            """,
        options: [.all.saying("all timers"), .jsonReply, .nameOrOnlyOne], operands: [.timers])
}

extension CancelCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange(
            name: Self.about.name, request: .cancel(nil), wanted: "running", removes: true, changesGroups: false,
            sentences: { timers, _ in timers.map(\.cancelled) }
        ).run(for: timers, in: context)
    }
}
