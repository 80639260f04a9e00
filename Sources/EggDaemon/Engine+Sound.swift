import EggLoop
import EggSound
import EggWire
import Varlink

/// Whether an alarm is heard, or would be.
extension Engine {
    /// How long a reply to `Health` waits for the first check of the devices.
    private static let firstCheckTime: Duration = .seconds(2)
    /// Between two checks for a call that does not return, while an alarm rings.
    static let pulseInterval: Duration = .milliseconds(500)

    /// Looks whether an alarm would be heard.
    func checkSound() {
        guard let bell else { return }
        isChecking = true
        bell.check()
        parts?.pulse.arm(after: Self.pulseInterval)
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
        parts?.deviceCheck.arm(after: .milliseconds(500))
    }

    /// The ringer is at work, and may be stuck in a device without knowing.
    func checkForStuckDevice() {
        guard !alarms.isEmpty || pending.isWaiting(for: .trial) || isChecking else { return }
        if let device = bell?.giveUpStuckDevice() {
            sound(isOut: DeviceFault(DeviceFault.opening, device: device, code: .noAnswer).description)
            soundIsKnown()
        }
        parts?.pulse.arm(after: Self.pulseInterval)
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
        publish(.sound, nil)
    }

    // MARK: Alarms

    func alarmStarts(for egg: String) {
        bell?.ring(for: egg)
        parts?.pulse.arm(after: Self.pulseInterval)
    }

    func alarmStops() {
        bell?.silence()
        soundDevice = nil
        parts?.pulse.disarm()
        // No alarm is left that would find out that the sound is back.
        if soundOut != nil { checkSound() }
    }

    // MARK: The first check

    /// A daemon that has just been started for this client does not say that all is well before it has checked.
    func health(for ticket: Ticket) {
        guard pending.add(ticket, for: .health) else { return }
        if isSoundKnown { return answerAll(.health, Reply.encode(health)) }
        parts?.firstCheck.arm(after: Self.firstCheckTime)
    }

    var health: Timers.Health.Reply {
        .init(
            version: Product.version, soundOut: soundOut, storeOut: commits.trouble, configOut: configOut,
            storeNotice: storeNotices.text)
    }

    func soundIsKnown() {
        guard !isSoundKnown else { return }
        isSoundKnown = true
        parts?.firstCheck.disarm()
        answerAll(.health, Reply.encode(health))
    }
}
