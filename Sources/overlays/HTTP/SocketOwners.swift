import CLinux
import Glibc
import POSIX

/// Finds the user who has the other end of a connection within this machine open.
///
/// The kernel is asked for that one socket, which takes the same time however many sockets there are.
final class SocketOwners {
    /// How much of a table is read, in bytes: some hundred sockets. Larger tables are not searched.
    static let maxTableLength = 64 * 1024

    private let diagnosis: Int32
    private let tables: [String]
    private var sequence: UInt32 = 0
    /// Whether the kernel has found a socket before. Without its module `tcp_diag` it finds none.
    private var hasFound = false

    /// - Parameters:
    ///   - diagnosis: a socket from `clinux_open_socket_diagnosis`, which is closed at the end, or -1.
    ///   - tables: searched where the kernel can't be asked.
    init(
        diagnosis: Int32 = clinux_open_socket_diagnosis(), tables: [String] = ["/proc/net/tcp", "/proc/net/tcp6"]
    ) {
        (self.diagnosis, self.tables) = (diagnosis, tables)
    }

    deinit {
        if diagnosis >= 0 { close(diagnosis) }
    }

    /// The owner of the socket with this address that is connected to the other one; nil if there is none, or if it
    /// can't be found out.
    func owner(of client: IPEndpoint, connectedTo server: IPEndpoint) -> UInt32? {
        sequence &+= 1
        var socket = clinux_tcp_socket(client, connectedTo: server)
        let result = clinux_find_tcp_socket(diagnosis, sequence, &socket)
        if result == 1 {
            hasFound = true
            // The kernel shows root as the owner of sockets that nobody has open.
            return socket.connects(client, server) && socket.inode != 0 ? socket.user : nil
        }
        if result == 0, hasFound { return nil }
        for table in tables {
            let text = try? SmallFile.read(table, limit: Self.maxTableLength)
            if let found = text.flatMap({ SocketTable.owner(of: client, connectedTo: server, in: $0) }) { return found }
        }
        return nil
    }
}

extension clinux_tcp_socket {
    fileprivate init(_ local: IPEndpoint, connectedTo remote: IPEndpoint) {
        self.init()
        address_size = Int32(local.address.bytes.count)
        withUnsafeMutableBytes(of: &self.local) { $0.copyBytes(from: local.address.bytes) }
        withUnsafeMutableBytes(of: &self.remote) { $0.copyBytes(from: remote.address.bytes) }
        (local_port, remote_port) = (UInt32(local.port), UInt32(remote.port))
    }

    fileprivate func connects(_ local: IPEndpoint, _ remote: IPEndpoint) -> Bool {
        let size = Int(address_size)
        let ends = [(local, self.local, local_port), (remote, self.remote, remote_port)]
        return ends.allSatisfy { end, bytes, port in
            withUnsafeBytes(of: bytes) { IPAddress(bytes: Array($0.prefix(size))) } == end.address
                && port == UInt32(end.port)
        }
    }
}
