import EggClient
import EggRequests
import EggTimers
import EggWire

struct EggsCommand: Command {
    /// The egg that is used, where it isn't the kitchen's.
    var rawEgg = RawEgg.Properties()

    static let about = CommandDescription(
        name: "eggs", summary: "list the eggs",
        help: """
            Usage: eggctl eggs [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   [--json]

            Lists the eggs that you can start: their times in this kitchen, how they are
            inside, a warning for those that are not firm, and the egg that the times are
            for. 'eggctl kitchen' sets that egg.

              eggctl eggs --size XL
            """,
        options: Option.rawEgg + [.jsonReply]
    ) { words throws(Complaint) in
        EggsCommand(rawEgg: try OptionValue.rawEgg(&words))
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        context.show(try context.call(Timers.Eggs.self, .init(rawEgg))) { context.tell([], Sentences.eggs($0)) }
        return 0
    }
}
