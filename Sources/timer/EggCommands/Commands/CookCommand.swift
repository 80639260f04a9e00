import EggClient
import EggRequests
import EggTimers
import EggWire

struct CookCommand: Command {
    let pot: CookRequest
    var watches = false

    static let about = CommandDescription(
        name: "cook", synopsis: "EGG:N EGG:N...", summary: "start eggs that are done at the same moment",
        help: """
            Usage: eggctl cook EGG[:N] EGG[:N]... [--name NAME] [--watch] [--json]
                   [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]

            Starts eggs of several kinds, N of each, that are done at the same moment. Put
            the eggs that take longest into the water at once; for the others, a short
            sound says when. Each kind is a timer of its own. 'pause', 'resume', 'extend',
            'dismiss' and 'snooze' act on all of them, given the name of one or of the pot.

              eggctl cook soft:2 hard:4
              eggctl pause pot
            """,
        options: [
            .size.saying("the eggs' size: S, M, L or XL"),
            .mass.saying("their mass, such as 62g, in place of the size"),
            .from.saying("room, fridge, or their temperature, such as 12C or 54F"), .altitude,
            .watch.saying(
                """
                show the countdowns until all are over; the exit status
                is 0 after the alarm was dismissed or missed, 1 after
                the last timer was cancelled
                """), .jsonReply, .name.saying("the name of these eggs; 'pot' by default"),
        ], operands: [Operand(hint: "egg with its number, such as soft:2", offer: .eggs, repeats: true)]
    ) { words throws(Complaint) in
        CookCommand(pot: try CookRequest(&words), watches: words.has(.watch))
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try context.start(pot.name ?? .standardGroup, watches: watches) { () throws(Failure) in try start(context) }
    }

    /// Starts the eggs, and prints when to put which into the water, with everything that `start` also prints.
    private func start(_ context: CommandContext) throws(Failure) {
        let conversation = try context.conversation()
        let outcome = try conversation.ask(Timers.Cook.self, pot.parameters)
        context.report(try context.accepted(outcome, .cook(pot.parameters)), conversation) { reply in
            context.tell([], Sentences().cooking(reply, explains: !pot.rawEgg.isEmpty))
        }
    }
}
