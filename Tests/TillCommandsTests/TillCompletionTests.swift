import Program
import Testing

@testable import TillCommands

@Suite struct TillCompletionTests {
    private func offers(_ words: String...) -> [Completion] {
        TillCompletions(line: CompletionLine(words, options: TillInvocation.accepted)).answers
    }

    private func words(_ offers: [Completion]) -> [String] {
        offers.compactMap { offer in
            if case .word(let word, _) = offer { word } else { nil }
        }
    }

    @Test func commandsOptionsAndValuesComeFromTheTables() {
        #expect(words(offers("")) == TillCommandName.allCases.map(\.rawValue))
        #expect(words(offers("--")) == ["--json", "--version", "--help"])
        #expect(words(offers("cards", "")) == CardsName.allCases.map(\.rawValue))
        #expect(words(offers("convert", "--json", "--")) == ["--list", "--exact", "--help"])
        #expect(words(offers("cards", "--")) == ["--help"])
        #expect(words(offers("lunch", "--currency", "")) == ["EUR", "BGN", "USD"])
        #expect(words(offers("tip", "--currency=")) == ["USD", "GBP", "EUR", "CHF"])
        #expect(words(offers("rates", "")) == ["USD"])
        #expect(offers("cards", "import", "") == [.path])
        #expect(offers("lunch", "").isEmpty && offers("cards", "import", "x", "").isEmpty && offers("x", "").isEmpty)
    }
}
