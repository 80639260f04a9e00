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
    /// The timer or group that eggd would choose for a command without a name.
    var meant: TimerName? {
        .meant(
            among: compactMap { timer in
                TimerName(timer.name).map { ($0, timer.group.flatMap { TimerName($0) }) }
            })
    }

    /// The timers of the group with this name, else the timer that `named` finds; empty if there is none.
    func matching(_ word: String) -> [Timers.Timer] {
        let matching = filter { $0.matches(word) }
        return matching.isEmpty ? named(word).map { [$0] } ?? [] : matching
    }

    /// The timer with this name, else the one with this label, of the egg without a name also in short: `soft`.
    func named(_ word: String) -> Timers.Timer? {
        if let timer = first(where: { $0.isNamed(word) }) { return timer }
        let word = word.lowercased()
        return first { timer in
            if Sentences.label(timer).lowercased() == word { return true }
            return timer.isNamed(TimerName.standard.text) && timer.egg != EggMenu.custom
                && timer.egg.lowercased() == word
        }
    }
}

extension [Timers.Run] {
    /// The timer's run, in a list with the newest first.
    func newest(of timer: Timers.Timer) -> Timers.Run? { first { $0.id == timer.id } }
}
