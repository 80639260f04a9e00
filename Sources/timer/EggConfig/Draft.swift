import EggRequests
import EggTimers
import Instants

/// A configuration that is being read line by line; invalid settings keep their defaults.
struct Draft {
    let path: String
    private var alarm = Configuration.Alarm()
    private var hosts: [String] = []
    /// The settings of `[mqtt]` except the broker.
    var mqtt = MQTTSettings(broker: .unixSocket(path: ""))
    var broker: MQTTBroker?
    /// The sections `[follow NAME]`.
    var followed: [FollowedKitchen] = []
    /// The sections `[keys NAME]`.
    var keys: [KeysSettings] = []
    private var led: String?
    private var kitchen = RawEgg.Properties()
    private var commands: [UserCommands.Event: UserCommand] = [:]
    private var eggs = EggMenu.presets.eggs.map(EggDraft.init)
    private var section = Section.none
    /// The number of the line that is being read.
    private(set) var line = 0
    /// The lines of section headers and of the first value of each key.
    private var lines: [Place: Int] = [:]
    /// The first line that names each sound.
    private var soundLines: [String: Int] = [:]
    /// The sounds with which the lines of buttons start timers.
    var lineSounds: [Int: String] = [:]
    private var problems: [Configuration.Problem] = []

    enum Section: Hashable {
        /// There is no section before the first header.
        case none
        case alarm
        case page
        case mqtt
        /// The section `[follow NAME]` at this index.
        case follow(Int)
        case kitchen
        case light
        /// The section `[keys NAME]` at this index.
        case keys(Int)
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
        configuration.hosts = hosts
        configuration.mqtt = mqttSettings
        problems += mqttProblems
        configuration.keys = keysSettings
        configuration.led = led
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
        problems += keysProblems(configuration.menu)
        for egg in eggs where menu.contains(where: { $0.name == egg.name }) {
            configuration.sounds[egg.name] = egg.sound
            if !egg.commands.isEmpty { configuration.commands.ofEggs[egg.name] = egg.commands }
        }
        configuration.commands.standard = commands
        problems.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return Configuration.Reading(
            configuration: configuration, problems: problems, soundLines: soundLines, lineSounds: lineSounds,
            commandLines: commandLines)
    }

    private var commandLines: [String: [UserCommands.Event: Int]] {
        var found: [String: [UserCommands.Event: Int]] = [:]
        for (place, line) in lines {
            guard let event = UserCommands.Event.allCases.first(where: { $0.key == place.key }),
                let title = title(of: place.section)
            else { continue }
            found[title, default: [:]][event] = line
        }
        return found
    }

    mutating func handle(_ next: INILine) {
        line = next.number
        switch next.content {
        case .header(let name):
            section = begin(name)
        case .pair(let key, let value):
            if let message = set(key, to: value) { complain(message) }
        case .fault(let fault, let isHeader):
            complain(Words.sentence(fault))
            if isHeader { section = .refused }
        }
    }

    mutating func complain(_ message: String, isRepetition: Bool = false) {
        problems.append(.init(file: path, line: line, message: message, isRepetition: isRepetition))
    }

    // MARK: Sections

    private mutating func begin(_ header: String) -> Section {
        let words = header.split(maxSplits: 1, omittingEmptySubsequences: true) { $0 == " " || $0 == "\t" }
        let found: Section
        switch (words.first, words.dropFirst().first) {
        case ("alarm", nil): found = .alarm
        case ("page", nil): found = .page
        case ("mqtt", nil): found = .mqtt
        case ("follow", let name): found = beginFollow(String((name ?? "").drop { $0 == " " || $0 == "\t" }))
        case ("kitchen", nil): found = .kitchen
        case ("light", nil): found = .light
        case ("keys", let name): found = beginKeys(String((name ?? "").drop { $0 == " " || $0 == "\t" }))
        case ("egg", let name): found = beginEgg(String((name ?? "").drop { $0 == " " || $0 == "\t" }))
        default:
            complain(Words.unknownSection(header))
            return .refused
        }
        _ = lines.updateValueIfNew(line, for: Place(section: found, key: nil))
        return found
    }

    private mutating func beginEgg(_ text: String) -> Section {
        let name = TimerName(text)?.text ?? text
        if let place = eggs.firstIndex(where: { $0.name == name }) { return .egg(place) }
        if let refusal = refusal(ofEgg: name) {
            complain(refusal)
            return .refused
        }
        eggs.append(EggDraft(name: name, line: line))
        return .egg(eggs.count - 1)
    }

    /// Why there can be no new egg of this name; nil if there can.
    private func refusal(ofEgg name: String) -> String? {
        if name.isEmpty { return "an egg needs a name: [egg NAME]" }
        if name == EggMenu.custom { return "'\(name)' can't be an egg's name; it means a time without an egg" }
        if TimerName(name) == nil || DurationText.looksLikeDuration(name) {
            let reason =
                TimerName(name) == nil
                ? TimerName.reason(against: name) : "times and options begin with a digit, '+' or '-'"
            return "'\(Words.shown(name))' isn't a valid egg name; \(reason)"
        }
        guard eggs.count < Configuration.maxEggs else {
            return "there are already \(eggs.count) eggs, which is the limit"
        }
        return nil
    }

    /// A section's name in its header; nil if it has no valid header.
    private func title(of section: Section) -> String? {
        switch section {
        case .none, .refused: nil
        case .alarm: "alarm"
        case .page: "page"
        case .mqtt: "mqtt"
        case .follow(let place): "follow \(followed[place].kitchen)"
        case .kitchen: "kitchen"
        case .light: "light"
        case .keys(let place): "keys \(keys[place].name)"
        case .egg(let place): "egg \(eggs[place].name)"
        }
    }

    // MARK: Keys

    /// Sets a key's value, or returns why it is invalid.
    private mutating func set(_ name: String, to value: String) -> String? {
        guard section != .refused else { return nil }
        guard let title = title(of: section) else {
            return "'\(Words.shown(name))' comes before any section; \(Words.sections)"
        }
        let (known, others) = (keys(of: section), bindings(name))
        guard let key = known.first(where: { $0.name == name }) ?? others.key else {
            return Words.unknownKey(name, of: title, among: known.map(\.name) + others.names)
        }
        // The first line that sets a key counts, even if its value is invalid.
        if let first = lines.updateValueIfNew(line, for: Place(section: section, key: key.name)), !key.mayRepeat {
            let message = "'\(name)' is already set in [\(title)] on line \(first); this line is ignored"
            complain(message, isRepetition: true)
            return nil
        }
        return key.set(&self, value)
    }

    /// The first line of a section that sets this key; nil as the key means the section's first header.
    func firstLine(of key: String?, in section: Section) -> Int? {
        lines[Place(section: section, key: key)]
    }

    struct Key {
        let name: String
        /// Whether each line that has it counts.
        var mayRepeat = false
        /// Sets its value, or returns why it is invalid.
        let set: (inout Draft, String) -> String?
    }

    /// The key of this name that a section has for a button or a dial, and the forms that such names have there.
    private func bindings(_ name: String) -> (key: Key?, names: [String]) {
        guard case .keys(let place) = section else { return (nil, []) }
        return (bindingKey(name, ofKeysAt: place), Self.bindingNames)
    }

    private func keys(of section: Section) -> [Key] {
        switch section {
        case .none, .refused: []
        case .alarm:
            [
                soundKey { $0.alarm.sound = $1 },
                key("device", .device) { $0.alarm.device = $1 },
                key("volume", .percentage) { $0.alarm.volume = $1 },
                key("unmute", .yesOrNo) { $0.alarm.unmute = $1 },
                key("ramp", .duration(Self.preparations)) { $0.alarm.ramp = $1 },
                key("lead-in", .duration(Self.preparations)) { $0.alarm.settings.leadIn = $1 },
                key("warning", .duration(.zero ... .hours(1))) { $0.alarm.settings.warning = $1 },
                key("silence-after", .duration(TimerBoard.snoozes)) { $0.alarm.settings.silenceAfter = $1 },
                key("snooze", .duration(TimerBoard.snoozes)) { $0.alarm.settings.snooze = $1 },
                key("late-after", .duration(TimerBoard.snoozes)) { $0.alarm.settings.lateAfter = $1 },
            ] + commandKeys { $0.commands[$1] = $2 }
        case .page: [key("hosts", .hosts) { $0.hosts = $1 }]
        case .mqtt: mqttKeys
        case .follow(let place): [key("ring", .yesOrNo) { $0.followed[place].rings = $1 }]
        case .kitchen:
            [
                key("egg-size", .mass) { $0.kitchen.grams = $1 },
                key("egg-from", .temperature) { $0.kitchen.celsius = $1 },
                key("altitude", .altitude) { $0.kitchen.altitude = $1 },
            ]
        case .light: [key("led", .led) { $0.led = $1 }]
        case .keys(let place): fixedKeys(ofKeysAt: place)
        case .egg(let place):
            [
                timeKey("duration", .duration(TimerBoard.durations), ofEggAt: place) { .fixed($0) },
                timeKey("yolk", .target, ofEggAt: place) { .until(.yolk($0)) },
                timeKey("centre", .target, ofEggAt: place) { .until(.centre($0)) },
                key("description", .text) { $0.eggs[place].description = $1 },
                soundKey { $0.eggs[place].sound = $1 },
            ] + commandKeys(mayBeEmpty: true) { $0.eggs[place].commands.updateValue($2, forKey: $1) }
        }
    }

    /// The range of times before a deadline or at the start of an alarm.
    private static let preparations: ClosedRange<Duration> = .zero ... .seconds(60)

    func key<Value>(
        _ name: String, _ kind: ValueKind<Value>, _ assign: @escaping (inout Draft, Value) -> Void
    ) -> Key {
        Key(name: name) { draft, text in
            guard let value = kind.read(text) else {
                let isQuoted = Words.unquoted(text).flatMap(kind.read) != nil
                let rule =
                    isQuoted ? "write it without the quotes, also with spaces in it" : "it must be \(kind.allowed)"
                return "\(Words.invalid(text, name)); \(rule)"
            }
            assign(&draft, value)
            return nil
        }
    }

    private func soundKey(_ assign: @escaping (inout Draft, String) -> Void) -> Key {
        key("sound", .sound) { draft, sound in
            assign(&draft, sound)
            draft.soundLines[sound] = draft.soundLines[sound] ?? draft.line
        }
    }

    /// One of three keys for the time of an egg, of which only one can be given.
    private func timeKey<Value>(
        _ name: String, _ kind: ValueKind<Value>, ofEggAt place: Int, _ time: @escaping (Value) -> EggDraft.Time
    ) -> Key {
        Key(name: name) { draft, text in
            if let other = draft.eggs[place].timeKey, let first = draft.eggs[place].timeLine {
                return "'\(name)' contradicts '\(other)' on line \(first); this line is ignored"
            }
            (draft.eggs[place].timeKey, draft.eggs[place].timeLine) = (name, draft.line)
            let complaint = key(name, kind) { $0.eggs[place].time = time($1) }.set(&draft, text)
            draft.eggs[place].hasBadTime = complaint != nil
            return complaint
        }
    }

    /// The keys of commands; an empty one means that an egg has none.
    private func commandKeys(
        mayBeEmpty: Bool = false, _ assign: @escaping (inout Draft, UserCommands.Event, UserCommand?) -> Void
    ) -> [Key] {
        UserCommands.Event.allCases.map { event in
            Key(name: event.key) { draft, text in
                do {
                    assign(&draft, event, mayBeEmpty && text.isEmpty ? nil : try UserCommand(text))
                    return nil
                } catch {
                    return "\(Words.invalid(text, event.key)); \(error)"
                }
            }
        }
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
