import CLinux
import EggTestSupport
import Glibc
import POSIX
import Testing

@testable import HTTP

/// The two ends of a connection within this machine.
private final class Pair {
    let client: Int32
    let (clientEnd, serverEnd): (IPEndpoint, IPEndpoint)
    private let (listener, server): (Int32, Int32)

    init(from address: String, to listening: String) throws {
        listener = try ListeningSocket.open(at: #require(IPEndpoint(listening: listening))).release()
        let port = try #require(ListeningSocket.endpoint(of: listener)).port
        client = clinux_internet_connect(address, port, 20)
        server = accept(listener, nil, nil)
        clientEnd = try #require(ListeningSocket.endpoint(of: client))
        serverEnd = try #require(ListeningSocket.endpoint(of: server))
    }

    deinit {
        for descriptor in [server, listener] { close(descriptor) }
    }
}

@Suite struct SocketOwnersTests {
    /// Finds nothing in tables, so that only the kernel's own answers count.
    private let kernel = SocketOwners(tables: [])

    private static let connections = [
        ("127.0.0.1", "127.0.0.1:0"), ("127.0.0.2", "0.0.0.0:0"), ("127.0.0.1", "[::]:0"), ("::1", "[::]:0"),
        ("::1", "[::1]:0"), ("::ffff:127.0.0.1", "[::]:0"), ("::ffff:127.0.0.1", "127.0.0.1:0"),
    ]

    /// No table is read: they grow with the sockets of all users.
    @Test(arguments: connections)
    func theKernelIsAskedForOneSocket(address: String, listening: String) throws {
        let pair = try Pair(from: address, to: listening)
        #expect(kernel.owner(of: pair.clientEnd, connectedTo: pair.serverEnd) == geteuid())
        #expect(kernel.owner(of: pair.serverEnd, connectedTo: pair.clientEnd) == geteuid())
        close(pair.client)
        #expect(kernel.owner(of: pair.clientEnd, connectedTo: pair.serverEnd) == nil)
    }

    /// The kernel answers with a socket that listens at the same address if none is connected.
    @Test func aListeningSocketIsNoOtherEnd() throws {
        let pair = try Pair(from: "127.0.0.1", to: "127.0.0.1:0")
        defer { close(pair.client) }
        let other = IPEndpoint(.loopback, port: 1)
        #expect(kernel.owner(of: pair.serverEnd, connectedTo: other) == nil)
        #expect(kernel.owner(of: other, connectedTo: pair.serverEnd) == nil)
    }

    @Test func whereTheKernelCannotBeAskedItsTableIsReadUpToALimit() throws {
        let folder = TemporaryFolder()
        let line = "1: 0100007F:C001 0100007F:1F9A 01 0:0 0:0 0 1000 0 5 1\n"
        let count = SocketOwners.maxTableLength / line.utf8.count + 1
        let short = folder.write("heading\n\(line)".utf8, to: "short")
        let long = folder.write("heading\n\(String(repeating: line, count: count))".utf8, to: "long")
        let (client, server) = (IPEndpoint(.loopback, port: 0xC001), IPEndpoint(.loopback, port: 0x1F9A))
        let cases: [([String], UInt32?)] = [
            ([short], 1000), (["/nonexistent", short], 1000), ([long], nil), ([], nil),
        ]
        for (tables, owner) in cases {
            // The kernel knows no such socket: it may lack the module that would.
            for owners in [SocketOwners(tables: tables), SocketOwners(diagnosis: -1, tables: tables)] {
                #expect(owners.owner(of: client, connectedTo: server) == owner)
            }
        }
        // When the kernel has found a socket, it is believed.
        let owners = SocketOwners(tables: [short])
        let pair = try Pair(from: "127.0.0.1", to: "127.0.0.1:0")
        defer { close(pair.client) }
        #expect(owners.owner(of: pair.clientEnd, connectedTo: pair.serverEnd) == geteuid())
        #expect(owners.owner(of: client, connectedTo: server) == nil)
    }
}
