import Dispatch
import EggLoop
import EggSound
import EggTestSupport
import EggTimers

@testable import EggDaemon

/// One engine, its clients, and what must be true of them after each line of the play.
final class ServicePlay {
    private let clock = ManualClock()
    private let bell = RuleBell()
    private let engine: Engine
    private var clients: [Int: ServiceClient] = [:]
    private var current = 0
    /// The engine hears of nobody for now.
    private var isHeld = false
    /// Where Dispatch would tell the engine that its clients stir. Held, so that the play tells it and has one course.
    private let dispatch = DispatchQueue(label: "egg-fuzz.dispatch")

    init() {
        dispatch.suspend()
        // One place less than there are clients.
        engine = Engine(clock: clock, settings: .init(leadIn: .seconds(2)), mostPeers: 3, log: Log { _ in })
        let (bell, dispatch) = (bell, dispatch)
        engine.enter { engine in
            engine.bell = bell
            do {
                engine.poller = try Poller(queue: dispatch) {}
            } catch {
                fatalError("no poller to fuzz: \(error)")
            }
            engine.examinations.patients = [Self.nobody]
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
            engine.enter { $0.soundReported(.failing(fault)) }
        case UInt8(ascii: "?") where rest.isEmpty: engine.enter { $0.soundReported(.ready(device: "null")) }
        case UInt8(ascii: "*") where rest.isEmpty:
            engine.enter { $0.soundReported(.tried(device: "null", framesPlayed: 96_000, fault: nil)) }
        case UInt8(ascii: "&") where rest.isEmpty: tellPatients()
        default: client.send((ServiceCall.message(line) ?? line) + [0])
        }
        if !isHeld { settle() }
    }

    func end() {
        isHeld = false
        for client in clients.values { client.isAsleep = false }
        settle()
        // Whoever asked for what takes its time has it now, and may have asked again.
        while engine.enter({ engine in
            engine.examinations.patients != [Self.nobody] || !engine.examinations.listeners.isEmpty
                || !engine.askers.isEmpty
        }) {
            perform([UInt8(ascii: "&")])
            perform([UInt8(ascii: "*")])
        }
        for client in clients.values {
            client.checkReplies(engine)
            client.hangUp()
        }
        settle()
        engine.enter { engine in
            require(engine.peers.isEmpty, "of a client that is gone nothing stays")
            require(engine.bufferedBytes == 0, "nor of what it sent")
            engine.stop()
        }
        require(!bell.isRinging, "at the end it is silent")
        // What has been closed is closed by Dispatch.
        dispatch.resume()
    }

    /// The one whose turn it is; it connects now if it is not connected.
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

    /// Digits as far as they go, up to a hundred days.
    private static func number(_ digits: ArraySlice<UInt8>) -> Int64 {
        digits.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
            .reduce(0) { min(8_640_000_000, $0 * 10 + Int64($1 - UInt8(ascii: "0"))) }
    }

    private func tellPatients() {
        engine.enter { engine in
            engine.tellPatients([])
            engine.examinations.patients = [Self.nobody]
        }
    }

    /// As if this one had asked first, since for the first the engine looks at this machine's sound cards.
    private static let nobody = 0

    /// Lets the engine and those who read come to rest, and holds the engine against its rules.
    private func settle() {
        let present = clients.sorted { $0.key < $1.key }.map(\.value)
        // What one does another is told: all is done when nobody has read anything more.
        repeat {
            engine.enter { $0.peersStir() }
            // What it puts off until later is done before whoever enters next.
            while engine.enter({ $0.lineMoves }) {}
            // The timer of an engine that has started would fire at once for what has become due meanwhile, such as the
            // lead-in of an egg that is shorter.
            engine.enter { [now = clock.now()] engine in
                if let wake = engine.board.nextWake, wake <= now { engine.deadlinesPass() }
            }
        } while present.reduce(false) { $1.read() || $0 }
        let (bell, now) = (bell, clock.now())
        engine.enter { engine in
            BoardRules.check(engine.board, at: now)
            let ringing = Set(engine.board.timers.filter { $0.state == .ringing }.map(\.id))
            require(engine.alarms == ringing, "alarms are those of what rings")
            require(bell.isRinging == !ringing.isEmpty, "the bell rings while anything does")
            let peers = engine.peers.values
            require(peers.count <= engine.mostPeers, "no more clients than there may be")
            require(engine.line.isEmpty && !peers.contains(where: \.isInLine), "nobody waits for a turn")
            require(
                engine.bufferedBytes == peers.reduce(0) { $0 + $1.bufferedBytes },
                "all that waits for its end is that of each client")
            require(
                engine.unreadBytes == peers.reduce(0) { $0 + $1.unreadBytes },
                "all that waits to be read is that of each client")
            let watching = peers.filter(\.isWatching).map(\.id)
            require(engine.audience.members.sorted() == watching.sorted(), "the audience is those who watch")
            let longest = peers.map(\.connection.waitingBytes).max() ?? 0
            // All timers may be due in one step, and each is told with all of them.
            let step = TimerBoard.limit * TimerBoard.limit * 512
            require(longest <= Audience.longestQueue + step, "no queue is longer than it may be")
        }
    }
}

/// What is true of every board.
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
            require(remaining >= .zero && overdue >= .zero, "no time is less than none")
            require((0...1).contains(timer.progress(at: now)), "progress is a fraction")
            require(timer.startedAt <= now, "what runs has begun")
            switch timer.phase {
            case .cooking: require(remaining <= timer.duration && remaining > .zero, "what cooks has time left")
            case .paused: require(remaining <= timer.duration && remaining > .zero, "what is held has time left")
            case .ringing(let deadline, let silentAt):
                require(deadline <= now && silentAt > now, "what rings is due, and not for ever")
            case .snoozed(let deadline, let until):
                require(deadline <= now && until > now, "what is snoozed is due, and rings again")
            case .missed(let deadline, _): require(deadline <= now, "what was missed was due")
            }
        }
    }
}
