import CLinux
import Glibc
import Synchronization

/// Rings on a thread of its own: nothing that a device does can hold up the one who tells it to.
public final class Ringer: Sendable {
    /// What is to be heard.
    public struct Alarm: Equatable, Sendable {
        /// The format of its sound.
        public let format: Sound.Format
        /// A factor on the samples, from 0 to 1.
        public let volume: Float
        /// How long it takes from quiet to its volume.
        public let ramp: Duration
        /// The silence between one ring and the next.
        public let pause: Duration
        /// The device that is tried first.
        public let device: String
        /// Its sound, which rings again and again, as a device takes it and at this volume: at the deadline nothing is
        /// left to be computed.
        let samples: [Int16]

        /// Samples of each channel.
        var frames: Int { samples.count / format.channels }

        /// The alarm of this sound, at full volume at once and with a second between unless said otherwise.
        public init(
            _ sound: Sound, volume: Float = 1, ramp: Duration = .zero, pause: Duration = .seconds(1),
            device: String = "default"
        ) {
            format = sound.format
            self.volume = volume
            self.ramp = ramp
            self.pause = pause
            self.device = device
            // Full scale is what the file has, at a volume of 1: the samples of a 16-bit file come out as they are.
            samples = sound.samples.map { sample in
                Int16(max(-32768, min(32767, (sample * volume * 32768).rounded())))
            }
        }

        /// The factor on the samples for a volume from 0 to 1 as an ear takes it: half sounds half as loud.
        ///
        /// A cubic curve, as sound servers have it; 50 % is 18 dB below full.
        public static func gain(forVolume volume: Double) -> Float {
            let volume = max(0, min(1, volume))
            return Float(volume * volume * volume)
        }

        /// The factor that the ramp puts on the volume, so long after the alarm has begun.
        func rampGain(after time: Duration) -> Float {
            guard ramp > .zero, time < ramp else { return 1 }
            // From a fifth of the loudness: quiet, and not silent.
            return Self.gain(forVolume: 0.2 + 0.8 * max(0, time / ramp))
        }
    }

    /// What the ringer tells about the device, on its own thread.
    public enum Report: Equatable, Sendable {
        /// The alarm is being heard on this device, as far as a program can know.
        case sounding(device: String)
        /// No alarm rings; one would be heard on this device.
        case ready(device: String)
        /// It is not, or would not be, on any device; this is what is wrong with the preferred one. It is tried again
        /// every second.
        case failing(DeviceFault)
        /// The alarm that was tried out has come to its end: so many frames were heard on this device, or none on any,
        /// and why.
        case tried(device: String?, framesPlayed: Int, fault: DeviceFault?)
    }

    /// The thread that rings now; one that is stuck in a device is given up for another.
    private struct Crew {
        var mailbox: RingerMailbox
        var calls: CallWatch
    }

    private let driver: any PlaybackDriver
    private let report: @Sendable (Report) -> Void
    private let stuck = StuckDevices()
    /// Tells one look at the devices from the next.
    private let checks = Atomic(0)
    private let crew: Mutex<Crew>

    /// Starts the thread, which sleeps until there is something to ring.
    public init(
        driver: any PlaybackDriver, report: @escaping @Sendable (Report) -> Void
    ) throws(RingerError) {
        self.driver = driver
        self.report = report
        crew = Mutex(try Self.muster(driver, stuck, report))
    }

    private static func muster(
        _ driver: any PlaybackDriver, _ stuck: StuckDevices, _ report: @escaping @Sendable (Report) -> Void
    ) throws(RingerError) -> Crew {
        let crew = Crew(mailbox: try RingerMailbox(), calls: CallWatch())
        let player = AlarmPlayer(
            driver: driver, mailbox: crew.mailbox, calls: crew.calls, stuck: stuck, report: report)
        let context = Unmanaged.passRetained(player)
        let code = clinux_start_thread(
            { context in
                context.map { Unmanaged<AlarmPlayer>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        guard code == 0 else {
            context.release()
            throw RingerError(call: "pthread_create", code: code)
        }
        return crew
    }

    private var mailbox: RingerMailbox { crew.withLock(\.mailbox) }

    /// Gives up a call to a device that has not come back for so long: another thread rings on, on the other
    /// candidates, until the call does.
    ///
    /// - Returns: the device, if there was such a call.
    public func giveUpStuckCall(after time: Duration) -> String? {
        crew.withLock { crew in
            guard let device = crew.calls.abandon(after: time), stuck.insert(device) else { return nil }
            guard let other = try? Self.muster(driver, stuck, report) else {
                // No thread to be had now; it is tried again, and till then nothing is heard.
                stuck.remove(device)
                return device
            }
            let order = crew.mailbox.current
            crew.mailbox.post(.end)
            crew = other
            other.mailbox.post(order)
            return device
        }
    }

    deinit {
        mailbox.post(.end)
    }

    /// Rings until told otherwise; a different alarm takes the place of the one that rings.
    public func ring(_ alarm: Alarm) {
        mailbox.post(.ring(alarm))
    }

    /// An alarm will ring within this time: opens the device and plays silence, so that the first sample of the alarm
    /// is heard at once. When nothing rings by then, or soon after, the device is let go.
    public func prepare(_ alarm: Alarm, within time: Duration) {
        mailbox.postUnlessRinging(.prepare(alarm, until: SuspendingClock().now + time + .seconds(2)))
    }

    /// Falls silent within 200 ms.
    public func silence() {
        mailbox.post(.silence)
    }

    /// Looks whether an alarm would be heard, and reports it: opens a device and lets go of it. While one rings, that
    /// shows better.
    public func check(_ alarm: Alarm) {
        mailbox.postUnlessBusy(.check(alarm, number: checks.add(1, ordering: .relaxed).newValue))
    }

    /// Rings for a while and reports what came of it, unless something rings or is about to.
    ///
    /// - Returns: whether it rings.
    public func tryOut(_ alarm: Alarm, for time: Duration) -> Bool {
        mailbox.postUnlessBusy(.tryOut(alarm, until: SuspendingClock().now + time))
    }

    /// Ends the thread, waiting this long at most: a device that is stuck must not keep the program from ending.
    ///
    /// - Returns: whether it has ended.
    @discardableResult
    public func end(within time: Duration) -> Bool {
        mailbox.post(.end)
        return mailbox.waitForFinish(upTo: time)
    }
}

/// A thread or its mailbox could not be made.
public struct RingerError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function.
    public let call: String
    /// errno's number.
    public let code: Int32

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
