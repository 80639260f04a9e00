import CLinux
import Dispatch
import EggClient
import EggConfig
import EggLoop
import EggPageToken
import EggSystemd
import EggWire
import Glibc
import HTTP
import POSIX
import Program
import TillService

/// The program `eggweb`: reads the options, connects the parts and waits for the end.
public enum Eggweb {
    /// How long nobody may use the page before a program that was started by a socket exits.
    private static let idleTime: Duration = .seconds(30)
    /// An orderly exit takes far less; after this time the process exits anyway.
    private static let endTimeout: Duration = .seconds(4)
    /// Where the page is unless told otherwise.
    static let standardEndpoint = IPEndpoint(.loopback, port: 8090)

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, unless it asks for something else.
    ///
    /// - Returns: the exit status: 0 after a clean exit, 1 if it could not serve, 64 for wrong usage.
    public static func run() -> Int32 {
        let signals = [SIGTERM] + (clinux_is_ignored(SIGINT) == 0 ? [SIGINT] : [])
        SignalWatch.block(signals)
        signal(SIGPIPE, SIG_IGN)
        StandardStreams.openClosed()
        clinux_use_one_heap()
        let options: EggwebOptions
        do {
            options = try EggwebOptions(words())
        } catch {
            say("\(error.message)\nTry 'eggweb --help'.")
            return EX_USAGE
        }
        switch options.action {
        case .showHelp: print(EggwebOptions.help, terminator: "")
        case .showVersion: print("eggweb \(Product.version)")
        case .serve(let serve):
            do {
                try self.serve(serve, signals)
            } catch {
                say(explain(error))
                return 1
            }
        }
        return 0
    }

    private static func words() throws(EggwebUsageError) -> [String] {
        do {
            return try Arguments.ofProcess()
        } catch {
            throw .usage(error)
        }
    }

    /// Writes a line to standard error, after the program's name.
    private static func say(_ line: String) {
        let bytes = Array("eggweb: \(line)\n".utf8)
        _ = write(STDERR_FILENO, bytes, bytes.count)
    }

    private static func serve(_ options: EggwebOptions.Serve, _ signals: [Int32]) throws {
        let end = DispatchSemaphore(value: 0)
        try SignalWatch.start(signals) { _ in end.signal() }
        let passed = try PassedSockets.takeListening(named: "eggweb")
        let managerThread = try WorkThread(limit: 256)
        let endThread = try WorkThread()
        let manager = ServiceManager(environment: Environment.variable) { managerThread.perform($0) }
        guard let endpoint = Endpoint.find(option: options.socket) else { throw NoEggd() }
        guard let folder = WebFiles.find(option: options.webFolder, executable: Environment.executable ?? "") else {
            throw NoWebFolder()
        }
        let files = try WebFiles(folder: folder)
        let sockets = passed.isEmpty ? [try open(options.listen ?? standardEndpoint)] : passed
        let endpoints = sockets.compactMap(ListeningSocket.endpoint)
        let reading = configuration(options.configFile)
        for problem in reading.problems { say("\(problem)") }
        let hosts = reading.configuration.page.hosts
        let isOpen = !hosts.isEmpty || endpoints.contains { !$0.address.isLoopback }
        let rules = AccessRules(isOpen: isOpen, user: geteuid(), hosts: hosts, machineName: Environment.machineName)
        let descriptors = Descriptor.raiseLimit()

        let queue = DispatchQueue(label: "eggweb")
        let loop = try EventLoop(queue: queue)
        let calls = try EggdCalls(endpoint, loop: loop)
        let server = try queue.sync {
            let folder = PageToken.folder(option: options.stateFolder, environment: Environment.variable)
            let file = TokenFile(folder: folder)
            if isOpen { make(file) }
            let token = try TokenReader(isOpen ? file.current() : nil, loop: loop, read: file.current)
            let kitchen = KitchenFile(folder: folder)
            let hub = EventHub(endpoint, kitchen: kitchen.read(), loop: loop)
            token.onChange = { hub.closeStreamsByToken() }
            // A closed page asks for no token.
            if isOpen { hub.beforeMessage = { token.refresh() } }
            let router = try Router(
                gate: Gate(rules: rules) { token.secret }, token: token,
                about: About(version: Product.version, hosts: hosts),
                files: files, calls: calls, hub: hub, kitchen: kitchen,
                till: TillCalls(TillService(), loop: loop), loop: loop)
            let server = try Server(loop: loop, descriptors: descriptors, handler: router.answer)
            server.headers = Router.safety
            if isOpen { server.beforeHeartbeat = { token.refresh() } }
            if !passed.isEmpty { exitWhenIdle(server, loop, after: idleTime) { end.signal() } }
            for socket in sockets { try server.listen(on: Descriptor(owning: socket)) }
            return server
        }
        try loop.start()
        for endpoint in endpoints { say("http://\(endpoint)/") }
        manager?.notify(.ready)
        end.wait()
        endThread.perform {
            usleep(UInt32(endTimeout.microseconds))
            say("exiting took too long")
            _exit(1)
        }
        // First of all: a connection that is accepted from now on would be cut off.
        queue.sync {
            server.stop()
            loop.stop()
        }
        manager?.notify(.stopping)
        managerThread.finish(within: .milliseconds(200))
    }

    /// Without a token, for example on a full disk, only this machine can open the page.
    private static func make(_ token: TokenFile) {
        do {
            try token.make()
        } catch {
            say("\(error); other machines can't use the page until 'eggctl page' has made a token")
        }
    }

    /// The socket starts the program again with the next request.
    static func exitWhenIdle(
        _ server: Server, _ loop: EventLoop, after idleTime: Duration, _ end: @escaping @Sendable () -> Void
    ) {
        let idle = OneShot(loop: loop) { [weak server] in
            // From here on, connections wait for the next process.
            server?.stop()
            end()
        }
        idle.arm(after: idleTime)
        server.onIdle = { isIdle in
            if isIdle { idle.arm(after: idleTime) } else { idle.disarm() }
        }
    }

    private static func open(_ endpoint: IPEndpoint) throws(CannotListen) -> Int32 {
        do {
            return try ListeningSocket.open(at: endpoint).release()
        } catch {
            throw CannotListen(endpoint: endpoint, code: error.code)
        }
    }

    private static func configuration(_ option: String?) -> Configuration.Reading {
        guard let path = option ?? Configuration.defaultPath else {
            return Configuration.Reading(problems: [])
        }
        return Configuration.read(path: path)
    }

    private struct CannotListen: Error {
        let endpoint: IPEndpoint
        let code: Errno
    }

    private struct NoEggd: Error {}
    private struct NoWebFolder: Error {}

    private static func explain(_ error: any Error) -> String {
        switch error {
        case let error as CannotListen where error.code.rawValue == EADDRINUSE:
            "another program already listens at \(error.endpoint); choose another port, such as "
                + "--listen \(error.endpoint.port == 8091 ? 8092 : 8091)"
        case let error as CannotListen: "can't listen at \(error.endpoint): \(error.code)"
        case is NoEggd: "eggd's socket is not known: set XDG_RUNTIME_DIR or EGGD_SOCKET, or use --socket PATH"
        case is NoWebFolder: "the files of the page are not found; name their folder with --web DIR"
        default: "\(error)"
        }
    }
}
