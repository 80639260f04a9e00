import Program

/// An option of `till`, as commands take it and as help and completions show it.
struct TillOption: Equatable {
    let name: String
    let letter: Character?
    /// How help writes its value; nil if it takes none.
    let placeholder: String?
    /// The text of help and completions about it, in one line or several.
    let help: String
    /// The words that its value can be, if there are few.
    let words: [String]

    init(
        _ name: String, letter: Character? = nil, takes placeholder: String? = nil, _ help: String, words: [String] = []
    ) {
        (self.name, self.letter, self.placeholder) = (name, letter, placeholder)
        (self.help, self.words) = (help, words)
    }

    var argument: Arguments.Option { .init(name, letter: letter, takesValue: placeholder != nil) }

    static let help = TillOption("help", letter: "h", "show this help and exit")
    static let version = TillOption("version", "show the version and exit")

    static func json(_ help: String = "print JSON, one object per line") -> TillOption { TillOption("json", help) }

    /// All options of all commands, each once.
    static let table = unique(
        TillCommandName.allCases.flatMap(\.options) + CardsName.allCases.flatMap(\.options) + [help, version])

    /// The first of the options of each name.
    static func unique(_ options: [TillOption]) -> [TillOption] {
        options.reduce(into: []) { all, option in
            if !all.contains(where: { $0.name == option.name }) { all.append(option) }
        }
    }
}

extension TillCommandName {
    /// The options of the command besides the common ones; those of `cards` depend on the second word.
    var options: [TillOption] {
        switch self {
        case .lunch:
            [
                .init("soup", takes: "N", "soups, 0 to 10"), .init("main", takes: "N", "main dishes, 0 to 10"),
                .init("dessert", takes: "N", "desserts, 0 to 10"),
                .init("cola", takes: "LITRES", "litres of cola, 0 to 2 in steps of 0.1"),
                .init("delivery", "have it delivered"),
                .init("currency", takes: "CODE", "EUR (the default), BGN or USD", words: ["EUR", "BGN", "USD"]),
                .json("print the bill as a JSON object"),
            ]
        case .convert:
            [
                .init("list", "list the converters"),
                .init("exact", "print the result with up to ten significant digits"),
                .json("print the exact result as a JSON object"),
            ]
        case .tip:
            [
                .init("tip", takes: "PERCENT", "the tip, 0 to 50, instead of the second word"),
                .init("people", takes: "N", "split the check, 1 to 50"),
                .init(
                    "round", takes: "MODE",
                    "exact (the default), or to whole units: tip-up,\ntip-down, total-up, total-down",
                    words: ["exact", "tip-up", "tip-down", "total-up", "total-down"]),
                .init("tax", takes: "PERCENT", "the tax in the bill, on which no tip is given"),
                .init(
                    "currency", takes: "CODE",
                    "USD, GBP, EUR or CHF; by default that of the bill's\nsign, or else that of the locale",
                    words: ["USD", "GBP", "EUR", "CHF"]),
                .json("print the check as a JSON object"),
            ]
        case .cards: []
        case .rates:
            [
                .init("reset", "use the European Central Bank's rate of the dollar again"),
                .json("print the dollar's rate as a JSON object"),
            ]
        }
    }

    /// The options that its help explains: for `cards`, those of all its commands.
    var explainedOptions: [TillOption] {
        guard self == .cards else { return options + [.help] }
        let json = TillOption.json("print the reply as a JSON object")
        return TillOption.unique(CardsName.allCases.flatMap(\.options)).filter { $0 != json } + [json, .help]
    }
}

extension CardsName {
    private static let customer = TillOption("customer", takes: "EMAIL", "the customer; by default the only one")

    /// The options of the command besides the common ones.
    var options: [TillOption] {
        let own: [TillOption] =
            switch self {
            case .register:
                [
                    .init("name", takes: "NAME", "the customer's name"),
                    .init("email", takes: "EMAIL", "the customer's e-mail address"),
                    .init("telephone", takes: "NUMBER", "the customer's telephone number"),
                ]
            case .recover, .list, .show, .delete: [Self.customer]
            case .buy:
                [
                    Self.customer, .init("recipient", takes: "NAME", "the recipient of the card"),
                    .init("gender", takes: "GENDER", "the recipient: man or woman", words: ["man", "woman"]),
                    .init("color", takes: "COLOR", "the recipient's favourite colour"),
                    .init("message", takes: "TEXT", "the text on the card"),
                    .init("senders", takes: "NAMES", "the sender or the senders"),
                    .init(
                        "luxury", takes: "N",
                        "how fine the card is, from 1 (plain, the default) to 10;\n"
                            + "each step adds 10 % to the basic price"),
                ]
            case .export, .import: []
            }
        return own + [.json("print the reply as a JSON object")]
    }
}
