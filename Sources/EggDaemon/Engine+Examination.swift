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

    /// Who waits for what.
    struct Examinations {
        /// For the checks.
        var patients: [Peer.ID] = []
        /// For what comes of the trial.
        var listeners: [Peer.ID] = []
        var trialPatience: OneShot?
    }

    // MARK: The checks

    func examine(for peer: Peer) {
        examinations.patients.append(peer.id)
        // Who asks while others are waiting gets the same answer.
        guard examinations.patients.count == 1, let bell else { return }
        let examination = Examination(
            configFile: configFile, configOut: configOut, alarm: bell.setup, holdsDevice: holdsDevice,
            alarmOut: alarms.isEmpty ? nil : soundOut, stateFolder: storeWriter?.folder, storeOut: commits.trouble,
            storeNotices: storeNotices)
        examiner.examine(examination, isClockSynchronised: clock.isSynchronised()) { [weak self] checks in
            self?.later { $0.tellPatients(checks) }
        }
    }

    /// Whether a device is in use, and by us: for an alarm, a trial, or the silence before an alarm.
    private var holdsDevice: Bool {
        let isLeading = board.timers.contains { timer in
            timer.state == .cooking && timer.remaining(at: clock.now()) <= board.settings.leadIn
        }
        return soundOut == nil && (!alarms.isEmpty || !examinations.listeners.isEmpty || isLeading)
    }

    func tellPatients(_ checks: [Timers.Check]) {
        let reply = Reply.encode(Timers.Examine.Reply(checks: checks))
        let patients = examinations.patients
        examinations.patients = []
        send(patients.map { ($0, reply) })
        // A device that was being looked at may have seemed to be in use.
        if soundOut != nil { checkSound() }
    }

    // MARK: The trial

    func tryAlarm(for peer: Peer) {
        if examinations.listeners.isEmpty, !(alarms.isEmpty && bell?.tryOut(for: Self.trialTime) ?? false) {
            return finish(peer, with: busyReply)
        }
        examinations.listeners.append(peer.id)
        guard examinations.listeners.count == 1 else { return }
        pulse?.arm(after: Self.pulseInterval)
        examinations.trialPatience = OneShot(queue: executor.queue, handler: door { $0.trialTakesTooLong() })
        examinations.trialPatience?.arm(after: Self.trialTime + Self.trialPatience)
    }

    /// What came of it, in the ringer's words.
    func trialEnds(on device: String?, framesPlayed: Int, fault: DeviceFault?) {
        if framesPlayed > 0 {
            tellListeners(trialReply(device, framesPlayed, nil))
        } else if !alarms.isEmpty {
            // An alarm has taken its place.
            tellListeners(busyReply)
        } else {
            tellListeners(trialReply(nil, 0, fault?.description ?? "nothing was played"))
        }
        if soundOut != nil { checkSound() }
    }

    private func trialTakesTooLong() {
        tellListeners(trialReply(nil, 0, soundOut ?? "the sound device does not answer"))
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

    private func tellListeners(_ reply: [UInt8]) {
        examinations.trialPatience = nil
        let listeners = examinations.listeners
        examinations.listeners = []
        send(listeners.map { ($0, reply) })
        considerLeaving()
    }
}
