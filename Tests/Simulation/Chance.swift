import EggTestSupport

/// Random decisions of one part of the world. Each part has its own, so that leaving one out changes no other.
struct Chance {
    private var generator: SeededGenerator

    init(seed: UInt64, part: String) {
        var mixed = seed
        for byte in part.utf8 { mixed = (mixed ^ UInt64(byte)) &* 0x100_0000_01b3 }
        generator = SeededGenerator(seed: mixed)
    }

    /// A time between two limits; each doubling of the lower limit is equally likely.
    mutating func time(_ from: Duration, _ to: Duration) -> Duration {
        // Powers of two, and a linear part within each, need no logarithm, whose last digit differs between machines.
        var steps: [Duration] = [from]
        while let last = steps.last, last * 2 < to { steps.append(last * 2) }
        let low = steps[Int.random(in: 0..<steps.count, using: &generator)]
        let high = min(to, low * 2)
        return low + .nanoseconds(Int64.random(in: 0...max(0, (high - low).nanoseconds), using: &generator))
    }

    /// Whether something happens that does so this many times in a thousand.
    mutating func happens(_ perThousand: Int) -> Bool { Int.random(in: 0..<1000, using: &generator) < perThousand }

    mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

    mutating func one<Value>(of values: [Value]) -> Value { values[number(0...values.count - 1)] }
}
