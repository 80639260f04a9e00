import EggLoop
import EggSound
import EggSystemd
import Glibc
import POSIX
import Program
import Synchronization

/// The program `eggd`: reads the options, connects the parts and waits for the end.
public enum Daemon {
    static let program = Executable("eggd")

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, unless it asks for something else.
    ///
    /// - Returns: the exit status: 0 after a clean exit, 1 if it could not serve, 64 for wrong usage.
    public static func run() -> Int32 {
        // SIGHUP reloads the configuration, so closing a terminal does not stop the timers.
        let control = "eggctl controls it, as in: eggctl start soft"
        return program.serve(options, help: help, control: control, blocking: ServiceEnd.signals + [SIGHUP]) {
            arguments in
            let source = ConfigurationSource(option: arguments.options["config"])
            if arguments.options["check-config"] != nil { return check(source) }
            // A limit on file sizes is reported as a write error (EFBIG) and does not end the process.
            signal(SIGXFSZ, SIG_IGN)
            do {
                let log = try Log.standard()
                do {
                    try Limits.require()
                    // exit() would release memory that a thread still uses.
                    if !(try serve(arguments.options, source, log)) { _exit(0) }
                    return 0
                } catch {
                    log(explain(error), .error)
                    log.flush(within: .milliseconds(200))
                }
            } catch {
                program.complain(explain(error))
            }
            return 1
        }
    }

    /// Prints the problems of the configuration, or that there are none.
    private static func check(_ source: ConfigurationSource) -> Int32 {
        let (problems, approval) = source.check()
        for problem in problems { program.complain(problem) }
        guard problems.isEmpty else { return EX_CONFIG }
        program.write("\(approval)\n")
        return 0
    }

    /// Serves until the end is asked for; returns whether everything has ended in time.
    static func serve(
        _ options: [String: String], _ source: ConfigurationSource, _ log: Log,
        playback: any PlaybackDriver = ALSADriver(), mixers: any MixerDriver = ALSAMixerDriver()
    ) throws -> Bool {
        let ending = try ServiceEnd { program.abandon("exiting took too long; all acknowledged changes are saved") }
        let place = try ListeningPlace.find(option: options["socket"], log: log)
        let managerThread = try WorkThread(limit: 256)
        let manager = ServiceManager(environment: Environment.variable) { managerThread.perform($0) }
        let maxConnections = try Limits.connections()
        let relay = ReportRelay()
        let stateFolder = UserFolder.state(
            of: "eggtimer", option: options["state-dir"], environment: Environment.variable)
        let ringer = try Ringer(
            driver: playback, mixers: mixers, levelsFile: stateFolder.map { "\($0)/mixer" }
        ) { relay.hand($0) }
        let reading = read(source, ringer, log)
        let configuration = reading.configuration
        let engine = try Engine(
            menu: configuration.menu, settings: configuration.alarm.settings,
            commands: configuration.commands, configFile: source.path,
            configOut: ConfigurationSource.summary(of: reading.problems),
            maxConnections: maxConnections, log: log)
        relay.connect(engine)
        let storeWriter = try StoreWriter(
            folder: stateFolder, log: log
        ) { [weak engine] report in engine?.report(report) }
        let saved = try storeWriter.restore()
        let hasBegun = Semaphore()
        // A reload reads files, which may take long or hang, so it has a thread of its own.
        try SignalWatch.start([SIGHUP]) { _ in
            // A SIGHUP that arrived during the start has waited for its end.
            hasBegun.wait()
            hasBegun.signal()
            reload(source, ringer, engine, log)
        }

        try engine.begin(on: place.open(), output: reading.output, storeWriter: storeWriter, saved: saved)
        log("version \(Product.version) is listening on \(place.path)")
        let leave: (@Sendable () -> Void)? = place.isPassed ? ending.begin : nil
        // After the reports that the store has posted: an eggd that has found no timers must not exit as idle if the
        // disk could not be read.
        engine.later { $0.begin(under: manager, onIdle: leave) }
        hasBegun.signal()
        ending.wait()
        manager?.notify(.stopping)
        let short = Duration.milliseconds(200)
        return withExtendedLifetime(place) {
            ending.end(
                [
                    .init("closing the connections", within: .seconds(2)) { engine.end(within: $0) },
                    .init("closing the database", within: short) { storeWriter.close(within: $0) },
                    .init("stopping the sound", within: short) { ringer.end(within: $0) },
                    .init("the message to systemd", within: short) { managerThread.finish(within: $0) },
                    .init("writing the log", within: short) { log.flush(within: $0) },
                ]
            ) { log($0) }
        }
    }

    /// Reads the configuration again. If anything in it is wrong, the running configuration stays.
    private static func reload(_ source: ConfigurationSource, _ ringer: Ringer, _ engine: Engine, _ log: Log) {
        let reading = read(source, ringer, log)
        let configOut = ConfigurationSource.summary(of: reading.problems, isRejected: !reading.mayReplace)
        guard reading.mayReplace else {
            engine.enter { $0.configOut = configOut }
            return log("eggd.conf has an error and was not read again", .warning)
        }
        engine.enter { $0.adopt(reading.configuration, output: reading.output, configOut: configOut) }
        log("configuration reloaded")
    }

    private static func read(_ source: ConfigurationSource, _ ringer: Ringer, _ log: Log) -> ConfigurationSource.Reading
    {
        let reading = source.read(ringer)
        for problem in reading.problems + reading.soundProblems {
            log(problem, .warning)
        }
        return reading
    }

    private static let options: [Arguments.Option] =
        ["socket", "state-dir", "config"].map { .init($0, takesValue: true) } + [.init("check-config")]

    private static let help = """
        Usage: eggd [--socket PATH] [--state-dir DIR] [--config FILE]
               eggd --check-config [--config FILE]

        Counts down eggs and rings when they are done. Runs in the foreground until
        SIGTERM or SIGINT. SIGHUP reloads the configuration. eggctl controls it.

        Options:
              --socket PATH    listen at PATH instead of $EGGD_SOCKET or
                               $XDG_RUNTIME_DIR/eggd.sock
              --state-dir DIR  save timers and history in DIR instead of
                               $STATE_DIRECTORY or $XDG_STATE_HOME/eggtimer
                               (~/.local/state/eggtimer)
              --config FILE    read FILE instead of
                               $XDG_CONFIG_HOME/eggtimer/eggd.conf
                               (~/.config/eggtimer/eggd.conf)
              --check-config   check the configuration and exit; the exit status is
                               78 if anything is wrong with it
          -h, --help           show this and exit
              --version        show the version and exit

        """

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

/// The limits that this process was started with, checked before anything depends on them.
enum Limits {
    /// Descriptors reserved for eggd itself: the alarm's device needs some, however many clients there are.
    private static let reservedDescriptors = 64
    /// The daemon's own descriptors, an alarm's device, and four clients.
    static let minDescriptors = 33
    /// Address space needed beyond the program itself: stacks of its threads, sounds, and input from clients.
    static let minMemory = 64 * 1024 * 1024

    /// Throws if a limit on memory leaves too little.
    static func require() throws {
        // The memory is writable, so it counts against every limit on memory; none of its pages is touched.
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let space = mmap(nil, minMemory, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard space != MAP_FAILED else {
            throw StartError(
                description: "the limit on memory leaves less than \(minMemory >> 20) MB, and eggd needs as much; "
                    + "raise it (ulimit -v, ulimit -d)")
        }
        munmap(space, minMemory)
    }

    /// How many connections the descriptors allow, at most 1,024. Raises the soft limit as far as possible.
    static func connections() throws -> Int {
        let limit = Descriptor.raiseLimit()
        guard limit >= minDescriptors else {
            throw StartError(
                description: "only \(limit) files may be open at a time, and eggd needs \(minDescriptors); "
                    + "raise the limit (ulimit -n)")
        }
        return max(4, min(1_024, limit - reservedDescriptors))
    }
}

/// Why eggd can't start, and what to do.
struct StartError: Error, CustomStringConvertible {
    let description: String
}
