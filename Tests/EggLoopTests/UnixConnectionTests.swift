import Dispatch
import EggTestSupport
import EggTimers
import Glibc
import Instants
import Synchronization
import Testing

@testable import EggLoop

/// Real sockets: a listener, with well-behaved and other clients.
@Suite struct UnixConnectionTests {
    private let now = Instant(sinceBoot: .zero)

    /// A connection in a loop that goes step by step, with the loop's reports about it.
    private final class Stepped {
        let queue = DispatchQueue(label: "test")
        let loop: EventLoop
        let connection: UnixConnection
        let theirs: Int32

        init() throws {
            let (ours, theirs) = try socketPair()
            self.theirs = theirs
            let loop = try EventLoop(queue: queue)
            self.loop = loop
            let reported = Reported()
            self.seen = reported
            connection = try queue.sync {
                try UnixConnection(Descriptor(owning: ours), loop: loop) { reported.add($0) }
            }
        }

        deinit {
            queue.sync { loop.stop() }
        }

        final class Reported: Sendable {
            private let all = Mutex<[EventLoop.Readiness]>([])
            func add(_ readiness: EventLoop.Readiness) { all.withLock { $0.append(readiness) } }
            func take() -> [EventLoop.Readiness] {
                all.withLock { all in
                    defer { all = [] }
                    return all
                }
            }
        }

        private let seen: Reported

        /// The reports of one iteration.
        func iterate() -> [EventLoop.Readiness] {
            queue.sync { _ = loop.iterateOnce() }
            return seen.take()
        }
    }

    private static let readable = EventLoop.Readiness(isReadable: true, isWritable: false)
    private static let both = EventLoop.Readiness(isReadable: true, isWritable: true)

    @Test func bytesArriveAndTheEndIsReported() throws {
        let stepped = try Stepped()
        let connection = stepped.connection
        #expect(write(stepped.theirs, "hello", 5) == 5)
        #expect(stepped.iterate() == [Self.readable])
        stepped.queue.sync {
            var text = ""
            #expect(connection.read { text += String(decoding: $0, as: UTF8.self) } == .bytes(5))
            #expect(text == "hello")
            #expect(connection.read { _ in } == .nothing)
            #expect(!connection.hasHungUp)
        }
        close(stepped.theirs)
        // Nobody is left to write to either.
        #expect(stepped.iterate() == [Self.both])
        stepped.queue.sync {
            #expect(connection.hasHungUp)
            #expect(connection.read { _ in } == .end)
            connection.close()
            #expect(connection.read { _ in } == .broken)
        }
    }

    @Test func aClientThatHasOnlyFinishedSendingHasNotHungUp() throws {
        let stepped = try Stepped()
        shutdown(stepped.theirs, Int32(SHUT_WR))
        _ = stepped.iterate()
        stepped.queue.sync {
            #expect(stepped.connection.read { _ in } == .end)
            #expect(!stepped.connection.hasHungUp)
        }
        close(stepped.theirs)
        #expect(stepped.connection.hasHungUp)
    }

    /// Unread input must not keep the queue busy.
    @Test func unreadInputIsReportedOnce() throws {
        let stepped = try Stepped()
        #expect(write(stepped.theirs, "hello", 5) == 5)
        #expect(stepped.iterate().count == 1)
        #expect(stepped.iterate().isEmpty)
        stepped.queue.sync { #expect(stepped.connection.read(atMost: 3) { _ in } == .bytes(3)) }
        #expect(stepped.iterate().isEmpty)
        // More input is reported again.
        #expect(write(stepped.theirs, "!", 1) == 1)
        #expect(stepped.iterate().count == 1)
        close(stepped.theirs)
        #expect(stepped.iterate().count == 1)
        #expect(stepped.iterate().isEmpty)
    }

    @Test func aClosedConnectionReportsNothing() throws {
        let stepped = try Stepped()
        #expect(write(stepped.theirs, "hello", 5) == 5)
        stepped.queue.sync { stepped.connection.close() }
        #expect(stepped.iterate().isEmpty)
        var byte: UInt8 = 0
        #expect(fcntl(stepped.theirs, F_SETFL, 0) == 0 && read(stepped.theirs, &byte, 1) <= 0)
        close(stepped.theirs)
    }

    @Test func outputThatIsNotReadWaitsAndIsSentLater() throws {
        let stepped = try Stepped()
        let (connection, theirs) = (stepped.connection, stepped.theirs)
        let message = [UInt8](repeating: 7, count: 1_000_000)
        stepped.queue.sync {
            #expect(connection.send(message, at: now))
            #expect(connection.waitingBytes > 0 && connection.waitingSince == now)
        }
        var received = 0
        var space = [UInt8](repeating: 0, count: 64 * 1024)
        while received < message.count {
            let count = read(theirs, &space, space.count)
            if count > 0 {
                received += count
            } else {
                let hasRoom = stepped.iterate().contains { $0.isWritable }
                try #require(hasRoom)
                stepped.queue.sync { _ = connection.flush() }
            }
        }
        stepped.queue.sync {
            #expect(connection.waitingBytes == 0 && connection.waitingSince == nil)
        }
        _ = stepped.iterate()
        // Room for output is no event when no output waits.
        stepped.queue.sync { #expect(connection.send([1], at: now)) }
        #expect(read(theirs, &space, space.count) == 1)
        #expect(stepped.iterate().isEmpty)
        close(theirs)
    }

    @Test func sendingToAClosedConnectionFailsWithoutASignal() throws {
        let stepped = try Stepped()
        close(stepped.theirs)
        stepped.queue.sync {
            #expect(!stepped.connection.send([1, 2, 3], at: now))
            #expect(stepped.connection.isBroken)
        }
    }

    /// Trap 9: if a descriptor is closed while it is still watched, a new connection may get its number and receive no
    /// events. A reused number belongs to the newest connection.
    @Test func tenThousandConnectionsComeAndGo() throws {
        let folder = TemporaryFolder()
        let claim = try SocketClaim(folder.path("s"))
        let server = try EchoServer(claim.bind())
        defer { server.close() }
        let before = openDescriptors()
        for _ in 0..<10_000 {
            let peer = try RawPeer(folder.path("s"))
            try #require(peer.send(message: "x"))
            try #require(peer.receive() == "x")
        }
        server.waitForRest()
        // Other tests run beside this one and open a few; a leak here would be ten thousand.
        #expect(openDescriptors() < before + 1_000)
    }

    private func openDescriptors() -> Int {
        (0..<20_000).count { fcntl(Int32($0), F_GETFD) != -1 }
    }
}

/// Echoes messages, each connection on the same queue.
private final class EchoServer: @unchecked Sendable {
    // Everything but `running` is used on its queue alone.
    private let running: RunningLoop
    private var listener: UnixListener?
    private var connections: [Int: UnixConnection] = [:]
    private var lastID = 0

    init(_ socket: consuming Descriptor) throws {
        running = try RunningLoop()
        let number = socket.release()
        try running.sync {
            listener = try UnixListener(Descriptor(owning: number), loop: running.loop) { [weak self] in self?.accept()
            }
        }
    }

    /// Closes everything. Not a `deinit`, which may run on the queue that it would wait for.
    func close() {
        running.sync {
            listener = nil
            connections = [:]
        }
    }

    func waitForRest() {
        // Two rounds: the last reads see the end of input.
        for _ in 0..<2 { running.sync {} }
    }

    private func accept() {
        while case .accepted(let arrival)? = listener?.accept() {
            lastID += 1
            let id = lastID
            connections[id] = try? UnixConnection(arrival.takeDescriptor(), loop: running.loop) { [weak self] _ in
                self?.echo(id)
            }
        }
    }

    private func echo(_ id: Int) {
        while let connection = connections[id] {
            var arrived: [UInt8] = []
            let outcome = connection.read { arrived += Array($0) }
            if outcome == .nothing { break }
            if case .bytes = outcome {
                _ = connection.send(arrived, at: Instant(sinceBoot: .zero))
            } else {
                connections[id] = nil
            }
        }
    }
}
