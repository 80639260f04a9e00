import EggSound

/// Whether an alarm is heard, or would be.
extension Engine {
    /// The ringer has something to say about the device.
    func soundReported(_ report: Ringer.Report) {
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
    }

    /// Sound devices have come or gone; udev may still be at work on them.
    func devicesChange() {
        deviceCheck?.arm(after: .milliseconds(500))
    }

    /// An alarm rings, and the ringer may be stuck in a device without knowing.
    func feelPulse() {
        guard !alarms.isEmpty || !examinations.listeners.isEmpty else { return }
        if let device = bell?.giveUpStuckDevice() { sound(isOut: "the sound device '\(device)' does not answer") }
        pulse?.arm(after: Self.pulseInterval)
    }

    func sound(isOut reason: String?) {
        guard reason != soundOut else { return }
        soundOut = reason
        if let reason {
            log("no alarm can be heard: \(reason)", .soundOut, .warning)
        } else {
            log("an alarm can be heard again", .soundBack)
        }
        tell(.sound, nil)
    }
}
