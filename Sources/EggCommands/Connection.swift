import EggArguments
import EggClient
import EggTimers
import EggWire
import Glibc
import Varlink

/// Why a command failed: the message for people and the exit status for programs.
struct Failure: Error, Equatable {
    /// A sentence without its full stop.
    let message: String
    let status: Int32
    /// The words before the command that helps.
    var advice = "start it with"
    /// The command that helps, if one does.
    var mend: String?

    /// Refused by eggd.
    static func refused(_ message: String) -> Failure { Failure(message: message, status: 1) }
    /// Wrong usage.
    static func usage(_ message: String) -> Failure { Failure(message: message, status: EX_USAGE) }
    /// eggd can't be reached, or doesn't answer.
    static func unavailable(
        _ message: String, advice: String = "start it with", mend: String? = nil
    ) -> Failure {
        Failure(message: message, status: EX_UNAVAILABLE, advice: advice, mend: mend)
    }

    /// The whole sentence.
    var sentence: String { mend.map { "\(message); \(advice): \($0)" } ?? message }
}

/// The way to `eggd`, with words for what can go wrong on it.
struct Connection {
    let endpoint: Endpoint

    var path: String { endpoint.path }

    init(_ option: String?) throws(Failure) {
        guard let endpoint = Endpoint.find(option: option) else {
            throw .unavailable(
                "can't tell where eggd listens; set XDG_RUNTIME_DIR or EGGD_SOCKET, or use --socket PATH")
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

    /// What went wrong, in words, with the reason that the kernel or the service manager knows, if there is one.
    func explained(_ error: EndpointError) -> Failure {
        Unresponsive(self, client: try? endpoint.connect(waits: false)).explain(failure(error))
    }

    /// What went wrong, in words.
    func failure(_ error: EndpointError) -> Failure {
        switch error {
        case .client(let error): failure(error)
        case .foreignServer(let path, let userID) where userID < 0:
            .unavailable("it is not known which user serves \(path), so nothing was sent to it")
        case .foreignServer(let path, let userID):
            .unavailable("\(path) is served by user \(userID), neither by you nor by root, so nothing was sent to it")
        }
    }

    /// What went wrong, in words. The command words a refusal itself.
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
            .unavailable("the program at \(path) sent a reply that eggctl can't read; is it another version of eggd?")
        case .refused(let error): .refused("eggd refused: \(printable(error.name))")
        }
    }

    /// Whether the user's service manager provides the socket: it has the unit, and nothing names another path.
    var isManaged: Bool {
        isStandard && Environment.variable(SocketPath.variable) == nil && Environment.hasUserUnit("eggd.socket")
    }

    /// The command that starts eggd at this path.
    var startCommand: String {
        if isManaged { return "systemctl --user enable --now eggd.socket" }
        return Self.daemon + (isStandard ? " &" : " --socket \(path) &")
    }

    private var isStandard: Bool {
        path
            == SocketPath.find(
                option: nil, environment: Environment.variable, userID: geteuid(),
                folderExists: Environment.isWritableFolder)
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
