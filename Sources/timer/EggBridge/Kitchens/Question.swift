import EggClient
import EggTimers
import EggWire
import Varlink

/// A question of one kitchen to another, which asks for the timers as they are now.
struct Question: Codable, Equatable {
    /// The end of the topic for the answer.
    let reply: String
    /// The name of the kitchen that asks.
    let from: String

    init(reply: String, from: String) { (self.reply, self.from) = (reply, from) }

    /// The question that another kitchen has sent; nil if it is none.
    init?(_ payload: [UInt8]) {
        guard payload.count <= 256, let question = try? decodeJSON(Self.self, from: payload),
            Self.isPlain(question.reply), let name = TimerName(question.from)
        else { return nil }
        self.init(reply: question.reply, from: name.text)
    }

    /// Whether a text is 1 to 64 letters, digits, `_` and `-`.
    static func isPlain(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8.contains($0)
            }
    }
}

/// The kitchens that follow this one, and how often they may ask. It does no I/O.
struct Followers {
    typealias Instant = SuspendingClock.Instant

    /// The most kitchens that are remembered.
    private static let maxNames = 16

    private var second: [Instant] = []
    /// Their names, the one that asked last at the end.
    private(set) var names: [String] = []

    /// Whether a kitchen gets an answer: there are as many in a second as there can be commands.
    mutating func mayAsk(_ name: String, at now: Instant) -> Bool {
        second.removeAll { now - $0 >= .seconds(1) }
        guard second.count < CommandLimits.maxPerSecond else { return false }
        second.append(now)
        names = (names.filter { $0 != name } + [name]).suffix(Self.maxNames)
        return true
    }
}

extension EggdCall {
    /// The timer and the kitchen of an answer to an alarm that another kitchen has given.
    var answer: (id: String, kitchen: String)? {
        struct Answer: Decodable { let id, from: String }
        return (try? decodeJSON(Answer.self, from: parameters.bytes)).map { ($0.id, $0.from) }
    }
}
