import POSIX

/// A secret that is compared in a time which does not depend on how much of a guess is right.
package struct Secret: Equatable, Sendable {
    package let text: String
    private let bytes: [UInt8]

    package init(_ text: String) {
        self.text = text
        bytes = Array(text.utf8)
    }

    /// Whether a guess is the secret. All bytes of the guess are compared; only its length shows.
    package func matches(_ guess: String) -> Bool {
        let guess = Array(guess.utf8)
        guard !bytes.isEmpty else { return false }
        var difference = guess.count ^ bytes.count
        for (index, byte) in guess.enumerated() { difference |= Int(byte ^ bytes[index % bytes.count]) }
        return difference == 0
    }
}

/// Counts wrong secrets for each address, and says when an address has to wait.
///
/// The same wrong one again does not count: it is a browser with an old cookie, and nobody guesses twice the same.
package struct AttemptLimit: Sendable {
    /// After this many wrong ones within a minute, nothing is compared until the minute is over.
    package static let maxCount = 10
    /// How long wrong ones count, from the first.
    package static let window: Duration = .seconds(60)
    /// The most addresses that are remembered; the one whose minute began first is forgotten for a new one.
    static let maxAddresses = 1024

    private struct Entry {
        var since: ContinuousClock.Instant
        var guesses: Set<Int>
    }

    private var entries: [[UInt8]: Entry] = [:]

    package init() {}

    package func isBlocked(_ address: IPAddress, at now: ContinuousClock.Instant) -> Bool {
        guard let entry = entries[address.network], now - entry.since < Self.window else { return false }
        return entry.guesses.count >= Self.maxCount
    }

    /// An address has given a wrong secret.
    package mutating func failed(_ address: IPAddress, _ guess: String, at now: ContinuousClock.Instant) {
        let key = address.network
        if let entry = entries[key], now - entry.since < Self.window {
            entries[key] = Entry(since: entry.since, guesses: entry.guesses.union([guess.hashValue]))
            return
        }
        if entries.count >= Self.maxAddresses, entries[key] == nil,
            let oldest = entries.min(by: { $0.value.since < $1.value.since })
        {
            entries[oldest.key] = nil
        }
        entries[key] = Entry(since: now, guesses: [guess.hashValue])
    }
}
