import POSIX

/// The kernel's table of TCP sockets as text (`/proc/net/tcp`, `/proc/net/tcp6`), which has a line for every socket of
/// the machine.
enum SocketTable {
    /// The user who has the socket with this address open that is connected to the other one; nil if there is none.
    static func owner(of client: IPEndpoint, connectedTo server: IPEndpoint, in table: [UInt8]) -> UInt32? {
        for line in table.split(separator: UInt8(ascii: "\n")).dropFirst() {
            if let entry = Entry(line), entry.local == client, entry.remote == server, entry.isOpen {
                return entry.user
            }
        }
        return nil
    }

    struct Entry: Equatable, Sendable {
        /// The socket's own address.
        let local: IPEndpoint
        /// The address that it is connected to.
        let remote: IPEndpoint
        /// Its owner; meaningless unless it is open.
        let user: UInt32
        /// Whether a process has it open. The kernel shows root as the owner of sockets that nobody has open.
        let isOpen: Bool

        /// Parses a line: number, addresses in hexadecimal, state, queues, timer, retransmissions, user, timeout, inode.
        init?(_ line: ArraySlice<UInt8>) {
            let fields = line.split(separator: UInt8(ascii: " "))
            guard fields.count >= 10, let local = Self.endpoint(fields[1]), let remote = Self.endpoint(fields[2]),
                let user = UInt32(String(decoding: fields[7], as: UTF8.self)),
                let inode = UInt64(String(decoding: fields[9], as: UTF8.self))
            else { return nil }
            (self.local, self.remote, self.user, isOpen) = (local, remote, user, inode != 0)
        }

        /// An address is one or four 32-bit words, each in the order of this machine's processor.
        private static func endpoint(_ text: ArraySlice<UInt8>) -> IPEndpoint? {
            let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
            guard parts.count == 2, let address = parts.first, let port = parts.last,
                address.count == 8 || address.count == 32, port.count == 4, let number = word(port)
            else { return nil }
            var bytes: [UInt8] = []
            var rest = address
            while !rest.isEmpty {
                guard let word = word(rest.prefix(8)) else { return nil }
                withUnsafeBytes(of: word) { bytes += $0 }
                rest = rest.dropFirst(8)
            }
            return IPAddress(bytes: bytes).map { IPEndpoint($0, port: UInt16(truncatingIfNeeded: number)) }
        }

        private static func word(_ digits: ArraySlice<UInt8>) -> UInt32? {
            // Only the radix's digits: UInt32 also takes a sign.
            digits.contains(UInt8(ascii: "+")) ? nil : UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        }
    }
}
