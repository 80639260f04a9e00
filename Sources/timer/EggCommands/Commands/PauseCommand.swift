import EggClient
import EggRequests

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
        try TimerChange(name: Self.about.name, request: .pause(nil), wanted: "cooking").run(for: timers, in: context)
    }
}
