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

    /// Prints the events before a failure, in the shortest play that was found to fail in the same way.
    ///
    /// - Returns: whether there was none.
    func explainFailure() -> Bool {
        guard let (seed, result) = failed else { return true }
        print("\nThe year with seed \(seed) broke a promise: \(result.failure ?? "")")
        let (omitted, shorter) = shorterPlay(seed, result)
        let needed = Kitchen.parts.filter { !omitted.contains($0) }
        print("It also does with nothing else than: \(needed.isEmpty ? "eggd" : needed.joined(separator: ", "))")
        print("The last events of that play:")
        for event in shorter.events { print("  \(event)") }
        print("To see all of it: script/simulate --print \(seed) '\(omitted.sorted().joined(separator: ","))'")
        print("To see the whole year: script/simulate --print \(seed)")
        return false
    }

    /// The parts without which the year fails in the same way, and how it goes then.
    private func shorterPlay(_ seed: UInt64, _ result: Kitchen.Result) -> (Set<String>, Kitchen.Result) {
        var (omitted, shortest) = (Set<String>(), result)
        var tried = -1
        while tried != omitted.count {
            tried = omitted.count
            for part in Kitchen.parts where !omitted.contains(part) {
                // Without this part, the same may happen later in the year, and to another timer.
                let attempt = omitted.union([part])
                guard let shorter = Year(seed: seed, omitting: attempt)?.result() else { continue }
                if shorter.failedPromise == result.failedPromise { (omitted, shortest) = (attempt, shorter) }
            }
        }
        return (omitted, shortest)
    }
}

extension Kitchen.Result {
    /// The failure without names, which are in quotation marks, and numbers; nil if there was none.
    fileprivate var failedPromise: String? {
        failure.map { words in
            let parts = words.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            return parts.filter { $0.offset % 2 == 0 }.map { $0.element.filter { !$0.isNumber } }.joined()
        }
    }
}
