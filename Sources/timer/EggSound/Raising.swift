/// Decides which controls of an open mixer an alarm raises. It is a value: levels and the time go in.
///
/// An alarm raises controls that are too quiet when it begins, so that a person can turn it down afterwards. While the
/// card settles it also raises controls that go quiet again: `alsactl restore`, which systemd runs at boot and udev for
/// each card that appears, sets a card to the levels that were stored last, some seconds after programs can use it.
struct Raising: Sendable {
    typealias Instant = SuspendingClock.Instant

    /// How long a card settles after it was opened.
    static let settling: Duration = .seconds(10)

    private var settledAt: Instant
    private var hasRaised = false
    /// The controls whose levels were saved since the mixer was opened.
    private var saved: Set<String> = []

    init(openedAt now: Instant) {
        settledAt = now + Self.settling
    }

    /// The controls to raise for an alarm, of those that are too quiet now.
    mutating func controlsToRaise(among quiet: [Mixer.Control], at now: Instant) -> [Mixer.Control] {
        defer { hasRaised = true }
        return !hasRaised || now < settledAt ? quiet : []
    }

    /// The card settles again: another program is setting its controls.
    mutating func settle(at now: Instant) {
        settledAt = now + Self.settling
    }

    /// The alarm is over; the next one raises controls again.
    mutating func alarmEnds() {
        hasRaised = false
    }

    /// Saves the levels of a control that is about to be raised, to be restored later.
    ///
    /// Levels that another alarm or a crash has left are older, and are the ones to restore.
    mutating func save(_ levels: Mixer.Levels, of control: String, on mixer: String, in all: inout SavedLevels) {
        guard all.index(of: control, on: mixer) == nil else { return }
        saved.insert(control)
        all.entries.append(.init(mixer: mixer, control: control, before: levels))
    }

    /// Takes levels that another program has set while the card settles for the ones to restore.
    ///
    /// `alsactl restore` sets a volume and a switch one after the other, and the alarm may raise them in between.
    func note(
        _ levels: Mixer.Levels, of control: String, on mixer: String, at now: Instant, in all: inout SavedLevels
    ) {
        guard now < settledAt, saved.contains(control), let index = all.index(of: control, on: mixer) else { return }
        all.entries[index].note(levels)
    }
}
