import CLinux
import Glibc

/// Two connected stream sockets; the caller must close them.
public func socketPair(isBlocking: Bool = false) throws -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [-1, -1]
    let kind = isBlocking ? clinux_stream_socket : clinux_stream_socket_nonblocking
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw ProgramError("socketpair", errno) }
    return (ends[0], ends[1])
}
