import EggWire
import Terminal

extension App {
    /// Whether eggd sounds alarms and takes calls, as far as is known.
    var hasEggd: Bool { link == .connected || link == .connecting }

    /// Whether the time of a timer is up although eggd, which would ring, doesn't answer.
    func isUnheard(_ timer: Timers.Timer) -> Bool { !hasEggd && timer.isUp }

    /// The timers that ring, and those that only this app can sound; without those that were silenced here.
    func alarms(_ timers: [Timers.Timer]) -> [Timers.Timer] {
        timers.filter { timer in
            (timer.rings || isUnheard(timer)) && !silenced.contains { timer.isNamed($0) }
        }
    }

    /// The seconds since the longest alarm began; nil if there is none.
    func alarmSecond(_ timers: [Timers.Timer]) -> Int64? {
        alarms(timers).map { max(0, $0.overdueMs) / 1000 }.max()
    }

    /// Whether the screen is in the bright half of a flash.
    func isFlashing(_ timers: [Timers.Timer]) -> Bool {
        guard flashes, let second = alarmSecond(timers) else { return false }
        return second % 2 == 1
    }

    /// Whether a key dismisses an alarm; while a time is typed, Enter and taps do.
    func isAnswer(_ key: Key) -> Bool {
        switch key {
        case .enter, .tap: true
        default: entry == nil && key.dismisses
        }
    }

    /// Whether a second press of the key, after one that answered an alarm, would start an egg or pause one.
    func mayBeUnintended(_ key: Key) -> Bool {
        if case .character(let scalar) = key, entry == nil, "sSmMhH".unicodeScalars.contains(scalar) { return true }
        return isAnswer(key)
    }
}

extension Key {
    var dismisses: Bool { [.enter, .character(" "), .character("d"), .character("D")].contains(self) }

    var snoozes: Bool { [.character("z"), .character("Z")].contains(self) }
}
