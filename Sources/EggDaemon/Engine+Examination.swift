import EggLoop
import EggSound
import EggTimers
import EggWire
import Varlink

/// What a doctor asks for: both take their time, elsewhere, and the replies wait.
extension Engine {
    /// For how long an alarm is tried out.
    private static let trialTime: Duration = .seconds(2)
    /// How much longer a device is waited for that does not answer.
    private static let trialPatience: Duration = .seconds(8)

    // MARK: The checks

    func examine(for ticket: Ticket) {
        // Calls that come while the checks are under way get the same answer.
        guard pending.add(ticket, for: .examination), let bell else { return }
        let examination = Examination(
            configFile: configFile, configOut: configOut, alarm: bell.setup, holdsDevice: holdsDevice,
            alarmOut: alarms.isEmpty ? nil : soundOut, stateFolder: storeWriter?.folder, storeOut: commits.trouble,
            storeNotices: storeNotices)
        examiner.examine(examination, isClockSynchronised: clock.isSynchronised()) { [weak self] checks in
            self?.later { $0.examined(checks) }
        }
    }

    /// Whether a device is in use, and by us: for an alarm, a trial, or the silence before an alarm.
    private var holdsDevice: Bool {
        let isLeading = board.timers.contains { timer in
            timer.state == .cooking && timer.remaining(at: clock.now()) <= board.settings.leadIn
        }
        return soundOut == nil && (!alarms.isEmpty || pending.isWaiting(for: .trial) || isLeading)
    }

    func examined(_ checks: [Timers.Check]) {
        answerAll(.examination, Reply.encode(Timers.Examine.Reply(checks: checks)))
        // A device that was being looked at may have seemed to be in use.
        if soundOut != nil { checkSound() }
    }

    // MARK: The trial

    func tryAlarm(for ticket: Ticket) {
        let isFirst = !pending.isWaiting(for: .trial)
        if isFirst, !(alarms.isEmpty && bell?.tryOut(for: Self.trialTime) ?? false) {
            return connections.answer(ticket, busyReply, at: clock.now())
        }
        guard pending.add(ticket, for: .trial) else { return }
        parts?.pulse.arm(after: Self.pulseInterval)
        parts?.trialTimeout.arm(after: Self.trialTime + Self.trialPatience)
    }

    /// What came of it, in the ringer's words.
    func trialEnds(on device: String?, framesPlayed: Int, fault: DeviceFault?) {
        if framesPlayed > 0 {
            endTrial(trialReply(device, framesPlayed, nil))
        } else if !alarms.isEmpty {
            // An alarm has taken its place.
            endTrial(busyReply)
        } else {
            endTrial(trialReply(nil, 0, fault?.description ?? "nothing was played"))
        }
        if soundOut != nil { checkSound() }
    }

    func trialTakesTooLong() {
        endTrial(trialReply(nil, 0, soundOut ?? "the sound device does not answer"))
    }

    private var busyReply: [UInt8] {
        trialReply(
            soundOut == nil ? soundDevice ?? bell?.setup.device : nil, 0, "an alarm is ringing, or about to")
    }

    private func trialReply(_ device: String?, _ frames: Int, _ problem: String?) -> [UInt8] {
        Reply.encode(
            Timers.TryAlarm.Reply(
                device: device, framesPlayed: Int64(frames), rate: Int64(bell?.setup.format.rate ?? 0), problem: problem
            )
        )
    }

    private func endTrial(_ reply: [UInt8]) {
        parts?.trialTimeout.disarm()
        answerAll(.trial, reply)
        updateNeed()
    }
}
