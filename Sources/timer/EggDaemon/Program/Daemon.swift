import CLinux
import Dispatch
import EggLoop
import EggSound
import EggSystemd
import EggWire
import Glibc
import POSIX
import Program
import Synchronization

/// The program `eggd`: reads the options, connects the parts and waits for the end.
public enum Daemon {
    /// An orderly exit takes far less; after this time the process exits anyway.
    private static let endTimeout: Duration = .seconds(4)

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, unless it asks for something else.
    ///
    /// - Returns: the exit status: 0 after a clean exit, 1 if it could not serve, 64 for wrong usage.
    public static func run() -> Int32 {
        // This comes first, so that no signal is lost and none kills the process during start-up.
        // SIGINT stays ignored if a shell ignores it for its background jobs.
        // SIGHUP reloads the configuration, so closing a terminal does not stop the timers.
        let signals = [SIGTERM, SIGHUP] + (clinux_is_ignored(SIGINT) == 0 ? [SIGINT] : [])
        SignalWatch.block(signals)
        signal(SIGPIPE, SIG_IGN)
        // A limit on file sizes is reported as a write error (EFBIG) and does not end the process.
        signal(SIGXFSZ, SIG_IGN)
        openStandardDescriptors()
        // A heap per thread would take 64 MB of addresses each, and memory that is freed in one is of no use to the
        // others.
        clinux_use_one_heap()
        do {
            switch try DaemonOptions(Arguments.ofProcess()).action {
            case .showHelp: print(DaemonOptions.help, terminator: "")
            case .showVersion: print("eggd \(Product.version)")
            case .checkConfig(let file): return check(ConfigurationSource(option: file))
            case .serve(let socket, let state, let config):
                let log = try Log.standard()
                defer { log.flush(within: .milliseconds(200)) }
                do {
                    try Limits.require()
                    try serve(socket, state, ConfigurationSource(option: config), signals, log)
                } catch {
                    log(explain(error), .failure, .error)
                    return 1
                }
            }
            return 0
        } catch let error as UsageError {
            Log.standardError("\(error.message)\nTry 'eggd --help'.")
            return EX_USAGE
        } catch {
            Log.standardError(explain(error))
            return 1
        }
    }

    /// If the parent closed a standard descriptor, one of our files would get its number, and messages would be written
    /// to it.
    private static func openStandardDescriptors() {
        for number in STDIN_FILENO...STDERR_FILENO where fcntl(number, F_GETFD) < 0 {
            _ = open("/dev/null", number == STDIN_FILENO ? O_RDONLY : O_WRONLY)
        }
    }

    /// Prints the problems of the configuration, or that there are none.
    private static func check(_ source: ConfigurationSource) -> Int32 {
        let (problems, approval) = source.check()
        for problem in problems { Log.standardError(problem) }
        guard problems.isEmpty else { return EX_CONFIG }
        print(approval)
        return 0
    }

    private static func serve(
        _ option: String?, _ stateOption: String?, _ source: ConfigurationSource, _ signalNumbers: [Int32], _ log: Log
    ) throws {
        let end = DispatchSemaphore(value: 0)
        // A reload reads files, which may take long or hang; the handling of SIGTERM must not wait for it.
        let reloads = try WorkThread()
        let reload = ReloadRequest()
        try SignalWatch.start(signalNumbers) { number in
            if number == SIGHUP {
                reloads.perform { reload.run() }
            } else {
                end.signal()
                usleep(UInt32(endTimeout.microseconds))
                Log.standardError("exiting took too long; all acknowledged changes are saved")
                _exit(1)
            }
        }
        let place = try ListeningPlace.find(option: option, log: log)
        let managerThread = try WorkThread(limit: 256)
        let manager = ServiceManager(environment: Environment.variable) { managerThread.perform($0) }
        let mostConnections = try Limits.connections()
        let relay = ReportRelay()
        let stateFolder = UserFolder.state(
            of: "eggtimer", option: stateOption, environment: Environment.variable)
        let ringer = try Ringer(
            driver: ALSADriver(), mixers: ALSAMixerDriver(), levelsFile: stateFolder.map { "\($0)/mixer" }
        ) { relay.hand($0) }
        let (configuration, output, problems, missing) = source.read(ringer)
        for problem in problems + [missing].compactMap({ $0 }) { log(problem, .configuration, .warning) }
        let engine = try Engine(
            menu: configuration.menu, settings: configuration.alarm.settings,
            commands: configuration.commands, configFile: source.path,
            configOut: ConfigurationSource.summary(of: problems),
            mostConnections: mostConnections, log: log)
        relay.connect(engine)
        let storeWriter = try StoreWriter(
            folder: stateFolder, log: log
        ) { [weak engine] report in engine?.report(report) }
        let saved = try storeWriter.restore()

        try engine.begin(on: place.open(), output: output, storeWriter: storeWriter, saved: saved)
        log("version \(Product.version) is listening on \(place.path)")
        let leave: (@Sendable () -> Void)? = place.isPassed ? { @Sendable in end.signal() } : nil
        // After the reports that the store has posted: an eggd that has found no timers must not exit as idle if the
        // disk could not be read.
        engine.later { $0.begin(under: manager, onIdle: leave) }
        // A SIGHUP that arrived earlier has waited for this.
        reloads.perform { reload.begin { self.reload(source, ringer, engine, log) } }
        end.wait()
        manager?.notify(.stopping)
        engine.enter { $0.stop() }
        storeWriter.close(within: .milliseconds(200))
        // exit() would release memory that a thread stuck in a sound server's library still uses.
        let isStuck = !ringer.end(within: .milliseconds(200))
        managerThread.finish(within: .milliseconds(200))
        log.flush(within: .milliseconds(200))
        withExtendedLifetime(place) {}
        if isStuck { _exit(0) }
    }

    /// Reads the configuration again. If anything in it is wrong, the running configuration stays.
    private static func reload(_ source: ConfigurationSource, _ ringer: Ringer, _ engine: Engine, _ log: Log) {
        let (configuration, output, problems, missing) = source.read(ringer)
        for problem in problems + [missing].compactMap({ $0 }) { log(problem, .configuration, .warning) }
        guard problems.isEmpty else {
            engine.enter { $0.reject(problems) }
            return log("new settings rejected; keeping the old ones", .configuration, .warning)
        }
        engine.enter { $0.adopt(configuration, output: output) }
        log("configuration reloaded")
    }

    private static func explain(_ error: any Error) -> String {
        switch error {
        case SocketClaim.Failure.taken(let path):
            "another eggd already serves \(path); stop it first, or choose another --socket"
        case SocketClaim.Failure.notASocket(let path):
            "\(path) exists and is not a socket; move it away, or choose another --socket"
        case SocketClaim.Failure.system(let error): "can't listen: \(error)"
        case let error as SystemError where error.call == "pthread_create":
            "no thread can be started (\(error.code)); "
                + "raise the limit on processes (ulimit -u, or TasksMax= of the unit)"
        default: "\(error)"
        }
    }
}

/// Passes SIGHUP on to the engine, which is created later. A signal that arrives earlier waits.
private final class ReloadRequest: Sendable {
    private struct State {
        var action: (@Sendable () -> Void)?
        var isWanted = false
    }

    private let state = Mutex(State())

    func run() {
        let action = state.withLock { state in
            if state.action == nil { state.isWanted = true }
            return state.action
        }
        action?()
    }

    func begin(_ action: @escaping @Sendable () -> Void) {
        let isWanted = state.withLock { state in
            state.action = action
            return state.isWanted
        }
        if isWanted { action() }
    }
}

/// Passes the ringer's reports on to the engine, which is created after it.
private final class ReportRelay: Sendable {
    private struct Weak: Sendable {
        weak var engine: Engine?
    }

    private let engine = Mutex(Weak())

    func connect(_ engine: Engine) {
        self.engine.withLock { $0.engine = engine }
    }

    func hand(_ report: Ringer.Report) {
        engine.withLock(\.engine)?.report(report)
    }
}
