import EggLoop
import EggSound
import EggWire
import Varlink

/// Whether an alarm is heard, or would be.
extension Engine {
    /// How long a client that asks waits for the first look at the devices.
    private static let firstLook: Duration = .seconds(2)

    /// Looks whether an alarm would be heard.
    func checkSound() {
        guard let bell else { return }
        isChecking = true
        bell.check()
        pulse?.arm(after: Self.pulseInterval)
    }

    /// The ringer has something to say about the device.
    func soundReported(_ report: Ringer.Report) {
        isChecking = false
        switch report {
        case .sounding(let device):
            if let soundDevice, device != soundDevice { log("the alarm is now heard on '\(device)'") }
            soundDevice = device
            sound(isOut: nil)
        case .ready: sound(isOut: nil)
        case .failing(let fault): sound(isOut: fault.description)
        case .tried(let device, let framesPlayed, let fault):
            trialEnds(on: device, framesPlayed: framesPlayed, fault: fault)
        }
        soundIsKnown()
    }

    /// Sound devices have come or gone; udev may still be at work on them.
    func devicesChange() {
        deviceCheck?.arm(after: .milliseconds(500))
    }

    /// The ringer is at work, and may be stuck in a device without knowing.
    func feelPulse() {
        guard !alarms.isEmpty || !examinations.listeners.isEmpty || isChecking else { return }
        if let device = bell?.giveUpStuckDevice() {
            sound(isOut: DeviceFault(DeviceFault.opening, device: device, code: .noAnswer).description)
            soundIsKnown()
        }
        pulse?.arm(after: Self.pulseInterval)
    }

    func sound(isOut reason: String?) {
        if reason != nil { soundDevice = nil }
        guard reason != soundOut else { return }
        soundOut = reason
        if let reason {
            log("no alarm can be heard: \(reason)", .soundOut, .warning)
        } else {
            log("an alarm can be heard again", .soundBack)
        }
        tell(.sound, nil)
    }

    // MARK: The first look

    /// A daemon that has just been started for this client does not say that all is well before it has looked.
    func tellHealth(_ peer: Peer) {
        guard !isSoundKnown else { return finish(peer, with: Reply.encode(health)) }
        askers.append(peer.id)
        guard askers.count == 1 else { return }
        firstLook = OneShot(queue: executor.queue, handler: door { $0.soundIsKnown() })
        firstLook?.arm(after: Self.firstLook)
    }

    /// How things are.
    var health: Timers.Health.Reply {
        .init(
            version: Product.version, soundOut: soundOut, storeOut: commits.trouble, configOut: configOut,
            storeNotice: storeNotices.text)
    }

    private func soundIsKnown() {
        guard !isSoundKnown else { return }
        isSoundKnown = true
        firstLook = nil
        let reply = Reply.encode(health)
        send(askers.map { ($0, reply) })
        askers = []
    }
}
