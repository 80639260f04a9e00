import EggSound

/// What rings, as the engine sees it: told to, and told to stop.
public protocol Bell: Sendable {
    /// Rings until told otherwise; telling it again changes nothing.
    func ring()
    /// Will be told to ring within this time: gets its device ready, unless something rings already.
    func prepare(within time: Duration)
    /// Falls silent.
    func silence()
    /// Looks whether it would be heard, and has it reported.
    func check()
}

/// The ringer with the one alarm that there is to ring.
struct AlarmBell: Bell {
    let ringer: Ringer
    let alarm: Ringer.Alarm

    func ring() {
        ringer.ring(alarm)
    }

    func silence() {
        ringer.silence()
    }

    func prepare(within time: Duration) {
        ringer.prepare(alarm, within: time)
    }

    func check() {
        ringer.check(alarm)
    }
}
