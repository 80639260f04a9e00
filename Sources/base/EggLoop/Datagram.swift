import CLinux
import Glibc

/// Datagrams to the Unix sockets of other programs, sent without waiting.
package enum Datagram {
    /// Sends one datagram to the socket at a path.
    ///
    /// - Parameter passed: a descriptor of which the receiver gets a copy.
    package static func send(_ bytes: [UInt8], to path: String, passing passed: Int32? = nil) throws(SystemError) {
        let descriptor = try connect(to: path)
        let count =
            if let passed {
                clinux_send_passing(descriptor.number, bytes, bytes.count, passed)
            } else {
                Glibc.send(descriptor.number, bytes, bytes.count, clinux_send_now)
            }
        guard count == bytes.count else { throw SystemError("send", on: path) }
    }

    /// Checks that a datagram to this path would reach a socket; sends nothing.
    package static func check(_ path: String) throws(SystemError) {
        _ = try connect(to: path)
    }

    private static func connect(to path: String) throws(SystemError) -> Descriptor {
        let number = socket(AF_UNIX, clinux_datagram_socket_nonblocking, 0)
        guard number >= 0 else { throw SystemError("socket") }
        let descriptor = Descriptor(owning: number)
        guard clinux_unix_connect(number, path) == 0 else { throw SystemError("connect", on: path) }
        return descriptor
    }
}
