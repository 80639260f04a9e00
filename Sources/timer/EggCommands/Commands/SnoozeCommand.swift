import EggClient
import EggRequests

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
        time = try words.takeSnoozeTime()
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange(
            name: Self.about.name, request: .snooze(nil, for: time), wanted: "ringing", unnamedMeansAll: true,
            sentences: { timers, _ in Sentences().snoozed(timers) }
        ).run(for: timers, in: context)
    }
}
