import Instants

/// The timer in another kitchen that a timer is a copy of.
package struct Origin: Equatable, Sendable {
    /// Another kitchen, and what the copies of its timers need to know of it.
    package struct Kitchen: Equatable, Sendable {
        package let id: String
        package let name: TimerName
        /// Whether its copies ring here; if not, they are only shown.
        package let rings: Bool
        package let silenceAfter: Duration
        /// How long a snooze without a time lasts there.
        package let snooze: Duration
        /// How long before a deadline a warning is given there; zero for none.
        package let warning: Duration
        /// Since when it can't be reached; nil if it can.
        package internal(set) var unreachableSince: Instant?

        package init(
            id: String, name: TimerName, rings: Bool, silenceAfter: Duration, snooze: Duration, warning: Duration,
            unreachableSince: Instant? = nil
        ) {
            (self.id, self.name, self.rings) = (id, name, rings)
            (self.silenceAfter, self.snooze, self.warning) = (silenceAfter, snooze, warning)
            self.unreachableSince = unreachableSince
        }
    }

    package internal(set) var kitchen: Kitchen
    /// The ID of its run there.
    package let run: String
    package let name: TimerName
    package let group: TimerName?
    /// Whether the age of what was told is not known.
    package let isEstimated: Bool

    package init(kitchen: Kitchen, run: String, name: TimerName, group: TimerName?, isEstimated: Bool) {
        (self.kitchen, self.run, self.name, self.group) = (kitchen, run, name, group)
        self.isEstimated = isEstimated
    }
}

/// A timer of another kitchen, as it was told.
package struct Copy: Equatable, Sendable {
    /// The ID of its run there.
    package let run: String
    package let alarm: Int64
    package let name: TimerName
    package let egg: String
    package let duration: Duration
    /// Its state; when an alarm ends isn't told.
    package let phase: EggTimer.Phase
    /// The eggs that it is for, in the group of that kitchen.
    package let portion: Portion?
    package let sound: String?
    /// Whether the age of what was told is not known.
    package let isEstimated: Bool

    /// A timer with these values; nil if there can't be one.
    package init?(
        run: String, alarm: Int64, name: TimerName, egg: String, duration: Duration, phase: EggTimer.Phase,
        portion: Portion? = nil, sound: String? = nil, isEstimated: Bool = false
    ) {
        guard TimerName(run)?.text == run, TimerName(egg) != nil, TimerBoard.durations.contains(duration),
            portion.map({ GroupOrder.counts.contains($0.count) }) ?? true, sound?.utf8.count ?? 0 <= 255
        else { return nil }
        if portion?.afterCue != nil, phase.isOfAlarm { return nil }
        if case .paused(let remaining) = phase, !(.zero...duration).contains(remaining) { return nil }
        (self.run, self.alarm, self.name, self.egg, self.duration) = (run, alarm, name, egg, duration)
        (self.phase, self.portion, self.sound, self.isEstimated) = (phase, portion, sound, isEstimated)
    }

    /// Whether its alarm has begun.
    func isDue(at now: Instant) -> Bool {
        if case .cooking(let deadline) = phase {
            deadline <= now && portion?.afterCue == nil
        } else {
            phase.timing.isDue
        }
    }
}

/// The answer to the alarm of a copy, which its kitchen has to get.
package struct CopyAnswer: Equatable, Sendable {
    package let id: String
    package let kitchen: String
    package let run: String
    package let alarm: Int64
    /// How long it was snoozed; nil if it was dismissed.
    package let snooze: Duration?
    /// Whether the kitchen has it, or refuses it.
    package internal(set) var isDelivered = false

    package init(id: String, kitchen: String, run: String, alarm: Int64, snooze: Duration?, isDelivered: Bool = false) {
        (self.id, self.kitchen, self.run, self.alarm) = (id, kitchen, run, alarm)
        (self.snooze, self.isDelivered) = (snooze, isDelivered)
    }

    func isAbout(_ run: String, of kitchen: String) -> Bool { self.run == run && self.kitchen == kitchen }
}

extension EggTimer {
    /// Whether its alarm is heard: a copy of a kitchen that is only shown doesn't ring.
    var isHeard: Bool { origin?.kitchen.rings ?? true }

    var isAlarming: Bool { state == .ringing && isHeard }

    func isCopy(of kitchen: String) -> Bool { origin?.kitchen.id == kitchen }
}

extension EggTimer.Phase {
    /// Two messages about one deadline can differ by this, because their times are rounded and dated.
    private static let tolerance: Duration = .milliseconds(50)

    /// Whether this is another phase of the same alarm, or what has become of that since.
    func follows(_ other: EggTimer.Phase, at now: Instant) -> Bool {
        func isSame(_ one: Instant, _ other: Instant) -> Bool { isSame(one.sinceBoot, other.sinceBoot) }
        func isSame(_ one: Duration, _ other: Duration) -> Bool {
            (.zero - Self.tolerance...Self.tolerance).contains(one - other)
        }
        return switch (other, self) {
        case (.paused(let told), .paused(let remaining)): isSame(told, remaining)
        case (.cooking(let told), .cooking(let deadline)), (.cooking(let told), .ringing(let deadline, _)),
            (.cooking(let told), .missed(let deadline, _)), (.ringing(let told, _), .ringing(let deadline, _)),
            (.ringing(let told, _), .missed(let deadline, _)), (.missed(let told, _), .missed(let deadline, _)):
            isSame(told, deadline)
        case (.snoozed(let told, let toldUntil), .snoozed(let deadline, let until)):
            isSame(told, deadline) && isSame(toldUntil, until)
        case (.snoozed(let told, let until), .ringing(let deadline, _)),
            (.snoozed(let told, let until), .missed(let deadline, _)):
            isSame(told, deadline) && until <= now.advanced(by: Self.tolerance)
        default: false
        }
    }
}
