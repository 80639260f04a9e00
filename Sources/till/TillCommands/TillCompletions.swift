import Program

/// The words that `till --complete` offers, from the tables that parse the line.
struct TillCompletions {
    let line: CompletionLine

    var answers: [Completion] {
        let command = line.operands.first.flatMap(TillCommandName.init(rawValue:))
        guard let command else {
            guard line.operands.isEmpty else { return [] }
            return answers([.json(), .version]) { TillCommandName.allCases.map { Self.word($0, $0.summary) } }
        }
        guard command == .cards, let second = line.operands.dropFirst().first else {
            return answers(command.options) { Self.operand(of: command, at: line.operands.count) }
        }
        guard let cards = CardsName(rawValue: second) else { return [] }
        return answers(cards.options) { line.operands.count == 2 ? Self.operand(of: cards) : [] }
    }

    private func answers(_ options: [TillOption], operand: () -> [Completion]) -> [Completion] {
        switch line.place {
        case .operand: return operand()
        case .option:
            return (options + [.help]).filter { line.canTake($0.name) }
                .map { .word("--\($0.name)", description: Self.inOneLine($0.help)) }
        case .value(let name):
            guard let option = options.first(where: { $0.name == name }) else { return [] }
            return option.words.map { .word($0) } + [.hint(Self.inOneLine(option.help))]
        }
    }

    private static func operand(of command: TillCommandName, at place: Int) -> [Completion] {
        switch (command, place) {
        case (.cards, 1): CardsName.allCases.map { word($0, $0.summary) }
        case (.convert, _): [.hint("value, and units")]
        case (.tip, 1): [.hint("bill")]
        case (.tip, 2): [.hint("percent")]
        case (.rates, 1): [.word("USD")]
        case (.rates, 2): [.hint("rate")]
        case (.lunch, _), (.tip, _), (.cards, _), (.rates, _): []
        }
    }

    private static func operand(of command: CardsName) -> [Completion] {
        switch command {
        case .show, .delete: [.hint("order")]
        case .import: [.path]
        case .register, .recover, .list, .buy, .export: []
        }
    }

    private static func inOneLine(_ help: String) -> String {
        help.split(separator: "\n").joined(separator: " ")
    }

    private static func word<Name: RawRepresentable<String>>(_ name: Name, _ summary: String) -> Completion {
        .word(name.rawValue, description: summary)
    }
}
