import CLinux
import Dispatch
import EggArguments
import EggLoop
import EggSound
import EggSystemd
import EggWire
import Glibc
import Synchronization

/// The program `eggd`: options, parts wired together, and the wait for the end.
public enum Daemon {
    /// Descriptors kept back from clients: the alarm's device needs some, whatever the clients do.
    private static let reservedDescriptors = 64
    /// What the daemon itself holds open, an alarm's device, and four clients.
    static let leastDescriptors: rlim_t = 33
    /// Addresses that are needed besides those of the program: stacks for twelve threads, and room for what clients
    /// send.
    static let leastAddresses = 160 * 1024 * 1024

    /// Runs until SIGTERM or SIGINT.
    ///
    /// - Returns: the exit status: 0 after a clean end, 1 when it could not serve, 64 for wrong usage.
    public static func run(_ words: [String]) -> Int32 {
        // Before anything else: from here on no signal is lost and none kills it half-way.
        // What a shell wants ignored in its background stays ignored: Ctrl-C there is meant for somebody else.
        // SIGHUP has the configuration read again; so a terminal that is closed does not take the eggs with it.
        let signals = [SIGTERM, SIGHUP] + (clinux_is_ignored(SIGINT) == 0 ? [SIGINT] : [])
        SignalWatch.block(signals)
        signal(SIGPIPE, SIG_IGN)
        // A heap for each thread would hold 64 MB of addresses each, and what has been freed in one is no use to
        // another.
        clinux_use_one_heap()
        let log = Log.standard()
        defer { log.flush(within: .milliseconds(200)) }
        do {
            switch try DaemonOptions(words).action {
            case .showHelp: print(DaemonOptions.help, terminator: "")
            case .showVersion: print("\(Product.daemon) \(Product.version)")
            case .checkConfig(let file): return check(configurationSource(file))
            case .serve(let socket, let state, let config):
                try serve(socket, state, configurationSource(config), signals, log)
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

    private static func configurationSource(_ option: String?) -> ConfigurationSource {
        ConfigurationSource(option: option, environment: Environment.variable)
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
        try requireAddresses()
        let place = try ListeningPlace.find(option: option)
        let manager = ServiceManager(environment: Environment.variable)
        let mostPeers = try roomForPeers()
        let relay = ReportRelay()
        let ringer = try Ringer(driver: ALSADriver()) { relay.hand($0) }
        let (configuration, bell, problems) = source.read(ringer)
        for problem in problems { log(problem) }
        let engine = Engine(
            menu: configuration.menu, settings: configuration.alarm.settings,
            configFile: source.path, configOut: problems.isEmpty ? nil : problems.joined(separator: "; "),
            mostPeers: mostPeers, log: log)
        relay.connect(engine)
        let end = DispatchSemaphore(value: 0)
        // On a queue of its own: whatever the engine is doing, the wish to end is heard.
        let signals = try SignalWatch(signalNumbers, queue: DispatchQueue(label: "eggd.signals")) { number in
            if number == SIGHUP { reload(source, ringer, engine, log) } else { end.signal() }
        }
        let storeWriter = try StoreWriter(
            folder: StateFolder.find(option: stateOption, environment: Environment.variable), log: log
        ) { [weak engine] report in engine?.report(report) }
        let kept = try storeWriter.restore()

        try engine.begin(on: place.open(), bell: bell, storeWriter: storeWriter, kept: kept)
        log("version \(Product.version) is listening on \(place.path)")
        let leave: (@Sendable () -> Void)? = place.isPassed ? { @Sendable in end.signal() } : nil
        engine.enter { $0.begin(under: manager, onIdle: leave) }
        end.wait()
        manager?.tell(.stopping)
        engine.prepareToEnd()
        var isStuck = false
        withExtendedLifetime((signals, place)) {
            engine.enter { $0.stop() }
            storeWriter.close(within: .milliseconds(200))
            // A thread that is stuck in a sound server's library would fall over what exit() takes down.
            if !ringer.end(within: .milliseconds(200)) { isStuck = true }
        }
        manager?.flush(within: .milliseconds(200))
        log.flush(within: .milliseconds(200))
        if isStuck { _exit(0) }
    }

    /// Reads the configuration again. With anything wrong in it the running one stands.
    private static func reload(_ source: ConfigurationSource, _ ringer: Ringer, _ engine: Engine, _ log: Log) {
        let (configuration, bell, problems) = source.read(ringer)
        for problem in problems { log(problem) }
        guard problems.isEmpty else {
            engine.enter { $0.refuse(problems) }
            return log("the configuration was not taken up; the running one stands")
        }
        engine.enter { $0.adopt(configuration, bell: bell) }
        log("the configuration was taken up")
    }

    /// As many clients as descriptors allow, 16,384 at the most.
    private static func roomForPeers() throws -> Int {
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        // Without these Dispatch could not even begin, and would end the process without a word.
        guard limit.rlim_cur >= leastDescriptors else { throw TooFewDescriptors(limit: Int(limit.rlim_cur)) }
        return max(4, min(16_384, Int(clamping: limit.rlim_cur) - reservedDescriptors))
    }

    /// Where addresses are limited, what is needed must be there at the start: Dispatch, when it can't have a stack for
    /// a thread, waits for one without end and without a word.
    private static func requireAddresses() throws {
        let space = mmap(nil, leastAddresses, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
        guard space != MAP_FAILED else { throw TooFewAddresses() }
        munmap(space, leastAddresses)
    }

    private static func explain(_ failure: SocketClaim.Failure) -> String {
        switch failure {
        case .taken(let path): "another eggd already serves \(path); stop it first, or choose another --socket"
        case .notASocket(let path): "\(path) exists and is not a socket; move it away, or choose another --socket"
        case .system(let error): "can't listen: \(error)"
        }
    }
}

/// Hands the ringer's reports to the engine, which is made after it.
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

/// The limit on open files leaves no room to work in.
struct TooFewDescriptors: Error, CustomStringConvertible {
    let limit: Int

    var description: String {
        "only \(limit) files may be open at a time, and eggd needs \(Daemon.leastDescriptors); "
            + "raise the limit (ulimit -n)"
    }
}

/// The limit on addresses leaves no room to work in.
struct TooFewAddresses: Error, CustomStringConvertible {
    var description: String {
        "the limit on memory leaves less than \(Daemon.leastAddresses >> 20) MB, and eggd needs as much; "
            + "raise it (ulimit -v)"
    }
}
