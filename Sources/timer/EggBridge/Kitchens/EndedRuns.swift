import EggClient
import EggWire

/// The runs of this kitchen that ended within the last ten minutes, so that a kitchen that follows it and was away silences
/// the same alarms. It does no I/O.
struct EndedRuns {
    private static let memoryMs: Int64 = 10 * 60 * 1000
    /// The timers' message, which has all of these, must not become longer than other kitchens read.
    private static let maxCount = 256

    private var runs: [(run: Timers.EndedRun, bootMs: Int64)] = []
    /// The kitchens that have answered timers, by the ids of these.
    private var answering: [String: String] = [:]

    /// The runs, the newest last.
    var all: [Timers.EndedRun] { runs.map(\.run) }

    /// A kitchen that follows this one answers a timer.
    mutating func answered(_ id: String, from kitchen: String) { answering[id] = kitchen }

    /// An event has changed the timers. A snapshot doesn't tell how the runs ended that it lacks: an eggd that has lost its
    /// timers with its disk must not end the copies in other rooms. The history has those that have really ended.
    mutating func update(from old: [Timers.Timer], to new: [Timers.Timer], _ kind: Timers.EventKind, at bootMs: Int64) {
        runs.removeAll { ended in
            bootMs - ended.bootMs > Self.memoryMs || new.contains { $0.id == ended.run.run }
        }
        for timer in old where kind != .snapshot && !new.contains(where: { $0.id == timer.id }) {
            let ending: Timers.Ending =
                if kind == .replaced {
                    .replaced
                } else if timer.state == .missed {
                    .missed
                } else {
                    timer.state.traits.isDue ? .dismissed : .cancelled
                }
            add(.init(run: timer.id, ending: ending, from: answering[timer.id]), at: bootMs)
        }
        answering = answering.filter { id, _ in new.contains { $0.id == id } }
    }

    /// The history has arrived.
    ///
    /// - Returns: whether it tells anything new.
    mutating func read(_ history: [Timers.Run], _ timers: [Timers.Timer], at moment: Moment) -> Bool {
        let before = all
        for run in history.reversed() where !timers.contains(where: { $0.id == run.id }) {
            let age = moment.unixMs - run.endedAtUnixMs
            guard (0...Self.memoryMs).contains(age) else { continue }
            add(.init(run: run.id, ending: run.ending, from: run.from), at: moment.bootMs - age)
        }
        return all != before
    }

    private mutating func add(_ run: Timers.EndedRun, at bootMs: Int64) {
        if let place = runs.firstIndex(where: { $0.run.run == run.run }) {
            runs[place].run = run
        } else {
            runs.append((run, bootMs))
            if runs.count > Self.maxCount { runs.removeFirst() }
        }
    }
}
