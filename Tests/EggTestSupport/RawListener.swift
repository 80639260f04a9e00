import CLinux
import Glibc

/// A Unix socket on which this process listens without ever accepting a connection.
public final class RawListener {
    private let descriptor: Int32

    /// Listens at a path.
    public init(_ path: String) throws {
        descriptor = socket(AF_UNIX, clinux_stream_socket, 0)
        guard clinux_unix_bind(descriptor, path) == 0, listen(descriptor, 8) == 0 else {
            throw ListenError(code: errno)
        }
    }

    deinit {
        close(descriptor)
    }

    private struct ListenError: Error {
        let code: Int32
    }
}
