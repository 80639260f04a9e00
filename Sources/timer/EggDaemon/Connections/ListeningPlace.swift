import CLinux
import EggLoop
import EggSystemd
import EggWire
import Glibc
import POSIX
import Program

/// Where the daemon listens: on a socket that the service manager has passed, or on one of its own.
enum ListeningPlace {
    /// A socket that is already open; a client that connects while no daemon runs starts one.
    case passed(Int32, path: String)
    /// A path that belongs to the daemon as long as it runs.
    case claimed(SocketClaim)

    /// The name that `eggd.socket` gives its socket.
    private static let name = "eggd"

    static func find(option: String?, log: Log) throws -> ListeningPlace {
        let passed = try PassedSockets.take(named: name)
        if let closed = passed?.closed, !closed.isEmpty {
            log("closed passed sockets that eggd does not use: \(closed.joined(separator: ", "))")
        }
        if let number = passed?.number { return .passed(number, path: path(of: number)) }
        let path = SocketPath.find(
            option: option, environment: Environment.variable, userID: geteuid(),
            folderExists: Environment.isWritableFolder)
        guard let path else { throw StartError(description: SocketPath.unknown) }
        return .claimed(try SocketClaim(path))
    }

    var path: String {
        switch self {
        case .passed(_, let path): path
        case .claimed(let claim): claim.path
        }
    }

    var isPassed: Bool { if case .passed = self { true } else { false } }

    /// The listening socket. Call this once.
    func open() throws -> Descriptor {
        switch self {
        case .passed(let number, _): Descriptor(owning: number)
        case .claimed(let claim): try claim.bind()
        }
    }

    private static func path(of socket: Int32) -> String {
        var text = [CChar](repeating: 0, count: 109)
        guard clinux_unix_path(socket, &text) == 0 else { return "a passed socket" }
        return String(buffer: text)
    }
}
