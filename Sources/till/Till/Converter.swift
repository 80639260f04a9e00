/// A conversion from one unit to another.
public struct Converter: Equatable, Sendable {
    /// A unit: its symbol, and the words by which it is known on a command line.
    public struct Unit: Equatable, Sendable {
        /// The text beside a value.
        public let symbol: String
        /// The words, in lower case, without the symbol.
        let words: [String]

        /// Whether a word means this unit.
        public func matches(_ word: String) -> Bool {
            let word = word.lowercased()
            return symbol.lowercased() == word || words.contains(word)
        }
    }

    /// `fahrenheit to celsius`.
    public let label: String
    /// The unit of the value to convert.
    public let input: Unit
    /// The unit of the result.
    public let output: Unit
    /// The result is (value + before) · factor + after.
    private let before: Int64
    private let factor: Fraction
    private let after: Int64

    /// A name for programs: the label with dashes.
    public var id: String {
        let words = label.split(separator: " ").filter { $0 != "to" }
        return words.joined(separator: "-")
    }

    private init(
        _ label: String, _ input: Unit, _ output: Unit, before: Int64 = 0, times factor: Fraction, after: Int64 = 0
    ) {
        (self.label, self.input, self.output) = (label, input, output)
        (self.before, self.factor, self.after) = (before, factor, after)
    }

    /// The most digits that a value to convert can have, and the significant digits of a result.
    public static let digits = 10

    /// All converters in the order of the list; the first is the one at start.
    ///
    /// The factors are the units' definitions and exact (NIST SP 811, appendix B.8). A cup is a US customary one.
    public static let all: [Converter] = [
        Converter("fahrenheit to celsius", .fahrenheit, .celsius, before: -32, times: Fraction(5, over: 9)),
        Converter("celsius to fahrenheit", .celsius, .fahrenheit, times: Fraction(9, over: 5), after: 32),
        Converter("miles to kilometers", .mile, .kilometer, times: Fraction(1_609_344, over: 1_000_000)),
        Converter("kilometers to miles", .kilometer, .mile, times: Fraction(1_000_000, over: 1_609_344)),
        Converter("ounces to grams", .ounce, .gram, times: Fraction(28_349_523_125, over: 1_000_000_000)),
        Converter("grams to ounces", .gram, .ounce, times: Fraction(1_000_000_000, over: 28_349_523_125)),
        Converter("cups to milliliters", .cup, .milliliter, times: Fraction(2_365_882_365, over: 10_000_000)),
        Converter("milliliters to cups", .milliliter, .cup, times: Fraction(10_000_000, over: 2_365_882_365)),
        Converter("pounds to kilograms", .pound, .kilogram, times: Fraction(45_359_237, over: 100_000_000)),
        Converter("kilograms to pounds", .kilogram, .pound, times: Fraction(100_000_000, over: 45_359_237)),
        Converter("inches to centimeters", .inch, .centimeter, times: Fraction(254, over: 100)),
        Converter("centimeters to inches", .centimeter, .inch, times: Fraction(100, over: 254)),
    ]

    /// The converter with this name or label.
    public static func named(_ name: String) -> Converter? {
        all.first { $0.id == name || $0.label == name }
    }

    /// The first converter from one unit, and to the other if that is given; nil if there is none.
    public static func find(from input: String, to output: String?) -> Converter? {
        all.first { $0.input.matches(input) && (output.map($0.output.matches) ?? true) }
    }

    /// The exact result for a value.
    public func convert(_ value: Fraction) throws(Fraction.OutOfRange) -> Fraction {
        try (value + Fraction(before)) * factor + Fraction(after)
    }

    /// The result with at most ten significant digits.
    public func text(for value: Fraction) throws(Fraction.OutOfRange) -> String {
        try convert(value).text(digits: Self.digits)
    }

    /// A value to convert, as typed: a number with at most ten digits.
    public static func value(_ text: String) throws(Refusal) -> Fraction {
        do {
            return try DecimalText.parse(text, digits: digits, isSigned: true)
        } catch {
            throw Refusal("entry", error.sentence(text, example: "98.6"))
        }
    }
}

extension Converter.Unit {
    fileprivate static let fahrenheit = Self(symbol: "°F", words: ["f", "fahrenheit"])
    fileprivate static let celsius = Self(symbol: "°C", words: ["c", "celsius"])
    fileprivate static let mile = Self(symbol: "mi", words: ["mile", "miles"])
    fileprivate static let kilometer = Self(
        symbol: "km", words: ["kilometer", "kilometers", "kilometre", "kilometres"])
    fileprivate static let ounce = Self(symbol: "oz", words: ["ounce", "ounces"])
    fileprivate static let gram = Self(symbol: "g", words: ["gram", "grams"])
    fileprivate static let cup = Self(symbol: "cups", words: ["cup"])
    fileprivate static let milliliter = Self(
        symbol: "ml", words: ["milliliter", "milliliters", "millilitre", "millilitres"])
    fileprivate static let pound = Self(symbol: "lb", words: ["lbs", "pound", "pounds"])
    fileprivate static let kilogram = Self(symbol: "kg", words: ["kilogram", "kilograms"])
    fileprivate static let inch = Self(symbol: "in", words: ["inch", "inches"])
    fileprivate static let centimeter = Self(
        symbol: "cm", words: ["centimeter", "centimeters", "centimetre", "centimetres"])
}
