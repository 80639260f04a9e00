import CLinux

/// The playback thread: makes the calls that the machine returns, as long as an alarm is wanted.
final class AlarmPlayer {
    private let driver: any PlaybackDriver
    private let mailbox: RingerMailbox
    private let calls: CallWatch
    private let stuck: StuckDevices
    private let sendReport: @Sendable (Ringer.Report) -> Void
    private let clock = SuspendingClock()
    private var lastReport: Ringer.Report?
    /// When the alarm that is played began, for its ramp.
    private var soundBegan: SuspendingClock.Instant?
    /// The open device by its name.
    private var playing: String?
    private var device: (any PlaybackDevice)?
    private var mixer: MixerAddress?
    /// The frames of the sound that the open device has taken.
    private var framesTaken = 0
    /// The devices that were found last, for this preferred one.
    private var listed: (device: String, names: [String])?
    /// During a test: the frames heard so far, and the device.
    private var test: (device: String?, framesPlayed: Int)?

    init(
        driver: any PlaybackDriver, mailbox: RingerMailbox, calls: CallWatch, stuck: StuckDevices,
        report: @escaping @Sendable (Ringer.Report) -> Void
    ) {
        self.driver = driver
        self.mailbox = mailbox
        self.calls = calls
        self.stuck = stuck
        sendReport = report
    }

    /// A thread that was given up reports nothing more, because another has replaced it.
    private func report(_ report: Ringer.Report) {
        if mailbox.current != .end { sendReport(report) }
    }

    func run() {
        while true {
            switch mailbox.current {
            case .end:
                // The call in which this thread was given up has returned after all.
                if let device = calls.abandonedDevice { stuck.remove(device) }
                mailbox.finished.fulfil(())
                return
            case .stop: mailbox.order.wait()
            case .check(let alarm, let number, let card):
                let order = RingerMailbox.Order.check(alarm, number: number, ifInUse: card)
                if let card, isFree(card) { report(.unchanged) } else { check(alarm, order) }
                mailbox.finish(order)
            case .prepare(let alarm, _), .ring(let alarm), .once(let alarm, _): play(alarm)
            case .test(let alarm, _):
                test = (nil, 0)
                play(alarm)
                reportTest()
            }
        }
    }

    private func play(_ alarm: Ringer.Alarm) {
        // Each alarm is reported anew, whether or not it is heard.
        lastReport = nil
        soundBegan = nil
        while want(of: alarm) != .nothing { ring(alarm, on: lastCandidates(for: alarm)) }
    }

    private func reportTest() {
        guard let (device, frames) = test else { return }
        test = nil
        var fault: DeviceFault?
        if case .failing(let found) = lastReport { fault = found }
        report(.tested(device: device, framesPlayed: frames, fault: fault))
    }

    /// Closes the device, after asking how much of the sound was heard.
    private func closeDevice() {
        calls.enter(playing ?? "")
        if test != nil, let device {
            let left = (try? device.framesToBeHeard()) ?? framesTaken
            test?.framesPlayed += max(0, framesTaken - left)
            if framesTaken > left { test?.device = playing }
        }
        device?.stop()
        device = nil
        calls.leave()
    }

    /// Checks whether an alarm would be heard: the alarm would use the first candidate that opens. A result is always
    /// reported, unless another order arrives meanwhile.
    private func check(_ alarm: Ringer.Alarm, _ order: RingerMailbox.Order) {
        var first: DeviceFault?
        for name in candidates(for: alarm) {
            guard mailbox.current == order else { return }
            do throws(DeviceFault) {
                calls.enter(name)
                defer { calls.leave() }
                let mixer = try driver.open(name, format: alarm.format).mixer
                return report(.ready(device: name, mixer: mixer))
            } catch {
                first = first ?? error
            }
        }
        report(.failing(cause(of: first ?? Self.noAnswer(from: alarm.device), for: alarm)))
    }

    private func isFree(_ card: String) -> Bool {
        guard !stuck.filter([card]).isEmpty else { return false }
        calls.enter(card)
        defer { calls.leave() }
        return !driver.isInUse(card: card)
    }

    /// The fault that matters: a preferred device in which a call is stuck uses its card, so the card's own devices are
    /// busy only because of it.
    private func cause(of fault: DeviceFault, for alarm: Ringer.Alarm) -> DeviceFault {
        guard let preferred = listed?.names.first, stuck.filter([preferred]).isEmpty else { return fault }
        return Self.noAnswer(from: alarm.device)
    }

    private static func noAnswer(from device: String) -> DeviceFault {
        DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
    }

    /// The candidates that are not stuck. A card that hangs while it is listed is left out from then on.
    private func candidates(for alarm: Ringer.Alarm) -> [String] {
        var names = driver.candidates(preferring: alarm.device)
        for card in stuck.filter(driver.cards()) {
            calls.enter(card)
            names += driver.playbackDevices(ofCard: card)
            calls.leave()
        }
        listed = (alarm.device, names)
        return stuck.filter(names)
    }

    /// The candidates of the last check, which follows each change of the devices, so that an alarm does not wait until
    /// every card has been listed.
    private func lastCandidates(for alarm: Ringer.Alarm) -> [String] {
        guard let listed, listed.device == alarm.device else { return candidates(for: alarm) }
        return stuck.filter(listed.names)
    }

    /// Plays until the order changes, or until other candidates appear while none can be heard.
    private func ring(_ alarm: Ringer.Alarm, on names: [String]) {
        var machine = RingerMachine(
            frames: alarm.frames, rate: alarm.format.rate, pause: alarm.pause, candidates: names.count,
            isLeading: want(of: alarm) == .silence, at: clock.now)
        defer { closeDevice() }
        if names.isEmpty { reportOnce(.failing(Self.noAnswer(from: alarm.device)), names, alarm) }
        while want(of: alarm) != .nothing {
            if want(of: alarm) == .sound {
                if soundBegan == nil { soundBegan = clock.now }
                machine.beginSound(at: clock.now)
            } else if soundBegan != nil {
                // The alarm was stopped, and at the same moment the lead-in of the next one began.
                soundBegan = nil
                return
            }
            let action = machine.next(at: clock.now)
            if case .rest = action, machine.isWithoutDevice, candidates(for: alarm) != names { return }
            reportOnce(machine.hearing, names, alarm)
            let outcome = perform(action, alarm, names)
            if case .write = action, case .wrote(let count) = outcome { framesTaken += count }
            // The result of an interrupted call means nothing.
            guard want(of: alarm) != .nothing else { break }
            machine.handle(outcome, of: action, at: clock.now)
        }
    }

    private func perform(
        _ action: RingerMachine.Action, _ alarm: Ringer.Alarm, _ names: [String]
    ) -> RingerMachine.Outcome {
        switch action {
        case .rest: break
        case .open(let index): calls.enter(names[index])
        case .close, .prepare, .write, .writeSilence, .waitForRoom, .askWhatIsLeft, .stop: calls.enter(playing ?? "")
        }
        defer { calls.leave() }
        do throws(DeviceFault) {
            switch action {
            case .rest(let time): mailbox.order.wait(upTo: time)
            case .open(let index):
                let opened = try driver.open(names[index], format: alarm.format)
                device = opened
                playing = names[index]
                mixer = opened.mixer
                framesTaken = 0
                return .opened(bufferFrames: opened.bufferFrames)
            case .close: device = nil
            case .prepare: try device?.prepare()
            case .write(let frames):
                let elapsed = soundBegan.map { clock.now - $0 } ?? .zero
                guard elapsed < alarm.ramp else {
                    return .wrote(try write(alarm.samples, frames, channels: alarm.format.channels, to: device))
                }
                let part = Self.ramped(frames, of: alarm, after: elapsed)
                return .wrote(try write(part, 0..<frames.count, channels: alarm.format.channels, to: device))
            case .writeSilence(let count):
                let silence = [Int16](repeating: 0, count: count * alarm.format.channels)
                return .wrote(try write(silence, 0..<count, channels: alarm.format.channels, to: device))
            case .waitForRoom(let time): try device?.wait(upTo: time)
            case .askWhatIsLeft: return .left(try device?.framesToBeHeard() ?? 0)
            case .stop: device?.stop()
            }
            return .done
        } catch {
            return .failed(error)
        }
    }

    private func write(
        _ samples: [Int16], _ frames: Range<Int>, channels: Int, to device: (any PlaybackDevice)?
    ) throws(DeviceFault) -> Int {
        // Some compilers drop the typed error of withUnsafeBufferPointer's closure; a result preserves it.
        let result = samples.withUnsafeBufferPointer { all -> Result<Int, DeviceFault> in
            let part = UnsafeBufferPointer(
                rebasing: all[(frames.lowerBound * channels)..<(frames.upperBound * channels)])
            do throws(DeviceFault) {
                return .success(try device?.write(part) ?? 0)
            } catch {
                return .failure(error)
            }
        }
        return try result.get()
    }

    private enum Want {
        case nothing
        /// The lead-in.
        case silence
        case sound
    }

    /// The work of this alarm at this moment; a lead-in that no alarm follows ends by itself.
    private func want(of alarm: Ringer.Alarm) -> Want {
        let order = mailbox.current
        let wanted: Want
        let end: SuspendingClock.Instant
        switch order {
        case .ring(alarm) where test == nil: return .sound
        case .prepare(alarm, let until) where test == nil: (wanted, end) = (.silence, until)
        case .once(alarm, let until) where test == nil: (wanted, end) = (.sound, until)
        case .test(alarm, let until) where test != nil: (wanted, end) = (.sound, until)
        case .ring, .prepare, .stop, .check, .test, .once, .end: return .nothing
        }
        if clock.now < end { return wanted }
        mailbox.finish(order)
        return .nothing
    }

    private func reportOnce(_ hearing: RingerMachine.Hearing, _ names: [String], _ alarm: Ringer.Alarm) {
        let new: Ringer.Report
        switch hearing {
        case .unknown: return
        case .sounding(let index): new = .sounding(device: names[index], mixer: mixer)
        case .failing(let fault):
            new = .failing(cause(of: fault.device.isEmpty ? fault.on(names.first ?? "") : fault, for: alarm))
        }
        guard new != lastReport else { return }
        lastReport = new
        report(new)
    }

    /// The frames with the ramp applied to each, so that the volume rises without steps.
    private static func ramped(
        _ frames: Range<Int>, of alarm: Ringer.Alarm, after elapsed: Duration
    ) -> [Int16] {
        let channels = alarm.format.channels
        return frames.enumerated().flatMap { index, frame in
            let gain = alarm.rampGain(after: elapsed + .seconds(Double(index) / Double(alarm.format.rate)))
            return alarm.samples[(frame * channels)..<((frame + 1) * channels)].map { Int16(Float($0) * gain) }
        }
    }
}
