import EggArguments
import EggTimers
import EggWire

/// A parsed command line of `eggctl`, checked as far as possible without the daemon.
struct Invocation: Equatable {
    /// The egg or duration to start.
    enum Choice: Equatable {
        case egg(String)
        case duration(Duration)
    }

    /// Some eggs of one kind, to cook together with others.
    struct Portion: Equatable {
        var egg: String
        let count: Int
    }

    /// How `watch` and `status` show timers.
    enum Rendering: Equatable {
        case forPeople
        case json
        case format(FormatString)
    }

    enum Command: Equatable {
        case start(Choice, since: Duration, watch: Bool)
        case cook([Portion], watch: Bool)
        case status(Rendering)
        case watch(Rendering)
        case pause
        case resume
        case cancel
        case dismiss
        case extend(Duration)
        case rename(to: TimerName)
        case snooze(Duration?)
        case eggs
        case history(limit: Int)
        case doctor(rings: Bool, dismissesDamage: Bool = false)
        case page(PageCommand.Action)
        case help(CommandName?)
        case version
    }

    var command: Command
    var name: TimerName?
    var socket: String?
    var json = false
    /// The egg that is used, where it isn't the kitchen's.
    var rawEgg = RawEgg.Properties()
}

/// The names of the commands.
enum CommandName: String, CaseIterable {
    case start, cook, status, watch, pause, resume, extend, rename, snooze, dismiss, cancel, eggs, history, doctor, page

    /// The command with this name or alias.
    init?(word: String) {
        self.init(rawValue: word == "stop" ? "dismiss" : word)
    }

    /// The options of the command besides the common ones.
    fileprivate var options: Set<String> {
        switch self {
        case .start: ["name", "since", "watch", "json", "size", "mass", "from", "altitude"]
        case .cook: ["name", "watch", "json", "size", "mass", "from", "altitude"]
        case .watch, .status: ["name", "json", "format"]
        case .pause, .resume, .extend, .rename, .snooze, .dismiss, .cancel: ["name", "json"]
        case .eggs: ["json", "size", "mass", "from", "altitude"]
        case .history: ["limit", "json"]
        case .doctor: ["ring", "seen", "json"]
        case .page: ["open", "close", "new-token"]
        }
    }
}

/// Wrong usage: a message without a full stop, and the command whose help to read.
struct WrongUsage: Error, Equatable {
    let message: String
    var command: CommandName?
}

extension Invocation {
    static let options: [Arguments.Option] = [
        .init("name", takesValue: true), .init("socket", takesValue: true), .init("since", takesValue: true),
        .init("format", takesValue: true), .init("limit", takesValue: true), .init("watch"), .init("json"),
        .init("size", takesValue: true), .init("mass", takesValue: true), .init("from", takesValue: true),
        .init("altitude", takesValue: true), .init("ring"), .init("seen"), .init("open"), .init("close"),
        .init("new-token"), .init("help", letter: "h"), .init("version"),
    ]

    /// Options that every command takes.
    private static let common: Set<String> = ["socket", "help", "version"]

    init(_ words: [String]) throws(WrongUsage) {
        let arguments: Arguments
        do {
            arguments = try Arguments(parsing: words, options: Self.options)
        } catch {
            throw WrongUsage(message: printable(error.message))
        }
        let given = arguments.options
        if given["version"] != nil {
            self.init(command: .version)
            return
        }
        var operands = arguments.operands[...]
        guard let word = operands.popFirst() else {
            guard given["help"] != nil else {
                throw WrongUsage(message: "missing command; the commands are \(Self.commandList)")
            }
            self.init(command: .help(nil))
            return
        }
        let name: CommandName
        if let command = CommandName(word: word) {
            name = command
        } else if Self.isStarted(word) {
            name = .start
            operands = [word] + operands
        } else {
            let nearest = NearestWord.find(word, among: CommandName.allCases.map(\.rawValue))
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? "; the commands are \(Self.commandList)"
            throw WrongUsage(message: "unknown command '\(printable(word))'\(hint)")
        }
        if given["help"] != nil {
            self.init(command: .help(name))
            return
        }
        if let stray = given.keys.sorted().first(where: { !Self.common.contains($0) && !name.options.contains($0) }) {
            throw WrongUsage(message: "'\(name.rawValue)' has no option '--\(stray)'", command: name)
        }
        do throws(Complaint) {
            self.init(command: try Self.command(name, &operands, given))
            socket = given["socket"]
            guard socket != "" else { throw Complaint("--socket needs the path of eggd's socket") }
            json = given["json"] != nil
            rawEgg = try Self.rawEgg(given)
            if case .start(.duration, _, _) = command,
                let option = Self.rawEggOptions.first(where: { given[$0] != nil })
            {
                throw Complaint("--\(option) is for an egg such as soft; a time is used as it is")
            }
            self.name = try Self.timerName(given["name"], &operands, of: name)
            if let word = operands.first {
                throw Complaint("unexpected argument '\(word)'\(Self.hint(on: &operands, after: command))")
            }
        } catch {
            throw WrongUsage(message: printable(error.message), command: name)
        }
    }

    private init(command: Command) {
        self.command = command
    }

    private static var commandList: String {
        CommandName.allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// Whether a word in place of a command is a time or a standard egg to start.
    private static func isStarted(_ word: String) -> Bool {
        DurationText.looksLikeDuration(word) || EggMenu.presets.eggs.contains { $0.name == word.lowercased() }
    }

    /// A suggestion for an unexpected argument.
    private static func hint(on operands: inout ArraySlice<String>, after command: Command) -> String {
        guard case .start(let choice, _, _) = command, let word = operands.first else { return "" }
        joinUnit(&operands, at: operands.startIndex)
        if case .duration(let time) = choice, operands.count == 1, let more = operands.first,
            let rest = try? DurationText.parse(more), TimerBoard.durations.contains(time + rest)
        {
            return "; did you mean \(DurationText.written(time + rest))?"
        }
        return "; to name the timer, use --name \(word)"
    }

    /// Joins a number and the unit after it into one operand: `5 minutes`.
    private static func joinUnit(_ operands: inout ArraySlice<String>, at index: Int) {
        let next = index + 1
        guard operands.indices.contains(index), operands.indices.contains(next),
            DurationText.isUnit(operands[next]), (try? DurationText.parse(operands[index])) == nil
        else { return }
        let joined = "\(operands[index]) \(operands[next])"
        guard (try? DurationText.parse(joined)) != nil else { return }
        operands.replaceSubrange(index...next, with: [joined])
    }

    private static func command(
        _ name: CommandName, _ operands: inout ArraySlice<String>, _ given: [String: String]
    ) throws(Complaint) -> Command {
        switch name {
        case .status: return .status(try rendering(given))
        case .watch: return .watch(try rendering(given))
        case .pause: return .pause
        case .resume: return .resume
        case .cancel: return .cancel
        case .dismiss: return .dismiss
        case .eggs: return .eggs
        case .history: return .history(limit: try limit(given["limit"]))
        case .doctor: return .doctor(rings: given["ring"] != nil, dismissesDamage: given["seen"] != nil)
        case .page: return .page(try page(&operands, given))
        case .start:
            joinUnit(&operands, at: operands.startIndex)
            guard let word = operands.popFirst() else {
                throw Complaint("missing egg or time, such as soft, medium, hard or 7m30s")
            }
            let since = try given["since"].map { word throws(Complaint) in try duration(word) } ?? .zero
            let choice: Choice
            if DurationText.looksLikeDuration(word) {
                choice = .duration(try countdown(word))
            } else {
                choice = .egg(word)
            }
            guard since >= .zero else {
                throw Complaint("--since can't be negative; it says how long ago the egg went in")
            }
            return .start(choice, since: since, watch: given["watch"] != nil)
        case .cook:
            let portions = try portions(operands)
            operands = []
            return .cook(portions, watch: given["watch"] != nil)
        case .extend:
            joinUnit(&operands, at: operands.startIndex)
            guard let word = operands.popFirst() else {
                throw Complaint("missing time, such as 30s, or -30s to shorten the countdown")
            }
            return .extend(try duration(word))
        case .rename:
            // The timer comes before its new name.
            guard let word = operands.popLast() else { throw Complaint("missing new name, such as left-pot") }
            return .rename(to: try newName(word))
        case .snooze:
            guard let index = operands.firstIndex(where: DurationText.looksLikeDuration) else { return .snooze(nil) }
            joinUnit(&operands, at: index)
            return .snooze(try countdown(operands.remove(at: index)))
        }
    }

    /// Eggs with their numbers: `soft:2 hard:4`; an egg without a number is one egg.
    private static func portions(_ words: ArraySlice<String>) throws(Complaint) -> [Portion] {
        var portions: [Portion] = []
        for word in words {
            guard !DurationText.looksLikeDuration(word) else {
                throw Complaint("'\(word)' isn't an egg; write eggs with their numbers, as in soft:2 hard:4")
            }
            let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let number = parts.count > 1 ? parts.last ?? "" : "1"
            let egg = parts.count > 1 ? parts.dropLast().joined(separator: ":") : word
            guard !egg.isEmpty else { throw Complaint("'\(word)' names no egg; write it like soft:2") }
            guard number.utf8.count <= 2, number.first != "+", let count = Int(number),
                GroupOrder.counts.contains(count)
            else {
                throw Complaint(
                    "'\(word)' isn't a number of eggs; it must be 1 to \(GroupOrder.counts.upperBound), as in soft:2")
            }
            guard !portions.contains(where: { $0.egg.lowercased() == egg.lowercased() }) else {
                throw Complaint("'\(egg)' is given twice")
            }
            portions.append(Portion(egg: egg, count: count))
        }
        guard let first = portions.first else { throw Complaint("missing eggs, such as soft:2 hard:4") }
        guard portions.count > 1 else {
            throw Complaint(
                "one kind of egg is done at one time; add another kind, or use 'eggctl start \(first.egg)'")
        }
        guard portions.count <= GroupOrder.mostPortions else {
            throw Complaint("there can be at most \(GroupOrder.mostPortions) kinds of eggs in a pot")
        }
        return portions
    }

    private static func page(
        _ operands: inout ArraySlice<String>, _ given: [String: String]
    ) throws(Complaint) -> PageCommand.Action {
        let chosen = ["open", "close", "new-token"].filter { given[$0] != nil }
        guard chosen.count < 2 else {
            throw Complaint("\(chosen.map { "--\($0)" }.joined(separator: " and ")) can't be combined")
        }
        switch chosen.first {
        case "open":
            return .open(try operands.popFirst().map { word throws(Complaint) in try .init(word) } ?? .standard)
        case "close": return .close
        case "new-token": return .renewToken
        default: return .show
        }
    }

    private static func rendering(_ given: [String: String]) throws(Complaint) -> Rendering {
        switch (given["json"] != nil, given["format"]) {
        case (true, .some): throw Complaint("--json and --format can't be combined")
        case (true, nil): return .json
        case (false, nil): return .forPeople
        case (false, let text?): return .format(try FormatString(text))
        }
    }

    /// The timer given by `--name` or as an operand; `start` and the lists take no such operand.
    private static func timerName(
        _ option: String?, _ operands: inout ArraySlice<String>, of command: CommandName
    ) throws(Complaint) -> TimerName? {
        var text = option
        switch command {
        case .start, .cook, .eggs, .history, .doctor, .page: break
        case .status, .watch, .pause, .resume, .extend, .rename, .snooze, .dismiss, .cancel:
            if let word = operands.popFirst() {
                guard option == nil else {
                    throw Complaint("the timer is named twice: '\(option ?? "")' and '\(word)'")
                }
                text = word
            }
        }
        guard let text else { return nil }
        // Another program may have given a timer any valid name, so only the commands that give one refuse some.
        return command == .start || command == .cook ? try newName(text) : try timerName(text)
    }

    private static func timerName(_ text: String) throws(Complaint) -> TimerName {
        guard let name = TimerName(text) else {
            throw Complaint(
                "'\(text)' isn't a valid timer name; it must be 1 to \(TimerName.longest) bytes of text that can be seen"
            )
        }
        return name
    }

    /// A name to give to a timer; it must not look like an option.
    private static func newName(_ text: String) throws(Complaint) -> TimerName {
        let name = try timerName(text)
        guard !name.text.hasPrefix("-") else { throw Complaint("'\(text)': a timer's name can't begin with '-'") }
        return name
    }

    private static func limit(_ word: String?) throws(Complaint) -> Int {
        guard let word else { return 20 }
        guard let limit = Int(word), (1...Timers.History.mostRuns).contains(limit) else {
            throw Complaint("'\(word)' isn't a valid --limit; it must be a number from 1 to \(Timers.History.mostRuns)")
        }
        return limit
    }

    private static let rawEggOptions = ["size", "mass", "from", "altitude"]

    private static func rawEgg(_ given: [String: String]) throws(Complaint) -> RawEgg.Properties {
        var properties = RawEgg.Properties()
        if let size = given["size"] {
            guard given["mass"] == nil else { throw Complaint("--size and --mass can't be combined") }
            guard let grams = RawEggText.grams(ofSize: size) else {
                let sizes = RawEggText.sizes.map(\.name).joined(separator: ", ")
                throw Complaint("'\(size)' isn't a size; the sizes are \(sizes); for a mass, use --mass")
            }
            properties.grams = grams
        }
        properties.grams =
            try quantity(
                .mass, "mass", given, { RawEggText.grams($0) }, "it must be 5g to 200g, such as 62g")
            ?? properties.grams
        properties.celsius = try quantity(
            .temperature, "from", given, RawEggText.celsius, "it must be fridge, room, or 0C to 40C, such as 12C or 54F"
        )
        properties.altitude = try quantity(
            .altitude, "altitude", given, RawEggText.metres, "it must be -500m to 5000m, such as 1600m or 5250ft")
        return properties
    }

    private static func quantity(
        _ quantity: RawEgg.Quantity, _ option: String, _ given: [String: String], _ read: (String) -> Double?,
        _ allowed: String
    ) throws(Complaint) -> Double? {
        guard let text = given[option] else { return nil }
        guard let value = read(text), quantity.range.contains(value) else {
            throw Complaint("'\(text)' isn't a valid --\(option); \(allowed)")
        }
        return value
    }

    private static func duration(_ word: String) throws(Complaint) -> Duration {
        do {
            return try DurationText.parse(word)
        } catch {
            switch error {
            case .missingUnit(let number):
                throw Complaint("'\(number)' has no unit; write \(number)m for minutes or \(number)s for seconds")
            case .malformed(let text):
                throw Complaint("'\(text)' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30")
            }
        }
    }

    private static func countdown(_ word: String) throws(Complaint) -> Duration {
        let duration = try duration(word)
        guard TimerBoard.durations.contains(duration) else {
            throw Complaint("\(word) is out of range; a time can be 1s to 24h")
        }
        return duration
    }
}

/// Why a command line is invalid, without the name of the command.
struct Complaint: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
