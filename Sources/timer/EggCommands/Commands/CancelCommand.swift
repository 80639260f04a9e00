import EggWire

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
        try TimerChange<Timers.Cancel>(
            name: Self.about.name, wanted: "running", applies: { _ in true }, changesGroups: false,
            parameters: { .init($0) },
            show: { reply, _ in context.tell([], reply.all.map(Sentences().cancelled)) }
        ).run(for: timers, in: context)
    }
}
