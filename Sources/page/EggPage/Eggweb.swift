import Dispatch
import EggClient
import EggConfig
import EggLoop
import EggSystemd
import EggWire
import Glibc
import HTTP
import Languages
import POSIX
import Program
import TillService

/// The program `eggweb`: reads the options, connects the parts and waits for the end.
public enum Eggweb {
    /// How long nobody may use the page before a program that was started by a socket exits.
    private static let idleTime: Duration = .seconds(30)
    private static let program = Executable("eggweb")

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, unless it asks for something else.
    ///
    /// - Returns: the exit status: 0 after a clean exit, 1 if it could not serve, 64 for wrong usage.
    public static func run() -> Int32 {
        let options = ["listen", "socket", "state-dir", "config", "web"].map {
            Arguments.Option($0, takesValue: true)
        }
        return program.serve(options, help: help, blocking: ServiceEnd.signals) { arguments throws(UsageError) in
            let endpoint = try listeningEndpoint(arguments.options["listen"])
            let log = ServiceLog(program)
            do {
                // exit() would release memory that a thread still uses.
                if !(try serve(endpoint, arguments.options, log)) { _exit(0) }
                return 0
            } catch {
                log("\(error)", .error)
                return 1
            }
        }
    }

    /// - Returns: whether everything has ended in time.
    private static func serve(
        _ listening: IPEndpoint, _ options: [String: String], _ log: ServiceLog
    ) throws -> Bool {
        let ending = try ServiceEnd { program.abandon("exiting took too long") }
        let passed = try PassedSockets.takeListening(named: "eggweb")
        let output = try ServiceOutput(log)
        guard let endpoint = Endpoint.find(option: options["socket"]) else {
            throw CannotServe(description: SocketPath.unknown)
        }
        guard let folder = WebFiles.find(option: options["web"], executable: Environment.executable ?? "") else {
            throw CannotServe(
                description: "the files of the page are not found; name their folder with --web DIR")
        }
        let languages = PageLanguages(folder: Environment.executable.flatMap(Language.folder))
        let files = try WebFiles(folder: folder, languages)
        let sockets = passed.isEmpty ? [try open(listening)] : passed
        let endpoints = sockets.compactMap(ListeningSocket.endpoint)
        let reading = Configuration.read(path: options["config"] ?? Configuration.defaultPath)
        for problem in reading.problems { log("\(problem)", .warning) }
        let hosts = reading.configuration.hosts
        let isOpen = !hosts.isEmpty || endpoints.contains { !$0.address.isLoopback }
        let rules = AccessRules(isOpen: isOpen, user: geteuid(), hosts: hosts, machineName: Environment.machineName)
        let descriptors = Descriptor.raiseLimit()

        let queue = DispatchQueue(label: "eggweb")
        let loop = try EventLoop(queue: queue)
        let calls = try EggdCalls(endpoint)
        let quickCalls = try EggdCalls(endpoint, answerTime: Router.eggdTime)
        let server = try queue.sync {
            for each in [calls, quickCalls] { try each.serve(on: loop) }
            let folder = PageToken.folder(option: options["state-dir"], environment: Environment.variable)
            let file = TokenFile(folder: folder)
            if isOpen { make(file, log) }
            let token = try TokenReader(isOpen ? file.current() : nil, loop: loop, read: file.current)
            let answerFile = TokenFile(PageToken.answerFile, folder: folder)
            let answerToken = try TokenReader(nil, loop: loop, read: answerFile.current)
            let frameFile = FrameFile(folder: folder)
            let frames = try FileReader(frameFile.current(), loop: loop, read: frameFile.current)
            let entrance = FrameEntrance(code: ["shared/link.js", "shared/frame.js"].map(files.address))
            let hub = EventHub(calls, loop: loop)
            token.onChange = { hub.closeStreamsByToken() }
            // A closed page asks for no token.
            if isOpen { hub.beforeMessage = { token.refresh() } }
            let router = Router(
                gate: Gate(
                    rules: rules, secret: { token.value }, answerSecret: { answerToken.value },
                    entrance: { frames.value.isEmpty ? nil : entrance }),
                token: token, answerToken: answerToken, frames: frames,
                about: PageAbout(version: Product.version, hosts: hosts),
                files: files, languages: languages, calls: calls, quickCalls: quickCalls, hub: hub,
                till: try TillCalls(TillService(), loop: loop),
                origin: PageOrigin(endpoints: endpoints, hosts: hosts, network: { Environment.networkAddress }))
            let server = try Server(loop: loop, descriptors: descriptors, handler: router.answer)
            server.headers = Router.safety(files, frames: frames.value)
            frames.onChange = { [weak server] in
                server?.headers = Router.safety(files, frames: frames.value)
                hub.closeStreamsByToken()
            }
            if !passed.isEmpty { exitWhenIdle(server, loop, after: idleTime, ending.begin) }
            for socket in sockets { try server.listen(on: Descriptor(owning: socket)) }
            return server
        }
        try loop.start()
        for endpoint in endpoints { log("http://\(endpoint)/") }
        output.notify(.ready)
        ending.wait()
        output.notify(.stopping)
        return ending.end(
            // A connection that is accepted from now on would be cut off.
            [.init("closing the connections", within: .seconds(2)) { loop.end(within: $0, after: server.stop) }]
                + output.endings
        ) { log($0, .warning) }
    }

    /// Without a token, for example on a full disk, only this machine can open the page.
    private static func make(_ token: TokenFile, _ log: ServiceLog) {
        do {
            try token.make()
        } catch {
            log("\(error); other machines can't use the page until 'eggctl page' has made a token", .warning)
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

    /// The value of `--listen`, or the address of the page unless told otherwise.
    static func listeningEndpoint(_ text: String?) throws(UsageError) -> IPEndpoint {
        guard let text else { return IPEndpoint(.loopback, port: 8090) }
        guard let endpoint = IPEndpoint(listening: text) else {
            throw .invalidValue(
                "'\(text)' isn't an address to listen at; give PORT, ADDRESS:PORT or [IPV6]:PORT, such as 127.0.0.1:8091"
            )
        }
        return endpoint
    }

    private static func open(_ endpoint: IPEndpoint) throws(CannotServe) -> Int32 {
        do {
            return try ListeningSocket.open(at: endpoint).release()
        } catch {
            guard error.code.rawValue == EADDRINUSE else {
                throw CannotServe(description: "can't listen at \(endpoint): \(error.code)")
            }
            throw CannotServe(
                description: "another program already listens at \(endpoint); choose another port, such as "
                    + "--listen \(endpoint.port == 8091 ? 8092 : 8091)")
        }
    }

    private static let help = """
        Usage: eggweb [--listen ADDRESS] [--socket PATH] [--state-dir DIR]
                      [--config FILE] [--web DIR]

        Serves a page with the eggs and their countdowns for browsers. Runs in the
        foreground until SIGTERM or SIGINT; eggd does the timing.

        Options:
              --listen ADDRESS  listen at PORT, ADDRESS:PORT or [IPV6]:PORT instead of
                                127.0.0.1:8090; PORT alone means 127.0.0.1:PORT.
                                At an address that other devices can reach,
                                each device needs a link with a token.
              --socket PATH     eggd's socket, instead of $EGGD_SOCKET or
                                $XDG_RUNTIME_DIR/eggd.sock
              --state-dir DIR   save the token in DIR instead of
                                $STATE_DIRECTORY or $XDG_STATE_HOME/eggweb
                                (~/.local/state/eggweb)
              --config FILE     read FILE instead of
                                $XDG_CONFIG_HOME/eggtimer/eggd.conf
                                (~/.config/eggtimer/eggd.conf)
              --web DIR         serve the files of DIR instead of the installed ones
          -h, --help            show this and exit
              --version         show the version and exit

        """

    private struct CannotServe: Error, CustomStringConvertible {
        let description: String
    }
}
