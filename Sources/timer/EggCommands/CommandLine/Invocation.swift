import EggClient
import EggRequests
import EggTimers
import Languages
import Program
import Text

/// A parsed command line of `eggctl`, checked as far as possible without the daemon.
struct Invocation {
    enum Action {
        case run(any Command)
        /// A word that is no command: the name of an egg of eggd.conf, or misspelt.
        case runIfEgg(String, StartCommand)
        /// `eggctl` without a command: the app on a terminal, else the status.
        case uiOrStatus
        /// The help of a command, or the overview.
        case help(CommandDescription?)
        case version
    }

    let action: Action
    var socket: String?
    var host: RemoteHost?
    var json = false

    /// What programs read, and the examination of the machine, are English.
    var language: Language {
        if case .run(let command) = action, command is DoctorCommand { return .english }
        return json ? .english : .current
    }
}

extension Invocation {
    init(_ line: [String]) throws(WrongUsage) {
        let words = CommandWords.typed(line)
        let arguments: Arguments
        do {
            arguments = try Arguments(parsing: words, options: Option.table.map(\.argument))
        } catch {
            let command = words.first.flatMap(Commands.named)
            throw WrongUsage(message: printable(error.message), command: command?.name)
        }
        var given = arguments.options
        let name = arguments.operands.first?.lowercased() ?? ""
        if let option = CommandName.synonyms[name]?.option { given[option] = "" }
        if given["version"] != nil {
            self.init(action: .version)
            return
        }
        var operands = arguments.operands[...]
        let word = operands.first
        let command: CommandDescription
        if let named = word.flatMap(Commands.named) {
            command = named
            operands.removeFirst()
        } else if word?.lowercased() == "help" || word == nil && given["help"] != nil {
            guard let topic = operands.dropFirst().first else {
                self.init(action: .help(nil))
                return
            }
            guard let named = Commands.named(topic) else { throw Self.unknownCommand(topic) }
            self.init(action: .help(named))
            return
        } else if CommandWords(options: given, operands: operands).beginWithStart {
            command = StartCommand.about
        } else if let word {
            guard operands.count == 1, !word.isEmpty, given["help"] == nil,
                let start = try? Self(StartCommand.about, given, [word]),
                case .run(let command as StartCommand) = start.action
            else { throw Self.unknownCommand(word) }
            self.init(action: .runIfEgg(word, command), socket: start.socket, host: start.host, json: start.json)
            return
        } else {
            try self.init(withoutCommand: given)
            return
        }
        guard given["help"] == nil else {
            self.init(action: .help(command))
            return
        }
        do throws(Complaint) {
            try self.init(command, given, operands)
        } catch {
            throw WrongUsage(message: printable(error.message), command: command.name)
        }
    }

    private init(
        _ command: CommandDescription, _ given: [String: String], _ operands: ArraySlice<String>
    ) throws(Complaint) {
        var words = CommandWords(options: given, operands: operands)
        try words.refuse(allBut: (Option.common + command.options).map(\.name), command.name)
        (socket, host) = try Self.place(words)
        action = .run(try command.read(&words))
        if let word = words.first { throw CommandWords.unexpected(word) }
        json = words.has(.json)
    }

    /// The eggd that the options name: by its socket, or by its machine.
    private static func place(_ words: CommandWords) throws(Complaint) -> (String?, RemoteHost?) {
        switch try words.only(of: Option.places) {
        case .socket:
            guard words[.socket] != "" else { throw Complaint("--socket needs the path of eggd's socket") }
            return (words[.socket], nil)
        case .host:
            guard let host = RemoteHost(words[.host] ?? "") else {
                throw Complaint("--host needs another machine, such as cook@kitchen")
            }
            return (nil, host)
        default: return (nil, nil)
        }
    }

    /// Only these options and, for the status, `--json` go without a command.
    private init(withoutCommand given: [String: String]) throws(WrongUsage) {
        let known = (Option.places + [.json]).map(\.name)
        if let stray = given.keys.sorted().first(where: { !known.contains($0) }) {
            let names = Commands.names.joined(separator: ", ")
            throw WrongUsage(message: "missing command before '--\(stray)'; the commands are \(names)")
        }
        json = given["json"] != nil
        action = json ? .run(StatusCommand(rendering: .json)) : .uiOrStatus
        do {
            (socket, host) = try Self.place(CommandWords(options: given, operands: []))
        } catch {
            throw WrongUsage(message: error.message)
        }
    }

    /// - Parameter eggs: the eggs that can be started.
    static func unknownCommand(
        _ word: String, eggs: [String] = EggMenu.presets.eggs.map(\.name)
    ) -> WrongUsage {
        WrongUsage(unknown: "command", word, known: Commands.names, others: eggs.map(printable))
    }
}
