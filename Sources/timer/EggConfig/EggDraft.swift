import EggTimers

/// An egg whose section may be incomplete.
struct EggDraft {
    enum Time {
        case fixed(Duration)
        case until(Doneness)
    }

    let name: String
    var time: Time?
    var description = ""
    var sound: String?
    /// Its own commands; nil where it has none.
    var commands: [UserCommands.Event: UserCommand?] = [:]
    /// The line of the header of an egg that is not a preset.
    var line: Int?
    /// The key that sets its time; nil for a preset's own time.
    var timeKey: String?
    /// The line of that key.
    var timeLine: Int?
    /// Whether its time is invalid and was reported.
    var hasBadTime = false

    init(_ egg: Egg) {
        (name, description) = (egg.name, egg.description)
        time = egg.doneness.map { .until($0) } ?? .fixed(egg.duration)
    }

    init(name: String, line: Int) {
        (self.name, self.line) = (name, line)
    }
}
