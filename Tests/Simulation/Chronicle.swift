/// The events of a year in words, the newest last, and what was counted.
// Unchecked, like all of the world: it runs on one thread.
final class Chronicle: @unchecked Sendable {
    /// The events before these are forgotten.
    private static let limit = 120

    private var lines: [String] = []
    /// How often each thing has happened.
    private(set) var counts: [String: Int] = [:]
    /// The longest time from the moment at which an alarm could be heard to its first sound.
    var worstLateness = Duration.zero
    let isPrinted: Bool

    init(isPrinted: Bool) { self.isPrinted = isPrinted }

    func note(_ line: String) {
        let entry = "\(TrueTime.now)  \(line)"
        if isPrinted { print(entry) }
        lines.append(entry)
        if lines.count > 2 * Self.limit { lines.removeFirst(Self.limit) }
    }

    func count(_ thing: String) { counts[thing, default: 0] += 1 }

    var lastLines: ArraySlice<String> { lines.suffix(Self.limit) }
}
