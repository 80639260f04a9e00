import POSIX
import Testing

@testable import HTTP

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
