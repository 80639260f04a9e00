import EggStore
import EggTimers

/// The changes that a commit makes to the history: first the runs that an undo has withdrawn are removed, then those
/// that have ended are added.
struct HistoryChange {
    private(set) var ended: [SavedRun] = []
    /// The runs to remove, if they are there.
    private(set) var withdrawn: [RunID] = []

    /// The most runs of each kind that are remembered while the disk does not answer; then the oldest are forgotten.
    static let maxRuns = Store.maxRuns

    mutating func end(_ run: SavedRun) {
        ended.append(run)
        if ended.count > Self.maxRuns { ended.removeFirst() }
    }

    mutating func withdraw(_ id: RunID) {
        ended.removeAll { $0.id == id }
        withdrawn.removeAll { $0 == id }
        withdrawn.append(id)
        if withdrawn.count > Self.maxRuns { withdrawn.removeFirst() }
    }

    mutating func append(_ later: HistoryChange) {
        for id in later.withdrawn { withdraw(id) }
        for run in later.ended { end(run) }
    }
}
