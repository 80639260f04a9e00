import Dispatch
import EggTestSupport
import Glibc
import Testing

@testable import EggLoop

/// Real sockets: a listener, peers that behave and peers that don't.
@Suite struct UnixConnectionTests {
    private let queue = DispatchQueue(label: "test")

    /// A poller that signals, for connections of this test.
    private func poller() throws -> (poller: Poller, stirs: DispatchSemaphore) {
        let stirs = DispatchSemaphore(value: 0)
        return (try Poller(queue: queue) { stirs.signal() }, stirs)
    }

    @Test func bytesArriveAndTheEndIsTold() throws {
        let (ours, theirs) = try socketPair()
        let (poller, stirs) = try poller()
        let connection = try UnixConnection(Descriptor(owning: ours), id: 7, poller: poller)
        #expect(write(theirs, "hello", 5) == 5)
        #expect(stirs.wait(timeout: .now() + 20) == .success)
        queue.sync {
            #expect(poller.events() == [Poller.Event(id: 7, isReadable: true, isWritable: false)])
            var text = ""
            #expect(connection.read { text += String(decoding: $0, as: UTF8.self) } == .bytes(5))
            #expect(text == "hello")
            #expect(connection.read { _ in } == .nothing)
            close(theirs)
            // Nobody is left to be written to, either.
            #expect(poller.events() == [Poller.Event(id: 7, isReadable: true, isWritable: true)])
            #expect(connection.read { _ in } == .end)
            connection.close()
            #expect(connection.read { _ in } == .broken)
        }
    }

    /// What is left unread must not keep the queue busy.
    @Test func whatIsNotReadIsToldOnce() throws {
        let (ours, theirs) = try socketPair()
        let (poller, _) = try poller()
        try queue.sync {
            let connection = try UnixConnection(Descriptor(owning: ours), id: 1, poller: poller)
            #expect(write(theirs, "hello", 5) == 5)
            #expect(poller.events().map(\.id) == [1])
            #expect(poller.events().isEmpty)
            #expect(connection.read(atMost: 3) { _ in } == .bytes(3))
            #expect(poller.events().isEmpty)
            // News is told.
            #expect(write(theirs, "!", 1) == 1)
            #expect(poller.events().map(\.id) == [1])
            close(theirs)
            #expect(poller.events().map(\.id) == [1])
            #expect(poller.events().isEmpty)
        }
    }

    @Test func aConnectionThatIsClosedIsNotHeardOfAnyMore() throws {
        let (poller, _) = try poller()
        try queue.sync {
            let (ours, theirs) = try socketPair()
            do {
                // Closed by being forgotten.
                let connection = try UnixConnection(Descriptor(owning: ours), id: 1, poller: poller)
                #expect(write(theirs, "hello", 5) == 5)
                withExtendedLifetime(connection) {}
            }
            #expect(poller.events().isEmpty)
            var byte: UInt8 = 0
            #expect(fcntl(theirs, F_SETFL, 0) == 0 && read(theirs, &byte, 1) <= 0)
            close(theirs)
        }
    }

    @Test func moreThanIsToldAtOnceIsToldInTheEnd() throws {
        let (poller, stirs) = try poller()
        let ends = try (0..<300).map { _ in try socketPair() }
        let connections = try queue.sync {
            try ends.enumerated().map { number, end in
                try UnixConnection(Descriptor(owning: end.ours), id: number, poller: poller)
            }
        }
        for end in ends { #expect(write(end.theirs, "x", 1) == 1) }
        var told: Set<Int> = []
        while told.count < ends.count {
            try #require(stirs.wait(timeout: .now() + 20) == .success)
            told.formUnion(queue.sync { poller.events().map(\.id) })
        }
        queue.sync { connections.forEach { $0.close() } }
        for end in ends { close(end.theirs) }
    }

    @Test func whatAPeerDoesNotReadWaitsAndIsSentWhenItDoes() throws {
        let (ours, theirs) = try socketPair()
        let (poller, stirs) = try poller()
        let connection = try UnixConnection(Descriptor(owning: ours), id: 1, poller: poller)
        let message = [UInt8](repeating: 7, count: 1_000_000)
        queue.sync {
            #expect(connection.send(message))
            #expect(connection.waitingBytes > 0)
        }
        var received = 0
        var space = [UInt8](repeating: 0, count: 64 * 1024)
        while received < message.count {
            let count = read(theirs, &space, space.count)
            if count > 0 {
                received += count
            } else {
                #expect(stirs.wait(timeout: .now() + 20) == .success)
                queue.sync { if poller.events().contains(where: \.isWritable) { _ = connection.flush() } }
            }
        }
        queue.sync {
            #expect(connection.waitingBytes == 0)
            // A peer that reads is no event any more.
            _ = poller.events()
            #expect(connection.send([1]))
            #expect(read(theirs, &space, space.count) == 1)
            #expect(poller.events().isEmpty)
            connection.close()
        }
        close(theirs)
    }

    @Test func sendingToNobodyIsABrokenConnectionAndNoSignal() throws {
        let (ours, theirs) = try socketPair()
        let (poller, _) = try poller()
        let connection = try UnixConnection(Descriptor(owning: ours), id: 1, poller: poller)
        close(theirs)
        queue.sync {
            #expect(!connection.send([1, 2, 3]))
            connection.close()
        }
    }

    /// Trap 9: a descriptor closed before its source is cancelled gives its number to a source that never fires. Here
    /// they have no source each, and a number that is used again belongs to whoever has it now.
    @Test func tenThousandConnectionsComeAndGo() throws {
        let folder = TemporaryFolder()
        let claim = try SocketClaim(folder.path("s"))
        let server = try EchoServer(claim.bind())
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
    // Everything but `queue` is used on the queue alone.
    private let queue = DispatchQueue(label: "echo")
    private var listener: UnixListener?
    private var poller: Poller?
    private var connections: [Int: UnixConnection] = [:]
    private var lastID = 0

    init(_ socket: consuming Descriptor) throws {
        let number = socket.release()
        try queue.sync {
            poller = try Poller(queue: queue) { [weak self] in self?.echo() }
            listener = try UnixListener(Descriptor(owning: number), queue: queue) { [weak self] in self?.welcome() }
        }
    }

    func waitForRest() {
        // Two rounds: the last reads see the end.
        for _ in 0..<2 { queue.sync {} }
    }

    private func welcome() {
        while let poller, case .peer(let peer)? = listener?.accept() {
            lastID += 1
            connections[lastID] = try? UnixConnection(peer.takeDescriptor(), id: lastID, poller: poller)
        }
    }

    private func echo() {
        for event in poller?.events() ?? [] {
            while let connection = connections[event.id] {
                var arrived: [UInt8] = []
                let outcome = connection.read { arrived += Array($0) }
                if outcome == .nothing { break }
                if case .bytes = outcome { _ = connection.send(arrived) } else { connections[event.id] = nil }
            }
        }
    }
}
