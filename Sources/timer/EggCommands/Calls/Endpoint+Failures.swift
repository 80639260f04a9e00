import EggClient
import EggWire
import Glibc
import Languages
import Program
import Text
import Varlink

// How eggctl reaches eggd, and the descriptions of what can go wrong.
extension Endpoint {
    /// The eggd that the option, the environment or the user's runtime folder names.
    static func named(_ option: String?) throws(Failure) -> Endpoint {
        guard let endpoint = find(option: option) else { throw .unavailable(SocketPath.unknown) }
        return endpoint
    }

    /// The program as its commands are typed for this eggd.
    var program: String { host.map { "eggctl --host \(ShellWord.of($0.name))" } ?? "eggctl" }

    func open() throws(Failure) -> Client {
        do {
            return try connect()
        } catch {
            throw failure(error)
        }
    }

    /// The calls of a program that must not wait for them.
    func calls() throws(Failure) -> EggdCalls {
        do {
            return try EggdCalls(self)
        } catch {
            throw .unavailable(tr("no call can be made: {error}", ["error": "\(error)"]))
        }
    }

    /// Describes an error, with the reason from the kernel or the service manager if they know one.
    func explained(_ error: EndpointError) -> Failure {
        Unresponsive(self, client: try? connect(waits: false)).explain(failure(error))
    }

    func failure(_ error: EndpointError) -> Failure {
        switch error {
        case .client(let error): failure(error)
        case .foreignServer(let path, let userID) where userID < 0:
            .unavailable(
                tr("can't tell which user runs the server at {path}, so nothing was sent to it", ["path": path]))
        case .foreignServer(let path, let userID):
            .unavailable(
                tr(
                    "{path} is served by user {user}, neither by you nor by root, so nothing was sent to it",
                    ["path": path, "user": "\(userID)"]))
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
        case .impossible(let reason): .refused(printable(reason))
        case .late: failure(.timedOut)
        }
    }

    /// Describes a client's error; the command describes refusals itself.
    func failure(_ error: ClientError) -> Failure {
        switch error {
        case .cannotConnect(_, let code) where host != nil:
            .unavailable(
                tr("ssh can't be started: {error}", ["error": String(cString: strerror(code))]),
                advice: tr("install it with"),
                fix: "sudo apt install openssh-client")
        case .connectionLost where host != nil:
            .unavailable(
                tr("eggd on {machine} can't be reached", ["machine": path]), advice: tr("see why with"),
                fix: "\(program) status")
        case .timedOut where host != nil:
            .unavailable(
                tr("eggd on {machine} does not answer", ["machine": path]), advice: tr("see why with"),
                fix: "\(program) status")
        case .cannotConnect(let path, let code) where code == EACCES:
            .unavailable(tr("eggd at {path} belongs to another user", ["path": path]))
        case .cannotConnect(let path, let code) where code == EAGAIN:
            .unavailable(tr("eggd at {path} does not answer", ["path": path]))
        case .cannotConnect(let path, let code) where code == ENAMETOOLONG:
            .unavailable(
                tr("the path of a socket can have at most 107 bytes, and this one has more: {path}", ["path": path]))
        case .cannotConnect(let path, let code):
            .unavailable(
                tr(
                    "eggd can't be reached at {path}: {error}",
                    ["path": path, "error": String(cString: strerror(code))]),
                fix: startCommand)
        case .connectionLost:
            .unavailable(tr("eggd at {path} closed the connection", ["path": path]), fix: startCommand)
        case .timedOut: .unavailable(tr("eggd at {path} does not answer", ["path": path]))
        case .malformedReply:
            .unavailable(
                tr(
                    "the program at {path} sent a reply that eggctl can't read; is it another version of eggd?",
                    ["path": path]))
        case .refused(let error): .refused(tr("eggd refused: {error}", ["error": printable(error.name)]))
        }
    }

    /// Whether the user's service manager provides the socket: it has the unit, and no other path was given.
    var isManaged: Bool {
        isStandard && Environment.variable(SocketPath.variable) == nil && Environment.hasUserUnit("eggd.socket")
    }

    var startCommand: String {
        if isManaged { return "systemctl --user enable --now eggd.socket" }
        return ShellWord.of(Self.daemon) + (isStandard ? " &" : " --socket \(ShellWord.of(path)) &")
    }

    private var isStandard: Bool { self == Endpoint.find() }

    /// The path of the daemon next to this program if it isn't on PATH, else just its name.
    private static var daemon: String {
        guard let program = Environment.executable else { return "eggd" }
        let folder = program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
        let beside = folder.joined(separator: "/") + "/eggd"
        let isInstalled = (Environment.variable("PATH") ?? "").split(separator: ":").contains { $0 + "/eggd" == beside }
        return !isInstalled && access(beside, X_OK) == 0 ? beside : "eggd"
    }
}
