import EggClient
import EggRequests
import EggTimers
import EggWire

/// `again`: starts the last egg once more.
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
        ])
}

extension AgainCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        name = try words.newName()
        watches = words.has(.watch)
    }

    /// Starts the egg that is done, else the newest one in the history, which doesn't tell what else was in a pot.
    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        let timers = try context.timers(conversation)
        let history = try context.accepted(try conversation.ask(Timers.History.self, .init(limit: 1)))
        guard let last = LastEgg(timers, history.runs) else {
            if let reason = history.historyOut { throw .refused(Sentences.historyOut(reason)) }
            throw Failure(
                message: "there is no past countdown to start again", status: 1, advice: "start one with",
                fix: "eggctl start soft")
        }
        if name == nil, last.isOfPot {
            throw Failure(
                message:
                    "the last countdown, '\(printable(last.name))', was part of a pot, which 'again' does not start",
                status: 1, advice: "start a pot as in", fix: "eggctl cook soft:2 hard:4")
        }
        guard let name = name ?? TimerName(last.name) else {
            throw .refused("'\(printable(last.name))' isn't a valid timer name")
        }
        // A countdown that runs is not given up for an earlier one by mistake.
        if let timer = timers.first(where: { $0.isNamed(name.text) }), !timer.state.traits.isDue {
            throw Failure(
                message: "\(Sentences().sentence(timer)); 'again' does not reset it", status: 1,
                advice: "start another one beside it with", fix: "eggctl again --name NAME")
        }
        let parameters = Timers.Start.Parameters(
            egg: last.egg == EggMenu.custom ? nil : last.egg, durationMs: last.durationMs, name: name.text,
            sound: last.sound)
        return try context.start(name, watches: watches) { () throws(Failure) in try context.start(parameters) }
    }
}
