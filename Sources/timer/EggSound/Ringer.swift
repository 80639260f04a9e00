import EggLoop
import Synchronization

/// Plays alarms on one thread and handles mixers on another, so that no device and no sound server delays the caller.
package final class Ringer: Sendable {
    package struct Alarm: Equatable, Sendable {
        package let format: Sound.Format
        /// A factor on the samples, from 0 to 1.
        package let volume: Float
        /// How long it takes to reach its volume.
        package let ramp: Duration
        /// The pause between one ring and the next.
        package let pause: Duration
        /// The device that is tried first.
        package let device: String
        /// Its sound in a device's format and at this volume, so that nothing has to be computed at the deadline.
        let samples: [Int16]

        /// The number of samples per channel.
        var frames: Int { samples.count / format.channels }

        /// An alarm with this sound, by default at full volume at once and with a second between rings.
        package init(
            _ sound: Sound, volume: Float = 1, ramp: Duration = .zero, pause: Duration = .seconds(1),
            device: String = "default"
        ) {
            format = sound.format
            self.volume = volume
            self.ramp = ramp
            self.pause = pause
            self.device = device
            // Full scale is that of the file: at volume 1 the samples of a 16-bit file come out unchanged.
            samples = sound.samples.map { sample in
                Int16(max(-32768, min(32767, (sample * volume * 32768).rounded())))
            }
        }

        /// The factor on the samples for a volume from 0 to 1 as perceived: half sounds half as loud.
        ///
        /// A cubic curve, as sound servers use; 50 % is 18 dB below full.
        package static func gain(forVolume volume: Double) -> Float {
            let volume = max(0, min(1, volume))
            return Float(volume * volume * volume)
        }

        /// The volume at which a ramp starts: 20 dB below full, which is quiet and still heard in a kitchen.
        private static let rampStart = 0.4642

        /// The factor that the ramp applies to the volume, this long after the alarm began.
        func rampGain(after time: Duration) -> Float {
            guard ramp > .zero, time < ramp else { return 1 }
            return Self.gain(forVolume: Self.rampStart + (1 - Self.rampStart) * max(0, time / ramp))
        }
    }

    /// A report, made on one of the ringer's own threads.
    package enum Report: Equatable, Sendable {
        /// The alarm is heard on this device, which plays through this mixer, as far as a program can know.
        case sounding(device: String, mixer: MixerAddress? = nil)
        /// No alarm is being played; one would be heard on this device.
        case ready(device: String, mixer: MixerAddress? = nil)
        /// No program uses the card that was asked about, so the result of the check before still holds.
        case unchanged
        /// The alarm is not, or would not be, heard on any device; this is the fault of the preferred one. An alarm
        /// tries it again every second.
        case failing(DeviceFault)
        /// The test has ended: this many frames were heard on this device, or none on any, for this reason.
        case tested(device: String?, framesPlayed: Int, fault: DeviceFault?)
        /// These controls of a mixer make an alarm inaudible; none if it lets sound through or can't be opened.
        case mixer(MixerAddress, quiet: [Mixer.Control])
        /// A mixer that was watched no longer exists.
        case mixerLost(MixerAddress)
    }

    /// A call to a device that has not returned in time.
    package enum StuckCall: Equatable, Sendable {
        /// Another thread has taken over, with the other devices.
        case givenUp(device: String)
        /// No thread could be created to take over.
        case noThread(device: String, SystemError)
    }

    /// Runs a body on a new thread, as `startThread` does.
    package typealias ThreadStart = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Void

    /// The current playback thread; one that is stuck in a device is replaced by another.
    private struct Playback {
        var mailbox: RingerMailbox
        var calls: CallWatch
    }

    private let driver: any PlaybackDriver
    private let startThread: ThreadStart
    private let report: @Sendable (Report) -> Void
    private let stuck = StuckDevices()
    /// Distinguishes one check of the devices from the next.
    private let checks = Atomic(0)
    private let playback: Mutex<Playback>
    private let mixers: MixerThread?

    /// Starts the threads, which sleep until they get work; the levels of raised mixers are saved in `levelsFile`.
    package init(
        driver: any PlaybackDriver, mixers: (any MixerDriver)? = nil, levelsFile: String? = nil,
        startThread: @escaping ThreadStart = EggLoop.startThread, report: @escaping @Sendable (Report) -> Void
    ) throws(SystemError) {
        self.driver = driver
        self.startThread = startThread
        self.report = report
        playback = Mutex(try Self.startPlayback(driver, stuck, startThread, report))
        self.mixers = try mixers.map { mixers throws(SystemError) in
            try MixerThread(driver: mixers, levelsFile: levelsFile, report: report)
        }
    }

    private static func startPlayback(
        _ driver: any PlaybackDriver, _ stuck: StuckDevices, _ startThread: ThreadStart,
        _ report: @escaping @Sendable (Report) -> Void
    ) throws(SystemError) -> Playback {
        let (mailbox, calls) = (try RingerMailbox(), CallWatch())
        try startThread {
            AlarmPlayer(driver: driver, mailbox: mailbox, calls: calls, stuck: stuck, report: report).run()
        }
        return Playback(mailbox: mailbox, calls: calls)
    }

    private var mailbox: RingerMailbox { playback.withLock(\.mailbox) }

    /// Gives up a call to a device that has not returned for this long: another thread continues with the other
    /// candidates until the call returns.
    ///
    /// - Returns: nil if there is no such call. If no thread can be created, ask again.
    package func giveUpStuckCall(after time: Duration) -> StuckCall? {
        playback.withLock { playback in
            guard let device = playback.calls.abandon(after: time), stuck.insert(device) else { return nil }
            let other: Playback
            do throws(SystemError) {
                other = try Self.startPlayback(driver, stuck, startThread, report)
            } catch {
                stuck.remove(device)
                return .noThread(device: device, error)
            }
            let order = playback.mailbox.current
            playback.mailbox.post(.end)
            playback = other
            other.mailbox.post(order)
            return .givenUp(device: device)
        }
    }

    deinit {
        mailbox.post(.end)
        mixers?.postEnd()
    }

    /// Reads, watches or raises a mixer and reports; replaces the previous request.
    package func request(_ request: MixerRequest) {
        mixers?.post(request)
    }

    /// Plays an alarm until it is stopped; replaces the one that is being played.
    package func start(_ alarm: Alarm) {
        mailbox.post(.ring(alarm))
    }

    /// An alarm starts within this time: opens the device and plays silence, so that the first sample of the alarm is
    /// heard at once. If no alarm starts by then, or soon after, the device is closed.
    package func prepare(_ alarm: Alarm, within time: Duration) {
        mailbox.postUnlessRinging(.prepare(alarm, until: SuspendingClock().now + time + .seconds(2)))
    }

    /// Plays a sound once, unless an alarm, a test or a lead-in is played; returns how long that takes at most, or nil.
    package func playOnce(_ sound: Alarm) -> Duration? {
        // The pause after the sound leaves some time to open a device, and lasts until the end.
        let time = .seconds(Double(sound.frames) / Double(sound.format.rate)) + sound.pause
        return mailbox.postUnlessBusy(.once(sound, until: SuspendingClock().now + time)) ? time : nil
    }

    /// Stops the alarm within 200 ms.
    package func stop() {
        mailbox.post(.stop)
    }

    /// Checks whether an alarm would be heard, and reports it: opens a device and closes it again.
    ///
    /// - Parameter card: if given, a device is opened only if a program has this card (`hw:0`) open.
    /// - Returns: false if the thread is busy with something else; then nothing is reported.
    package func check(_ alarm: Alarm, ifInUse card: String? = nil) -> Bool {
        let number = checks.add(1, ordering: .relaxed).newValue
        return mailbox.postUnlessBusy(.check(alarm, number: number, ifInUse: card))
    }

    /// Plays for a while and reports the result, unless an alarm is played or prepared; returns whether it plays.
    package func test(_ alarm: Alarm, for time: Duration) -> Bool {
        mailbox.postUnlessBusy(.test(alarm, until: SuspendingClock().now + time))
    }

    /// Ends both threads, waiting at most this long for each, because a stuck device must not keep the program from
    /// exiting. Raised mixers are set back.
    ///
    /// - Returns: whether they have ended.
    @discardableResult
    package func end(within time: Duration) -> Bool {
        let mailbox = mailbox
        mailbox.post(.end)
        mixers?.postEnd()
        let hasPlaybackEnded = mailbox.finished.wait(upTo: time) != nil
        return mixers?.end(within: time) ?? true && hasPlaybackEnded
    }
}
