import EggArguments
import EggTimers
import EggWire

/// What a command line of `eggctl` asks for; everything that can be checked without the daemon has been.
struct Invocation: Equatable {
    /// Egg or duration of a start.
    enum Choice: Equatable {
        case egg(String)
        case duration(Duration)
    }

    /// How `watch` and `status` tell what they see.
    enum Rendering: Equatable {
        case forPeople
        case json
        case format(FormatString)
    }

    enum Command: Equatable {
        case start(Choice, since: Duration, watch: Bool)
        case status(Rendering)
        case watch(Rendering)
        case pause
        case resume
        case cancel
        case dismiss
        case extend(Duration)
        case snooze(Duration?)
        case eggs
        case history(limit: Int)
        case doctor(rings: Bool, dismissesDamage: Bool = false)
        case help(CommandName?)
        case version
    }

    var command: Command
    var name: TimerName?
    var socket: String?
    var json = false
}

/// The commands by name.
enum CommandName: String, CaseIterable {
    case start, status, watch, pause, resume, extend, snooze, dismiss, cancel, eggs, history, doctor

    /// The options that mean something to it, besides those that all have.
    fileprivate var options: Set<String> {
        switch self {
        case .start: ["name", "since", "watch", "json"]
        case .watch, .status: ["name", "json", "format"]
        case .pause, .resume, .extend, .snooze, .dismiss, .cancel: ["name", "json"]
        case .eggs: ["json"]
        case .history: ["limit", "json"]
        case .doctor: ["ring", "seen", "json"]
        }
    }
}

/// Wrong usage, seen before anything was done: a sentence without its full stop, and where to read more.
struct WrongUsage: Error, Equatable {
    let message: String
    var command: CommandName?
}

extension Invocation {
    static let options: [Arguments.Option] = [
        .init("name", takesValue: true), .init("socket", takesValue: true), .init("since", takesValue: true),
        .init("format", takesValue: true), .init("limit", takesValue: true), .init("watch"), .init("json"),
        .init("ring"), .init("seen"), .init("help", letter: "h"), .init("version"),
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
            guard given["help"] != nil else { throw WrongUsage(message: "which command? One of \(Self.commandList)") }
            self.init(command: .help(nil))
            return
        }
        guard let name = CommandName(rawValue: word) else {
            let nearest = NearestWord.find(word, among: CommandName.allCases.map(\.rawValue))
            let hint = nearest.map { "; did you mean '\($0)'?" } ?? "; there are \(Self.commandList)"
            throw WrongUsage(message: "there is no command '\(printable(word))'\(hint)")
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
            json = given["json"] != nil
            self.name = try Self.timerName(given["name"], &operands, of: name)
            if let word = operands.first {
                let hint = name == .start ? "; to name the timer, say --name \(word)" : ""
                throw Complaint("'\(word)' is one word too many\(hint)")
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
        case .start:
            guard let word = operands.popFirst() else {
                throw Complaint("start which egg? soft, medium, hard, or a time such as 7m30s")
            }
            let since = try given["since"].map { word throws(Complaint) in try duration(word) } ?? .zero
            let choice: Choice
            if DurationText.looksLikeDuration(word) {
                choice = .duration(try countdown(word))
            } else {
                choice = .egg(word)
            }
            guard since >= .zero else {
                throw Complaint("--since is how long ago the egg went in, not \(given["since"] ?? "")")
            }
            return .start(choice, since: since, watch: given["watch"] != nil)
        case .extend:
            guard let word = operands.popFirst() else {
                throw Complaint("extend by how much? Say 30s, or -30s for less")
            }
            return .extend(try duration(word))
        case .snooze:
            guard let index = operands.firstIndex(where: DurationText.looksLikeDuration) else { return .snooze(nil) }
            return .snooze(try countdown(operands.remove(at: index)))
        }
    }

    private static func rendering(_ given: [String: String]) throws(Complaint) -> Rendering {
        switch (given["json"] != nil, given["format"]) {
        case (true, .some): throw Complaint("--json and --format are two ways to say it; choose one")
        case (true, nil): return .json
        case (false, nil): return .forPeople
        case (false, let text?): return .format(try FormatString(text))
        }
    }

    /// The timer by `--name` or by operand; `start` and the lists know no operand of that kind.
    private static func timerName(
        _ option: String?, _ operands: inout ArraySlice<String>, of command: CommandName
    ) throws(Complaint) -> TimerName? {
        var text = option
        switch command {
        case .start, .eggs, .history, .doctor: break
        case .status, .watch, .pause, .resume, .extend, .snooze, .dismiss, .cancel:
            if let word = operands.popFirst() {
                guard option == nil else {
                    throw Complaint("the timer is named twice: '\(option ?? "")' and '\(word)'")
                }
                text = word
            }
        }
        guard let text else { return nil }
        guard let name = TimerName(text) else {
            throw Complaint("'\(text)' can't be a timer's name; 1 to 64 bytes of printable text can")
        }
        return name
    }

    private static func limit(_ word: String?) throws(Complaint) -> Int {
        guard let word else { return 20 }
        guard let limit = Int(word), (1...Timers.History.mostRuns).contains(limit) else {
            throw Complaint("--limit is a number of runs, 1 to \(Timers.History.mostRuns), not '\(word)'")
        }
        return limit
    }

    private static func duration(_ word: String) throws(Complaint) -> Duration {
        do {
            return try DurationText.parse(word)
        } catch {
            switch error {
            case .missingUnit(let number):
                throw Complaint("\(number) what? Say \(number)m for minutes or \(number)s for seconds")
            case .malformed(let text):
                throw Complaint("'\(text)' is no time; write it like 90s, 5m, 7m30s, 1h or 7:30")
            }
        }
    }

    private static func countdown(_ word: String) throws(Complaint) -> Duration {
        let duration = try duration(word)
        guard TimerBoard.durations.contains(duration) else {
            throw Complaint("\(word) is out of range; 1s to 24h can be timed")
        }
        return duration
    }
}

/// What is wrong, before the command that it is about has been put beside it.
struct Complaint: Error, Equatable {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}
