import EggClient
import EggTimers
import EggWire
import POSIX

extension Timers.Timer {
    /// The timer as it is this much later, between two ticks; no ticks arrive for a ringing timer.
    func aged(by elapsed: Duration) -> Timers.Timer {
        state.traits.rings ? advanced(by: elapsed) : self
    }

    /// Whether its alarm is due.
    var isUp: Bool { state.traits.rings || state.traits.ticks && remainingMs <= 0 }

    /// Whether it changes every second.
    var isCounting: Bool { state.traits.ticks || state.traits.rings }

    /// The time until one more second has passed since it was done.
    var timeToNextSecondOverdue: Duration { .milliseconds(1000 - max(0, overdueMs) % 1000) }

    /// The time until a bar of so many steps shows one step less; nil if it doesn't run down.
    func timeToNextStep(of steps: Int) -> Duration? {
        guard state.traits.isCountingDown, durationMs > 0, remainingMs > 0, steps > 0 else { return nil }
        let stepMs = Double(durationMs) / Double(steps)
        let shown = (Double(remainingMs) / stepMs).rounded()
        guard shown >= 1 else { return nil }
        let wait = Double(remainingMs) - (shown - 0.5) * stepMs
        return wait.isFinite ? .milliseconds(Int64(max(0, min(wait, 86_400_000)).rounded(.down)) + 1) : nil
    }
}

// Names are compared by bytes, because Swift's `==` treats composed and decomposed forms as equal.

extension Timers.Timer {
    /// Whether it or its group has this name.
    func matches(_ name: String) -> Bool { isNamed(name) || group?.utf8.elementsEqual(name.utf8) ?? false }
}

extension Timers.Event {
    func isAbout(_ name: TimerName) -> Bool { timer?.utf8.elementsEqual(name.text.utf8) ?? false }
}

extension [Timers.Timer] {
    /// The names of the timers, with those of their groups and eggs.
    var names: [(name: TimerName, group: TimerName?, egg: String?)] {
        // A copy is only meant by its whole name.
        return compactMap { timer in
            TimerName.ofAny(timer.name).map {
                ($0, timer.group.flatMap(TimerName.ofAny), timer.origin == nil ? timer.egg : nil)
            }
        }
    }

    /// The timer or group that eggd would choose for a command without a name.
    var meant: TimerName? { .meant(among: filter { $0.origin == nil }.names.map { ($0.name, $0.group) }) }
}

extension [Timers.Run] {
    /// The timer's run, in a list with the newest first.
    func newest(of timer: Timers.Timer) -> Timers.Run? { first { $0.id == timer.id } }
}
