import EggTimers
import EggWire

extension [Timers.Timer] {
    /// The names of the timers, with those of their groups and eggs.
    public var names: [(name: TimerName, group: TimerName?, egg: String)] {
        compactMap { timer in
            TimerName(timer.name).map { ($0, timer.group.flatMap { TimerName($0) }, timer.egg) }
        }
    }

    /// The timer or group that a word means which a person typed: by its name, as eggd finds it, else by its label.
    public func typed(_ word: String) -> TypedName<TimerName> {
        let found = TypedName(word, among: names)
        return found == .none ? labelled(word).flatMap { TimerName($0) }.map { .one($0) } ?? .none : found
    }

    /// The name of the timer with this label: `soft egg`. eggd doesn't know labels, because they are words.
    public func labelled(_ word: String) -> String? {
        let typed = word.lowercased()
        return first { $0.label.lowercased() == typed }?.name
    }

    /// The word itself, but the timer's name in place of its label.
    func withoutLabel(_ word: String) -> String { labelled(word) ?? word }
}
