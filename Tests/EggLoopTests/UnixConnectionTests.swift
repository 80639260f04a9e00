import CLinux
import Dispatch
import EggLoop
import EggTestSupport
import Glibc
import Testing

/// Real sockets: a listener, peers that behave and peers that don't.
@Suite struct UnixConnectionTests {
    private let queue = DispatchQueue(label: "test")

    private func pair() -> (ours: Int32, theirs: Int32) {
        var ends: [Int32] = [0, 0]
        #expect(socketpair(AF_UNIX, clinux_stream_socket_nonblocking, 0, &ends) == 0)
        return (ends[0], ends[1])
    }

    @Test func bytesArriveAndTheEndIsTold() throws {
        let (ours, theirs) = pair()
        let readable = DispatchSemaphore(value: 0)
        let connection = UnixConnection(
            Descriptor(owning: ours), queue: queue, onReadable: { readable.signal() }, onWritable: {})
        #expect(write(theirs, "hello", 5) == 5)
        #expect(readable.wait(timeout: .now() + 20) == .success)
        queue.sync {
            var text = ""
            #expect(connection.read { text += String(decoding: $0, as: UTF8.self) } == .bytes(5))
            #expect(text == "hello")
            #expect(connection.read { _ in } == .nothing)
            close(theirs)
            #expect(connection.read { _ in } == .end)
            connection.close()
        }
    }

    @Test func whatAPeerDoesNotReadWaitsAndIsSentWhenItDoes() throws {
        let (ours, theirs) = pair()
        let writable = DispatchSemaphore(value: 0)
        let connection = UnixConnection(
            Descriptor(owning: ours), queue: queue, onReadable: {}, onWritable: { writable.signal() })
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
                #expect(writable.wait(timeout: .now() + 20) == .success)
                queue.sync { _ = connection.flush() }
            }
        }
        queue.sync {
            #expect(connection.waitingBytes == 0)
            connection.close()
        }
        close(theirs)
    }

    @Test func sendingToNobodyIsABrokenConnectionAndNoSignal() throws {
        let (ours, theirs) = pair()
        let connection = UnixConnection(Descriptor(owning: ours), queue: queue, onReadable: {}, onWritable: {})
        close(theirs)
        queue.sync {
            #expect(!connection.send([1, 2, 3]))
            connection.close()
        }
    }

    @Test func aConnectionIsReleasedWhileItsReadingIsSuspended() throws {
        // Releasing a suspended Dispatch source is a crash; that it does not happen is the assertion.
        let (ours, theirs) = pair()
        queue.sync {
            let connection = UnixConnection(Descriptor(owning: ours), queue: queue, onReadable: {}, onWritable: {})
            _ = connection.setReading(false)
            _ = connection.setReading(false)
        }
        queue.sync {}
        var byte: UInt8 = 0
        // The cancel handler closes it, on the queue.
        queue.sync {}
        #expect(fcntl(theirs, F_SETFL, 0) == 0 && read(theirs, &byte, 1) == 0)
        close(theirs)
    }

    /// Trap 9: a descriptor closed before its source is cancelled gives its number to a source that never fires.
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
    private var connections: [Int: UnixConnection] = [:]
    private var lastID = 0

    init(_ socket: consuming Descriptor) throws {
        let number = socket.release()
        queue.sync {
            listener = UnixListener(Descriptor(owning: number), queue: queue) { [weak self] in self?.welcome() }
        }
    }

    func waitForRest() {
        // Two rounds: the last reads see the end, and the cancel handlers run after them.
        for _ in 0..<2 { queue.sync {} }
    }

    private func welcome() {
        while case .peer(let peer)? = listener?.accept() {
            lastID += 1
            let id = lastID
            connections[id] = UnixConnection(
                peer.takeDescriptor(), queue: queue, onReadable: { [weak self] in self?.echo(id) }, onWritable: {})
        }
    }

    private func echo(_ id: Int) {
        guard let connection = connections[id] else { return }
        var arrived: [UInt8] = []
        switch connection.read({ arrived += Array($0) }) {
        case .bytes: _ = connection.send(arrived)
        case .nothing: break
        case .end, .broken:
            connection.close()
            connections[id] = nil
        }
    }
}
