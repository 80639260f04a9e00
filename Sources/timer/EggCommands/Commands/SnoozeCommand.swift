import EggWire
import POSIX

/// `snooze`: stops alarms, which ring again later.
struct SnoozeCommand: Command {
    /// The time until they ring again; nil for the standard time.
    var time: Duration?
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "snooze", synopsis: "[TIME] [NAME]", summary: "stop the alarm and ring again later",
        help: """
            Usage: eggctl snooze [TIME] [NAME... | --all] [--json]

            Stops a ringing alarm, or all of them if none is named. They ring again after
            TIME, by default after one minute.

              eggctl snooze 2m
            """,
        options: [.all.saying("all that ring, as without a name"), .jsonReply, .nameOfOne],
        operands: [Operand(hint: "timer", offer: .timersOrTime, repeats: true)])
}

extension SnoozeCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        time = try words.takeTime().map { word throws(Complaint) in try OptionValue.countdown(word) }
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange<Timers.Snooze>(
            name: Self.about.name, wanted: "ringing", applies: { $0 == .ringing }, unnamedMeansAll: true,
            request: .snooze, parameters: { .init(name: $0, forMs: time?.millisecondsRoundedUp) },
            show: { reply, _ in context.tell(reply.timers, Sentences().snoozed(reply.timers)) }
        ).run(for: timers, in: context)
    }
}
