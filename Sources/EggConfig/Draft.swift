import EggTimers

/// A configuration in the making: takes one line after the other, and keeps the default of what it refuses.
struct Draft {
    private let path: String
    private var alarm = Configuration.Alarm()
    private var eggs = EggMenu.presets.eggs.map(EggDraft.init)
    private var section = Section.none
    /// The lines that began a section and those that set a key of it.
    private var lines: [Place: Int] = [:]
    private var problems: [Configuration.Problem] = []

    private enum Section: Hashable {
        /// Before the first header.
        case none
        case alarm
        /// The egg at this place on the menu.
        case egg(Int)
        /// Its header has been refused, and that is said; its keys are not looked at.
        case refused
    }

    private struct Place: Hashable {
        let section: Section
        /// nil for the header.
        let key: String?
    }

    /// An egg of which not everything is known.
    private struct EggDraft {
        let name: String
        var duration: Duration?
        var description = ""
        var sound: String?
        /// The header of an egg that is not a preset.
        var line: Int?
        /// Whether its duration has been refused, and that is said.
        var hasBadDuration = false

        init(_ egg: Egg) {
            (name, duration, description) = (egg.name, egg.duration, egg.description)
        }

        init(name: String, line: Int) {
            (self.name, self.line) = (name, line)
        }
    }

    /// Of the file at this path, that it names in its problems.
    init(path: String) {
        self.path = path
    }

    /// What is good, and what is bad, in the file's order.
    var reading: Configuration.Reading {
        var (configuration, problems) = (Configuration.standard, problems)
        configuration.alarm = alarm
        configuration.menu = EggMenu(
            eggs: eggs.compactMap { egg in
                egg.duration.map { Egg(name: egg.name, duration: $0, description: egg.description) }
            })
        for egg in eggs where egg.duration != nil { configuration.sounds[egg.name] = egg.sound }
        for egg in eggs where egg.duration == nil && !egg.hasBadDuration {
            let message = "[egg \(egg.name)] needs a duration, like 'duration = 3m30s'"
            problems.append(.init(file: path, line: egg.line, message: message))
        }
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return Configuration.Reading(configuration: configuration, problems: problems)
    }

    /// Takes the file's next line.
    mutating func take(_ line: INILine) {
        switch line.content {
        case .header(let name):
            section = begin(name, line.number)
        case .pair(let key, let value):
            if let message = set(key, to: value, line.number) { complain(line.number, message) }
        case .fault(let fault, let isHeader):
            complain(line.number, Words.sentence(fault))
            if isHeader { section = .refused }
        }
    }

    private mutating func complain(_ line: Int, _ message: String) {
        problems.append(Configuration.Problem(file: path, line: line, message: message))
    }

    // MARK: Sections

    private mutating func begin(_ header: String, _ line: Int) -> Section {
        let words = header.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        let (found, title): (Section, String)
        switch (words.first, words.dropFirst().first) {
        case ("alarm", nil): (found, title) = (.alarm, "alarm")
        case ("egg", let name):
            let name = String((name ?? "").drop { $0 == " " || $0 == "\t" })
            switch place(of: name, line) {
            case .success(let place): (found, title) = (.egg(place), "egg \(eggs[place].name)")
            case .failure(let refusal):
                complain(line, refusal.message)
                return .refused
            }
        default:
            complain(line, Words.unknownSection(header))
            return .refused
        }
        if let first = lines.updateValueIfNew(line, for: Place(section: found, key: nil)) {
            complain(line, "[\(title)] already begins in line \(first); both are read as one")
        }
        return found
    }

    private struct Refusal: Error {
        let message: String
    }

    private mutating func place(of name: String, _ line: Int) -> Result<Int, Refusal> {
        if let place = eggs.firstIndex(where: { $0.name == name }) { return .success(place) }
        if name.isEmpty { return .failure(Refusal(message: "an egg needs a name: [egg NAME]")) }
        if name == EggMenu.custom {
            return .failure(Refusal(message: "'\(name)' can't be an egg's name: it stands for a bare duration"))
        }
        guard TimerName(name) != nil, let first = name.unicodeScalars.first, Words.isLetter(first) else {
            let rule = "it begins with a letter and has 1 to \(TimerName.longest) bytes of printable text"
            return .failure(Refusal(message: "'\(Words.shown(name))' can't be an egg's name: \(rule)"))
        }
        guard eggs.count < Configuration.mostEggs else {
            return .failure(Refusal(message: "there are \(eggs.count) eggs already, the most on a menu"))
        }
        eggs.append(EggDraft(name: name, line: line))
        return .success(eggs.count - 1)
    }

    // MARK: Keys

    private enum AlarmKey: String, CaseIterable {
        case sound, device, volume, unmute, ramp
        case leadIn = "lead-in"
        case silenceAfter = "silence-after"
        case snooze
        case lateAfter = "late-after"
    }

    private enum EggKey: String, CaseIterable {
        case duration, description, sound
    }

    /// Sets what a key means; otherwise says why not.
    private mutating func set(_ key: String, to value: String, _ line: Int) -> String? {
        switch section {
        case .none: return "'\(Words.shown(key))' stands before any section; \(Words.sections)"
        case .refused: return nil
        case .alarm:
            guard let known = AlarmKey(rawValue: key) else {
                return Words.unknownKey(key, of: "alarm", among: AlarmKey.allCases.map(\.rawValue))
            }
            return repetition(of: key, in: "alarm", line) ?? set(known, to: value)
        case .egg(let place):
            let name = "egg \(eggs[place].name)"
            guard let known = EggKey(rawValue: key) else {
                return Words.unknownKey(key, of: name, among: EggKey.allCases.map(\.rawValue))
            }
            return repetition(of: key, in: name, line) ?? set(known, ofEggAt: place, to: value)
        }
    }

    /// The first line that sets a key is the one that counts, even if its value is bad.
    private mutating func repetition(of key: String, in name: String, _ line: Int) -> String? {
        lines.updateValueIfNew(line, for: Place(section: section, key: key)).map {
            "'\(key)' of [\(name)] is already set in line \($0), and that counts"
        }
    }

    private mutating func set(_ key: AlarmKey, to value: String) -> String? {
        switch key {
        case .sound: assign(value, .sound, key.rawValue) { $0.alarm.sound = $1 }
        case .device: assign(value, .device, key.rawValue) { $0.alarm.device = $1 }
        case .volume: assign(value, .percentage, key.rawValue) { $0.alarm.volume = $1 }
        case .unmute: assign(value, .yesOrNo, key.rawValue) { $0.alarm.unmute = $1 }
        case .ramp: assign(value, .duration(Self.preparations), key.rawValue) { $0.alarm.ramp = $1 }
        case .leadIn: assign(value, .duration(Self.preparations), key.rawValue) { $0.alarm.leadIn = $1 }
        case .silenceAfter: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.silenceAfter = $1 }
        case .snooze: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.snooze = $1 }
        case .lateAfter: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.lateAfter = $1 }
        }
    }

    private mutating func set(_ key: EggKey, ofEggAt place: Int, to value: String) -> String? {
        switch key {
        case .duration:
            let complaint = assign(value, .duration(TimerBoard.durations), key.rawValue) {
                $0.eggs[place].duration = $1
            }
            eggs[place].hasBadDuration = complaint != nil
            return complaint
        case .description:
            return assign(value, .description, key.rawValue) { $0.eggs[place].description = $1 }
        case .sound:
            return assign(value, .sound, key.rawValue) { $0.eggs[place].sound = $1 }
        }
    }

    /// What is done before a deadline or at the beginning of an alarm.
    private static let preparations: ClosedRange<Duration> = .zero ... .seconds(60)
    /// What an alarm waits for.
    private static let waits: ClosedRange<Duration> = .seconds(1) ... .hours(24)

    private mutating func assign<Value>(
        _ text: String, _ kind: ValueKind<Value>, _ key: String, to set: (inout Draft, Value) -> Void
    ) -> String? {
        if let value = kind.read(text) {
            set(&self, value)
            return nil
        }
        return (text.isEmpty ? "'\(key)' has no value" : "'\(Words.shown(text))' is no value for '\(key)'")
            + "; it is \(kind.allowed)"
    }
}

extension Dictionary {
    /// Keeps a value that is there already, and returns it.
    fileprivate mutating func updateValueIfNew(_ value: Value, for key: Key) -> Value? {
        if let old = self[key] { return old }
        self[key] = value
        return nil
    }
}
