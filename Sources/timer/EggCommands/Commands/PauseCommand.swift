import EggWire

/// `pause`: pauses one countdown or several.
struct PauseCommand: Command {
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "pause", synopsis: "[NAME]", summary: "pause a countdown",
        help: """
            Usage: eggctl pause [NAME... | --all] [--json]

            Pauses a countdown, or several.
            """,
        options: [.all.saying("all that are cooking"), .jsonReply, .nameOrOnlyOne], operands: [.timers])
}

extension PauseCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange<Timers.Pause>(
            name: Self.about.name, wanted: "cooking", applies: { $0 == .cooking }, parameters: { .init($0) },
            show: { reply, _ in context.tell(reply.all, reply.all.map(Sentences().standing)) }
        ).run(for: timers, in: context)
    }
}
