import EggTimers
import Instants

/// A configuration that is being read line by line; invalid settings keep their defaults.
struct Draft {
    private let path: String
    private var alarm = Configuration.Alarm()
    private var page = Configuration.Page()
    private var kitchen = RawEgg.Properties()
    private var commands: [UserCommands.Event: UserCommand] = [:]
    private var eggs = EggMenu.presets.eggs.map(EggDraft.init)
    private var section = Section.none
    /// The lines of section headers and of the first value of each key.
    private var lines: [Place: Int] = [:]
    /// The first line that names each sound.
    private var soundLines: [String: Int] = [:]
    private var problems: [Configuration.Problem] = []

    private enum Section: Hashable {
        /// There is no section before the first header.
        case none
        case alarm
        case page
        case kitchen
        /// The egg at this index in the menu.
        case egg(Int)
        /// A section whose header is invalid and was reported; its keys are skipped.
        case refused
    }

    private struct Place: Hashable {
        let section: Section
        /// nil for the header.
        let key: String?
    }

    /// An empty draft for the file at this path, which is named in problems.
    init(path: String) {
        self.path = path
    }

    /// The valid settings, and the problems in the file's order.
    var reading: Configuration.Reading {
        var (configuration, problems) = (Configuration.standard, problems)
        configuration.alarm = alarm
        configuration.page = page
        // Its values are in range, because they were checked one by one.
        let rawEgg = (try? RawEgg.reference.with(kitchen)) ?? .reference
        var menu: [Egg] = []
        for egg in eggs {
            var time = egg.time
            if case .until(let doneness)? = time, case .failure = rawEgg.time(until: doneness) {
                let water = "boils at \(RawEggText.number(rawEgg.waterCelsius))C at this altitude"
                let message = "[egg \(egg.name)] can't become that hot, because the water \(water)"
                problems.append(.init(file: path, line: egg.timeLine, message: message))
                time = EggMenu.presets.eggs.first { $0.name == egg.name }?.doneness.map { .until($0) }
            } else if time == nil, !egg.hasBadTime {
                let message = "[egg \(egg.name)] needs a time, such as 'duration = 3m30s' or 'yolk = 68C'"
                problems.append(.init(file: path, line: egg.line, message: message))
            }
            switch time {
            case .fixed(let duration)?:
                menu.append(Egg(name: egg.name, duration: duration, description: egg.description))
            case .until(let doneness)?:
                guard case .success(let duration) = rawEgg.time(until: doneness) else { continue }
                menu.append(Egg(name: egg.name, duration: duration, doneness: doneness, description: egg.description))
            case nil: continue
            }
        }
        configuration.menu = EggMenu(eggs: menu, kitchen: rawEgg)
        for egg in eggs where menu.contains(where: { $0.name == egg.name }) {
            configuration.sounds[egg.name] = egg.sound
            if !egg.commands.isEmpty { configuration.commands.ofEggs[egg.name] = egg.commands }
        }
        configuration.commands.standard = commands
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return Configuration.Reading(
            configuration: configuration, problems: problems, soundLines: soundLines, commandLines: commandLines)
    }

    private var commandLines: [String: [UserCommands.Event: Int]] {
        var found: [String: [UserCommands.Event: Int]] = [:]
        for (place, line) in lines {
            guard let event = UserCommands.Event.allCases.first(where: { $0.key == place.key }) else { continue }
            switch place.section {
            case .alarm: found["alarm", default: [:]][event] = line
            case .egg(let index): found["egg \(eggs[index].name)", default: [:]][event] = line
            case .none, .page, .kitchen, .refused: continue
            }
        }
        return found
    }

    /// Takes the file's next line.
    mutating func handle(_ line: INILine) {
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
        case ("page", nil): (found, title) = (.page, "page")
        case ("kitchen", nil): (found, title) = (.kitchen, "kitchen")
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
            complain(line, "[\(title)] already begins on line \(first); both parts are used")
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
            return .failure(Refusal(message: "'\(name)' can't be an egg's name; it means a time without an egg"))
        }
        guard TimerName(name) != nil, let first = name.unicodeScalars.first, Words.isLetter(first) else {
            let rule = "it must begin with a letter and be 1 to \(TimerName.maxLength) bytes of printable text"
            return .failure(Refusal(message: "'\(Words.shown(name))' isn't a valid egg name; \(rule)"))
        }
        guard eggs.count < Configuration.maxEggs else {
            return .failure(Refusal(message: "there are already \(eggs.count) eggs, which is the limit"))
        }
        eggs.append(EggDraft(name: name, line: line))
        return .success(eggs.count - 1)
    }

    // MARK: Keys

    private enum AlarmKey: String, CaseIterable {
        case sound, device, volume, unmute, ramp
        case leadIn = "lead-in"
        case warning
        case silenceAfter = "silence-after"
        case snooze
        case lateAfter = "late-after"
        case onStart = "on-start"
        case onRing = "on-ring"
        case onDismissed = "on-dismissed"
        case onMissed = "on-missed"
    }

    private enum PageKey: String, CaseIterable {
        case hosts
    }

    private enum KitchenKey: String, CaseIterable {
        case eggSize = "egg-size"
        case eggFrom = "egg-from"
        case altitude
    }

    /// Sets a key's value, or returns why it is invalid.
    private mutating func set(_ key: String, to value: String, _ line: Int) -> String? {
        switch section {
        case .none: return "'\(Words.shown(key))' comes before any section; \(Words.sections)"
        case .refused: return nil
        case .alarm:
            guard let known = AlarmKey(rawValue: key) else {
                return Words.unknownKey(key, of: "alarm", among: AlarmKey.allCases.map(\.rawValue))
            }
            let complaint = repetition(of: key, in: "alarm", line) ?? set(known, to: value)
            if known == .sound, complaint == nil { note(sound: value, line) }
            return complaint
        case .page:
            guard let known = PageKey(rawValue: key) else {
                return Words.unknownKey(key, of: "page", among: PageKey.allCases.map(\.rawValue))
            }
            return repetition(of: key, in: "page", line) ?? set(known, to: value)
        case .kitchen:
            guard let known = KitchenKey(rawValue: key) else {
                return Words.unknownKey(key, of: "kitchen", among: KitchenKey.allCases.map(\.rawValue))
            }
            return repetition(of: key, in: "kitchen", line) ?? set(known, to: value)
        case .egg(let place):
            let name = "egg \(eggs[place].name)"
            guard let known = EggDraft.Key(rawValue: key) else {
                return Words.unknownKey(key, of: name, among: EggDraft.Key.allCases.map(\.rawValue))
            }
            let complaint = repetition(of: key, in: name, line) ?? set(known, ofEggAt: place, to: value, line)
            if known == .sound, complaint == nil { note(sound: value, line) }
            return complaint
        }
    }

    private mutating func note(sound: String, _ line: Int) {
        if soundLines[sound] == nil { soundLines[sound] = line }
    }

    /// The first line that sets a key counts, even if its value is invalid.
    private mutating func repetition(of key: String, in name: String, _ line: Int) -> String? {
        lines.updateValueIfNew(line, for: Place(section: section, key: key)).map {
            "'\(key)' is already set in [\(name)] on line \($0); this line is ignored"
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
        case .warning: assign(value, .duration(.zero ... .hours(1)), key.rawValue) { $0.alarm.warning = $1 }
        case .silenceAfter: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.silenceAfter = $1 }
        case .snooze: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.snooze = $1 }
        case .lateAfter: assign(value, .duration(Self.waits), key.rawValue) { $0.alarm.lateAfter = $1 }
        case .onStart: assign(value, .start) { $0.commands[.start] = $1 }
        case .onRing: assign(value, .ring) { $0.commands[.ring] = $1 }
        case .onDismissed: assign(value, .dismissed) { $0.commands[.dismissed] = $1 }
        case .onMissed: assign(value, .missed) { $0.commands[.missed] = $1 }
        }
    }

    private mutating func set(_ key: PageKey, to value: String) -> String? {
        switch key {
        case .hosts: assign(value, .hosts, key.rawValue) { $0.page.hosts = $1 }
        }
    }

    private mutating func set(_ key: KitchenKey, to value: String) -> String? {
        switch key {
        case .eggSize: assign(value, .mass, key.rawValue) { $0.kitchen.grams = $1 }
        case .eggFrom: assign(value, .temperature, key.rawValue) { $0.kitchen.celsius = $1 }
        case .altitude: assign(value, .altitude, key.rawValue) { $0.kitchen.altitude = $1 }
        }
    }

    private mutating func set(_ key: EggDraft.Key, ofEggAt place: Int, to value: String, _ line: Int) -> String? {
        switch key {
        case .duration:
            return setTime(by: key, ofEggAt: place, line) { draft in
                draft.assign(value, .duration(TimerBoard.durations), key.rawValue) { $0.eggs[place].time = .fixed($1) }
            }
        case .yolk:
            return setTime(by: key, ofEggAt: place, line) { draft in
                draft.assign(value, .target, key.rawValue) { $0.eggs[place].time = .until(.yolk($1)) }
            }
        case .centre:
            return setTime(by: key, ofEggAt: place, line) { draft in
                draft.assign(value, .target, key.rawValue) { $0.eggs[place].time = .until(.centre($1)) }
            }
        case .description:
            return assign(value, .description, key.rawValue) { $0.eggs[place].description = $1 }
        case .sound:
            return assign(value, .sound, key.rawValue) { $0.eggs[place].sound = $1 }
        case .onStart: return assign(value, .start, ofEggAt: place)
        case .onRing: return assign(value, .ring, ofEggAt: place)
        case .onDismissed: return assign(value, .dismissed, ofEggAt: place)
        case .onMissed: return assign(value, .missed, ofEggAt: place)
        }
    }

    /// An empty command means that this egg has none.
    private mutating func assign(_ text: String, _ event: UserCommands.Event, ofEggAt place: Int) -> String? {
        if text.isEmpty {
            eggs[place].commands.updateValue(nil, forKey: event)
            return nil
        }
        return assign(text, event) { $0.eggs[place].commands[event] = $1 }
    }

    /// Sets the time of an egg by one of three keys, of which only one can be given.
    private mutating func setTime(
        by key: EggDraft.Key, ofEggAt place: Int, _ line: Int, _ set: (inout Draft) -> String?
    ) -> String? {
        if let other = eggs[place].timeKey, let first = eggs[place].timeLine {
            return "'\(key.rawValue)' contradicts '\(other.rawValue)' on line \(first); this line is ignored"
        }
        (eggs[place].timeKey, eggs[place].timeLine) = (key, line)
        let complaint = set(&self)
        eggs[place].hasBadTime = complaint != nil
        return complaint
    }

    /// The range of times before a deadline or at the start of an alarm.
    private static let preparations: ClosedRange<Duration> = .zero ... .seconds(60)
    /// The range of times for which an alarm rings or is snoozed.
    private static let waits: ClosedRange<Duration> = .seconds(1) ... .hours(24)

    private mutating func assign(
        _ text: String, _ event: UserCommands.Event, to set: (inout Draft, UserCommand) -> Void
    ) -> String? {
        do {
            set(&self, try UserCommand(text))
            return nil
        } catch {
            return "\(Words.invalid(text, event.key)); \(error)"
        }
    }

    private mutating func assign<Value>(
        _ text: String, _ kind: ValueKind<Value>, _ key: String, to set: (inout Draft, Value) -> Void
    ) -> String? {
        if let value = kind.read(text) {
            set(&self, value)
            return nil
        }
        return "\(Words.invalid(text, key)); it must be \(kind.allowed)"
    }
}

extension Dictionary {
    /// Sets a value unless there already is one; returns the existing value.
    fileprivate mutating func updateValueIfNew(_ value: Value, for key: Key) -> Value? {
        if let old = self[key] { return old }
        self[key] = value
        return nil
    }
}
