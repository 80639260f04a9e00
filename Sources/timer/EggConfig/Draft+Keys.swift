import EggRequests
import EggTimers
import Instants
import Text

extension Draft {
    mutating func beginKeys(_ text: String) -> Section {
        guard let name = TimerName(text)?.text else {
            complain(
                text.isEmpty
                    ? "the section needs a name: [keys NAME]"
                    : "'\(Words.shown(text))' isn't a valid name of keys; \(TimerName.reason(against: text))")
            return .refused
        }
        if let place = keys.firstIndex(where: { $0.name == name }) { return .keys(place) }
        keys.append(KeysSettings(name: name))
        return .keys(keys.count - 1)
    }

    /// The keys of the sections `[keys NAME]` that have fixed names.
    func fixedKeys(ofKeysAt place: Int) -> [Key] {
        var device = key("device", .inputDevice) { $0.keys[place].devices.append($1) }
        device.mayRepeat = true
        return [
            device,
            key("grab", .yesOrNo) { $0.keys[place].grabs = $1 },
            key("any-key-dismisses", .yesOrNo) { $0.keys[place].answersAlarms = $1 },
        ]
    }

    /// The key of a section `[keys NAME]` with the name of a button or a dial: `KEY_F13`, `hold KEY_F13`, `REL_DIAL`.
    func bindingKey(_ name: String, ofKeysAt place: Int) -> Key? {
        let words = name.split { $0 == " " || $0 == "\t" }.map(String.init)
        let isHold = words.count == 2 && words.first == "hold"
        guard let input = words.last, words.count == 1 || isHold, Self.isInput(input) else { return nil }
        let isDial = input.hasPrefix("REL_")
        return Key(name: words.joined(separator: " ")) { draft, line in
            if let reason = Self.systemKeys[input] {
                return "\(input) can't be used: \(reason); the keys KEY_PROG1 to KEY_PROG4 and KEY_F13 to KEY_F24 "
                    + "mean nothing to the system"
            }
            guard InputName(input) != nil else {
                let hint = NearestWord.find(input, among: InputName.all.sorted()).map { "did you mean '\($0)'?" }
                return "'\(input)' is no key that Linux knows; \(hint ?? "'eggctl keys' shows those of your buttons")"
            }
            if isDial, isHold { return "'\(input)' is a dial, which can't be held" }
            do throws(Complaint) {
                if let sound = try Self.sound(of: line, isDial: isDial) { draft.lineSounds[draft.line] = sound }
            } catch {
                return "\(Words.invalid(line, name)); \(error.message)"
            }
            draft.keys[place].bindings.append(KeyBinding(input, isDial ? .turn : isHold ? .hold : .press, line))
            return nil
        }
    }

    /// The other words that the user may write besides the fixed names.
    static let bindingNames = ["KEY_…", "BTN_…", "REL_…", "hold KEY_…"]

    /// Keys at which systemd-logind acts, whatever else reads them.
    private static let systemKeys = [
        "KEY_POWER": "systemd turns the machine off when it is pressed",
        "KEY_POWER2": "systemd turns the machine off when it is pressed",
        "KEY_RESTART": "systemd restarts the machine when it is pressed",
        "KEY_SLEEP": "systemd suspends the machine when it is pressed",
        "KEY_SUSPEND": "systemd suspends the machine when it is pressed",
    ]

    /// Whether a name has the form of those that the kernel gives to keys and dials.
    private static func isInput(_ name: String) -> Bool {
        guard let prefix = ["KEY_", "BTN_", "REL_"].first(where: name.hasPrefix) else { return false }
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_".utf8
        return name.utf8.count > prefix.utf8.count && name.utf8.allSatisfy { letters.contains($0) }
    }

    /// The sound with which a valid line starts a timer, if it names one.
    private static func sound(of line: String, isDial: Bool) throws(Complaint) -> String? {
        let command = try TimerCommand(line: line)
        if isDial, !command.isExtension {
            throw Complaint("a dial can only extend, such as 'extend 30s' for each step")
        }
        guard case .start(let start) = command else { return nil }
        return start.sound
    }

    /// The usable sections `[keys NAME]`.
    var keysSettings: [KeysSettings] { keys.filter { !$0.devices.isEmpty && !$0.bindings.isEmpty } }

    /// Sections `[keys NAME]` that can't be used, and lines with eggs that aren't on the menu; `[light]` without `led`.
    func keysProblems(_ menu: EggMenu) -> [Configuration.Problem] {
        var problems: [Configuration.Problem] = []
        func complain(_ line: Int?, _ message: String) {
            problems.append(.init(file: path, line: line, message: message))
        }
        for (place, section) in keys.enumerated() {
            let line = firstLine(of: nil, in: .keys(place))
            if firstLine(of: "device", in: .keys(place)) == nil {
                complain(line, "[keys \(section.name)] needs a device, such as 'device = button@*'")
            }
            if section.bindings.isEmpty {
                complain(line, "[keys \(section.name)] has no valid line for a key, such as 'KEY_F13 = soft'")
            }
            for binding in section.bindings {
                let key = binding.gesture == .hold ? "hold \(binding.key)" : binding.key
                if let problem = Self.problem(binding.line, menu) {
                    complain(firstLine(of: key, in: .keys(place)), "'\(key)' \(problem)")
                }
            }
        }
        if let line = firstLine(of: nil, in: .light), firstLine(of: "led", in: .light) == nil {
            complain(line, "[light] needs the name of an LED, such as 'led = egg'")
        }
        return problems
    }

    /// Why a line fails whatever timers there are, although its words are valid: eggd's own refusal without timers.
    private static func problem(_ line: String, _ menu: EggMenu) -> String? {
        guard let command = try? TimerCommand(line: line) else { return nil }
        var board = TimerBoard()
        let now = Instant(sinceBoot: .zero)
        var refusal: Refusal?
        switch command {
        case .start(let start):
            guard case .egg(let egg) = start.choice else { return nil }
            switch menu.order(egg: egg, duration: nil, properties: start.rawEgg) {
            case .failure(let reason)?: refusal = reason
            case .success(let order)?: refusal = board.start(order, elapsed: start.since, at: now).refusal
            case nil: break
            }
        case .cook(let pot):
            let portions = pot.portions.map { ($0.egg, Int(clamping: $0.count)) }
            switch menu.order(portions, properties: pot.rawEgg) {
            case .failure(let reason)?: refusal = reason
            case .success(let order)?:
                refusal = board.cook(order, group: pot.name ?? .standardGroup, at: now).refusal
            case nil: break
            }
        case .again, .rename, .undo, .change: break
        }
        switch refusal {
        case .noSuchEgg(let egg, let known):
            return "names '\(Words.shown(egg))', which is neither a verb of a timer nor an egg; the eggs are "
                + known.joined(separator: ", ")
        case .fixedTime(let egg):
            return "describes the egg of '\(Words.shown(egg))', which always takes the same time"
        case .impossible(let egg, _):
            return "describes an egg that can't become '\(Words.shown(egg ?? ""))', because its water isn't hot enough"
        case .invalidDuration(_, let allowed):
            return "has a --since that is too long; the egg takes "
                + DurationText.written(allowed.upperBound + .milliseconds(1))
        case .invalidName(let name):
            return "names a pot whose eggs would have too long a name, such as '\(Words.shown(name))'"
        // These depend on the timers.
        case .noSuchTimer, .ambiguousTimer, .wrongState, .nameTaken, .tooManyTimers, .nothingToUndo, nil:
            return nil
        }
    }
}

extension ValueKind<DevicePattern> {
    fileprivate static var inputDevice: Self {
        ValueKind(
            read: { DevicePattern($0) },
            allowed: "a device's name, its physical path, or its link in /dev/input/by-id or by-path, as 'eggctl keys' "
                + "lists them; the number of eventN changes at each start")
    }
}

extension ValueKind<String> {
    /// An LED's name, which is a folder's.
    static var led: Self {
        ValueKind(
            read: { $0.isEmpty || $0.hasPrefix(".") || $0.contains("/") || $0.utf8.count > 255 ? nil : $0 },
            allowed: "the name of a folder in /sys/class/leds, such as 'egg'")
    }
}
