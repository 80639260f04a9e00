import Languages

/// A conversion from one unit to another one of the same quantity.
package struct Converter: Equatable, Sendable {
    package let input: Unit
    package let output: Unit

    /// `fahrenheit to celsius`.
    package var label: String { "\(input.name) to \(output.name)" }

    /// The same in the language of the thread.
    package var words: String { tr("{input} to {output}", ["input": input.shownName, "output": output.shownName]) }
    /// The same with their symbols: `°F to °C`.
    package var symbols: String {
        tr("{input} to {output}", ["input": input.shownSymbol, "output": output.shownSymbol])
    }

    /// A name for programs: the label with dashes.
    package var id: String {
        let words = label.split(separator: " ").filter { $0 != "to" }
        return words.joined(separator: "-")
    }

    private init(_ input: Unit, _ output: Unit) {
        (self.input, self.output) = (input, output)
    }

    /// The most digits that a value to convert can have, not counting zeros at its beginning, and the significant digits
    /// of a result.
    package static let digits = 10
    /// The most decimals of a value to convert: enough to enter every result of ten digits again.
    static let decimals = 24

    /// The converters of the list, one for each unit; the first is the one at start.
    package static let all: [Converter] = [
        Converter(.fahrenheit, .celsius), Converter(.celsius, .fahrenheit), Converter(.mile, .kilometer),
        Converter(.kilometer, .mile), Converter(.ounce, .gram), Converter(.gram, .ounce), Converter(.cup, .milliliter),
        Converter(.milliliter, .cup), Converter(.pound, .kilogram), Converter(.kilogram, .pound),
        Converter(.inch, .centimeter), Converter(.centimeter, .inch), Converter(.foot, .centimeter),
        Converter(.tablespoon, .milliliter), Converter(.teaspoon, .milliliter), Converter(.fluidOunce, .milliliter),
        Converter(.pint, .milliliter), Converter(.imperialPint, .milliliter), Converter(.liter, .cup),
        Converter(.deciliter, .cup), Converter(.centiliter, .fluidOunce), Converter(.stickByWeight, .gram),
        Converter(.stickByVolume, .cup),
    ]

    package static var symbols: [String] {
        let symbols = all.map(\.input.symbol)
        return symbols.indices.filter { symbols.firstIndex(of: symbols[$0]) == $0 }.map { symbols[$0] }
    }

    package static func named(_ name: String) -> Converter? {
        all.first { $0.id == name || $0.label == name }
    }

    /// The converter from one unit to another, or to that of the list without one; nil if there is none.
    package static func find(from input: String, to output: String?) -> Converter? {
        let inputs = all.filter { $0.input.matches(input) }
        guard let output else { return inputs.first }
        for input in inputs.map(\.input) {
            let outputs = all.map(\.input).filter { $0.quantity == input.quantity }
            if let found = outputs.first(where: { $0.matches(output) }) { return Converter(input, found) }
        }
        return nil
    }

    /// The exact result for a value; no temperature is below absolute zero.
    package func convert(_ value: Fraction) throws(InvalidInput) -> Fraction {
        guard let base = try? value + input.zero, let result = try? base * (input.size / output.size) - output.zero
        else { throw .outOfRange("entry") }
        if input.quantity == .temperature, base.isNegative,
            let given = try? value.text(digits: Self.digits), let zero = try? input.zero.text(digits: Self.digits)
        {
            throw InvalidInput(
                "entry",
                tr(
                    "{number} {unit} is below absolute zero, which is {zero} {unit}",
                    [
                        "number": localized(number: given), "zero": localized(number: "-\(zero)"),
                        "unit": input.symbol,
                    ]))
        }
        return result
    }

    /// The result with at most ten significant digits.
    package func text(for value: Fraction) throws(InvalidInput) -> String {
        let result = try convert(value)
        guard let text = try? result.text(digits: Self.digits) else { throw .outOfRange("entry") }
        return text
    }

    /// The result as people need it: a temperature with one decimal, and anything else with four significant digits, or
    /// in whole units if these have more.
    package func roundedText(for value: Fraction) throws(InvalidInput) -> String {
        let result = try convert(value)
        do throws(Fraction.OutOfRange) {
            if output.quantity == .temperature {
                let tenths = try (result * Fraction(10)).rounded()
                return try Fraction(tenths, over: 10).text(digits: Self.digits + 1)
            }
            let whole = "\(try result.rounded().magnitude)"
            return try result.text(digits: min(max(4, whole.count), Self.digits))
        } catch {
            throw .outOfRange("entry")
        }
    }

    /// A value to convert, as typed: a number with at most ten digits, or a fraction.
    package static func value(_ text: String, isSigned: Bool = true) throws(InvalidInput) -> Fraction {
        do {
            return try DecimalText.parseFraction(text, digits: digits, decimals: decimals, isSigned: isSigned)
        } catch {
            throw InvalidInput("entry", error.sentence(text, example: "98.6"))
        }
    }
}
