/// The results of all years together.
struct Report {
    private var years = 0
    private var counts: [String: Int] = [:]
    private var worstLateness = Duration.zero
    /// The first year in which a promise was broken.
    private(set) var failed: (seed: UInt64, result: Kitchen.Result)?

    /// Adds a year, and shows that it is done.
    mutating func add(_ result: Kitchen.Result, seed: UInt64) {
        years += 1
        counts.merge(result.counts, uniquingKeysWith: +)
        worstLateness = max(worstLateness, result.worstLateness)
        let faults = Faults.Kind.allCases.reduce(0) { $0 + (result.counts[$1.rawValue] ?? 0) }
        let words = result.failure.map { "BROKEN: \($0)" } ?? "ok"
        print("year \(years), seed \(seed): \(result.counts["eggs"] ?? 0) eggs, \(faults) faults, \(words)")
        if failed == nil, result.failure != nil { failed = (seed, result) }
    }

    /// Prints how often each thing has happened.
    func printTable() {
        print("\nin \(years) years:")
        for (thing, count) in counts.sorted(by: { $0.key < $1.key }) {
            let number = String(count)
            print(String(repeating: " ", count: max(1, 10 - number.count)) + "\(number) \(thing)")
        }
        print("the worst lateness of an alarm that could be heard: \(worstLateness.nanoseconds / 1000) µs")
    }

    /// Prints the events before a failure, and the faults that it needs.
    ///
    /// - Returns: whether there was none.
    func explainFailure() -> Bool {
        guard let (seed, result) = failed else { return true }
        print("\nThe year with seed \(seed) broke a promise: \(result.failure ?? "")")
        print("Its last events:")
        for event in result.events { print("  \(event)") }
        let needed = neededFaults(seed, result)
        print("It fails without any other fault than: \(needed.isEmpty ? "none" : needed.joined(separator: ", "))")
        print("To see all of it: script/simulate --print \(seed)")
        return false
    }

    /// The kinds of faults without which the year does not fail.
    private func neededFaults(_ seed: UInt64, _ result: Kitchen.Result) -> [String] {
        var omitted: Set<Faults.Kind> = []
        for kind in Faults.Kind.allCases where result.counts[kind.rawValue] != nil {
            let attempt = omitted.union([kind])
            let shorter = Year(seed: seed, time: result.time + .days(1), omitting: attempt)?.result()
            if shorter?.failure == result.failure { omitted = attempt }
        }
        return Faults.Kind.allCases.filter { result.counts[$0.rawValue] != nil && !omitted.contains($0) }
            .map(\.rawValue)
    }
}
