import EggClient
import EggTimers
import EggWire
import Glibc
import Program
import Varlink

/// Why a command failed: a message for users and an exit status for programs.
struct Failure: Error, Equatable {
    /// A sentence without its full stop.
    var message: String
    let status: Int32
    /// The words that introduce the command that fixes the problem.
    var advice = "start it with"
    /// The command that fixes the problem, if there is one.
    var fix: String?
    /// The name of eggd's error, if eggd refused the call.
    var refusal: String?

    /// Refused by eggd.
    static func refused(_ message: String) -> Failure { Failure(message: message, status: 1) }
    /// Wrong usage.
    static func usage(_ message: String) -> Failure { Failure(message: message, status: EX_USAGE) }
    /// eggd can't be reached, or doesn't answer.
    static func unavailable(
        _ message: String, advice: String = "start it with", fix: String? = nil
    ) -> Failure {
        Failure(message: message, status: EX_UNAVAILABLE, advice: advice, fix: fix)
    }

    /// The failure of a call that was sent and got no reply; the sentence must be about eggd.
    var ofUncertainCall: Failure {
        var failure = self
        failure.message += ", and may have carried out the command"
        if fix == nil { (failure.advice, failure.fix) = ("see with", "eggctl status") }
        return failure
    }

    /// Two lines for narrow windows, for which the reason alone would be too long.
    var reconnecting: [String] {
        ["eggd can't be reached; reconnecting", fix.map { "\(advice): \($0)" } ?? message]
    }

    /// The message with the command that fixes the problem.
    var sentence: String { fix.map { "\(message); \(advice): \($0)" } ?? message }
}

/// Connects to `eggd`, and describes what can go wrong.
struct Connection {
    let endpoint: Endpoint
    /// The user whose logout ends another machine's eggd; nil if it continues then.
    var sessionUser: String?

    var path: String { endpoint.path }

    /// The program as its commands are typed for this connection.
    var program: String { endpoint.host.map { "eggctl --host \($0.name)" } ?? "eggctl" }

    init(_ option: String?) throws(Failure) {
        guard let endpoint = Endpoint.find(option: option) else { throw .unavailable(SocketPath.unknown) }
        self.endpoint = endpoint
    }

    init(_ host: RemoteHost) {
        endpoint = Endpoint(host)
    }

    func open() throws(Failure) -> Client {
        do {
            return try endpoint.connect()
        } catch {
            throw failure(error)
        }
    }

    /// The calls of a program that must not wait for them.
    func calls() throws(Failure) -> EggdCalls {
        do {
            return try EggdCalls(endpoint)
        } catch {
            throw .unavailable("no call can be made: \(error)")
        }
    }

    /// Describes an error, with the reason from the kernel or the service manager if they know one.
    func explained(_ error: EndpointError) -> Failure {
        Unresponsive(self, client: try? endpoint.connect(waits: false)).explain(failure(error))
    }

    /// Describes an error.
    func failure(_ error: EndpointError) -> Failure {
        switch error {
        case .client(let error): failure(error)
        case .foreignServer(let path, let userID) where userID < 0:
            .unavailable("can't tell which user runs the server at \(path), so nothing was sent to it")
        case .foreignServer(let path, let userID):
            .unavailable("\(path) is served by user \(userID), neither by you nor by root, so nothing was sent to it")
        }
    }

    /// Describes a call without a reply; nil if it has one. The command describes refusals itself.
    ///
    /// - Parameter changes: whether it matters that eggd may have carried out the call.
    func failure(_ ending: EggdCalls.Ending, changes: Bool) -> Failure? {
        switch ending {
        case .reply: nil
        case .refused(let error): failure(.refused(error))
        case .unreachable(let error): failure(error)
        case .uncertain(.client(.malformedReply)): failure(.malformedReply)
        case .uncertain(let error): changes ? failure(error).ofUncertainCall : failure(error)
        case .late: failure(.timedOut)
        }
    }

    /// Describes a client's error; the command describes refusals itself.
    func failure(_ error: ClientError) -> Failure {
        switch error {
        case .cannotConnect(_, let code) where endpoint.host != nil:
            .unavailable(
                "ssh can't be started: \(String(cString: strerror(code)))", advice: "install it with",
                fix: "sudo apt install openssh-client")
        case .connectionLost where endpoint.host != nil:
            .unavailable("eggd on \(path) can't be reached", advice: "see why with", fix: "\(program) status")
        case .timedOut where endpoint.host != nil:
            .unavailable("eggd on \(path) does not answer", advice: "see why with", fix: "\(program) status")
        case .cannotConnect(let path, let code) where code == EACCES:
            .unavailable("eggd at \(path) belongs to another user")
        case .cannotConnect(let path, let code) where code == EAGAIN:
            .unavailable("eggd at \(path) does not answer")
        case .cannotConnect(let path, let code) where code == ENAMETOOLONG:
            .unavailable("the path of a socket can have at most 107 bytes, and this one has more: \(path)")
        case .cannotConnect(let path, let code):
            .unavailable("eggd can't be reached at \(path): \(String(cString: strerror(code)))", fix: startCommand)
        case .connectionLost: .unavailable("eggd at \(path) closed the connection", fix: startCommand)
        case .timedOut: .unavailable("eggd at \(path) does not answer")
        case .malformedReply:
            .unavailable("the program at \(path) sent a reply that eggctl can't read; is it another version of eggd?")
        case .refused(let error): .refused("eggd refused: \(printable(error.name))")
        }
    }

    /// Whether the user's service manager provides the socket: it has the unit, and no other path was given.
    var isManaged: Bool {
        isStandard && Environment.variable(SocketPath.variable) == nil && Environment.hasUserUnit("eggd.socket")
    }

    /// The command that starts eggd at this path.
    var startCommand: String {
        if isManaged { return "systemctl --user enable --now eggd.socket" }
        return Self.daemon + (isStandard ? " &" : " --socket \(path) &")
    }

    private var isStandard: Bool { endpoint == Endpoint.find() }

    /// The path of the daemon next to this program if it isn't on PATH, else just its name.
    private static var daemon: String {
        guard let program = Environment.executable else { return "eggd" }
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let beside = folder.joined(separator: "/") + "/eggd"
        let isInstalled = (Environment.variable("PATH") ?? "").split(separator: ":").contains { $0 + "/eggd" == beside }
        return !isInstalled && access(beside, X_OK) == 0 ? beside : "eggd"
    }
}
