import EggArguments
import EggClient
import EggTimers
import EggWire
import Glibc
import Varlink

/// Why a command failed: a sentence for people and an exit status for programs.
struct Failure: Error, Equatable {
    /// A sentence without its full stop.
    let message: String
    let status: Int32
    /// The command that would help, if one does.
    var mend: String?

    /// Refused by eggd.
    static func refused(_ message: String) -> Failure { Failure(message: message, status: 1) }
    /// Wrong usage.
    static func usage(_ message: String) -> Failure { Failure(message: message, status: EX_USAGE) }
    /// eggd can't be reached, or can't be reached any more.
    static func unavailable(_ message: String, mend: String? = nil) -> Failure {
        Failure(message: message, status: EX_UNAVAILABLE, mend: mend)
    }

    /// The whole sentence.
    var sentence: String { mend.map { "\(message); start it with: \($0)" } ?? message }
}

/// The way to `eggd`, with words for what can go wrong on it.
struct Connection {
    let endpoint: Endpoint

    var path: String { endpoint.path }

    init(_ option: String?) throws(Failure) {
        guard let endpoint = Endpoint.find(option: option) else {
            throw .unavailable(
                "it is not known where eggd listens; set XDG_RUNTIME_DIR or EGGD_SOCKET, or give --socket PATH")
        }
        self.endpoint = endpoint
    }

    func open() throws(Failure) -> Client {
        do {
            return try endpoint.connect()
        } catch {
            throw failure(error)
        }
    }

    /// What went wrong on the way, in words.
    func failure(_ error: EndpointError) -> Failure {
        switch error {
        case .client(let error): failure(error)
        case .foreignServer(let path, let userID) where userID < 0:
            .unavailable("it is not known which user serves \(path), so nothing was sent to it")
        case .foreignServer(let path, let userID):
            .unavailable("\(path) is served by user \(userID), neither by you nor by root, so nothing was sent to it")
        }
    }

    /// What went wrong on the way, in words; a refusal is worded by the command, which knows what it asked for.
    func failure(_ error: ClientError) -> Failure {
        switch error {
        case .cannotConnect(let path, let code) where code == EACCES:
            .unavailable("eggd at \(path) belongs to another user")
        case .cannotConnect(let path, let code) where code == EAGAIN:
            .unavailable("eggd at \(path) does not answer")
        case .cannotConnect(let path, let code):
            .unavailable("eggd can't be reached at \(path): \(String(cString: strerror(code)))", mend: startCommand)
        case .connectionLost: .unavailable("eggd at \(path) has gone away", mend: startCommand)
        case .timedOut: .unavailable("eggd at \(path) does not answer")
        case .malformedReply:
            .unavailable("the server at \(path) does not speak eggd's language; is it another version?")
        case .refused(let error): .refused("eggd refused: \(error.name)")
        }
    }

    var startCommand: String {
        let standard = SocketPath.find(
            option: nil, environment: Environment.variable, userID: geteuid(),
            folderExists: Environment.isWritableFolder)
        if path == standard, Environment.variable(SocketPath.variable) == nil, Environment.hasUserUnit("eggd.socket") {
            return "systemctl --user enable --now eggd.socket"
        }
        return Self.daemon + (path == standard ? " &" : " --socket \(path) &")
    }

    /// The daemon beside this program, if it is there and would not be found by its name alone.
    private static var daemon: String {
        guard let program = Environment.executable else { return "eggd" }
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let beside = folder.joined(separator: "/") + "/eggd"
        let isInstalled = (Environment.variable("PATH") ?? "").split(separator: ":").contains { $0 + "/eggd" == beside }
        return !isInstalled && access(beside, X_OK) == 0 ? beside : "eggd"
    }
}
