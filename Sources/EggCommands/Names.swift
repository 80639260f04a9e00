import EggTimers
import EggWire

// Names are equal if their bytes are: Swift's `==` treats composed and decomposed forms as equal.

extension Timers.Timer {
    func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}

extension Timers.Event {
    /// Whether it is about the timer of this name.
    func isAbout(_ name: TimerName) -> Bool { timer?.utf8.elementsEqual(name.text.utf8) ?? false }
}

extension [Timers.Timer] {
    /// The timer of this name, else the one that is shown by it: `timer`, `soft egg` or `soft` for one without a name.
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
