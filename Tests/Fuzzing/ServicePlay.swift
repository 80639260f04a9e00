import EggLoop
import EggSound
import EggTestSupport
import EggTimers
import Instants

@testable import EggDaemon

/// One engine and its clients, and the rules that must hold after each line of the play.
final class ServicePlay {
    private let clock = ManualClock()
    private let output = RuleOutput()
    private let engine: Engine
    private var clients: [Int: ServiceClient] = [:]
    private var current = 0
    /// The engine gets no input for now.
    private var isHeld = false

    init() {
        do {
            // The limit is one connection less than there are clients. The loop has no thread here, so the play is
            // deterministic.
            let engine = try Engine(
                clock: clock, settings: .init(leadIn: .seconds(2), warning: .seconds(20)), maxConnections: 3,
                log: Log { _ in })
            self.engine = engine
            let output = output
            try engine.enter { engine in
                try engine.start(output: output)
                _ = engine.connections.pending.add(Self.nobody, for: .examination)
            }
        } catch {
            fatalError("no engine to fuzz: \(error)")
        }
    }

    func perform(_ line: [UInt8]) {
        guard let first = line.first else { return }
        let rest = line.dropFirst()
        switch first {
        case UInt8(ascii: "@"): current = Int(rest.first ?? 0) % 4
        case UInt8(ascii: ">"): client.send(rest)
        case UInt8(ascii: "+"): pass(.milliseconds(Self.number(rest)))
        case UInt8(ascii: "~") where rest.isEmpty: engine.enter { $0.tick() }
        case UInt8(ascii: "|") where rest.isEmpty: isHeld.toggle()
        case UInt8(ascii: "z") where rest.isEmpty: client.isAsleep.toggle()
        case UInt8(ascii: ".") where rest.isEmpty: client.closeSending()
        case UInt8(ascii: "x") where rest.isEmpty: clients.removeValue(forKey: current)?.hangUp()
        case UInt8(ascii: "!") where rest.isEmpty:
            let fault = DeviceFault(DeviceFault.opening, device: "null", code: .noAnswer)
            engine.enter { $0.alarms?.handle(.failing(fault)) }
        case UInt8(ascii: "?") where rest.isEmpty: engine.enter { $0.alarms?.handle(.ready(device: "null")) }
        case UInt8(ascii: "*") where rest.isEmpty:
            engine.enter { $0.alarms?.handle(.tested(device: "null", framesPlayed: 96_000, fault: nil)) }
        case UInt8(ascii: "&") where rest.isEmpty: examined()
        default: client.send((ServiceCall.message(line) ?? line) + [0])
        }
        if !isHeld { settle() }
    }

    func end() {
        isHeld = false
        for client in clients.values { client.isAsleep = false }
        settle()
        // Calls that are answered later are answered now; other calls may have waited behind them.
        while engine.enter({ $0.connections.pending.count > 1 }) {
            perform([UInt8(ascii: "&")])
            perform([UInt8(ascii: "*")])
            perform([UInt8(ascii: "?")])
        }
        for client in clients.values {
            client.checkReplies(engine)
            client.hangUp()
        }
        settle()
        engine.enter { engine in
            require(engine.connections.isEmpty, "a client that has disconnected leaves nothing behind")
            require(engine.connections.unfinishedBytes == 0, "nor any of its bytes")
            engine.stop()
        }
        require(!output.isPlaying, "at the end no alarm is played")
    }

    /// The current client; it connects now if it is not connected.
    private var client: ServiceClient {
        if let client = clients[current] {
            guard client.isClosed else { return client }
            client.checkReplies(engine)
        }
        let client = ServiceClient(of: engine)
        clients[current] = client
        return client
    }

    private func pass(_ time: Duration) {
        clock.advance(by: time)
        engine.enter { $0.deadlinesPass() }
    }

    /// The leading digits as a number, up to a hundred days.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
        digits.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .reduce(0) { min(8_640_000_000, $0 * 10 + Int64($1 - UInt8(ascii: "0"))) }
    }

    private func examined() {
        engine.enter { engine in
            engine.examined([])
            _ = engine.connections.pending.add(Self.nobody, for: .examination)
        }
    }

    /// As if this were the second call: for the first one the engine would check this machine's sound cards.
    private static let nobody = Ticket(connection: 0, call: 0, isOneway: false)

    /// Lets the engine and the reading clients become idle, and checks the rules of the engine.
    private func settle() {
        let present = clients.sorted { $0.key < $1.key }.map(\.value)
        // One client's call causes events for another: all is done when no client has read anything more.
        repeat {
            while engine.enter({ $0.loop.iterateOnce() }) {}
            // The timer of a running engine would fire at once for everything that is due by now, such as the lead-in
            // of a short timer.
            engine.enter { [now = clock.now()] engine in
                if let wake = engine.board.nextWake, wake <= now { engine.deadlinesPass() }
            }
        } while present.reduce(false) { $1.read() || $0 }
        let (output, now) = (output, clock.now())
        engine.enter { engine in
            BoardRules.check(engine.board, at: now)
            let ringing = Set(engine.board.timers.filter { $0.state == .ringing }.map(\.id))
            require(engine.alarms?.playing == ringing, "the alarms are those of the ringing timers")
            require(output.isPlaying == !ringing.isEmpty, "an alarm is played while anything rings")
            let all = engine.connections.all
            require(all.count <= engine.connections.limit, "no more clients than the limit")
            require(!all.contains(where: \.isQueued), "no connection waits to be served")
            require(
                engine.connections.unfinishedBytes == all.reduce(0) { $0 + $1.session.waitingBytes },
                "the bytes of incomplete messages add up")
            require(
                engine.connections.unreadBytes == all.reduce(0) { $0 + ($1.isSubscriber ? 0 : $1.socket.waitingBytes) },
                "the unread replies add up")
            let watching = all.filter(\.isSubscriber).map(\.id)
            require(
                engine.connections.subscribers.receivers(of: .started).sorted() == watching.sorted(),
                "the subscribers are the clients that watch")
            let longest = all.map(\.socket.waitingBytes).max() ?? 0
            // All timers may be due in one step, and each event contains all of them.
            let step = TimerBoard.limit * TimerBoard.limit * 512
            require(longest <= Subscribers.maxBytes + step, "no queue is longer than the limit")
        }
    }
}

/// Rules for every board.
enum BoardRules {
    static func check(_ board: TimerBoard, at now: Instant) {
        let timers = board.timers
        require(timers.count <= TimerBoard.limit, "no more timers than there may be")
        require(Set(timers.map(\.name)).count == timers.count, "each name once")
        require(zip(timers, timers.dropFirst()).allSatisfy { $0.id < $1.id }, "in order of creation")
        require(board.nextWake.map { $0 > now } ?? true, "no deadline is left behind")
        for timer in timers {
            let (remaining, overdue) = (timer.remaining(at: now), timer.overdue(at: now))
            require(TimerBoard.durations.contains(timer.duration), "a duration in range")
            require(remaining >= .zero && overdue >= .zero, "no time is negative")
            require((0...1).contains(timer.progress(at: now)), "progress is a fraction")
            require(timer.startedAt <= now, "a timer has begun")
            switch timer.phase {
            case .cooking: require(remaining <= timer.duration && remaining > .zero, "a cooking timer has time left")
            case .paused: require(remaining <= timer.duration && remaining > .zero, "a paused timer has time left")
            case .ringing(let deadline, let silentAt):
                require(deadline <= now && silentAt > now, "a ringing timer is due, and not for ever")
            case .snoozed(let deadline, let until):
                require(deadline <= now && until > now, "a snoozed timer is due, and rings again")
            case .missed(let deadline, _): require(deadline <= now, "a missed timer was due")
            }
        }
    }
}
