import EggTimers
import EggWire

// Names are compared by bytes, because Swift's `==` treats composed and decomposed forms as equal.

extension Timers.Timer {
    /// Whether it or its group has this name.
    func matches(_ name: String) -> Bool { isNamed(name) || group?.utf8.elementsEqual(name.utf8) ?? false }
}

extension Timers.Event {
    /// Whether the event concerns the timer with this name.
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
