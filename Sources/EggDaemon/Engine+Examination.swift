import EggLoop
import EggSound
import EggTimers
import EggWire
import Varlink

/// What a doctor asks for: both take their time, elsewhere, and the replies wait.
extension Engine {
    /// For how long an alarm is tried out.
    private static let trialTime: Duration = .seconds(2)
    /// How long a device is waited for that does not answer.
    private static let examinationPatience: Duration = .seconds(10)

    /// Everything that can be waited for in a device that is stuck.
    struct Examinations {
        /// Who waits for the checks, and for what comes of the trial.
        var patients: [Peer.ID] = []
        var listeners: [Peer.ID] = []
        var isExamining = false
        var patience: OneShot?
        var trialPatience: OneShot?
    }

    func examine(for peer: Peer) {
        examinations.patients.append(peer.id)
        // The patience is that of the one who has waited longest; all get the same answer.
        guard examinations.patients.count == 1 else { return }
        examinations.patience = OneShot(queue: executor.queue, handler: door { $0.examinationTakesTooLong() })
        examinations.patience?.arm(after: Self.examinationPatience)
        guard !examinations.isExamining, let bell else { return }
        examinations.isExamining = true
        let examination = Examination(
            configFile: configFile, configOut: configOut, alarm: bell.setup,
            ringsOn: alarms.isEmpty && examinations.listeners.isEmpty ? nil : soundDevice, stateFolder: keeper?.folder,
            storeOut: commits.trouble)
        examiner.examine(examination, isClockSynchronised: clock.isSynchronised()) { [weak self] checks in
            self?.later { engine in
                engine.examinations.isExamining = false
                engine.tellPatients(checks)
            }
        }
    }

    private func examinationTakesTooLong() {
        tellPatients(examiner.checksSoFar())
    }

    private func tellPatients(_ checks: [Timers.Check]) {
        examinations.patience = nil
        let reply = Reply.encode(Timers.Examine.Reply(checks: checks))
        let patients = examinations.patients
        examinations.patients = []
        send(patients.map { ($0, reply) })
    }

    func tryAlarm(for peer: Peer) {
        if examinations.listeners.isEmpty, !(alarms.isEmpty && bell?.tryOut(for: Self.trialTime) ?? false) {
            return finish(
                peer,
                with: trialReply(
                    soundOut == nil ? soundDevice ?? bell?.setup.device : nil, 0, "an alarm is ringing, or about to"))
        }
        examinations.listeners.append(peer.id)
        guard examinations.listeners.count == 1 else { return }
        pulse?.arm(after: Self.pulseInterval)
        examinations.trialPatience = OneShot(queue: executor.queue, handler: door { $0.trialTakesTooLong() })
        examinations.trialPatience?.arm(after: Self.trialTime + Self.examinationPatience)
    }

    /// What came of it, in the ringer's words.
    func trialEnds(on device: String?, framesPlayed: Int, fault: DeviceFault?) {
        let problem = framesPlayed > 0 ? nil : fault.map(\.description) ?? "nothing was played"
        tellListeners(trialReply(device, framesPlayed, problem))
    }

    private func trialTakesTooLong() {
        tellListeners(trialReply(nil, 0, soundOut ?? "the sound device does not answer"))
    }

    private func trialReply(_ device: String?, _ frames: Int, _ problem: String?) -> [UInt8] {
        Reply.encode(
            Timers.TryAlarm.Reply(
                device: device, framesPlayed: Int64(frames), rate: Int64(bell?.setup.sound.rate ?? 0), problem: problem)
        )
    }

    private func tellListeners(_ reply: [UInt8]) {
        examinations.trialPatience = nil
        let listeners = examinations.listeners
        examinations.listeners = []
        send(listeners.map { ($0, reply) })
    }
}
