import EggClient
import EggTimers
import EggWire
import Languages

/// The loop of `wait`: returns when all timers are done or removed, also when eggd is restarted meanwhile.
struct Waiting {
    let endpoint: Endpoint
    let tell: (WaitedTimers.End) -> Void

    /// - Returns: whether all timers were done.
    func run(for timers: [Timers.Timer]) throws(Failure) -> Bool {
        let watch = TimerWatch(endpoint)
        var waited = WaitedTimers(timers)
        report(waited.begin())
        while !waited.isOver {
            switch watch.wait() {
            case .event(let reply): report(waited.handle(reply, endings: endings))
            case .resumed(let reply, let gap):
                if gap.missedEvents == nil { Eggctl.program.complain(tr("eggd can be reached again")) }
                report(waited.handle(reply, endings: endings))
            case .lost(let error):
                Eggctl.program.complain(Sentences.waiting(endpoint.failure(error)))
            case .stalled, nil: break
            }
        }
        return waited.areDone
    }

    private func report(_ ends: [WaitedTimers.End]) {
        for end in ends { tell(end) }
    }

    /// The runs that have ended, the newest first.
    private func endings() -> [Timers.Run] {
        (try? endpoint.connect().call(Timers.History.self, .init(limit: 100)).runs) ?? []
    }
}

/// The timers that `wait` waits for, and how each is over. It takes events and does no I/O.
struct WaitedTimers {
    struct End: Equatable {
        /// The timer as it was last known.
        let timer: Timers.Timer
        /// Whether it was done: it rang, or its alarm was found too late to ring.
        let isDone: Bool
    }

    /// The timers that are not over yet, as they were last known.
    private var open: [Timers.Timer]
    /// All timers after the last event, by whose order a renamed timer is found.
    private var last: [Timers.Timer] = []
    /// Whether none was cancelled so far.
    private(set) var areDone = true

    init(_ timers: [Timers.Timer]) {
        open = timers
    }

    var isOver: Bool { open.isEmpty }

    /// The timers that were done before the wait began.
    mutating func begin() -> [End] { handle(open) }

    /// The timers that are over after an event, or that ended before a snapshot.
    ///
    /// - Parameter endings: the runs that have ended, the newest first.
    mutating func handle(_ reply: Timers.Watch.Reply, endings: () -> [Timers.Run]) -> [End] {
        let ends = handle(reply)
        return reply.event.kind == .snapshot ? ends + end(missingIn: reply, endings: endings) : ends
    }

    private mutating func handle(_ reply: Timers.Watch.Reply) -> [End] {
        defer { last = reply.timers }
        for index in open.indices {
            guard let name = TimerName.ofAny(open[index].name),
                let newName = reply.newName(of: name, before: last)
            else { continue }
            open[index].name = newName.text
        }
        let ends = handle(reply.timers)
        guard let name = reply.event.timer, let index = open.firstIndex(where: { $0.isNamed(name) }) else {
            return ends
        }
        switch reply.event.kind {
        case .dismissed, .missed: return ends + [end(at: index, isDone: true)]
        case .cancelled: return ends + [end(at: index, isDone: false)]
        // The timer that the start had replaced is waited for in its place.
        case .undone: return reply.timers.contains { $0.isNamed(name) } ? ends : ends + [end(at: index, isDone: false)]
        // A timer that was reset or extended is not done yet.
        case .started, .replaced, .paused, .resumed, .extended, .renamed, .warned, .cued, .rang, .snoozed, .snapshot,
            .tick, .sound, .saving, .kitchen, .copies:
            return ends
        }
    }

    /// The timers that ended before a snapshot, judged by the newest run with their name and egg.
    private mutating func end(missingIn snapshot: Timers.Watch.Reply, endings: () -> [Timers.Run]) -> [End] {
        let missing = open.filter { timer in !snapshot.timers.contains { $0.isNamed(timer.name) } }
        guard !missing.isEmpty else { return [] }
        let runs = endings()
        return missing.compactMap { timer in
            guard let index = open.firstIndex(where: { $0.isNamed(timer.name) }) else { return nil }
            let run = runs.newest(of: timer)
            return end(at: index, isDone: run?.ending == .dismissed || run?.ending == .missed)
        }
    }

    /// Takes over the states of timers, and ends the wait for those that are due.
    private mutating func handle(_ timers: [Timers.Timer]) -> [End] {
        var ends: [End] = []
        for timer in timers {
            guard let index = open.firstIndex(where: { $0.isNamed(timer.name) }) else { continue }
            open[index] = timer
            if timer.state.traits.isDue { ends.append(end(at: index, isDone: true)) }
        }
        return ends
    }

    private mutating func end(at index: Int, isDone: Bool) -> End {
        areDone = areDone && isDone
        return End(timer: open.remove(at: index), isDone: isDone)
    }
}
