import EggStore
import Instants

/// The answers to the latest calls with a key. They are saved with what the calls have changed.
struct KeptAnswers {
    /// How long an answer is kept; checked only when a call with a key comes.
    static let time: Duration = .minutes(10)
    /// The most bytes of all answers and their keys; beyond them, the oldest are forgotten.
    static let maxBytes = 1 << 20

    /// The oldest first.
    private var entries: [(answer: KeptAnswer, at: Instant)] = []
    private var bytes = 0

    var all: [KeptAnswer] { entries.map(\.answer) }

    /// The reply that a call has got, with its NUL; nil if it is a new one.
    mutating func reply(to call: String, at now: Instant) -> [UInt8]? {
        while let first = entries.first, first.at.duration(to: now) > Self.time { removeFirst() }
        return entries.last { $0.answer.call == call }.map { Array($0.answer.reply.utf8) + [0] }
    }

    /// Keeps the reply to a call, which ends with a NUL.
    mutating func keep(_ reply: [UInt8], to call: String, at now: Instant) {
        append(KeptAnswer(call: call, reply: String(decoding: reply.dropLast(), as: UTF8.self)), at: now)
    }

    /// Takes those that were saved. How old they are isn't known, and as good as new ones are never too few.
    mutating func restore(_ saved: [KeptAnswer], at now: Instant) {
        let known = Set(entries.map(\.answer.call))
        for answer in saved where !known.contains(answer.call) { append(answer, at: now) }
    }

    private mutating func append(_ answer: KeptAnswer, at now: Instant) {
        entries.append((answer, now))
        bytes += answer.bytes
        while bytes > Self.maxBytes { removeFirst() }
    }

    private mutating func removeFirst() {
        bytes -= entries.removeFirst().answer.bytes
    }
}

extension KeptAnswer {
    fileprivate var bytes: Int { call.utf8.count + reply.utf8.count }
}
