import CSystemd
import Glibc

/// Sockets that were opened for this process before it was started (`sd_listen_fds_with_names`).
public enum PassedSockets {
    /// Why nothing can be done with what was passed.
    public struct Unusable: Error, Equatable, Sendable, CustomStringConvertible {
        /// The names that were passed.
        let names: [String]

        public var description: String {
            "none of the sockets that were passed (\(names.joined(separator: ", "))) is a listening Unix stream socket"
        }
    }

    /// Takes the listening Unix stream socket of this name, or the only one there is whatever its name, and closes all
    /// others. To be called once, before there are other threads: it changes the environment.
    ///
    /// - Returns: its descriptor, which the caller closes; nil when nothing was passed.
    public static func take(named name: String) throws(Unusable) -> Int32? {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &list)
        defer { free(list) }
        guard count > 0 else { return nil }
        let passed = (0..<count).map { index -> (number: Int32, name: String) in
            let text = list?[Int(index)]
            defer { free(text) }
            return (SD_LISTEN_FDS_START + index, text.map { String(cString: $0) } ?? "")
        }
        let chosen = passed.first { $0.name == name && isUsable($0.number) } ?? (count == 1 ? passed.first : nil)
        for other in passed where other.number != chosen?.number { close(other.number) }
        guard let chosen, isUsable(chosen.number) else { throw Unusable(names: passed.map(\.name)) }
        _ = fcntl(chosen.number, F_SETFL, fcntl(chosen.number, F_GETFL) | O_NONBLOCK)
        return chosen.number
    }

    private static func isUsable(_ number: Int32) -> Bool {
        sd_is_socket_unix(number, Int32(SOCK_STREAM.rawValue), 1, nil, 0) > 0
    }
}
