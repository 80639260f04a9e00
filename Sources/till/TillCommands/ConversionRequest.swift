import Text
import Till

/// A conversion from a command line: `350F`, `26.2 mi km`, `350 °F to °C`.
struct ConversionRequest: Equatable {
    let converter: Converter
    let value: Fraction

    /// Reads a value and one or two units; the second unit can be left out, because each unit has one converter.
    init(_ operands: [String]) throws(WrongUsage) {
        var words = operands.flatMap { $0.split(separator: " ") }.map(String.init)[...]
        guard let first = words.popFirst() else {
            throw Self.usage("missing value and unit, such as 350F or 26.2 mi km")
        }
        let number = String(first.prefix { $0.isNumber || "+-\u{2212}.,".contains($0) })
        if number.count < first.count { words.insert(String(first.dropFirst(number.count)), at: words.startIndex) }
        do {
            value = try Converter.value(number.isEmpty ? first : number)
        } catch {
            throw Self.usage(error.message)
        }
        guard let input = words.popFirst() else {
            throw Self.usage(
                "'\(printable(first))' has no unit; write it like \(printable(number))F or \(printable(number)) mi")
        }
        if words.count > 1, words.first?.lowercased() == "to" { words.removeFirst() }
        let output = words.popFirst()
        if let word = words.first { throw Self.usage("unexpected argument '\(printable(word))'") }
        for word in [input, output].compactMap({ $0 }) where Converter.find(from: word, to: nil) == nil {
            let symbols = Converter.all.map(\.input.symbol)
            let hint = NearestWord.find(
                word, among: Converter.all.flatMap { $0.label.split(separator: " ").map(String.init) })
            throw Self.usage(
                "unknown unit '\(printable(word))'; "
                    + (hint.map { "did you mean '\($0)'?" } ?? "the units are \(symbols.joined(separator: ", "))"))
        }
        guard let found = Converter.find(from: input, to: output) else {
            throw Self.usage(
                "there is no converter from '\(printable(input))' to '\(printable(output ?? ""))'; "
                    + "'till convert --list' lists them")
        }
        converter = found
    }

    private static func usage(_ message: String) -> WrongUsage {
        WrongUsage(message: printable(message), command: .convert)
    }
}
