import EggLoop
import EggSound
import EggTimers
import EggWire
import Varlink

/// The methods behind `eggctl doctor`. Both take time on other threads, and their replies wait.
extension Engine {
    /// How long a test plays.
    private static let testTime: Duration = .seconds(2)
    /// How much longer to wait for a device that does not answer.
    private static let testGrace: Duration = .seconds(8)

    // MARK: The checks

    func examine(for ticket: Ticket) {
        // Calls that arrive during the checks get the same answer.
        guard pending.add(ticket, for: .examination), let alarmOutput else { return }
        let examination = Examination(
            configFile: configFile, configOut: configOut, alarm: alarmOutput.setup, holdsDevice: soundWatch.holdsDevice,
            alarmOut: soundWatch.isPlaying ? soundOut : nil, stateFolder: storeWriter?.folder,
            storeOut: commits.trouble, storeNotices: storeNotices)
        examiner.examine(examination, isClockSynchronised: clock.isSynchronised()) { [weak self] checks in
            self?.later { $0.examined(checks) }
        }
    }

    func examined(_ checks: [Timers.Check]) {
        answerAll(.examination, Reply.encode(Timers.Examine.Reply(checks: checks)))
        // A device may have appeared to be in use only because it was being examined.
        if soundOut != nil { sound(.devicesChanged) }
    }

    // MARK: The test

    func tryAlarm(for ticket: Ticket) {
        if !pending.isWaiting(for: .test), soundWatch.isPlaying || alarmOutput?.test(for: Self.testTime) != true {
            return connections.answer(ticket, busyReply, at: clock.now())
        }
        guard pending.add(ticket, for: .test) else { return }
        parts?.testTimeout.arm(after: Self.testTime + Self.testGrace)
        sound(.testStarted)
    }

    /// A test has ended, by itself or because of an alarm.
    func testEnds(on device: String?, framesPlayed: Int, problem: String?) {
        if framesPlayed > 0 {
            // Frames that were played through a muted mixer were not heard.
            answerTests(testReply(problem == nil ? device : nil, framesPlayed, problem))
        } else if soundWatch.isPlaying {
            answerTests(busyReply)
        } else {
            answerTests(testReply(nil, 0, problem ?? "nothing was played"))
        }
    }

    func testTakesTooLong() {
        answerTests(testReply(nil, 0, soundOut ?? "the sound device does not answer"))
    }

    private var busyReply: [UInt8] {
        let device = soundOut == nil ? soundWatch.soundDevice ?? alarmOutput?.setup.device : nil
        return testReply(device, 0, "an alarm is ringing, or about to")
    }

    private func testReply(_ device: String?, _ frames: Int, _ problem: String?) -> [UInt8] {
        let rate = alarmOutput?.setup.format.rate ?? 0
        return Reply.encode(
            Timers.TryAlarm.Reply(
                device: device, framesPlayed: Int64(frames), rate: Int64(rate), problem: problem))
    }

    private func answerTests(_ reply: [UInt8]) {
        parts?.testTimeout.disarm()
        answerAll(.test, reply)
        updateNeed()
    }
}
