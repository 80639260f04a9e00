import Program
import Text

enum TillCommandName: String, CaseIterable {
    case lunch, convert, tip, cards, rates

    /// Its line in the overview and in completions.
    var summary: String {
        switch self {
        case .lunch: "show the menu, or add up a lunch bill"
        case .convert: "convert a value to another unit"
        case .tip: "work out a tip, and split the check"
        case .cards: "register customers; buy, list and delete greeting cards"
        case .rates: "show the exchange rates, or set that of the dollar"
        }
    }
}

/// The second word of `till cards`.
enum CardsName: String, CaseIterable {
    case register, recover, list, buy, show, delete, export, `import`

    /// The text that completions show beside it.
    var summary: String {
        switch self {
        case .register: "register a customer"
        case .recover: "make a new recovery code"
        case .list: "list the orders of a customer"
        case .buy: "order a card"
        case .show: "show an order"
        case .delete: "delete an order"
        case .export: "print all customers and orders as JSON"
        case .import: "add the customers and orders of a file"
        }
    }
}

extension WrongUsage {
    init(message: String, command: TillCommandName?) {
        self.init(message: message, command: command?.rawValue)
    }
}

/// A parsed command line of `till`: the command, its options, and the words after the command.
struct TillInvocation: Equatable {
    enum Command: Equatable {
        case lunch
        case convert
        case tip
        case cards(CardsName)
        case rates
        case help(TillCommandName?)
        case version
    }

    var command: Command
    var options: [String: String] = [:]
    var operands: [String] = []

    var json: Bool { options["json"] != nil }

    static let accepted = TillOption.table.map(\.argument)

    /// The most words after each command.
    private static func maxOperands(_ command: Command) -> Int {
        switch command {
        case .lunch, .help, .version: 0
        // ConversionRequest says which word is too much.
        case .convert: .max
        case .tip: 2
        case .rates: 2
        case .cards(let name): [.show, .delete, .import].contains(name) ? 1 : 0
        }
    }

    init(_ words: [String]) throws(WrongUsage) {
        let arguments: Arguments
        do {
            arguments = try Arguments(parsing: words, options: Self.accepted)
        } catch {
            // The words can't be told apart, but one of them is the command.
            let command = words.lazy.compactMap(TillCommandName.init(rawValue:)).first
            throw WrongUsage(message: printable(error.message), command: command)
        }
        options = arguments.options
        if options["version"] != nil {
            command = .version
            return
        }
        var rest = arguments.operands[...]
        guard let word = rest.popFirst() else {
            guard options["help"] != nil else {
                throw WrongUsage(message: "missing command; the commands are \(Self.list(TillCommandName.allCases))")
            }
            command = .help(nil)
            return
        }
        if word == "help" {
            let name = try rest.popFirst().map(Self.commandName(_:))
            if let word = rest.first {
                throw WrongUsage(message: "unexpected argument '\(printable(word))'", command: name)
            }
            command = .help(name)
            return
        }
        let name = try Self.commandName(word)
        if options["help"] != nil {
            command = .help(name)
            return
        }
        var known = name.options
        var title = name.rawValue
        switch name {
        case .lunch: command = .lunch
        case .convert: command = .convert
        case .tip: command = .tip
        case .rates: command = .rates
        case .cards:
            guard let second = rest.popFirst() else {
                throw WrongUsage(
                    message: "missing word after 'cards'; it can be \(Self.list(CardsName.allCases))", command: name)
            }
            guard let cards = CardsName(rawValue: second) else {
                throw WrongUsage(
                    unknown: "cards command", second, known: CardsName.allCases.map(\.rawValue), command: name.rawValue)
            }
            command = .cards(cards)
            known = cards.options
            title = "cards \(cards.rawValue)"
        }
        if let stray = options.keys.sorted().first(where: { name in !known.contains { $0.name == name } }) {
            throw WrongUsage(message: "'\(title)' has no option '--\(stray)'", command: name)
        }
        operands = Array(rest)
        let most = Self.maxOperands(command)
        if operands.count > most {
            throw WrongUsage(message: "unexpected argument '\(printable(operands[most]))'", command: name)
        }
    }

    private static func commandName(_ word: String) throws(WrongUsage) -> TillCommandName {
        guard let name = TillCommandName(rawValue: word) else {
            throw WrongUsage(unknown: "command", word, known: TillCommandName.allCases.map(\.rawValue))
        }
        return name
    }

    private static func list<Name: RawRepresentable<String>>(_ names: [Name]) -> String {
        names.map(\.rawValue).joined(separator: ", ")
    }
}
