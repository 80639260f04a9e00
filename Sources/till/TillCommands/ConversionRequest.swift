import Program
import Text
import Till

/// A conversion from a command line: `350F`, `26.2 mi km`, `20C→F`, `5 ft 11 in in cm`.
struct ConversionRequest: Equatable {
    let converter: Converter
    /// In the converter's first unit.
    let value: Fraction
    /// The value as it was read, such as `5 ft 11 in`.
    let entry: String

    /// Reads a value with its unit, or several that add up, and the unit of the result, which can be left out.
    init(_ operands: [String]) throws(WrongUsage) {
        var words = Self.words(operands.joined(separator: " "))[...]
        var parts: [(number: String, unit: String)] = []
        while let first = words.first, parts.isEmpty || Self.isNumeric(first) {
            words.removeFirst()
            guard !words.isEmpty else {
                throw Self.usage("'\(first)' has no unit; write it like \(first)F or \(first) mi")
            }
            parts.append((first, try Self.unit(from: &words)))
        }
        guard let first = parts.first else {
            throw Self.usage("missing value and unit, such as 350F or 26.2 mi km")
        }
        if words.count > 1, ["to", "in", "→"].contains(words.first?.lowercased()) { words.removeFirst() }
        let output = words.isEmpty ? nil : try Self.unit(from: &words)
        if let word = words.first { throw Self.usage("unexpected argument '\(word)'") }

        converter = try Self.converter(from: first.unit, to: output)
        guard parts.count == 1 || converter.input.quantity != .temperature else {
            throw Self.usage("temperatures can't be added up")
        }
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
        for character in TypedText.spaced(text).replacing("->", with: "→") {
            if character == " " || character == "→" {
                finish()
                if character == "→" { words.append("→") }
                continue
            }
            let isEnd = isNumeric(word) ? !isNumeric("\(character)") : character.isNumber
            if isEnd { finish() }
            word.append(character)
        }
        finish()
        return words
    }

    /// Whether a word is a number, or is meant as one.
    private static func isNumeric(_ word: String) -> Bool {
        word.first.map { $0.isNumber || "+-\u{2212}.,".contains($0) } ?? false
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
