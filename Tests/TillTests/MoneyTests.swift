import EggTestSupport
import Testing
import Till

@Suite struct MoneyTests {
    @Test(arguments: [
        ("85.40", 8540), ("85,4", 8540), ("85", 8500), (".5", 50), ("0", 0), ("-0", 0), (" 12.00 ", 1200), ("0.01", 1),
        ("10000000", 1_000_000_000), ("+1", 100), ("1,234.50", 123450), ("1.234,5", 123450), ("1,234,567", 123_456_700),
        ("1.234.567,89", 123_456_789), ("$50", 5000), ("50$", 5000), ("50 USD", 5000), ("50\u{a0}$", 5000),
        ("$\u{202f}50\u{2009}", 5000), ("USD 1,234.50", 123450),
        ("1 234,50", 123450), ("1\u{a0}234,50\u{a0}$", 123450), ("1\u{202f}234\u{202f}567", 123_456_700),
        ("1'234.50", 123450), ("1’234,5", 123450), ("1'000", 100000), ("usd 5", 500), (" $ 5 ", 500),
    ])
    func anAmountIsReadExactly(text: String, minor: Int64) throws {
        #expect(try Money(parsing: text, .USD, field: "bill").minor == minor)
    }

    @Test(arguments: [
        "", " ", ".", "-", "-1", "1.234", "1,000", "1.2.3", "1,23.50", "1234,567.8", ",123.4",
        "1,234.567,8", "1,2,3", "€50", "$", "$$5", "$50$", "1e3", "0x10", "NaN", "inf", "٨٥", "８５", "८५",
        "12 00", "1'23", "1 234'50", "1 234 56", "1 1/2",
        "1\u{0}", "\u{0}", "10000000.01", "99999999999999999999999999", "1_000",
        String(repeating: "9", count: 100_000), String(repeating: "0", count: 100_000),
    ])
    func anythingElseIsRefusedAtItsField(text: String) {
        do {
            let money = try Money(parsing: text, .USD, field: "bill")
            Issue.record("\(text.prefix(20)) was read as \(money.minor)")
        } catch {
            #expect(error.problems.map(\.field) == ["bill"])
            #expect(!error.message.isEmpty && error.message.count < 200)
        }
    }

    @Test(arguments: [
        ("Fr 1'234.50", Currency.CHF, 123450), ("Fr. 12.50", .CHF, 1250), ("1 234,50 €", .EUR, 123450),
        ("€\u{a0}5", .EUR, 500), ("9 лв.", .BGN, 900), ("9 лв", .BGN, 900), ("20 euros", .EUR, 2000),
        ("chf 1’000", .CHF, 100000),
    ])
    func theSignsOfACurrencyAreRead(text: String, currency: Currency, minor: Int64) throws {
        #expect(try Money(parsing: text, currency, field: "bill").minor == minor)
    }

    @Test(arguments: ["100 BGN", "100 лв.", "€50", "50 JPY", "¥50", "Fr. 50", "20 euros", "100 DM", "50 kr", "9 zł"])
    func anotherCurrencyIsNamedAsTheTrouble(text: String) {
        #expect(throws: InvalidInput("bill", "'\(text)' isn't in USD; the currencies are USD, GBP, EUR, CHF")) {
            try Money(parsing: text, .USD, field: "bill", others: TipRequest.currencies)
        }
        #expect(throws: InvalidInput("bill", "'5 eggs' isn't a number; write it like 85.40")) {
            try Money(parsing: "5 eggs", .USD, field: "bill", others: TipRequest.currencies)
        }
    }

    @Test func aCommaThatCanBeReadInTwoWaysIsRefused() {
        #expect(throws: DecimalText.Problem.ambiguousComma) { try DecimalText.parse("1,000") }
        #expect(throws: Never.self) { try DecimalText.parse("0,125") }
        #expect(throws: Never.self) { try DecimalText.parse("1,25") }
    }

    @Test func onlyALongTextIsQuotedWithAnEllipsis() {
        let text = String(repeating: "9", count: 40)
        #expect(DecimalText.quoted("") == "''" && DecimalText.quoted(text) == "'\(text)'")
        #expect(DecimalText.quoted(text + "9") == "'\(text)…'")
    }

    @Test func oneHelperWritesAmountsWithAndWithoutTheSymbol() {
        #expect(Money(2520, .USD).text(.symbol) == "$25.20" && Money(2520, .USD).text(.plain) == "25.20")
        #expect(Money(5, .GBP).text(.symbol) == "£0.05" && Money(2520, .EUR).text(.symbol) == "€25.20")
        #expect(Money(2520, .CHF).text(.symbol) == "Fr 25.20" && Money(900, .BGN).text(.symbol) == "9.00 лв.")
        #expect(Money(123_456_789, .USD).text(.symbol) == "$1,234,567.89")
        #expect(Money(100_000, .USD).text(.code) == "1,000.00 USD" && Money(100_000, .USD).text(.plain) == "1000.00")
        #expect(Money(1200, .EUR).text(.code) == "12.00 EUR" && Money(-5, .EUR).text(.plain) == "-0.05")
    }

    @Test(arguments: [
        ("en-US", Currency.USD), ("en-GB", .GBP), ("de-CH", .CHF), ("de_DE.UTF-8", .EUR), ("bg-BG", .EUR), ("bg", .EUR),
        ("en", .USD), ("", .USD), ("C", .USD), ("zh-Hant-TW", .USD), ("sr-Latn-ME", .EUR), ("ja_JP@x", .USD),
    ])
    func autoIsTheCurrencyOfTheLocale(locale: String, currency: Currency) {
        #expect(Currency(locale: locale) == currency)
    }

    // MARK: Rates

    @Test func theFixedRateIsAppliedInFull() throws {
        #expect(try ExchangeRate.lev.fromEuro(2200) == Money(4303, .BGN))
        #expect(try ExchangeRate.lev.toEuro(10000) == Money(5113, .EUR))
        #expect(try ExchangeRate.lev.toEuro(900) == Money(460, .EUR))
    }

    @Test func euroToLevAndBackIsExact() throws {
        var random = SeededGenerator(seed: 1)
        for cents in Array(0...10_000) + (0..<10_000).map({ _ in Int64.random(in: 0...Money.maxMinor, using: &random) })
        {
            #expect(try ExchangeRate.lev.toEuro(ExchangeRate.lev.fromEuro(cents).minor).minor == cents)
        }
    }

    @Test func otherRoundTripsEndWithinOneSmallestUnit() throws {
        var random = SeededGenerator(seed: 2)
        for _ in 0..<10_000 {
            let rate = try ExchangeRate(
                dollar: "\(Int.random(in: 1...3, using: &random)).\(Int.random(in: 0...9999, using: &random))",
                date: "2026-01-01")
            let cents = Int64.random(in: 0...Money.maxMinor, using: &random)
            #expect(abs(try rate.toEuro(rate.fromEuro(cents).minor).minor - cents) <= 1)
            let stotinki = Int64.random(in: 0...Money.maxMinor, using: &random)
            let back = try ExchangeRate.lev.fromEuro(ExchangeRate.lev.toEuro(stotinki).minor).minor
            #expect(abs(back - stotinki) <= 1)
        }
    }

    @Test(arguments: ["0", "0.009", "100.01", "-1", "abc", "1.12345678", "", "1,157", "١", "1e0"])
    func anImpossibleRateIsRefused(text: String) {
        #expect(throws: InvalidInput.self) { try ExchangeRate(dollar: text, date: "2026-01-01") }
    }

    @Test func aRateIsShownWithItsDate() throws {
        #expect(
            try ExchangeRate(dollar: "1.1573", date: "2026-11-21").sentence == "1 EUR = 1.1573 USD, set on 2026-11-21")
        #expect(ExchangeRate.dollar.sentence.contains("European Central Bank, 20"))
    }

    // MARK: Shares

    @Test func sharesAlwaysSumToTheirTotal() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<20_000 {
            let total = Int64.random(in: 0...(Bool.random(using: &random) ? 1000 : Money.maxMinor * 2), using: &random)
            let weights = (0..<Int.random(in: 1...50, using: &random)).map { _ in
                Int64.random(in: 0...(Bool.random(using: &random) ? 3 : Money.maxMinor), using: &random)
            }
            let parts = shares(of: total, by: weights)
            #expect(parts.reduce(0, +) == total && parts.count == weights.count && parts.allSatisfy { $0 >= 0 })
            let sum = weights.reduce(0, +)
            if sum > 0 {
                for (part, weight) in zip(parts, weights) {
                    #expect(abs(Double(part) - Double(total) * Double(weight) / Double(sum)) < 1.001)
                }
            }
        }
        #expect(shares(of: 100, by: [1, 1, 1]) == [34, 33, 33] && shares(of: 5, by: []) == [])
    }
}

@Suite struct FractionTests {
    @Test func arithmeticThatHasNoPlaceIsRefused() throws {
        var number = Fraction(.max)
        #expect(throws: Fraction.OutOfRange.self) {
            for _ in 0..<4 { number = try number * number }
        }
        #expect(throws: Fraction.OutOfRange.self) { try Fraction(1) / Fraction(0) }
        #expect(throws: Fraction.OutOfRange.self) { try (Fraction(.max) * Fraction(2)).rounded() }
    }

    @Test(arguments: [
        (1, 3, "0.3333333333"), (2, 3, "0.6666666667"), (-2, 3, "-0.6666666667"), (1, 1, "1"), (0, 5, "0"),
        (99_999_999_995, 10, "10000000000"), (99_999_999_994, 10, "9999999999"), (12_345_678_905, 1, "12345678910"),
        (1, 7_000_000_000, "0.0000000001428571429"), (9_999_999_999_5, 1_000_000_000_00, "1"), (1, 8, "0.125"),
        (99_999_999_999, 1, "100000000000"), (5, 100, "0.05"), (100, 1, "100"),
    ])
    func textHasTenSignificantDigitsAtMost(numerator: Int64, denominator: UInt64, text: String) throws {
        #expect(try Fraction(numerator, over: denominator).text(digits: 10) == text)
    }

    @Test func halvesAreRoundedUp() throws {
        #expect(try Fraction(5, over: 2).rounded() == 3 && Fraction(-5, over: 2).rounded() == -3)
        #expect(try Fraction(249, over: 100).rounded() == 2 && Fraction(3, over: 2).rounded() == 2)
    }
}
