import Dispatch
import EggLoop
import EggSound
import EggWire
import Glibc
import Synchronization

/// Finds sound devices and examines them; tests use a fake one.
protocol ExaminedDriver: PlaybackDriver {
    /// Opens a device, reads the mixer behind it, and closes both.
    func look(at device: String, for format: Sound.Format) -> DeviceFinding
}

extension ALSADriver: ExaminedDriver {}

/// Looks at everything that stands between a person and the alarm, away from the engine: a device or a disk may be
/// stuck.
final class Examiner: Sendable {
    /// How long each thing is waited for; a device takes milliseconds, and a sound server that is just starting a
    /// second.
    private static let timeout: Duration = .milliseconds(2_500)
    /// A device that is in use may be so by a look of our own, which is over in a moment.
    private static let busyPause: Duration = .milliseconds(300)

    private let driver: any ExaminedDriver
    /// What has not come back yet, and is not asked again before it has.
    private let stuck = Mutex<Set<String>>([])

    init(driver: any ExaminedDriver = ALSADriver()) {
        self.driver = driver
    }

    /// Examines on a thread of its own, and delivers the checks there.
    func examine(
        _ examination: Examination, isClockSynchronised: Bool, _ deliver: @escaping @Sendable ([Timers.Check]) -> Void
    ) {
        do throws(SystemError) {
            try startThread { [self] in
                deliver(examined(examination, isClockSynchronised: isClockSynchronised).checks)
            }
        } catch {
            let finding = "nothing can be examined: no thread can be started (\(error.code))"
            deliver([Timers.Check(subject: "system", verdict: .failed, finding: finding)])
        }
    }

    private func examined(_ examination: Examination, isClockSynchronised: Bool) -> Examination {
        var examination = examination
        let found = attempt("the system") { Surroundings.observed(isClockSynchronised: isClockSynchronised) }
        examination.surroundings = found ?? Surroundings(isClockSynchronised: isClockSynchronised)
        if let folder = examination.stateFolder, examination.storeOut == nil {
            let trouble = attempt(folder) { Self.probe(folder) }
            examination.storeOut = trouble ?? "\(folder) does not answer"
        }
        let driver = driver
        var names = driver.candidates(preferring: examination.alarm.device)
        // A card that hangs holds up neither the others nor the next examination.
        for card in driver.cards() { names += attempt(card) { driver.playbackDevices(ofCard: card) } ?? [] }
        examination.devices = names.map { look(at: $0, for: examination.alarm.format) }
        return examination
    }

    private func look(at device: String, for format: Sound.Format) -> DeviceFinding {
        let driver = driver
        let finding = attempt(device) {
            let finding = driver.look(at: device, for: format)
            guard finding.fault?.code == .busy else { return finding }
            usleep(UInt32(Self.busyPause / .microseconds(1)))
            return driver.look(at: device, for: format)
        }
        let fault = DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
        return finding ?? DeviceFinding(device: device, fault: fault)
    }

    /// Does something on another thread and waits for it; nil when it has not come back in time, or no thread can be
    /// started.
    private func attempt<Value: Sendable>(_ what: String, _ work: @escaping @Sendable () -> Value) -> Value? {
        guard stuck.withLock({ $0.insert(what).inserted }) else { return nil }
        let result = Result<Value>()
        do throws(SystemError) {
            try startThread { [self] in
                let value = work()
                stuck.withLock { _ = $0.remove(what) }
                result.hand(over: value)
            }
        } catch {
            stuck.withLock { _ = $0.remove(what) }
            return nil
        }
        return result.wait(upTo: Self.timeout)
    }

    /// A value that comes from another thread.
    private final class Result<Value: Sendable>: Sendable {
        private let value = Mutex<Value?>(nil)
        private let isThere = DispatchSemaphore(value: 0)

        func hand(over new: Value) {
            value.withLock { $0 = new }
            isThere.signal()
        }

        func wait(upTo time: Duration) -> Value? {
            _ = isThere.wait(timeout: .now() + DispatchTimeInterval(time))
            return value.withLock { $0 }
        }
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
        var byte: UInt8 = 0
        return write(file, &byte, 1) == 1 ? nil : "\(folder): \(String(cString: strerror(errno)))"
    }
}
