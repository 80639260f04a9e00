import EggTimers
import EggWire

/// `cook`: starts eggs of several kinds that are done at the same moment.
struct CookCommand: Command {
    /// Some eggs of one kind, to cook together with others.
    struct Portion: Equatable {
        var egg: String
        let count: Int
    }

    let portions: [Portion]
    /// The eggs that are used, where they aren't the kitchen's.
    var rawEgg = RawEgg.Properties()
    var name: TimerName?
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
        ], operands: [Operand(hint: "egg with its number, such as soft:2", offer: .eggs, repeats: true)])
}

extension CookCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        portions = try Self.portions(&words)
        rawEgg = try OptionValue.rawEgg(words)
        name = try words.newName()
        watches = words.has(.watch)
    }

    /// Takes eggs with their numbers: `soft:2 hard:4`; an egg without a number is one egg.
    private static func portions(_ words: inout CommandWords) throws(Complaint) -> [Portion] {
        var portions: [Portion] = []
        while let word = words.takeFirst() {
            guard !DurationText.looksLikeDuration(word) else {
                throw Complaint("'\(word)' isn't an egg; write eggs with their numbers, as in soft:2 hard:4")
            }
            guard !word.contains(",") else {
                throw Complaint("'\(word)' isn't an egg; put spaces between the eggs, as in soft:2 hard:4")
            }
            let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let number = parts.count > 1 ? parts.last ?? "" : "1"
            let egg = parts.count > 1 ? parts.dropLast().joined(separator: ":") : word
            guard !egg.isEmpty else { throw Complaint("'\(word)' names no egg; write it like soft:2") }
            guard number.utf8.count <= 2, number.first != "+", let count = Int(number),
                GroupOrder.counts.contains(count)
            else {
                throw Complaint(
                    "'\(word)': the number of eggs must be 1 to \(GroupOrder.counts.upperBound), as in soft:2")
            }
            guard !portions.contains(where: { $0.egg.lowercased() == egg.lowercased() }) else {
                throw Complaint("'\(egg)' is given twice")
            }
            portions.append(Portion(egg: egg, count: count))
        }
        guard let first = portions.first else { throw Complaint("missing eggs, such as soft:2 hard:4") }
        guard portions.count > 1 else {
            throw Complaint(
                "'cook' is for two or more kinds of eggs; for one kind, use 'eggctl start \(first.egg)'")
        }
        guard portions.count <= GroupOrder.mostPortions else {
            throw Complaint("there can be at most \(GroupOrder.mostPortions) kinds of eggs in a pot")
        }
        return portions
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        try context.start(name ?? .standardGroup, watches: watches) { () throws(Failure) in try start(context) }
    }

    /// Starts the eggs, and prints when to put which into the water, with everything that `start` also prints.
    private func start(_ context: CommandContext) throws(Failure) {
        let conversation = try Conversation(context.connection())
        var parameters = Timers.Cook.Parameters(
            eggs: portions.map { .init(egg: $0.egg, count: Int64($0.count)) }, name: name?.text,
            massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
        var outcome = try conversation.ask(Timers.Cook.self, parameters)
        if case .failure(.noSuchEgg(let about)) = outcome {
            for index in parameters.eggs.indices {
                let egg = parameters.eggs[index].egg
                parameters.eggs[index].egg = about.known.first { $0.lowercased() == egg.lowercased() } ?? egg
            }
            outcome = try conversation.ask(Timers.Cook.self, parameters)
        }
        context.report(try context.accepted(outcome, .start()), conversation) { reply in
            context.tell([], Sentences().cooking(reply, explains: !rawEgg.isEmpty))
        }
    }
}
