import EggClient
import EggRequests
import EggTimers
import EggWire
import Varlink

struct KitchenCommand: Command {
    /// The properties to set; those that are nil stay as they are.
    var rawEgg = RawEgg.Properties()
    /// Whether the egg of eggd.conf counts again.
    var resets = false

    static let reset = Option("reset", "use the egg of eggd.conf again")

    static let about = CommandDescription(
        name: "kitchen", summary: "show or set the egg that is used in this kitchen",
        help: """
            Usage: eggctl kitchen [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   [--json]
                   eggctl kitchen --reset [--json]

            Sets the egg that the times are for on every device: here, in the app and on
            the page. What is not given stays as it is. Without options, shows the egg. It
            is saved; until one is set, it is that of eggd.conf.

              eggctl kitchen --size L --from room --altitude 1600m
            """,
        options: Option.rawEgg + [reset, .jsonReply],
        exclusive: Option.rawEgg.map { [reset, $0] }, read: Self.init(_:))
}

extension KitchenCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        for options in Self.about.exclusive { _ = try words.only(of: options) }
        rawEgg = try OptionValue.rawEgg(&words)
        resets = words.has(Self.reset)
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let conversation = try context.conversation()
        if rawEgg.isEmpty, !resets {
            let reply = try context.accepted(conversation.ask(Timers.Kitchen.self, Nothing()))
            context.show(reply) { context.tell([], Sentences.kitchen($0)) }
            return 0
        }
        let outcome =
            resets
            ? try conversation.ask(Timers.ResetKitchen.self, Nothing())
            : try conversation.ask(Timers.SetKitchen.self, .init(rawEgg))
        let reply = try context.accepted(outcome)
        // The egg is set, so a failure of this second call is ignored.
        let storeOut = try? conversation.ask(Timers.Health.self, Nothing()).get().storeOut
        context.show(Together(reply, Shortcomings(storeOut: storeOut))) { _ in
            context.tell([], Sentences.kitchen(reply))
            if let storeOut { context.tell(Sentences.kitchenNotSaved(storeOut)) }
        }
        return 0
    }
}

extension Timers.Eggs.Parameters {
    init(_ rawEgg: RawEgg.Properties) {
        self.init(massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
    }
}
