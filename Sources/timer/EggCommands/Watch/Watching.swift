import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Varlink

/// The loop of `watch` and `start --watch`: handles reports, signals and keys as they arrive.
struct Watching {
    enum End: Equatable {
        /// The started timer ended with an event of this kind.
        case over(Timers.EventKind)
        case signal(Int32)
    }

    let endpoint: Endpoint
    /// The timer or the group to watch; nil for all.
    let name: TimerName?
    let view: any WatchView

    /// Shows events until a signal ends the watch, or until the timer or the group ends that it starts.
    ///
    /// The watch begins before the start, so that even an immediate end of the timer is seen.
    func run(starting start: (() throws(Failure) -> Void)? = nil) throws(Failure) -> End {
        view.name = name
        let sources = Sources(
            signals: Signals(), watch: TimerWatch(endpoint), calls: try endpoint.calls())
        var run = start == nil ? nil : name.map(WatchedRun.init)
        if view.startsWithoutEggd { view.begin() }
        switch try firstSnapshot(sources) {
        case .signal(let signal): return .signal(signal)
        case .snapshot(let snapshot):
            // Timers that ran before the start are not shown.
            if let start { try start() }
            view.begin()
            defer { view.end() }
            return follow(sources, from: start == nil ? snapshot : nil, &run)
        }
    }

    private struct Sources {
        let signals: Signals
        let watch: TimerWatch
        let calls: EggdCalls
    }

    private enum Beginning {
        case snapshot(Timers.Watch.Reply)
        case signal(Int32)
    }

    /// Waits for the first event for as long as other commands wait for a reply; fails if eggd can't be reached.
    private func firstSnapshot(_ sources: Sources) throws(Failure) -> Beginning {
        var noticeable: SuspendingClock.Instant? = .now + Conversation.noticeableDelay
        while true {
            switch next(sources, until: noticeable) {
            case .report(.event(let reply)), .report(.resumed(let reply, _)): return .snapshot(reply)
            case .report(.lost(let error)):
                guard view.startsWithoutEggd else { throw endpoint.explained(error) }
                view.lose(endpoint.failure(error))
            case .time:
                noticeable = nil
                if view.startsWithoutEggd { continue }
                let finding = Unresponsive(endpoint, client: try? endpoint.connect(waits: false))
                guard finding.mayStillAnswer else { throw finding.timeout }
                Conversation.reportSlowEggd()
            case .keys: _ = view.requests([])
            case .signal(SIGWINCH), .signal(SIGCONT), .report(.stalled): break
            case .signal(SIGTSTP): sources.signals.stop()
            case .signal(let signal): return .signal(signal)
            }
        }
    }

    /// The state of a watch between two arrivals, such as reports or keys.
    private struct Progress {
        /// The name of the watched timer, which changes when it is renamed; nil for all timers.
        var name: TimerName?
        /// The last event with the watched timers; nil while the connection is lost.
        var last: Timers.Watch.Reply?
        /// The watched timers after the last event; none while the connection is lost.
        var shown: [Timers.Timer] { last?.timers ?? [] }
        /// All timers after the last event, by whose order a renamed timer is found.
        var timers: [Timers.Timer] = []
        /// When the last event was shown, by a clock that keeps running during suspend, as eggs do.
        var shownAt = ContinuousClock.now
        /// When the next second is counted while a timer rings.
        var nextSecond: SuspendingClock.Instant?
        var isSilentAlarm: Bool { last?.soundOut != nil && timers.contains(where: \.rings) }
    }

    private func follow(_ sources: Sources, from first: Timers.Watch.Reply?, _ run: inout WatchedRun?) -> End {
        var progress = Progress(name: name)
        if let first { show(first, &progress) }
        while true {
            switch next(sources, until: progress.nextSecond) {
            case .time:
                progress.nextSecond = progress.nextSecond.map { max($0 + .seconds(1), .now) }
                view.count(ContinuousClock.now - progress.shownAt)
                if progress.isSilentAlarm { view.ringBell() }
                if !counts(progress) { progress.nextSecond = nil }
            case .keys: make(view.requests(progress.shown), sources.calls)
            case .signal(SIGWINCH): view.resized()
            case .signal(SIGCONT):
                view.begin()
                view.resized()
            case .signal(SIGTSTP): stop(sources.signals)
            case .signal(let signal):
                view.end()
                if signal == SIGINT { view.showContinuing() }
                return .signal(signal)
            case .report(.event(let reply)):
                if let name = progress.name, let newName = reply.newName(of: name, before: progress.timers) {
                    progress.name = newName
                    run?.name = newName
                    view.name = newName
                }
                if let kind = run?.end(at: reply) {
                    view.showEnd(chosen(reply, progress.name))
                    return .over(kind)
                }
                show(reply, &progress)
            case .report(.resumed(let reply, let gap)):
                let isRemote = endpoint.host != nil
                if let sentence = Sentences.resumed(missedEvents: gap.missedEvents, isRemote: isRemote) {
                    view.warn(sentence)
                }
                let ended = endings(
                    of: gap.ended.filter { timer in progress.name.map { timer.matches($0.text) } ?? true })
                if !ended.isEmpty { view.showEnded(ended) }
                if run != nil, chosen(reply, progress.name).timers.isEmpty {
                    return .over(Self.kind(of: ended.first?.ending))
                }
                run?.hasBegun = true
                show(reply, &progress)
            case .report(.lost(let error)):
                progress.last = nil
                view.lose(endpoint.failure(error))
                progress.nextSecond = counts(progress) ? .now : nil
            case .report(.stalled):
                view.stall()
                progress.nextSecond = counts(progress) ? .now : nil
            }
        }
    }

    private func show(_ reply: Timers.Watch.Reply, _ progress: inout Progress) {
        let chosen = chosen(reply, progress.name)
        // An event that removes a timer arrives without it.
        let isShown = concerns(reply.event, progress.name, progress.timers + reply.timers)
        progress.last = chosen
        progress.timers = reply.timers
        // Events and ticks of other timers are not shown.
        if isShown, reply.event.kind != .tick || !chosen.timers.isEmpty {
            progress.shownAt = .now
            view.show(chosen)
        }
        // The terminal's bell rings at once.
        progress.nextSecond = counts(progress) ? progress.nextSecond ?? .now : nil
    }

    /// Whether something has to be done each second although no event arrives.
    private func counts(_ progress: Progress) -> Bool {
        progress.isSilentAlarm || view.changesEachSecond || progress.shown.contains(where: \.state.traits.rings)
    }

    private enum Arrival {
        case report(WatchReport)
        case signal(Int32)
        case keys
        /// Nothing arrived in time.
        case time
    }

    /// Waits for the first arrival; ends the program when standard output has lost its reader.
    private func next(_ sources: Sources, until end: SuspendingClock.Instant?) -> Arrival {
        while true {
            if let signal = sources.signals.next() { return .signal(signal) }
            if let report = sources.watch.next() { return .report(report) }
            if let end, end <= .now { return .time }
            // poll(2) ignores negative descriptors. For standard output, it reports errors only.
            var entries = [
                pollfd(fd: sources.signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: sources.watch.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: view.keyDescriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
                pollfd(fd: sources.calls.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            let wake = [end, sources.watch.nextWake].compactMap { $0 }.min()
            poll(&entries, nfds_t(entries.count), wake?.pollTimeout ?? -1)
            if entries[0].revents == 0, entries[3].revents != 0 { Eggctl.program.fail(EPIPE) }
            if entries[2].revents != 0 { return .keys }
            if entries[4].revents != 0 { sources.calls.advance() }
        }
    }

    /// Handles Ctrl-Z: restores the terminal while this process is stopped.
    private func stop(_ signals: Signals) {
        view.end()
        signals.stop()
        view.begin()
        view.resized()
    }

    /// Makes the calls of keys or clicks; events show what they have done.
    private func make(_ requests: [TimerRequest], _ calls: EggdCalls) {
        for request in requests {
            calls.make([request.eggdCall]) { [endpoint, view] endings in
                for ending in endings {
                    // Another client was faster.
                    if case .refused = ending { continue }
                    if let failure = endpoint.failure(ending, changes: true) { view.warn(failure.sentence) }
                }
            }
        }
    }

    // MARK: Choosing

    private func chosen(_ reply: Timers.Watch.Reply, _ name: TimerName?) -> Timers.Watch.Reply {
        guard let name else { return reply }
        var chosen = reply
        chosen.timers.removeAll { !$0.matches(name.text) }
        return chosen
    }

    private func concerns(_ event: Timers.Event, _ name: TimerName?, _ timers: [Timers.Timer]) -> Bool {
        guard let name, let timer = event.timer else { return true }
        return timers.contains { $0.isNamed(timer) && $0.matches(name.text) }
    }

    // MARK: Timers that ended meanwhile

    /// How timers ended according to the history: the ending of the newest run with that name and egg.
    private func endings(of timers: [Timers.Timer]) -> [(timer: Timers.Timer, ending: Timers.Ending?)] {
        guard !timers.isEmpty else { return [] }
        let runs =
            try? endpoint.connect().call(Timers.History.self, .init(limit: Int64(timers.count) + 20)).runs
        return timers.map { timer in
            (timer, runs?.newest(of: timer)?.ending)
        }
    }

    private static func kind(of ending: Timers.Ending?) -> Timers.EventKind {
        switch ending {
        case .dismissed: .dismissed
        case .missed: .missed
        case .replaced: .replaced
        case .cancelled, nil: .cancelled
        }
    }
}

/// Tells when the timer of `start --watch`, or the group of `cook --watch`, is over.
struct WatchedRun {
    /// The timer's name, which changes when it is renamed, or the group's.
    var name: TimerName
    /// Whether the event of its start has arrived.
    var hasBegun = false
    /// Its run, which that event has told.
    private var id: String?
    /// Whether there were timers of a group with this name.
    private var hasSeenGroup = false

    init(name: TimerName) {
        self.name = name
    }

    /// The kind of the event if it is the one that ends the run.
    mutating func end(at reply: Timers.Watch.Reply) -> Timers.EventKind? {
        guard reply.event.isAbout(name) else { return groupEnd(at: reply) }
        switch reply.event.kind {
        // The first of these events is the start that this watch waits for.
        case .started where !hasBegun, .replaced where !hasBegun:
            (hasBegun, id) = (true, reply.event.id)
            return nil
        // An undo of a later change leaves the run.
        case .undone where !hasBegun || reply.timers.contains { $0.isNamed(name.text) && $0.id == id }: return nil
        case .dismissed, .missed, .cancelled, .replaced, .started, .undone: return reply.event.kind
        case .snapshot, .tick, .sound, .saving, .kitchen, .copies, .paused, .resumed, .extended, .renamed, .warned,
            .cued, .rang,
            .snoozed:
            return nil
        }
    }

    /// The kind of the event after which no timer of the group cooks or rings.
    private mutating func groupEnd(at reply: Timers.Watch.Reply) -> Timers.EventKind? {
        let group = reply.timers.filter { !$0.isNamed(name.text) && $0.matches(name.text) }
        if !group.isEmpty { hasSeenGroup = true }
        guard hasSeenGroup, group.allSatisfy(\.state.traits.isOver) else { return nil }
        switch reply.event.kind {
        // A timer that is started under its own name leaves the group.
        case .dismissed, .missed, .cancelled, .replaced, .undone: return reply.event.kind
        case .snapshot, .tick, .sound, .saving, .kitchen, .copies, .started, .paused, .resumed, .extended, .renamed,
            .warned,
            .cued, .rang, .snoozed:
            return nil
        }
    }
}

extension Timers.Watch.Reply {
    /// The new name of the timer with this name, if that is the one that was renamed, or has its old name again by an
    /// undo.
    func newName(of name: TimerName, before: [Timers.Timer]) -> TimerName? {
        guard [.renamed, .undone].contains(event.kind), let newName = event.timer,
            let run = before.first(where: { $0.isNamed(name.text) })?.id,
            timers.contains(where: { $0.id == run && $0.isNamed(newName) && !$0.isNamed(name.text) })
        else { return nil }
        return TimerName.ofAny(newName)
    }

    /// Its timers, and those that it lacks before an event tells that they were removed: one call can remove several.
    func known(before: [Timers.Timer]) -> [Timers.Timer] {
        guard event.kind != .snapshot else { return timers }
        return timers
            + before.filter { timer in
                !timers.contains { $0.isNamed(timer.name) } && event.timer.map(timer.isNamed) != true
            }
    }
}
