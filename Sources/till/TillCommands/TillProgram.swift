import Glibc
import Languages
import Program
import Text
import Till
import TillService
import TillStore
import Varlink

/// The program `till`.
public enum TillProgram {
    static let program = Executable("till")

    /// Runs this process's command line.
    ///
    /// - Returns: the exit status: 0 done, 1 refused, 64 wrong usage, 69 the database can't be used, 70 a defect.
    public static func run() -> Int32 {
        program.run { words in Environment.language.speak { run(words) } }
    }

    static func run(_ words: [String]) -> Int32 {
        if program.complete(words, options: TillInvocation.accepted, { TillCompletions(line: $0).answers }) { return 0 }
        do {
            let invocation = try TillInvocation(words)
            // What programs read is English.
            try (invocation.json ? Language.english : .current).speak {
                do {
                    try CommandRun(invocation: invocation).run()
                } catch let problem as TillStore.Problem {
                    let message = tr("the database can't be used: {error}", ["error": problem.sentence])
                    throw TillFailure(message: message, status: EX_UNAVAILABLE)
                }
            }
            return 0
        } catch let error as WrongUsage {
            return program.refuse(error.message, about: error.command)
        } catch let error as TillFailure {
            program.complain(error.message)
            return error.status
        } catch {
            program.complain(InvalidInput.outOfRange("entry").message)
            return EX_USAGE
        }
    }
}

/// A refusal: a message without a full stop, and the exit status.
struct TillFailure: Error, Equatable {
    let message: String
    var status: Int32 = 1
}

struct CommandRun {
    let invocation: TillInvocation
    var options: [String: String] { invocation.options }

    func run() throws {
        switch invocation.command {
        case .help(let command): TillProgram.program.write(TillHelp.text(command))
        case .version: TillOutput.lines(["till \(Product.version)"])
        case .lunch: try lunch()
        case .convert: try convert()
        case .tip: try tip()
        case .rates: try rates()
        case .cards(let name): try cards(name)
        }
    }

    /// Prints a reply: as JSON, or as lines for people.
    func show(_ reply: some Encodable, _ lines: @autoclosure () throws -> [String]) throws {
        if invocation.json {
            try TillOutput.json(reply)
        } else {
            TillOutput.lines(try lines())
        }
    }

    // MARK: Lunch and rates

    private func lunch() throws {
        let order = try checked(.lunch) {
            try LunchOrder(
                soup: options["soup"], main: options["main"], dessert: options["dessert"], cola: options["cola"],
                isDelivered: options["delivery"] != nil)
        }
        let rate: ExchangeRate?
        switch options["currency"].map({ Currency(rawValue: $0.uppercased()) }) ?? .EUR {
        case .EUR: rate = nil
        case .BGN: rate = .lev
        case .USD: rate = try dollarRate()
        case .GBP, .CHF, nil:
            throw WrongUsage(
                message: "unknown currency '\(printable(options["currency"] ?? ""))'; the currencies are USD, EUR, BGN",
                command: .lunch)
        }
        guard LunchItem.allCases.contains(where: { options[$0.rawValue] != nil }) else {
            return try show(
                TillInterface.Menu.Reply(),
                LunchItem.allCases.map { try $0.menuText(in: rate) } + [
                    tr(
                        "Order like this: {command}",
                        ["command": "till lunch --soup 1 --main 2 --cola 0.5 --delivery"])
                ])
        }
        let bill = try order.bill(in: rate)
        try show(
            TillInterface.Lunch.Reply(bill),
            bill.lines.map(\.text) + [tr("Total") + "  \(bill.total.text(.code))"]
                + (rate.map { ["\(bill.euros.text(.code)); \($0.shownSentence)"] } ?? []))
    }

    /// The dollar's rate, also where nothing was stored and nothing can be.
    private func dollarRate() throws -> ExchangeRate {
        let folder = TillFolder.find(environment: Environment.variable)
        return folder.map(TillStore.isMissing) ?? true ? .dollar : try openStore().dollarRate()
    }

    private func rates() throws {
        let (currency, text) = (invocation.operands.first, invocation.operands.dropFirst().first)
        if let currency, currency.uppercased() != Currency.USD.rawValue {
            let hint =
                currency.uppercased() == Currency.BGN.rawValue
                ? "the rate of BGN is fixed" : "only USD has a rate to set"
            throw WrongUsage(message: "unknown rate '\(printable(currency))'; \(hint)", command: .rates)
        }
        switch (text, options["reset"] != nil) {
        case (let text?, false):
            try openStore().setDollarRate(checked(.rates) { try ExchangeRate(dollar: text, date: TillClock.today()) })
        case (nil, true): try openStore().resetDollarRate()
        case (.some, true): throw WrongUsage(message: "a rate and '--reset' exclude each other", command: .rates)
        case (nil, false):
            guard currency == nil else {
                throw WrongUsage(message: "missing rate, such as 'till rates USD 1.1573'", command: .rates)
            }
        }
        let rate = try dollarRate()
        try show(TillInterface.Rates.Reply(rate), [rate.shownSentence, ExchangeRate.lev.shownSentence])
    }

    // MARK: Conversions

    private func convert() throws {
        if options["list"] != nil {
            return try show(
                TillInterface.Converters.Reply(),
                Converter.all.map { "\($0.words)  (\($0.symbols))" })
        }
        let request = try ConversionRequest(invocation.operands)
        let (converter, value) = (request.converter, request.value)
        let result = try checked(.convert) { try converter.text(for: value) }
        let shown = options["exact"] == nil ? try converter.roundedText(for: value) : result
        try show(
            TillInterface.Convert.Reply(
                converter: converter, entry: value.text(digits: Converter.digits), result: result),
            [localized(number: "\(request.entry) = \(converter.output.text(shown))")])
    }

    // MARK: Tips

    private func tip() throws {
        guard let bill = invocation.operands.first else {
            throw WrongUsage(message: "missing bill, such as 'till tip 85.40 18'", command: .tip)
        }
        let percents = invocation.operands.dropFirst() + [options["tip"]].compactMap { $0 }
        guard let percent = percents.first, percents.count == 1 else {
            let problem = percents.isEmpty ? "missing percentage" : "the percentage is given twice"
            throw WrongUsage(message: "\(problem); write it like: till tip \(ShellWord.of(bill)) 18", command: .tip)
        }
        var currency: Currency
        if let word = options["currency"] {
            let all = TipRequest.currencies
            guard let found = all.first(where: { $0.rawValue == word.uppercased() }) else {
                let list = all.map(\.rawValue).joined(separator: ", ")
                throw WrongUsage(
                    message: "unknown currency '\(printable(word))'; the currencies are \(list)", command: .tip)
            }
            currency = found
        } else {
            let locale = ["LC_ALL", "LC_MONETARY", "LANG"].lazy.compactMap(Environment.variable).first
            currency = Currency(locale: locale ?? "")
        }
        // The bill may tell its currency: €85.40.
        if options["currency"] == nil {
            currency = TipRequest.currencies.first { $0.number(in: bill) != nil } ?? currency
        }
        guard let rounding = TipRounding(rawValue: options["round"] ?? TipRounding.exact.rawValue) else {
            let words = TipRounding.allCases.map(\.rawValue)
            let hint = NearestWord.find(options["round"] ?? "", among: words).map { "did you mean '\($0)'?" }
            throw WrongUsage(
                message: "unknown rounding '\(printable(options["round"] ?? ""))'; "
                    + (hint ?? "it can be \(words.joined(separator: ", "))"), command: .tip)
        }
        let people = options["people"] ?? "1"
        guard let people = DecimalText.whole(people, in: TipRequest.people) else {
            throw WrongUsage(
                message:
                    "--people: '\(printable(people))' isn't a whole number from \(TipRequest.people.lowerBound) to "
                    + "\(TipRequest.people.upperBound)", command: .tip)
        }
        let request = try checked(.tip) {
            try TipRequest(
                bill: bill, currency: currency, percent: Self.withoutSign(percent), people: people, rounding: rounding,
                taxRate: options["tax"].map(Self.withoutSign))
        }
        let split = try CheckSplit(bill: request.bill, tip: request.tip(), people: people)
        let reply = try TillInterface.Tip.Reply(
            entry: currency.number(in: bill) ?? bill, request: request, split: split)
        var lines = [tr("Bill Total") + "  \(request.bill.text(.symbol))"]
        if let tipped = request.tippedAmount { lines.append(tr("Without Tax") + "  \(tipped.text(.symbol))") }
        lines.append(tr("Total Tip") + "  \(split.tip.text(.symbol))")
        lines.append(tr("Total To Pay") + "  \(split.total.text(.symbol))")
        if people > 1 { lines.append(tr("Total Per Person") + "  \(split.perPersonText)") }
        try show(reply, lines)
    }

    /// `18%` means `18`.
    private static func withoutSign(_ percent: String) -> String {
        percent.hasSuffix("%") ? String(percent.dropLast()) : percent
    }
}

/// Runs the body; a refused value is wrong usage of the command's option that it belongs to.
func checked<Result>(_ command: TillCommandName, _ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let refusal as InvalidInput {
        throw WrongUsage(refusal, command)
    }
}

extension WrongUsage {
    /// A refused value of an option or an operand.
    init(_ refusal: InvalidInput, _ command: TillCommandName) {
        let field = refusal.problems.first?.field ?? ""
        let option: String? =
            switch field {
            case "percent": "tip"
            case "taxRate": "tax"
            case "emailAgain": "email"
            default: TillInvocation.accepted.contains { $0.name == field } ? field : nil
            }
        self.init(message: (option.map { "--\($0): " } ?? "") + refusal.message, command: command)
    }
}

func openStore() throws -> TillStore {
    guard let folder = TillFolder.find(environment: Environment.variable) else {
        throw TillFailure(
            message: tr("no folder for the database is known; set XDG_STATE_HOME or HOME"), status: EX_UNAVAILABLE)
    }
    return try TillStore(folder: folder)
}

/// Writes whole texts at once to the standard program.
enum TillOutput {
    /// Prints lines of text without control characters.
    static func lines(_ lines: [String]) {
        TillProgram.program.write(lines.map { printable($0) + "\n" }.joined())
    }

    static func json(_ value: some Encodable) throws(TillFailure) {
        guard let bytes = try? encodeJSON(value) else {
            throw TillFailure(message: "the reply can't be written as JSON", status: EX_SOFTWARE)
        }
        TillProgram.program.write(PrintableText.escaped(json: bytes) + [UInt8(ascii: "\n")])
    }
}

/// Text of customers, with characters replaced that could control a terminal.
func printable(_ text: String) -> String { PrintableText.of(text) }
