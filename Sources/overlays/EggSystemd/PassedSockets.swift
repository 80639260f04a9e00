import CSystemd
import Glibc

/// Sockets that were opened for this process before it was started (`sd_listen_fds_with_names`).
package enum PassedSockets {
    package enum Unusable: Error, Equatable, Sendable, CustomStringConvertible {
        /// None of the sockets with these names is of use.
        case noSocket(names: [String])
        /// None of the sockets with these names is a datagram socket.
        case noDatagramSocket(names: [String])
        /// The environment variables about them are invalid; the code is errno's.
        case badEnvironment(code: Int32)

        package var description: String {
            switch self {
            case .noSocket(let names):
                "none of the sockets that were passed (\(names.joined(separator: ", "))) is a listening stream socket"
            case .noDatagramSocket(let names):
                "none of the sockets that were passed (\(names.joined(separator: ", "))) is a Unix datagram socket"
            case .badEnvironment(let code):
                "LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used: \(String(cString: strerror(code)))"
            }
        }
    }

    private typealias Socket = (number: Int32, name: String)

    /// Takes the listening Unix stream socket with this name, or the only one whatever its name, and closes all others.
    /// Call this once, before other threads exist, because it changes the environment.
    ///
    /// - Returns: its descriptor, which the caller must close, and the names of the sockets that were closed; nil if
    ///   none was passed to this process.
    package static func take(named name: String) throws(Unusable) -> (number: Int32, closed: [String])? {
        let (taken, closed) = try take(orThrow: Unusable.noSocket) { passed in
            let usable = passed.filter { sd_is_socket_unix($0.number, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0 }
            return usable.filter { $0.name == name || passed.count == 1 }.prefix(1)
        }
        return taken.first.map { (nonBlocking($0), closed) }
    }

    /// Takes all listening TCP sockets with this name, or all of them if none has it, and closes all others. Call this
    /// once, before other threads exist, because it changes the environment.
    ///
    /// - Returns: their descriptors, which the caller must close; none if no socket was passed to this process.
    package static func takeListening(named name: String) throws(Unusable) -> [Int32] {
        try take(orThrow: Unusable.noSocket) { passed in
            let usable = passed.filter { sd_is_socket($0.number, AF_UNSPEC, Int32(SOCK_STREAM.rawValue), 1) > 0 }
            let named = usable.filter { $0.name == name }
            return named.isEmpty ? usable[...] : named[...]
        }.taken.map(nonBlocking)
    }

    /// Takes the first Unix datagram socket, and closes all others. Call this once, before other threads exist, because it
    /// changes the environment.
    ///
    /// - Returns: its descriptor, which the caller must close; nil if no socket was passed to this process.
    package static func takeDatagram() throws(Unusable) -> Int32? {
        try take(orThrow: Unusable.noDatagramSocket) { passed in
            passed.filter { sd_is_socket_unix($0.number, Int32(SOCK_DGRAM.rawValue), -1, nil, 0) > 0 }.prefix(1)
        }.taken.first
    }

    /// Takes the sockets that are chosen of those that were passed, and closes all others; none of use is an error.
    private static func take(
        orThrow unusable: ([String]) -> Unusable, _ choose: ([Socket]) -> ArraySlice<Socket>
    ) throws(Unusable) -> (taken: [Int32], closed: [String]) {
        let passed = try all()
        let taken = choose(passed).map(\.number)
        let others = passed.filter { !taken.contains($0.number) }
        for other in others { close(other.number) }
        guard passed.isEmpty || !taken.isEmpty else { throw unusable(passed.map(\.name)) }
        return (taken, others.map(\.name))
    }

    private static func nonBlocking(_ socket: Int32) -> Int32 {
        _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
        return socket
    }

    /// All sockets, with their names; none if no socket was passed to this process.
    private static func all() throws(Unusable) -> [Socket] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        defer { free(list) }
        guard count >= 0 else { throw .badEnvironment(code: -count) }
        return (0..<count).map { index in
            let text = list?[Int(index)]
            defer { free(text) }
            return (SD_LISTEN_FDS_START + index, text.map { String(cString: $0) } ?? "")
        }
    }
}
