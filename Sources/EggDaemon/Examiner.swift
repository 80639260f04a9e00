import Dispatch
import EggSound
import EggWire
import Glibc
import Synchronization

/// Looks at everything that stands between a person and the alarm, on a queue of its own: a device may be stuck.
final class Examiner: Sendable {
    private struct Progress {
        var examination: Examination
        /// The device that is being looked at.
        var device: String?
    }

    private let queue = DispatchQueue(label: "eggd.examiner")
    private let progress = Mutex<Progress?>(nil)
    private let driver = ALSADriver()

    /// Looks, and hands over the checks on the examiner's queue.
    func examine(
        _ examination: Examination, isClockSynchronised: Bool, _ deliver: @escaping @Sendable ([Timers.Check]) -> Void
    ) {
        progress.withLock { $0 = Progress(examination: examination) }
        queue.async { [self] in
            note { progress in
                progress.examination.surroundings = .observed(isClockSynchronised: isClockSynchronised)
                if let folder = examination.stateFolder, examination.storeOut == nil {
                    progress.examination.storeOut = Self.probe(folder)
                }
            }
            for device in driver.candidates(preferring: examination.alarm.device) {
                note { $0.device = device }
                let finding = driver.look(at: device, for: examination.alarm.sound)
                note { progress in
                    progress.device = nil
                    progress.examination.devices.append(finding)
                }
            }
            let finished = progress.withLock { progress -> Examination? in
                defer { progress = nil }
                return progress?.examination
            }
            deliver(finished?.checks ?? [])
        }
    }

    /// What has been found so far, a device that does not answer being a finding too.
    func checksSoFar() -> [Timers.Check] {
        progress.withLock { progress in
            guard var examination = progress?.examination else { return [] }
            if let device = progress?.device {
                let fault = DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
                examination.devices.append(DeviceFinding(device: device, fault: fault))
            }
            return examination.checks
        }
    }

    private func note(_ change: (inout Progress) -> Void) {
        progress.withLock { progress in
            if var known = progress {
                change(&known)
                progress = known
            }
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
