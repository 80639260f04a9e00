import CLinux
import Dispatch
import EggArguments
import EggLoop
import EggSound
import EggWire
import Glibc

/// The program `eggd`: options, parts wired together, and the wait for the end.
public enum Daemon {
    /// Descriptors kept back from clients: the alarm's device needs some, whatever the clients do.
    private static let reservedDescriptors = 64

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit status: 0 after a clean end, 1 when it could not serve, 64 for wrong usage.
    public static func run(_ words: [String]) -> Int32 {
        // Before anything else: from here on no signal is lost and none kills it half-way.
        // What a shell wants ignored in its background stays ignored: Ctrl-C there is meant for somebody else.
        let signals = [SIGTERM] + (clinux_is_ignored(SIGINT) == 0 ? [SIGINT] : [])
        SignalWatch.block(signals)
        signal(SIGPIPE, SIG_IGN)
        let log = Log.standardError
        do {
            switch try DaemonOptions(words).action {
            case .showHelp: print(DaemonOptions.help, terminator: "")
            case .showVersion: print("\(Product.daemon) \(Product.version)")
            case .serve(let socket, let state): try serve(socket, state, endedBy: signals, log)
            }
            return 0
        } catch let error as UsageError {
            log("\(error.message)\nTry 'eggd --help'")
            return EX_USAGE
        } catch let failure as SocketClaim.Failure {
            log(explain(failure))
        } catch {
            log("\(error)")
        }
        return 1
    }

    private static func serve(
        _ option: String?, _ stateOption: String?, endedBy endSignals: [Int32], _ log: Log
    ) throws {
        let path = SocketPath.find(
            option: option, environment: Environment.variable, userID: geteuid(),
            folderExists: Environment.isWritableFolder)
        guard let path else { throw NoSocketPath() }
        let claim = try SocketClaim(path)

        let finding = SoundCatalog.ofThisProgram().load("bell")
        if let problem = finding.problem { log(problem) }
        let engine = Engine(mostPeers: roomForPeers(), log: log)
        let keeper = Keeper(
            folder: StateFolder.find(option: stateOption, environment: Environment.variable), log: log
        ) { [weak engine] report in engine?.report(report) }
        let kept = try keeper.load()
        let ringer = try Ringer(driver: ALSADriver()) { [weak engine] report in engine?.report(report) }

        let end = DispatchSemaphore(value: 0)
        let signals = try SignalWatch(endSignals, queue: engine.executor.queue) { _ in end.signal() }
        try engine.begin(
            on: claim.bind(), bell: AlarmBell(ringer: ringer, alarm: .init(finding.sound)), keeper: keeper, kept: kept)
        log("\(Product.daemon) \(Product.version) is listening on \(path)")
        end.wait()
        withExtendedLifetime((signals, claim)) {
            engine.enter { $0.stop() }
            keeper.close(within: .milliseconds(200))
            ringer.end(within: .milliseconds(200))
        }
    }

    /// As many clients as descriptors allow, 16,384 at the most.
    private static func roomForPeers() -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return max(4, min(16_384, Int(clamping: limit.rlim_cur) - reservedDescriptors))
    }

    private static func explain(_ failure: SocketClaim.Failure) -> String {
        switch failure {
        case .taken(let path): "another eggd already serves \(path); stop it first, or choose another --socket"
        case .notASocket(let path): "\(path) exists and is not a socket; move it away, or choose another --socket"
        case .system(let error): "can't listen: \(error)"
        }
    }
}

/// Nothing says where to listen.
struct NoSocketPath: Error, CustomStringConvertible {
    var description: String {
        "no place to listen: set XDG_RUNTIME_DIR or EGGD_SOCKET, or give --socket PATH"
    }
}
