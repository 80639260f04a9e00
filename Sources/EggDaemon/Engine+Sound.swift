import EggSound

/// Whether an alarm is heard, or would be.
extension Engine {
    /// The ringer has something to say about the device.
    func soundReported(_ report: Ringer.Report) {
        silence?.disarm()
        switch report {
        case .sounding(let device):
            if let soundDevice, device != soundDevice { log("the alarm is now heard on '\(device)'") }
            soundDevice = device
            sound(isOut: nil)
        case .ready: sound(isOut: nil)
        case .failing(let fault): sound(isOut: fault.description)
        }
    }

    /// Sound devices have come or gone; udev may still be at work on them.
    func devicesChange() {
        deviceCheck?.arm(after: .milliseconds(500))
    }

    /// The alarm has begun, and the ringer has not said how it goes: a call to the device does not come back.
    func silenceLasts() {
        sound(isOut: "the sound device does not answer")
    }

    func sound(isOut reason: String?) {
        guard reason != soundOut else { return }
        soundOut = reason
        log(reason.map { "no alarm can be heard: \($0)" } ?? "an alarm can be heard again")
        tell(.sound, nil)
    }
}
