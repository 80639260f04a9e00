import EggTimers
import EggWire

// Names are the same when their bytes are: Swift's `==` holds composed and decomposed forms for equal.

extension Timers.Timer {
    func isNamed(_ name: String) -> Bool { self.name.utf8.elementsEqual(name.utf8) }
}

extension Timers.Event {
    /// Whether it is about the timer of this name.
    func isAbout(_ name: TimerName) -> Bool { timer?.utf8.elementsEqual(name.text.utf8) ?? false }
}
