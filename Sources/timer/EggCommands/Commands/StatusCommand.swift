import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

struct StatusCommand: Command {
    var rendering = Rendering.forPeople
    /// The timers to show; all if none is named.
    var names: [TimerName] = []

    static let about = CommandDescription(
        name: "status", summary: "show all timers",
        help: """
            Usage: eggctl status [NAME...] [--json | --format FORMAT]

            Shows one line per timer, and any reason why an alarm would not be heard or
            timers are not being saved.

              eggctl status --format '{name} {remaining}'
            """,
        options: [
            .json.saying("print one JSON object with all timers"),
            .format.saying(
                """
                print each timer in your own format and nothing else;
                see 'eggctl watch --help'
                """), .nameOfOne,
        ], operands: [.timers]
    ) { words throws(Complaint) in
        StatusCommand(rendering: try Rendering(words), names: try words.takeTimers().names)
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        var timers = try context.timers(conversation)
        if !names.isEmpty { timers = try context.find(names, in: timers) }
        switch rendering {
        case .json:
            let health = try context.accepted(try conversation.ask(Timers.Health.self, Nothing()))
            Output.json(StatusReport(timers, health))
        case .waybar, .i3bar: break
        case .format(let format): for timer in timers { Eggctl.program.write(format.line(for: timer) + "\n") }
        case .forPeople:
            context.tell(timers, Sentences().status(timers))
            let health = try context.accepted(try conversation.ask(Timers.Health.self, Nothing()))
            for warning in Sentences.warnings(health, restart: conversation.restartCommand) { context.tell(warning) }
        }
        return 0
    }
}

private struct StatusReport: Encodable {
    let timers: [Timers.Timer]
    let soundOut: String?
    let storeOut: String?
    let configOut: String?
    let storeNotice: String?

    init(_ timers: [Timers.Timer], _ health: Timers.Health.Reply) {
        self.timers = timers
        (soundOut, storeOut) = (health.soundOut, health.storeOut)
        (configOut, storeNotice) = (health.configOut, health.storeNotice)
    }
}
