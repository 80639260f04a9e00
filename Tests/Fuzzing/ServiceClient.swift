import CLinux
import EggLoop
import EggTestSupport
import EggWire
import FoundationEssentials
import Glibc
import Varlink

@testable import EggDaemon

/// A client of the engine: the other end of a connection that the engine has accepted.
final class ServiceClient {
    /// Whether it leaves its replies unread.
    var isAsleep = false
    private let engine: Engine
    /// Nil if the engine refused the connection because there are too many.
    private let id: Connection.ID?
    private let descriptor: Int32
    private var sent: [UInt8] = []
    private var received: [UInt8] = []
    private var hasClosedSending = false
    /// The engine has closed the connection.
    private(set) var isClosed = false

    init(of engine: Engine) {
        self.engine = engine
        guard let (number, theirs) = try? socketPair() else { fatalError("no socket pair to fuzz: \(errno)") }
        descriptor = theirs
        id = engine.enter { engine in
            let last = engine.connections.lastID
            engine.connections.open(Descriptor(owning: number), at: engine.clock.now())
            // The smallest buffer that the kernel allows, so that replies wait in the engine's own queue.
            var room: Int32 = 1
            setsockopt(number, SOL_SOCKET, SO_SNDBUF, &room, socklen_t(MemoryLayout<Int32>.size))
            return engine.connections.lastID == last ? nil : engine.connections.lastID
        }
    }

    deinit {
        close(descriptor)
    }

    /// Sends as much as the engine's side accepts.
    func send(_ bytes: some Sequence<UInt8>) {
        guard !hasClosedSending else { return }
        let bytes = Array(bytes)
        let count = Glibc.send(descriptor, bytes, bytes.count, clinux_send_now)
        if count > 0 { sent += bytes[..<count] }
    }

    func closeSending() {
        hasClosedSending = true
        shutdown(descriptor, Int32(SHUT_WR))
    }

    func hangUp() {
        hasClosedSending = true
        shutdown(descriptor, Int32(SHUT_RDWR))
    }

    /// Reads the replies, unless it is asleep.
    ///
    /// - Returns: whether there were any.
    func read() -> Bool {
        let before = received.count
        while !isClosed, !isAsleep {
            let count = withUnsafeTemporaryAllocation(byteCount: 16 * 1024, alignment: 1) { space in
                let count = recv(descriptor, space.baseAddress, space.count, 0)
                if count > 0 { received += UnsafeRawBufferPointer(rebasing: space[..<count]) }
                return count
            }
            if count == 0 || count < 0 && errno != EAGAIN { isClosed = true }
            if count <= 0 { break }
        }
        return received.count > before
    }

    // MARK: Rules

    /// Compares everything received with everything sent.
    func checkReplies(_ engine: Engine) {
        let messages = received.split(separator: 0, omittingEmptySubsequences: false)
        let replies = messages.dropLast().map { reply in
            require(JSONCheck.isObject(reply), "a reply is a JSON object: \(String(decoding: reply, as: UTF8.self))")
            let frame: Frame<EventReply> = Self.decode(reply)
            require((frame.error == nil) || frame.continues != true, "an error is the last reply")
            return frame
        }
        guard let id else {
            require(replies.map(\.error) == ["io.eggtimer.Timers.TooManyConnections"], "a refused client knows why")
            return
        }
        let peer = engine.enter { engine in
            engine.connections[id].map { (isAnswering: $0.session.isAnswering, waitingBytes: $0.socket.waitingBytes) }
        }
        // A client that is disconnected in the middle of a message gets half of it.
        if peer != nil { require(messages.last?.isEmpty ?? true, "replies are complete") }
        let last = replies.count { $0.continues != true }
        let due = repliesDue()
        require(last <= due, "\(last) replies to \(due) calls")
        if let peer, !peer.isAnswering {
            require(peer.waitingBytes == 0, "all replies that can be read are sent")
            require(last == due, "each call has its reply: \(last) of \(due)")
        }
        let lastTimers = messages.dropLast().last.flatMap { reply in
            let frame: Frame<TimersReply> = Self.decode(reply)
            return frame.parameters.timers
        }
        checkEvents(replies.compactMap(\.parameters.event), lastTimers: lastTimers, isThere: peer != nil)
    }

    /// The number of calls that want a reply; nothing after a malformed message counts.
    private func repliesDue() -> Int {
        var due = 0
        for message in sent.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
            guard let call = try? Call(message) else { break }
            if !call.isOneway { due += 1 }
        }
        return due
    }

    private func checkEvents(_ events: [Timers.Event], lastTimers: [Timers.Timer]?, isThere: Bool) {
        for (event, next) in zip(events, events.dropFirst()) {
            require(event.sequence < next.sequence, "events arrive in order")
            require(next.kind != .snapshot, "a watch has one snapshot")
        }
        guard isThere, !events.isEmpty, let lastTimers else { return }
        let board = engine.enter { engine in engine.board.timers.map { "\($0.name) \($0.state)" } }
        require(lastTimers.map { "\($0.name) \($0.state)" } == board, "a subscriber knows the state of every timer")
    }

    /// Uses another decoder than the one that both sides share.
    private static func decode<Parameters>(_ reply: some Sequence<UInt8>) -> Frame<Parameters> {
        guard let frame = try? JSONDecoder().decode(Frame<Parameters>.self, from: Data(reply)) else {
            fatalError("broken rule: a reply is a reply: \(String(decoding: Array(reply), as: UTF8.self))")
        }
        return frame
    }

    private struct Frame<Parameters: Decodable>: Decodable {
        var error: String?
        var continues: Bool?
        var parameters: Parameters
    }

    private struct EventReply: Decodable {
        var event: Timers.Event?
    }

    private struct TimersReply: Decodable {
        var timers: [Timers.Timer]?
    }
}
