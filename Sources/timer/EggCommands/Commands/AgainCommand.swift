import EggClient
import EggRequests
import EggTimers
import EggWire
import Languages

struct AgainCommand: Command {
    var name: TimerName?
    var watches = false

    static let about = CommandDescription(
        name: "again", summary: "start the last egg once more",
        help: """
            Usage: eggctl again [--name NAME] [--watch] [--json]

            Repeats the egg that rings, or the one that ended last; give a --name while it
            still runs.
            """,
        options: [
            .watch.saying("show the countdown until it is over, as for 'start'"), .jsonReply,
            .name.saying("the timer's name; by default that of the last egg"),
        ]
    ) { words throws(Complaint) in
        AgainCommand(name: try words.newName(), watches: words.has(.watch))
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let timers = try context.timers(conversation)
        let history = try context.accepted(try conversation.ask(Timers.History.self, .init(limit: 1)))
        let parameters: Timers.Start.Parameters
        do throws(LastEgg.Problem) {
            parameters = try LastEgg.start(as: name, timers, history)
        } catch {
            var failure = Failure.refused(printable(error.message))
            switch error {
            case .nothing(nil): (failure.advice, failure.fix) = (tr("start one with"), "eggctl start soft")
            case .wasInPot: (failure.advice, failure.fix) = (tr("start a pot as in"), "eggctl cook soft:2 hard:4")
            case .runs:
                (failure.advice, failure.fix) = (tr("start another one beside it with"), "eggctl again --name NAME")
            case .nothing: break
            }
            throw failure
        }
        let started = name ?? parameters.name.flatMap { TimerName($0) } ?? .standard
        return try context.start(started, watches: watches) { () throws(Failure) in try context.start(parameters) }
    }
}
