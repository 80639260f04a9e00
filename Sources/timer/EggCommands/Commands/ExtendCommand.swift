import EggClient
import EggRequests

/// `extend`: makes one countdown or several longer or shorter.
struct ExtendCommand: Command {
    /// Negative to make the countdown shorter.
    let more: Duration
    var timers = TimerChoice.unnamed

    static let about = CommandDescription(
        name: "extend", synopsis: "TIME [NAME]", summary: "make a countdown longer, or shorter with -TIME",
        help: """
            Usage: eggctl extend TIME [NAME... | --all] [--json]

            Makes a countdown longer, or shorter by a negative time; at least one second
            must remain. An egg that is already done cooks for TIME from now.

              eggctl extend 30s
              eggctl extend -1m left-pot
            """,
        options: [.all.saying("all timers but those that were missed"), .jsonReply, .nameOrOnlyOne],
        operands: [Operand(hint: "time, such as 30s or -30s", offer: .nothing), .timers])
}

extension ExtendCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        more = try words.takeExtension()
        timers = try words.takeTimers()
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try TimerChange(name: Self.about.name, request: .extend(nil, by: more), wanted: "running")
            .run(for: timers, in: context)
    }
}
