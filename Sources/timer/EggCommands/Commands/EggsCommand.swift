import EggClient
import EggTimers
import EggWire

/// `eggs`: lists the eggs.
struct EggsCommand: Command {
    /// The egg that is used, where it isn't the kitchen's.
    var rawEgg = RawEgg.Properties()

    static let about = CommandDescription(
        name: "eggs", summary: "list the eggs",
        help: """
            Usage: eggctl eggs [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   [--json]

            Lists the eggs that you can start: their times in this kitchen, how they are
            inside, and a warning for those that are not firm.

              eggctl eggs --size XL
            """,
        options: Option.rawEgg + [.jsonReply])
}

extension EggsCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        rawEgg = try OptionValue.rawEgg(words)
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let parameters = Timers.Eggs.Parameters(
            massG: rawEgg.grams, fromCelsius: rawEgg.celsius, altitudeM: rawEgg.altitude)
        context.show(try context.call(Timers.Eggs.self, parameters)) { context.tell([], Sentences.eggs($0)) }
        return 0
    }
}
