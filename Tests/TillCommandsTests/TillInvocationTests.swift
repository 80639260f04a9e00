import EggTestSupport
import Glibc
import Program
import Testing
import Till

@testable import TillCommands

@Suite struct TillInvocationTests {
    private func refusal(_ words: String) -> String? {
        do {
            _ = try TillInvocation(words.split(separator: " ").map(String.init))
            return nil
        } catch {
            return error.message
        }
    }

    @Test func commandsTakeTheirOwnOptions() throws {
        let lunch = try TillInvocation(["lunch", "--soup", "1", "--delivery", "--json"])
        #expect(lunch.command == .lunch && lunch.options["soup"] == "1" && lunch.json)
        #expect(try TillInvocation(["cards", "show", "1.5", "--customer", "x"]).operands == ["1.5"])
        #expect(try TillInvocation(["convert", "-40", "F"]).operands == ["-40", "F"])
        #expect(try TillInvocation(["convert", "-.5", "C"]).operands == ["-.5", "C"])
        #expect(try TillInvocation(["convert", "-,5 C"]).operands == ["-,5 C"])
        #expect(try TillInvocation(["tip", "--help"]).command == .help(.tip))
        #expect(try TillInvocation(["help"]).command == .help(nil))
        #expect(try TillInvocation(["help", "tip"]).command == .help(.tip))
        #expect(throws: WrongUsage.self) { try TillInvocation(["help", "tipp"]) }
        #expect(throws: WrongUsage.self) { try TillInvocation(["help", "tip", "lunch"]) }
        #expect(try TillInvocation(["cards", "recover", "--customer", "x"]).command == .cards(.recover))
        for name in ["export", "import"] { #expect(try TillInvocation(["cards", name, "--json"]).json) }
        #expect(refusal("cards recover x") == "unexpected argument 'x'")
        #expect(refusal("lunch --tip 5") == "'lunch' has no option '--tip'")
        #expect(refusal("cards list --luxury 5") == "'cards list' has no option '--luxury'")
        #expect(refusal("lunch 5") == "unexpected argument '5'")
    }

    @Test func misspeltWordsAreCorrected() {
        #expect(refusal("lunhc") == "unknown command 'lunhc'; did you mean 'lunch'?")
        #expect(refusal("cards lits") == "unknown cards command 'lits'; did you mean 'list'?")
        #expect(refusal("lunch --sop 1") == "unknown option '--sop'; did you mean '--soup'?")
        #expect(refusal("zzz") == "unknown command 'zzz'; the commands are lunch, convert, tip, cards, rates")
        #expect(refusal("") == "missing command; the commands are lunch, convert, tip, cards, rates")
        #expect(refusal("cards")?.hasPrefix("missing word after 'cards'") == true)
    }

    @Test func aReplyThatIsNoJSONIsAFailure() {
        #expect(throws: TillFailure(message: "the reply can't be written as JSON", status: EX_SOFTWARE)) {
            try TillOutput.json([Double.nan])
        }
    }

    @Test func everyCommandHasAHelpThatNamesItsOptions() throws {
        for command in TillCommandName.allCases {
            let help = TillHelp.text(command)
            #expect(TillHelp.text(nil).contains("  \(command.rawValue) "))
            #expect(help.hasPrefix("Usage: till \(command.rawValue)"))
            #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
        }
        #expect(TillHelp.text(nil).split(separator: "\n").allSatisfy { $0.count <= 80 })
        let all = TillCommandName.allCases.map { TillHelp.text($0) }.joined()
        for option in TillInvocation.accepted where option.name != "version" {
            #expect(all.contains("--\(option.name)"))
        }
    }
}

@Suite struct ConversionRequestTests {
    private func result(_ words: String...) throws -> String {
        let request = try ConversionRequest(words)
        return try request.converter.text(for: request.value) + request.converter.output.symbol
    }

    @Test func valuesAndUnitsAreReadInEveryForm() throws {
        #expect(try result("350F") == "176.6666667°C" && result("98.6", "F", "C") == "37°C")
        #expect(try result("26.2", "mi", "km") == "42.1648128km" && result("26.2mi", "to", "km") == "42.1648128km")
        #expect(try result("-40°C") == "-40°F" && result("-40", "celsius", "to", "fahrenheit") == "-40°F")
        #expect(try result("1 cup") == "236.5882365ml" && result("1", "CUPS") == "236.5882365ml")
        #expect(try result("1in") == "2.54cm" && result("0,5", "in") == "1.27cm")
        #expect(try result("5 ft 11 in in cm") == "180.34cm" && result("5'11\"", "cm") == "180.34cm")
        #expect(try result("10 in in in") == "10in" && result("98.6°F→°C") == "37°C")
        #expect(try result("1 stick in tbsp") == "7.88627455tbsp")
        #expect(try result("5\u{a0}ft 11\u{202f}in", "cm") == "180.34cm")
        #expect(try ConversionRequest(["5ft", "11in"]).entry == "5 ft 11 in")
        #expect(try result("1 1/2 cups") == "354.8823548ml" && result("1/2", "cup", "ml") == "118.2941183ml")
        #expect(try result("½ cup") == "118.2941183ml" && result("1½ tsp") == "7.5ml")
        #expect(try result("350 degrees F") == "176.6666667°C" && result("180 ° C") == "356°F")
        #expect(try result("-.5 C") == "31.1°F" && result("1'000 g", "kg") == "1kg")
        #expect(try result("1\u{a0}000\u{a0}g\u{a0}kg") == "1kg" && result("1 000 g to kg") == "1kg")
    }

    @Test func theUnitsOfAKitchenAreConverted() throws {
        #expect(try result("1 tbsp") == "15ml" && result("3 tsp") == "15ml" && result("2 l dl") == "20dl")
        #expect(try result("33 cl ml") == "330ml" && result("5 dl cups") == "2.113376419cups")
        #expect(try result("8 fl oz") == "236.5882365ml" && result("1 cup in fl oz") == "8fl oz")
        #expect(try result("1 pint") == "473.176473ml" && result("1 stick") == "113.3980925g")
        #expect(try result("1 stick cups") == "0.5cups" && result("2 lb 3 oz to g") == "992.2333094g")
        #expect(try result("5 ft 11 in cm") == "180.34cm")
    }

    /// A number without a unit after feet or pounds is of inches or ounces, whatever the result's unit.
    @Test func aUnitThatPeopleLeaveOutIsTheNextSmallerOne() throws {
        #expect(try result("5'11", "cm") == "180.34cm" && result("5’11”", "cm") == "180.34cm")
        #expect(try result("5'11''", "cm") == "180.34cm" && result("5 ft 11") == "180.34cm")
        #expect(try result("5'11 1/2", "cm") == "181.61cm" && result("5'11 to cm") == "180.34cm")
        #expect(try result("2 lb 8", "kg") == "1.133980925kg" && result("2 lb 8 oz", "kg") == "1.133980925kg")
        #expect(try result("2lb8→g") == "1133.980925g")
        #expect(try ConversionRequest(["5'11", "cm"]).entry == "5 ft 11 in")
    }

    @Test(arguments: [
        ("1 kg 500 lb", "'500' after kg has no unit; write one behind it"),
        ("5'12 cm", "'12' after ft has no unit; write one behind it"),
        ("2 lb 100 g", "'100' after lb has no unit; write one behind it"),
        ("1 l 5", "'5' after l has no unit; write one behind it"),
    ])
    func aUnitThatNobodyLeavesOutIsAskedFor(text: String, message: String) {
        #expect(throws: WrongUsage(message: message, command: .convert)) { try ConversionRequest([text]) }
    }

    @Test(arguments: [
        [], ["350"], ["F"], ["350", "X"], ["350", "F", "km"], ["350", "F", "C", "x"], ["1,000", "mi"],
        ["12345678901", "F"],
        ["3٥0F"], ["1e5F"], ["", "F"], ["1\u{0}F"], ["0x1F", "F"], ["--1", "F"], ["5 ft -11 in"],
        ["5 C 3 F"], ["5 ft 3 lb"], ["1 fl"], ["→"], ["350F →"], ["1 oz ml"],
    ])
    func anythingElseIsWrongUsage(words: [String]) {
        #expect(throws: WrongUsage.self) { try ConversionRequest(words) }
    }
}

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

@Suite struct TillProgramTests {
    @Test(arguments: [
        ("USD", EX_OK), ("GBP", EX_OK), ("eur", EX_OK), ("CHF", EX_OK), ("BGN", EX_USAGE), ("XYZ", EX_USAGE),
    ])
    func aTipIsInAnyCurrencyButTheLev(currency: String, status: Int32) {
        #expect(TillProgram.run(["tip", "85.40", "18", "--currency", currency]) == status)
    }

    @Test func onlyOneOfSeveralCustomersMustBeNamed() throws {
        let folder = TemporaryFolder()
        func run(_ words: [String]) throws { try CommandRun(invocation: TillInvocation(["cards"] + words)).run() }
        func register(_ name: String) throws {
            try run(["register", "--name", name, "--email", "\(name)@example.org", "--telephone", "555 123"])
        }
        try withEnvironment(["XDG_STATE_HOME": folder.path]) {
            try register("ivan")
            #expect(throws: TillFailure(message: "ivan@example.org has no order '1'")) { try run(["show", "1"]) }
            try register("maria")
            let several = "there are several customers; name one by --customer: ivan@example.org, maria@example.org"
            #expect(throws: TillFailure(message: several)) { try run(["show", "1"]) }
        }
    }
}
