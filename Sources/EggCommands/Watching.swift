import EggTimers
import EggWire
import Glibc
import Varlink

/// The loop of `watch` and `start --watch`: events from the daemon and signals from the terminal, as they come.
struct Watching {
    /// How a watch has ended.
    enum End: Equatable {
        /// The timer that was started has come to an end of this kind.
        case over(Timers.EventKind)
        /// By this signal.
        case signal(Int32)
    }

    let connection: Connection
    /// Only this timer; nil for all.
    let name: TimerName?
    let view: any WatchView

    /// Shows what happens, until a signal ends it.
    func run() throws(Failure) -> End {
        let signals = Signals()
        let client = try connection.open()
        try beginWatching(client)
        return try follow(client, signals, untilEndOfRun: false)
    }

    /// Starts a timer and shows what happens to it, until it is over.
    ///
    /// The watch begins before the start: what is over within a moment is seen to end all the same.
    func run(starting start: () throws(Failure) -> Void) throws(Failure) -> End {
        let signals = Signals()
        let client = try connection.open()
        try beginWatching(client)
        // The first arrival is the snapshot of what was there before; nothing is shown of it.
        if case .signal(let signal) = try next(client, signals) { return .signal(signal) }
        try start()
        return try follow(client, signals, untilEndOfRun: true)
    }

    private func beginWatching(_ client: Client) throws(Failure) {
        do {
            try client.send(Timers.Watch.self, Nothing(), more: true)
        } catch {
            throw connection.failure(error)
        }
    }

    private func follow(_ client: Client, _ signals: Signals, untilEndOfRun: Bool) throws(Failure) -> End {
        view.begin()
        defer { view.end() }
        var hasBegun = false
        var nextCry: ContinuousClock.Instant?
        while true {
            switch try next(client, signals, until: nextCry) {
            case .pause:
                view.cryOut()
                nextCry = .now + Self.cryInterval
            case .signal(SIGWINCH): view.resized()
            case .signal(SIGTSTP): stop()
            case .signal(let signal): return .signal(signal)
            case .event(let reply):
                nextCry = reply.isSilentAlarm ? nextCry ?? .now : nil
                if untilEndOfRun, reply.event.timer != nil, concerns(reply.event) {
                    switch reply.event.kind {
                    // The first of these is the start that this watch is about.
                    case .started where !hasBegun, .replaced where !hasBegun: hasBegun = true
                    case .dismissed, .missed, .cancelled, .replaced, .started:
                        view.showEnd(reply, of: chosen(reply.timers))
                        return .over(reply.event.kind)
                    case .snapshot, .tick, .sound, .paused, .resumed, .extended, .rang, .snoozed: break
                    }
                }
                if concerns(reply.event) { view.show(reply, of: chosen(reply.timers)) }
            }
        }
    }

    private enum Arrival {
        case event(Timers.Watch.Reply)
        case signal(Int32)
        /// Nothing, until the time was over.
        case pause
    }

    /// Between two cries while an alarm rings that can't be heard.
    private static let cryInterval: Duration = .seconds(1)

    /// Waits for whatever comes first.
    private func next(
        _ client: Client, _ signals: Signals, until end: ContinuousClock.Instant? = nil
    ) throws(Failure) -> Arrival {
        while true {
            if let signal = signals.next() { return .signal(signal) }
            do {
                if let reply = try client.received(Timers.Watch.self) { return .event(reply.value) }
            } catch {
                throw connection.failure(error)
            }
            var entries = [client.descriptor, signals.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            let left = end.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
            if left == .zero { return .pause }
            _ = poll(&entries, nfds_t(entries.count), left.map { Int32(clamping: $0.millisecondsRoundedUp) } ?? -1)
        }
    }

    /// Ctrl-Z: leaves the terminal as it was while this process is stopped.
    private func stop() {
        view.end()
        kill(getpid(), SIGSTOP)
        view.begin()
        view.resized()
    }

    private func chosen(_ timers: [Timers.Timer]) -> [Timers.Timer] {
        guard let name else { return timers }
        return timers.filter { $0.isNamed(name.text) }
    }

    private func concerns(_ event: Timers.Event) -> Bool {
        guard let name, event.timer != nil else { return true }
        return event.isAbout(name)
    }
}

extension Timers.Watch.Reply {
    /// An alarm rings, and nobody can hear it.
    fileprivate var isSilentAlarm: Bool { soundOut != nil && timers.contains { $0.state == .ringing } }
}
