import EggClient
import EggRequests
import EggWire

struct HistoryCommand: Command {
    var maxRuns = 20

    static let limit = Option(
        "limit", "list at most this many countdowns", takes: .init("N", "number of countdowns"),
        help: "list at most N countdowns; 20 by default")

    static let about = CommandDescription(
        name: "history", summary: "list past countdowns",
        help: """
            Usage: eggctl history [--limit N] [--json]

            Lists past countdowns, the newest first: when the egg went in, which egg it was,
            its time, and how it ended.
            """,
        options: [limit, .json.saying("print one JSON object with all of them")], read: Self.init(_:))
}

extension HistoryCommand {
    init(_ words: inout CommandWords) throws(Complaint) {
        guard let word = words[Self.limit] else { return }
        guard let number = Int(word), (1...Timers.History.maxRuns).contains(number) else {
            throw Complaint("'\(word)' isn't a valid --limit; it must be a number from 1 to \(Timers.History.maxRuns)")
        }
        maxRuns = number
    }

    func run(in context: CommandContext) throws(Failure) -> Int32 {
        let reply = try context.call(Timers.History.self, .init(limit: Int64(maxRuns)))
        context.show(reply) { reply in
            if reply.historyOut == nil || !reply.runs.isEmpty { context.tell([], Sentences().history(reply.runs)) }
            if let reason = reply.historyOut { context.tell(Sentences.historyOut(reason)) }
        }
        return 0
    }
}
