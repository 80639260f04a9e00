import EggArguments
import EggTimers
import EggWire

/// A parsed command line of `eggctl`, checked as far as possible without the daemon.
struct Invocation: Equatable {
    /// The egg or duration to start.
    enum Choice: Equatable {
        case egg(String)
        case duration(Duration)
        /// The time until clocks show this.
        case until(ClockTime)

        /// Whether the countdown doesn't depend on an egg.
        var isTime: Bool {
            switch self {
            case .egg: false
            case .duration, .until: true
            }
        }
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
        case waybar
        case i3bar
    }

    enum Command: Equatable {
        case start(Choice, since: Duration, watch: Bool)
        case again(watch: Bool)
        case wait
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
        case doctor(rings: Bool, dismissesDamage: Bool)
        case page(PageCommand.Action)
        case ui(flashes: Bool)
        /// `eggctl` without a command: the app on a terminal, else the status.
        case uiOrStatus
        case help(CommandName?)
        case version
    }

    var command: Command
    var name: TimerName?
    var socket: String?
    var json = false
    /// The egg that is used, where it isn't the kitchen's.
    var rawEgg = RawEgg.Properties()
    /// The timers after the first one.
    var moreNames: [TimerName] = []
    /// Whether `--all` is given.
    var isForAll = false

    /// All timers that are named.
    var names: [TimerName] { [name].compactMap { $0 } + moreNames }
}

/// Wrong usage: a message without a full stop, and the command whose help to read.
struct WrongUsage: Error, Equatable {
    let message: String
    var command: CommandName?
}

/// Why a command line is invalid, without the name of the command.
struct Complaint: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

extension Invocation {
    static let options: [Arguments.Option] = [
        .init("name", takesValue: true), .init("socket", takesValue: true), .init("since", takesValue: true),
        .init("format", takesValue: true), .init("limit", takesValue: true), .init("watch"), .init("json"),
        .init("size", takesValue: true), .init("mass", takesValue: true), .init("from", takesValue: true),
        .init("altitude", takesValue: true), .init("at", takesValue: true), .init("all"), .init("waybar"),
        .init("i3bar"),
        .init("ring"), .init("seen"), .init("open"), .init("close"),
        .init("new-token"), .init("no-flash"), .init("help", letter: "h"), .init("version"),
    ]

    /// Options that every command takes.
    private static let common: Set<String> = ["socket", "help", "version"]

    init(_ words: [String]) throws(WrongUsage) {
        let arguments: Arguments
        do {
            arguments = try Arguments(parsing: words, options: Self.options)
        } catch {
            throw WrongUsage(message: printable(error.message), command: words.first.flatMap { CommandName(word: $0) })
        }
        let given = arguments.options
        if given["version"] != nil {
            self.init(command: .version)
            return
        }
        var operands = arguments.operands[...]
        guard let word = operands.popFirst() else {
            guard given["help"] == nil else {
                self.init(command: .help(nil))
                return
            }
            try self.init(withoutCommand: given)
            return
        }
        let name: CommandName
        if let command = CommandName(word: word) {
            name = command
        } else if word == "help" {
            guard let topic = operands.first else {
                self.init(command: .help(nil))
                return
            }
            guard let command = CommandName(word: topic) else { throw Self.unknownCommand(topic) }
            self.init(command: .help(command))
            return
        } else if Self.isStarted(word) {
            name = .start
            operands = [word] + operands
        } else {
            throw Self.unknownCommand(word)
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
            rawEgg = try OptionValue.rawEgg(given)
            if case .start(let choice, _, _) = command, choice.isTime,
                let option = OptionValue.rawEggOptions.first(where: { given[$0] != nil })
            {
                throw Complaint("--\(option) is for an egg such as soft; a time is used as it is")
            }
            self.name = try Self.timerName(given["name"], &operands, of: name)
            if name.takesSeveralTimers, given["name"] == nil {
                moreNames = try Self.moreNames(&operands, after: self.name)
            }
            isForAll = given["all"] != nil
            guard !isForAll || self.name == nil else { throw Complaint("--all and a name can't be combined") }
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

    /// Only `--socket` and, for the status, `--json` go without a command.
    private init(withoutCommand given: [String: String]) throws(WrongUsage) {
        if let stray = given.keys.sorted().first(where: { $0 != "socket" && $0 != "json" }) {
            throw WrongUsage(message: "missing command before '--\(stray)'; the commands are \(Self.commandList)")
        }
        json = given["json"] != nil
        command = json ? .status(.json) : .uiOrStatus
        socket = given["socket"]
        guard socket != "" else { throw WrongUsage(message: "--socket needs the path of eggd's socket") }
    }

    private static func unknownCommand(_ word: String) -> WrongUsage {
        let known = CommandName.allCases.map(\.rawValue) + EggMenu.presets.eggs.map(\.name)
        let hint =
            NearestWord.find(word, among: known).map { "; did you mean '\($0)'?" }
            ?? "; the commands are \(commandList)"
        return WrongUsage(message: "unknown command '\(printable(word))'\(hint)")
    }

    private static var commandList: String {
        CommandName.allCases.map(\.rawValue).joined(separator: ", ")
    }

    /// Whether a word in place of a command is a time or a standard egg to start.
    private static func isStarted(_ word: String) -> Bool {
        DurationText.looksLikeDuration(word) || EggMenu.presets.eggs.contains { $0.name == word.lowercased() }
    }
}
