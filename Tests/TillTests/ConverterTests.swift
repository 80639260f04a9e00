import EggTestSupport
import Testing

@testable import Till

@Suite struct ConverterTests {
    private func convert(_ text: String, _ id: String) throws -> String {
        try #require(Converter.named(id)).text(for: Converter.value(text))
    }

    @Test(arguments: [
        ("98.6", "fahrenheit-celsius", "37"), ("-40", "fahrenheit-celsius", "-40"),
        ("-40", "celsius-fahrenheit", "-40"),
        ("26.2", "miles-kilometers", "42.1648128"), ("350", "fahrenheit-celsius", "176.6666667"),
        ("32", "fahrenheit-celsius", "0"), ("-0", "celsius-fahrenheit", "32"), ("1", "cups-milliliters", "236.5882365"),
        ("1", "ounces-grams", "28.34952313"), ("1", "pounds-kilograms", "0.45359237"),
        ("1", "inches-centimeters", "2.54"),
        ("9999999999", "miles-kilometers", "16093440000"), ("0.000000001", "grams-ounces", "0.00000000003527396195"),
        ("100", "celsius-fahrenheit", "212"), ("\u{2212}40", "fahrenheit-celsius", "-40"),
        ("0,5", "inches-centimeters", "1.27"), ("1/2", "inches-centimeters", "1.27"),
        ("1 1/2", "inches-centimeters", "3.81"), ("½", "inches-centimeters", "1.27"),
        ("1½", "inches-centimeters", "3.81"), ("-1 1/2", "celsius-fahrenheit", "29.3"),
        ("1 000", "inches-centimeters", "2540"), ("1'000", "inches-centimeters", "2540"),
        ("1\u{a0}000,5", "inches-centimeters", "2541.27"),
    ])
    func aResultIsExactToTenDigits(value: String, id: String, result: String) throws {
        #expect(try convert(value, id) == result)
    }

    @Test func theListBeginsWithTheFourOfTheOwner() {
        #expect(
            Converter.all.prefix(4).map(\.label) == [
                "fahrenheit to celsius", "celsius to fahrenheit", "miles to kilometers", "kilometers to miles",
            ])
        #expect(Set(Converter.all.map(\.id)).count == Converter.all.count)
    }

    @Test func eachSymbolIsListedOnce() {
        let symbols = Converter.symbols
        #expect(symbols.prefix(4) == ["°F", "°C", "mi", "km"] && Set(symbols).count == symbols.count)
        #expect(Set(symbols) == Set(Converter.all.map(\.input.symbol)))
    }

    @Test func convertersAreEachOthersInverses() throws {
        var random = SeededGenerator(seed: 4)
        for converter in Converter.all {
            let inverse = try #require(Converter.find(from: converter.output.symbol, to: converter.input.symbol))
            #expect(inverse.input == converter.output && inverse.output == converter.input)
            for _ in 0..<500 {
                let number = Int64.random(in: -9_999_999_999...9_999_999_999, using: &random)
                let value = try #require(Fraction(number, decimals: Int.random(in: 0...9, using: &random)))
                if converter.input.quantity == .temperature, !value.isWithin(-270...9_999_999_999) { continue }
                #expect(try inverse.convert(converter.convert(value)) == value)
                // Through the rounded texts, to nine digits; near zero, degrees lose digits by subtraction.
                let there = try DecimalText.parse(
                    converter.text(for: value), digits: 18, decimals: 24, isSigned: true)
                let back = try #require(Double(inverse.text(for: there)))
                let start = try #require(Double(value.text(digits: 10)))
                #expect(abs(back - start) <= max(abs(start), 100) * 1e-9, "\(converter.label): \(start)")
            }
        }
    }

    @Test(arguments: [
        ("350", "fahrenheit-celsius", "176.7"), ("98.6", "fahrenheit-celsius", "37"),
        ("31.99", "fahrenheit-celsius", "0"),
        ("26.2", "miles-kilometers", "42.16"), ("1", "pounds-kilograms", "0.4536"),
        ("0.001", "cups-milliliters", "0.2366"),
        ("123456", "kilometers-miles", "76712"), ("9999.96", "grams-ounces", "352.7"),
        ("999.99", "deciliters-cups", "422.7"),
        ("9999999999", "miles-kilometers", "16093440000"), ("-40.55", "celsius-fahrenheit", "-41"),
    ])
    func peopleGetOneDecimalOfADegreeOrFourDigits(value: String, id: String, result: String) throws {
        #expect(try #require(Converter.named(id)).roundedText(for: Converter.value(value)) == result)
    }

    @Test func noTemperatureIsBelowAbsoluteZero() throws {
        let celsius = try #require(Converter.named("celsius-fahrenheit"))
        #expect(try celsius.text(for: Converter.value("-273.15")) == "-459.67")
        #expect(throws: InvalidInput("entry", "-273.151 °C is below absolute zero, which is -273.15 °C")) {
            try celsius.text(for: Converter.value("-273.151"))
        }
        #expect(throws: InvalidInput.self) { try #require(Converter.find(from: "F", to: "F")).convert(Fraction(-460)) }
    }

    /// Any two units of one quantity, with every value that ten digits can have.
    @Test func everyResultCanBeEnteredAgain() throws {
        var random = SeededGenerator(seed: 27)
        let units = Converter.all.map(\.input)
        for input in units {
            for output in units where output.quantity == input.quantity {
                let converter = try #require(Converter.find(from: input.symbol, to: output.symbol))
                for _ in 0..<10 {
                    let number = Int64.random(in: 0...9_999_999_999, using: &random)
                    let value = try #require(Fraction(number, decimals: Int.random(in: 0...9, using: &random)))
                    let result = try converter.text(for: value)
                    guard result.hasPrefix("0.") else { continue }
                    #expect(throws: Never.self) { try Converter.value(result) }
                    #expect(Keypad(result, limits: .conversion)?.text == result)
                }
            }
        }
    }

    @Test(arguments: [
        "", "-", ".", "1e5", "abc", "12345678901", "1,000", "٣", "1\u{0}", "--1", "1-", "0x1F", "∞", "1/0", "1/", "/2",
        "1/2/3", "1.5 1/2",
        "1/2 1", "1/1001",
        String(repeating: "1", count: 1000),
    ])
    func whatIsNoNumberOfTenDigitsIsRefused(text: String) {
        #expect(throws: InvalidInput.self) { try Converter.value(text) }
    }
}

@Suite struct KeypadTests {
    private func typed(_ keys: String, _ start: String = "", _ limits: Keypad.Limits = .conversion) throws -> String {
        var keypad = try #require(Keypad(start, limits: limits))
        for key in keys { keypad.press(key) }
        return keypad.text
    }

    @Test(arguments: [
        ("98.6", "98.6"), ("40N", "-40"), ("N40", "-40"), ("40NN", "40"), ("12345678901", "1234567890"), ("0007", "7"),
        ("1..5", "1.5"), (".5", "0.5"), (",5", "0.5"), ("12C", ""), ("12B", "1"), ("1BBB", ""), ("5.", "5."),
        ("0N5", "-5"),
        ("x٣y", ""), ("0.12345678901", "0.1234567890"), ("C", ""), ("\u{0}", ""),
    ])
    func keysFillTheField(keys: String, text: String) throws {
        #expect(try typed(keys) == text)
    }

    @Test func aBillHasTwoDecimalsAndNoSign() throws {
        #expect(try typed("85.409N", "", .money) == "85.40")
        #expect(try typed("1234567890.99", "", .money) == "12345678.99")
        #expect(Keypad("-1", limits: .money) == nil && Keypad("85.4", limits: .money)?.text == "85.4")
    }

    @Test func aFieldWithoutDecimalsTakesNoPoint() throws {
        #expect(try typed("1.5,", "", Keypad.Limits(digits: 4, decimals: 0, isSigned: false)) == "15")
    }

    @Test(arguments: ["abc", "1-", "--1", "1.2.3", "007", "12345678901", "C", "N5", "1,5", "٣"])
    func aTextThatKeysCannotHaveEnteredIsNoField(text: String) {
        #expect(Keypad(text, limits: .conversion) == nil)
    }

    @Test func whateverIsPressedTheFieldIsANumberOrEmpty() throws {
        var random = SeededGenerator(seed: 5)
        let keys = Array("0123456789.,CNB0123456789x-")
        for _ in 0..<2000 {
            let text = try typed(String((0..<30).compactMap { _ in keys.randomElement(using: &random) }))
            let keypad = try #require(Keypad(text, limits: .conversion))
            if let number = keypad.number { #expect(throws: Never.self) { try Converter.value(number) } }
        }
    }
}
