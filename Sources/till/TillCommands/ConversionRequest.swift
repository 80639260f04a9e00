import Program
import Text
import Till

/// A conversion from a command line: `350F`, `26.2 mi km`, `20C→F`, `5 ft 11 in in cm`, `1 1/2 cups`.
struct ConversionRequest: Equatable {
    let converter: Converter
    /// In the converter's first unit.
    let value: Fraction
    /// The value as it was read, such as `5 ft 11 in`.
    let entry: String

    /// Reads a value with its unit, or several that add up, and the unit of the result, which can be left out.
    ///
    /// A number after feet or pounds may lack its unit, as in `5'11 cm`: inches or ounces.
    init(_ operands: [String]) throws(WrongUsage) {
        var words = Self.words(operands.joined(separator: " "))[...]
        var parts: [(number: String, unit: String)] = []
        while let first = words.first, parts.isEmpty || Self.isNumeric(first) {
            let digits = words.prefix(while: Self.isNumeric)
            words.removeFirst(digits.count)
            let number = digits.joined(separator: " ")
            guard let last = parts.last else {
                guard !words.isEmpty else {
                    throw Self.usage("'\(first)' has no unit; write it like \(first)F or \(first) mi")
                }
                parts.append((number, try Self.unit(from: &words)))
                continue
            }
            parts.append((number, try Self.unit(of: number, after: last.unit, from: &words)))
        }
        guard let first = parts.first else {
            throw Self.usage("missing value and unit, such as 350F or 26.2 mi km")
        }
        if words.count > 1, ["to", "in", "→"].contains(words.first?.lowercased()) { words.removeFirst() }
        let output = words.isEmpty ? nil : try Self.unit(from: &words)
        if let word = words.first { throw Self.usage("unexpected argument '\(word)'") }

        converter = try Self.converter(from: first.unit, to: output)
        var sum = Fraction.zero
        var entries: [String] = []
        for part in parts {
            let found = try Self.converter(from: part.unit, to: converter.input.symbol)
            do throws(InvalidInput) {
                let value = try Converter.value(part.number, isSigned: parts.count == 1)
                let inFirst = parts.count == 1 ? value : try found.convert(value)
                guard let next = try? sum + inFirst, let text = try? value.text(digits: Converter.digits) else {
                    throw .outOfRange("entry")
                }
                sum = next
                entries.append(found.input.text(text))
            } catch {
                throw Self.usage(error.message)
            }
        }
        (value, entry) = (sum, entries.joined(separator: " "))
    }

    /// Numbers, arrows, and the words between them; `5ft11in` has four.
    private static func words(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        func finish() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        let characters = Array(TypedText.spaced(text).replacing(each: "->", by: "→"))
        for (place, character) in characters.enumerated() {
            if character == " " || character == "→" {
                finish()
                if character == "→" { words.append("→") }
                continue
            }
            // In 1'000 the sign of feet separates thousands.
            let isSeparator =
                feet.contains(character) && characters.dropFirst(place + 1).prefix { $0.isNumber }.count == 3
            let isEnd = isNumeric(word) ? !isNumeric("\(character)") && !isSeparator : character.isNumber
            if isEnd { finish() }
            word.append(character)
        }
        finish()
        return words
    }

    private static let feet: [Character] = ["'", "\u{2019}"]

    /// Whether a word is a number, or is meant as one.
    private static func isNumeric(_ word: String) -> Bool {
        word.first.map { $0.isNumber || "+-\u{2212}.,/\u{2044}".contains($0) } ?? false
    }

    /// Removes the unit of a number that follows another one with this unit.
    ///
    /// The unit at the end is the result's, except for one that continues the value, such as ounces after pounds.
    private static func unit(
        of number: String, after last: String, from words: inout ArraySlice<String>
    ) throws(WrongUsage) -> String {
        let larger = Converter.find(from: last, to: nil)?.input
        guard larger?.quantity != .temperature else { throw usage("temperatures can't be added up") }
        if !words.isEmpty, !["to", "→"].contains(words.first?.lowercased()) {
            var rest = words
            let name = try unit(from: &rest)
            if let larger, !rest.isEmpty || Converter.find(from: name, to: nil)?.input.continues(larger) == true {
                words = rest
                return name
            }
        }
        guard let next = larger?.next, let value = try? Converter.value(number, isSigned: false),
            value.isWithin(0...next.count), value != Fraction(next.count)
        else { throw usage("'\(number)' after \(larger?.symbol ?? last) has no unit; write one behind it") }
        return next.unit.symbol
    }

    /// Removes the longest unit from the beginning of the words.
    private static func unit(from words: inout ArraySlice<String>) throws(WrongUsage) -> String {
        for count in stride(from: min(3, words.count), to: 0, by: -1) {
            let name = words.prefix(count).joined(separator: " ")
            guard Converter.find(from: name, to: nil) != nil else { continue }
            words.removeFirst(count)
            return name
        }
        let word = words.first ?? ""
        let hint = NearestWord.find(word, among: Converter.all.map(\.input.name)).map { "did you mean '\($0)'?" }
        throw usage(
            "unknown unit '\(word)'; \(hint ?? "the units are \(Converter.symbols.joined(separator: ", "))")")
    }

    private static func converter(from input: String, to output: String?) throws(WrongUsage) -> Converter {
        guard let found = Converter.find(from: input, to: output) else {
            let quantities = [input, output ?? ""].map { unit in
                Converter.find(from: unit, to: nil)?.input.quantity.rawValue ?? ""
            }
            throw usage(
                "'\(input)' can't be converted to '\(output ?? "")': the first is a \(quantities[0]), the second a "
                    + quantities[1])
        }
        return found
    }

    private static func usage(_ message: String) -> WrongUsage {
        WrongUsage(message: printable(message), command: .convert)
    }
}
