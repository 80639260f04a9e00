/// The ringer's thread: opens the device when an alarm begins, plays, pauses, and tries again when the device fails.
final class AlarmPlayer {
    // Time here is the suspending clock's: a sleeping machine is no stalled device.

    /// The longest wait in a device, so that an order is never heard late.
    private static let step: Duration = .milliseconds(50)
    /// A device that plays nothing for this long is given up.
    private static let patience: Duration = .seconds(2)
    /// Until a failed device is tried again.
    private static let retry: Duration = .seconds(1)
    /// More underruns in one ring than this are a device that only pretends.
    private static let mostRecoveries = 10

    private let driver: any PlaybackDriver
    private let mailbox: RingerMailbox
    private let report: @Sendable (Ringer.Report) -> Void
    private var lastReport: Ringer.Report?

    init(driver: any PlaybackDriver, mailbox: RingerMailbox, report: @escaping @Sendable (Ringer.Report) -> Void) {
        self.driver = driver
        self.mailbox = mailbox
        self.report = report
    }

    func run() {
        while true {
            switch mailbox.current {
            case .end: return mailbox.finish()
            case .silence: mailbox.wait()
            case .ring(let alarm): ring(alarm)
            }
        }
    }

    /// Rings until the order changes.
    private func ring(_ alarm: Ringer.Alarm) {
        let samples = Self.samples(of: alarm)
        // Each alarm is told of anew, well or ill: silence is what the engine waits for in vain.
        lastReport = nil
        while isWanted(alarm) {
            do throws(DeviceFault) {
                let device = try driver.open(channels: alarm.sound.channels, rate: alarm.sound.rate)
                // The pause is a wait: written silence would run ahead of a device that is not paced.
                while isWanted(alarm) {
                    try device.prepare()
                    try play(samples, of: alarm, on: device)
                    // Cut short, it shows nothing.
                    if isWanted(alarm) { tell(.sounding) }
                    device.stop()
                    pause(alarm.pause, in: alarm)
                }
            } catch {
                tell(.failing(error))
                pause(Self.retry, in: alarm)
            }
        }
    }

    /// One ring. Returns when it has been heard, or early when the order has changed.
    private func play(_ samples: [Int16], of alarm: Ringer.Alarm, on device: any PlaybackDevice) throws(DeviceFault) {
        let clock = SuspendingClock()
        let frames = alarm.sound.frames
        let begin = clock.now
        var position = 0
        var lastProgress = begin
        var recoveries = 0
        while position < frames, isWanted(alarm) {
            // At most one buffer ahead of the clock, whatever the device would take.
            let heard = Int((clock.now - begin) / .seconds(1) * Double(alarm.sound.rate))
            let room = min(heard + device.bufferFrames, frames) - position
            guard room > 0 else {
                mailbox.wait(upTo: Self.step)
                lastProgress = clock.now
                continue
            }
            do throws(DeviceFault) {
                let taken = try write(samples, from: position, count: room, channels: alarm.sound.channels, to: device)
                position += taken
                if taken > 0 {
                    lastProgress = clock.now
                    if position > device.bufferFrames { tell(.sounding) }
                } else {
                    try device.wait(upTo: Self.step)
                }
            } catch {
                guard error.code == .underrun || error.code == .suspended, recoveries < Self.mostRecoveries else {
                    throw error
                }
                recoveries += 1
                try device.prepare()
                lastProgress = clock.now
            }
            guard clock.now - lastProgress < Self.patience else { throw stalled }
        }
        try letEnd(begin.advanced(by: alarm.sound.duration), alarm, device)
    }

    /// Waits until the last frame has been heard. `snd_pcm_drain` is no help: there are devices on which it never returns.
    private func letEnd(
        _ end: SuspendingClock.Instant, _ alarm: Ringer.Alarm, _ device: any PlaybackDevice
    ) throws(DeviceFault) {
        let clock = SuspendingClock()
        while isWanted(alarm) {
            let left = try device.framesToBeHeard()
            let now = clock.now
            if left == 0, now >= end { return }
            guard now < end + Self.patience else { throw stalled }
            mailbox.wait(upTo: min(Self.step, max(end - now, .milliseconds(5))))
        }
    }

    private func write(
        _ samples: [Int16], from position: Int, count: Int, channels: Int, to device: any PlaybackDevice
    ) throws(DeviceFault) -> Int {
        // The closure of withUnsafeBufferPointer carries no typed error on all compilers; the result does.
        let result = samples.withUnsafeBufferPointer { all -> Result<Int, DeviceFault> in
            let part = UnsafeBufferPointer(rebasing: all[(position * channels)..<((position + count) * channels)])
            do throws(DeviceFault) {
                return .success(try device.write(part))
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private var stalled: DeviceFault {
        DeviceFault("no frame was played", device: driver.name, code: .stalled)
    }

    private func isWanted(_ alarm: Ringer.Alarm) -> Bool {
        mailbox.current == .ring(alarm)
    }

    private func pause(_ time: Duration, in alarm: Ringer.Alarm) {
        let clock = SuspendingClock()
        let end = clock.now + time
        while isWanted(alarm), clock.now < end { mailbox.wait(upTo: end - clock.now) }
    }

    /// Each change is told once.
    private func tell(_ new: Ringer.Report) {
        guard new != lastReport else { return }
        lastReport = new
        report(new)
    }

    /// Full scale is what the file has, at a volume of 1: the samples of a 16-bit file come out as they are.
    private static func samples(of alarm: Ringer.Alarm) -> [Int16] {
        alarm.sound.samples.map { sample in
            Int16(max(-32768, min(32767, (sample * alarm.volume * 32768).rounded())))
        }
    }
}
