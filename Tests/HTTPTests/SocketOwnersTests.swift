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

@Suite struct SocketTableTests {
    private static let head =
        "  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n"
    private static let table4 = """
           0: 0100007F:1F9A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5001 1 0000000000000000 100 0 0 10 0
           1: 0100007F:C001 0100007F:1F9A 01 00000000:00000000 00:00000000 00000000  1000        0 5002 1 0000000000000000 20 4 30 10 -1
           2: 0100007F:1F9A 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1001        0 5003 1 0000000000000000 20 4 30 10 -1
           3: 0100007F:C002 0100007F:1F9A 04 00000000:00000000 00:00000000 00000000     0        0 0 1 0000000000000000 20 4 30 10 -1
           4: 0100007F:C003 0100007F:1F9A 06 00000000:00000000 03:00000000 00000000     0        0 0 3 0000000000000000
           5: 0100007F:C004 0100007F:1F9A 05 00000000:00000000 00:00000000 00000000  1002        0 5006 1 0000000000000000 20 4 30 10 -1

        """
    private static let table6 = """
           0: 0000000000000000FFFF00000100007F:C005 0000000000000000FFFF00000100007F:1F9A 01 00000000:00000000 00:00000000 00000000  1003        0 6001 1 0000000000000000 20 4 30 10 -1
           1: 00000000000000000000000001000000:C006 00000000000000000000000001000000:1F9A 01 00000000:00000000 00:00000000 00000000  1004        0 6002 1 0000000000000000 20 4 30 10 -1

        """

    private func owner(_ address: String, _ port: UInt16, _ table: String) throws -> UInt32? {
        let address = try #require(IPAddress(address))
        return SocketTable.owner(
            of: IPEndpoint(address, port: port), connectedTo: IPEndpoint(address, port: 0x1F9A),
            in: Array((Self.head + table).utf8))
    }

    @Test func theOtherEndIsFoundByBothAddresses() throws {
        #expect(try owner("127.0.0.1", 0xC001, Self.table4) == 1000)
        #expect(try owner("127.0.0.1", 0xC004, Self.table4) == 1002)
        #expect(try owner("127.0.0.2", 0xC001, Self.table4) == nil)
        #expect(try owner("127.0.0.1", 0xC009, Self.table4) == nil)
    }

    /// The kernel shows user 0 for sockets that a process has closed already: nobody may thereby pass for root.
    @Test func aSocketThatWasClosedHasNoOwner() throws {
        #expect(try owner("127.0.0.1", 0xC002, Self.table4) == nil)
        #expect(try owner("127.0.0.1", 0xC003, Self.table4) == nil)
    }

    @Test func mappedAddressesAndVersion6AreFound() throws {
        #expect(try owner("127.0.0.1", 0xC005, Self.table6) == 1003)
        #expect(try owner("::1", 0xC006, Self.table6) == 1004)
    }

    @Test(arguments: [
        "", "x", "0: 0100007F:1F9A", "0: 0100007F 0100007F:1F9A 01 0:0 0:0 0 1000 0 5",
        "0: 0100007G:1F9A 0100007F:C001 01 0:0 0:0 0 1000 0 5", "0: 0100007F:1F9A 0100007F:C001 01 0:0 0:0 0 -1 0 5",
    ])
    func otherLinesAreNoEntries(line: String) {
        #expect(SocketTable.Entry(Array(line.utf8)[...]) == nil)
    }

    @Test func aLineMayEndAfterItsInode() {
        let line = "0: 0100007F:1F9A 0100007F:C001 01 0:0 0:0 0 1000 0 5"
        #expect(SocketTable.Entry(Array(line.utf8)[...])?.user == 1000)
    }
}
