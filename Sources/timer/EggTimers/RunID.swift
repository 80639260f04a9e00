/// Identifies a run of a timer on this machine. Each countdown that is started gets a new one, which stays the same when
/// the timer is paused, renamed, restored, or brought back by an undo.
package struct RunID: Hashable, Sendable {
    /// Sixteen hexadecimal digits.
    package let text: String

    package init?(_ text: String) {
        guard text.utf8.count == 16, text.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else { return nil }
        self.text = text
    }

    package init(_ number: UInt64) {
        let digits = String(number, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }
}

/// Makes IDs. They look random, so that those of two starts of eggd differ.
struct RunIDs: Equatable, Sendable {
    /// Where the sequence begins.
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// The next ID: SplitMix64, which returns each number once before it repeats one.
    mutating func next() -> RunID {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return RunID(mixed ^ (mixed >> 31))
    }
}
