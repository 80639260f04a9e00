import EggClient
import EggRequests
import EggTimers
import Program
import Text

/// An option, as commands take it and as help and completions show it.
struct Option: Equatable, Sendable {
    struct Value: Equatable, Sendable {
        /// How help writes it.
        let placeholder: String
        /// The text that completions show beside it.
        let hint: String
        let offer: Offer

        init(_ placeholder: String, _ hint: String, _ offer: Offer = .nothing) {
            self.placeholder = placeholder
            self.hint = hint
            self.offer = offer
        }
    }

    let name: String
    let letter: Character?
    let value: Value?
    /// The text that completions show beside the option, the same for all commands.
    let summary: String
    /// The text of help about it, in one line or several.
    let help: String

    init(
        _ name: String, letter: Character? = nil, _ summary: String, takes value: Value? = nil, help: String? = nil
    ) {
        self.name = name
        self.letter = letter
        self.value = value
        self.summary = summary
        self.help = help ?? summary
    }

    func saying(_ help: String) -> Option { Option(name, letter: letter, summary, takes: value, help: help) }
}

// MARK: Options of several commands

extension Option {
    static let socket = Option(
        "socket", "the socket at which eggd listens", takes: Value("PATH", "socket", .files))
    static let host = Option(
        "host", "the machine on which eggd runs, by ssh",
        takes: Value("HOST", "machine, such as cook@kitchen", .hosts))
    static let help = Option("help", letter: "h", "show help and exit", help: "show this help and exit")
    static let version = Option("version", "show the version and exit")
    static let json = Option("json", "print JSON, one object per line")
    static let jsonReply = json.saying("print the reply as a JSON object")
    static let name = Option("name", "the timer's name", takes: Value("NAME", "timer", .timers))
    static let nameToGive = name.saying("the timer's name; by default 'egg', or 'timer' for a time")
    static let nameOrOnlyOne = name.saying("the timer; by default 'egg', else 'timer' or the only one")
    static let nameOfOne = name.saying("only the timer with this name")
    static let all = Option("all", "all timers to which this applies")
    static let watch = Option("watch", "show the countdown until it is over")
    static let format = Option(
        "format", "print timers in your own format", takes: Value("FORMAT", "format, such as {name} {remaining}"))
    static let size = Option(
        "size", "the egg's size", takes: Value("SIZE", "size", .words(RawEggText.sizes.map(\.name))),
        help: "the egg's size: S, M, L or XL")
    static let mass = Option(
        "mass", "the egg's mass, such as 62g", takes: Value("MASS", "mass, such as 62g"),
        help: "its mass, such as 62g, in place of the size")
    static let from = Option(
        "from", "where the egg comes from",
        takes: Value("TEMP", "place, or a temperature such as 12C", .words(RawEggText.places.map(\.name))),
        help: "room, fridge, or its temperature, such as 12C or 54F")
    static let altitude = Option(
        "altitude", "the altitude, such as 1600m", takes: Value("ALT", "altitude, such as 1600m"),
        help: "the altitude, such as 1600m or 5250ft")

    static let rawEgg = [size, mass, from, altitude]
}

// MARK: All options

extension Option {
    /// Where eggd is; of these, only one can be given.
    static let places = [host, socket]
    /// Every command takes these.
    static let common = places + [help, version]
    /// `eggctl` without a command has these besides the common ones.
    static let withoutCommand = [nameToGive, json]

    /// All options of all commands, each once.
    static let table: [Option] = {
        var table = common
        for command in Commands.all {
            for option in command.options where !table.contains(where: { $0.name == option.name }) {
                table.append(option)
            }
        }
        return table
    }()

    /// Options of which only one can be given.
    static let exclusive =
        [places, [name, all], [size, mass], Rendering.options] + Commands.all.flatMap(\.exclusive)

    var argument: Arguments.Option { .init(name, letter: letter, takesValue: value != nil) }
}

extension CommandWords {
    /// The value of an option, which is empty if the option takes none; nil if the option isn't given.
    subscript(option: Option) -> String? { self[option.name] }

    func has(_ option: Option) -> Bool { has(option.name) }

    /// The option that is given, of some of which only one can be given.
    func only(of options: [Option]) throws(Complaint) -> Option? {
        let given = try only(of: options.map(\.name))
        return options.first { $0.name == given }
    }
}

/// The words that completions offer for an operand or for an option's value.
enum Offer: Equatable, Sendable {
    case eggs
    case timers
    /// Timers, but those whose names look like a time only after a time: the first such word is the time.
    case timersOrTime
    case files
    /// Machines that the user's ssh has names for.
    case hosts
    case words([String])
    /// Only the user knows it.
    case nothing
}

/// An operand of a command, or several in a row, for completions.
struct Operand: Equatable, Sendable {
    /// The text that completions show beside it.
    let hint: String
    let offer: Offer
    /// Whether any number of such operands may follow.
    var repeats = false
    /// The option without which the command doesn't take the operand.
    var requires: Option?
    /// The option that takes the place of the operand.
    var replacedBy: Option?

    static let timer = Operand(hint: "timer", offer: .timers)
    static let timers = Operand(hint: "timer", offer: .timers, repeats: true)
}
