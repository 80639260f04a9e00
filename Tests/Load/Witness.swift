import EggTestSupport
import EggWire
import Foundation
import Synchronization
import Varlink

/// A client like any other that runs beside the load: it starts a timer of a quarter of a second, gets its alarm,
/// measures how late it is, and starts the next one.
final class Witness: Sendable {
    /// Its measurements.
    struct Account {
        /// From a deadline to the `rang` event that it receives.
        var lateness = Times()
        /// From connecting to the reply, for a new client.
        var answers = Times()
        /// How often it fell so far behind that it was disconnected and had to reconnect.
        var disconnections = 0
        /// How often a new client was disconnected before it got its reply.
        var lostCalls = 0
    }

    private static let egg = "witness"
    private let socket: String
    private let maxLateness: Duration
    private let account = Mutex(Account())
    /// The number of alarms it has received, and the error that has stopped it.
    private let progress = Mutex<(alarms: Int, problem: String?)>((0, nil))
    private let isOver = Mutex(false)
    /// The timer that was started last has rung.
    private let isDone = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)

    /// - Parameter maxLateness: how late a deadline may be, other load on the machine included.
    init(_ socket: String, maxLateness: Duration) throws {
        self.socket = socket
        self.maxLateness = maxLateness
        nonisolated(unsafe) let peer = try watch()
        // It needs two threads, because a client that waits for a reply does not read its events.
        Thread.detachNewThread { [self] in
            reportingErrors { try listen(peer) }
        }
        Thread.detachNewThread { [self] in
            reportingErrors { try cook() }
            hasEnded.signal()
        }
    }

    /// An error that stops it is reported to its callers.
    private func reportingErrors(_ work: () throws -> Void) {
        do {
            try work()
        } catch {
            progress.withLock { $0.problem = "the witness: \(error)" }
        }
    }

    private func cook() throws {
        while !isOver.withLock({ $0 }) {
            let begin = ContinuousClock.now
            do {
                try start()
            } catch {
                guard case ClientError.connectionLost = error else { throw error }
                account.withLock { $0.lostCalls += 1 }
                continue
            }
            account.withLock { $0.answers.add(ContinuousClock.now - begin) }
            try require(isDone.wait(timeout: .now() + 120) == .success, "no alarm has rung for two minutes")
        }
    }

    private func start() throws {
        let client = try Client(connectingTo: socket)
        _ = try client.call(Timers.Start.self, .init(durationMs: 1_000, name: Self.egg, elapsedMs: 750))
    }

    private func watch() throws -> RawPeer {
        let peer = try RawPeer(socket)
        peer.send(message: #"{"method":"io.eggtimer.Timers.Watch","more":true}"#)
        return peer
    }

    private func listen(_ first: RawPeer) throws {
        var peer = first
        var hasReconnected = false
        while true {
            guard let text = peer.receive() else {
                if isOver.withLock({ $0 }) { return }
                account.withLock { $0.disconnections += 1 }
                peer = try watch()
                hasReconnected = true
                continue
            }
            // Thousands of events concern other timers.
            let isSnapshot = strstr(text, #""kind":"snapshot""#) != nil
            let isAlarm = strstr(text, #""kind":"rang""#) != nil && strstr(text, #""timer":"\#(Self.egg)""#) != nil
            guard isSnapshot && hasReconnected || isAlarm else { continue }
            var now = timespec()
            clock_gettime(CLOCK_REALTIME, &now)
            let event = try JSONDecoder().decode(WatchMessage.self, from: Data(text.utf8)).parameters
            let timer = event.timers.first { $0.name == Self.egg }
            if isSnapshot, timer?.state == .cooking { continue }
            // It may have rung meanwhile and been dismissed.
            if let timer, timer.state == .ringing, let end = timer.endsAtUnixMs {
                let late = .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec) - .milliseconds(end)
                account.withLock { $0.lateness.add(late) }
                progress.withLock { $0.alarms += 1 }
            }
            isDone.signal()
        }
    }

    private struct WatchMessage: Decodable {
        let parameters: Timers.Watch.Reply
    }

    /// The measurements since the last call.
    func report() throws -> Account {
        _ = try alarms()
        let seen = account.withLock { account in
            defer { account = Account() }
            return account
        }
        let longest = seen.lateness.longest
        try require(longest < maxLateness, "a deadline was \(text(longest)) late")
        return seen
    }

    private func alarms() throws -> Int {
        let (alarms, problem) = progress.withLock { $0 }
        if let problem { throw Failure(problem) }
        return alarms
    }

    /// Stops the witness.
    func end() {
        isOver.withLock { $0 = true }
        hasEnded.wait()
    }
}
