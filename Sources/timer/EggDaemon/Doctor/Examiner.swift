import EggConfig
import EggLoop
import EggSound
import EggWire
import Glibc
import POSIX
import Program
import Synchronization

/// Finds and examines sound devices; tests use a fake one.
protocol ExaminedDriver: PlaybackDriver {
    /// Opens a device, reads the mixer behind it, and closes both.
    func examine(_ device: String, for format: Sound.Format) -> DeviceFinding
}

extension ALSADriver: ExaminedDriver {}

/// Checks everything that an alarm needs to be heard. It works apart from the engine, because a device or a disk may be
/// stuck.
final class Examiner: Sendable {
    /// How long to wait for each check; a device takes milliseconds, a sound server that is just starting a second, and
    /// everything longer on a machine that is.
    private static let timeout = SoundWatch.firstCheckTime
    /// A device may be in use by eggd's own check, which is over in a moment.
    private static let busyPause: Duration = .milliseconds(300)

    private let driver: any ExaminedDriver
    /// Checks that have not returned yet; they are not repeated until they have.
    private let stuck = Mutex<Set<String>>([])

    init(driver: any ExaminedDriver = ALSADriver()) {
        self.driver = driver
    }

    /// Runs the checks on a thread of their own and delivers the results there.
    func examine(
        _ examination: Examination, isClockSynchronised: Bool, _ deliver: @escaping @Sendable ([Timers.Check]) -> Void
    ) {
        do throws(SystemError) {
            try startThread { [self] in
                deliver(examined(examination, isClockSynchronised: isClockSynchronised).checks)
            }
        } catch {
            deliver([.failed("system", "nothing can be examined: no thread can be started (\(error.code))")])
        }
    }

    private func examined(_ examination: Examination, isClockSynchronised: Bool) -> Examination {
        var examination = examination
        let found = attempt("the system") { SystemState.observed(isClockSynchronised: isClockSynchronised) }
        examination.system = found ?? SystemState(isClockSynchronised: isClockSynchronised)
        // Nothing else than a service manager knows which programs are enabled.
        if examination.system.hasManager, let file = examination.configFile, file == Configuration.defaultPath {
            examination.system.idlePrograms =
                attempt(file) {
                    Self.idlePrograms(for: Configuration.read(path: file).configuration)
                } ?? []
        }
        if let folder = examination.stateFolder, examination.storeOut == nil {
            let trouble = attempt(folder) { Self.probe(folder) }
            examination.storeOut = trouble ?? "\(folder) does not answer"
        }
        if let folder = examination.stateFolder, examination.storeOut != nil {
            examination.hasStateFolder = attempt(folder) { access(folder, F_OK) == 0 } ?? true
        }
        if let file = examination.configFile, examination.configOut != nil {
            examination.isConfigLinkDead = attempt(file) { DeadLink(on: file) != nil } ?? false
        }
        if !examination.commands.all.isEmpty {
            let (commands, socket) = (examination.commands, examination.commandSocket)
            let faults = attempt("the commands") {
                CommandFaults.observed(
                    commands, socket: socket, runner: CommandFaults.runner(executable: Environment.executable),
                    failed: FailedCommands.defaultPath.map { .read(path: $0) } ?? FailedCommands())
            }
            examination.commandFaults = faults ?? CommandFaults(programs: ["a command's program does not answer"])
        }
        let driver = driver
        var names = driver.candidates(preferring: examination.alarm.device)
        // A card that hangs delays neither the others nor the next examination.
        for card in driver.cards() { names += attempt(card) { driver.playbackDevices(ofCard: card) } ?? [] }
        examination.devices = names.map { examine($0, for: examination.alarm.format) }
        return examination
    }

    /// The programs beside eggd that a configuration needs, and that are not enabled; they read the file themselves.
    static func idlePrograms(for settings: Configuration) -> [SystemState.IdleProgram] {
        var sections: [(section: String, program: String)] = []
        if settings.mqtt != nil { sections.append(("[mqtt]", "eggmqtt")) }
        if let keys = settings.keys.first { sections.append(("[keys \(keys.name)]", "eggkeys")) }
        if settings.keys.isEmpty, settings.led != nil { sections.append(("[light]", "eggkeys")) }
        return SystemState.idlePrograms(for: sections)
    }

    private func examine(_ device: String, for format: Sound.Format) -> DeviceFinding {
        let driver = driver
        let finding = attempt(device) {
            let finding = driver.examine(device, for: format)
            guard finding.fault?.code == .busy else { return finding }
            usleep(UInt32(Self.busyPause.microseconds))
            return driver.examine(device, for: format)
        }
        let fault = DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
        return finding ?? DeviceFinding(device: device, fault: fault)
    }

    /// Runs work on another thread and waits for it; nil if it has not finished in time or no thread can be started.
    private func attempt<Value: Sendable>(_ what: String, _ work: @escaping @Sendable () -> Value) -> Value? {
        guard stuck.withLock({ $0.insert(what).inserted }) else { return nil }
        let result = Promise<Value>()
        do throws(SystemError) {
            try startThread { [self] in
                let value = work()
                stuck.withLock { _ = $0.remove(what) }
                result.fulfil(value)
            }
        } catch {
            stuck.withLock { _ = $0.remove(what) }
            return nil
        }
        return result.wait(upTo: Self.timeout)
    }

    /// Why nothing can be written in a folder; nil when it can.
    private static func probe(_ folder: String) -> String? {
        var path = Array("\(folder)/probe.XXXXXX".utf8CString)
        let file = mkstemp(&path)
        guard file >= 0 else { return "\(folder): \(String(cString: strerror(errno)))" }
        defer {
            unlink(path)
            close(file)
        }
        return writeAll([0], to: file) == 1 ? nil : "\(folder): \(String(cString: strerror(errno)))"
    }
}
