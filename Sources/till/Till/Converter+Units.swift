import Languages

extension Converter {
    /// The quantity that a unit measures; the raw value is the word for it.
    package enum Quantity: String, Sendable {
        case temperature, length, weight, volume
    }

    /// A unit: its symbol, and the words by which it is known on a command line.
    package struct Unit: Equatable, Sendable {
        /// The text beside a value.
        package let symbol: String
        /// The name in a list, for several of it.
        package let name: String
        package let quantity: Quantity
        /// The words, in lower case, besides the symbol and the name.
        let words: [String]
        /// A value is (value + zero) · size in the quantity's base unit: kelvin, centimeter, gram, or milliliter.
        let size: Fraction
        let zero: Fraction

        fileprivate init(
            _ symbol: String, _ name: String, _ words: [String] = [], _ quantity: Quantity, _ size: Fraction,
            zero: Fraction = .zero
        ) {
            (self.symbol, self.name, self.quantity, self.words) = (symbol, name, quantity, words)
            (self.size, self.zero) = (size, zero)
        }

        /// Its name, and the text beside a value, in the language of the thread.
        package var shownName: String { Language.current.sentence(name) }
        package var shownSymbol: String { Language.current.sentence(symbol) }

        /// Those that other languages have other words for.
        static let translated = [
            "celsius",  // tr
            "fahrenheit",  // tr
            "centimeters",  // tr
            "inches",  // tr
            "feet",  // tr
            "kilometers",  // tr
            "miles",  // tr
            "grams",  // tr
            "kilograms",  // tr
            "ounces",  // tr
            "pounds",  // tr
            "sticks of butter",  // tr
            "milliliters",  // tr
            "centiliters",  // tr
            "deciliters",  // tr
            "liters",  // tr
            "teaspoons",  // tr
            "tablespoons",  // tr
            "fluid ounces",  // tr
            "cups",  // tr
            "US pints",  // tr
            "UK pints",  // tr
            "sticks",  // tr
            "stick",  // tr
            "cup",  // tr
            "tsp",  // tr
            "tbsp",  // tr
            "US pt",  // tr
            "UK pt",  // tr
        ]

        /// Whether a word, or several with a space between them, means this unit.
        package func matches(_ word: String) -> Bool {
            let word = word.lowercased()
            return symbol.lowercased() == word || name.lowercased() == word || words.contains(word)
        }

        /// Whether it is smaller than another unit of the same system, so that both can belong to one value.
        package func continues(_ larger: Unit) -> Bool {
            guard quantity == larger.quantity, quantity != .temperature, isMetric == larger.isMetric,
                let rest = try? larger.size - size
            else { return false }
            return !rest.isNegative && rest != .zero
        }

        private var isMetric: Bool {
            [Self.centimeter, .kilometer, .gram, .kilogram, .milliliter, .centiliter, .deciliter, .liter].contains(self)
        }

        /// The unit that people leave out after this one, and how many make one of this; nil if they don't.
        package var next: (unit: Unit, count: Int64)? {
            switch self {
            case .foot: (.inch, 12)
            case .pound: (.ounce, 16)
            default: nil
            }
        }

        /// A number with this unit: `1 cup`, `2 cups`.
        package func text(_ number: String) -> String {
            let isOne = number == "1" && symbol.hasSuffix("s")
            return "\(number) \(isOne ? Language.current.sentence(String(symbol.dropLast())) : shownSymbol)"
        }
    }
}

/// The units of the till. Their sizes are exact (NIST SP 811, appendix B.8); cups, pints and fluid ounces are US
/// customary ones, a tablespoon and a teaspoon those of recipes, and a stick is a quarter pound of butter, half a cup.
extension Converter.Unit {
    static let celsius = Self(
        "°C", "celsius", ["c"] + degrees("c", "celsius"), .temperature, Fraction(1), zero: Fraction(27315, over: 100))
    static let fahrenheit = Self(
        "°F", "fahrenheit", ["f"] + degrees("f", "fahrenheit"), .temperature, Fraction(5, over: 9),
        zero: Fraction(45967, over: 100))

    private static func degrees(_ names: String...) -> [String] {
        names.flatMap { name in ["degrees", "degree", "deg", "°"].map { "\($0) \(name)" } }
    }

    static let centimeter = Self(
        "cm", "centimeters", ["centimeter", "centimetre", "centimetres"], .length, Fraction(1))
    static let inch = Self(
        "in", "inches", ["inch", "\"", "″", "\u{201d}", "''", "\u{2019}\u{2019}"], .length, Fraction(254, over: 100))
    static let foot = Self("ft", "feet", ["foot", "'", "′", "\u{2019}"], .length, Fraction(3048, over: 100))
    static let kilometer = Self(
        "km", "kilometers", ["kilometer", "kilometre", "kilometres"], .length, Fraction(100_000))
    static let mile = Self("mi", "miles", ["mile"], .length, Fraction(1_609_344, over: 10))

    static let gram = Self("g", "grams", ["gram"], .weight, Fraction(1))
    static let kilogram = Self("kg", "kilograms", ["kilogram", "kilo", "kilos"], .weight, Fraction(1000))
    static let ounce = Self("oz", "ounces", ["ounce"], .weight, Fraction(28_349_523_125, over: 1_000_000_000))
    static let pound = Self("lb", "pounds", ["lbs", "pound"], .weight, Fraction(45_359_237, over: 100_000))
    static let stickByWeight = Self("sticks", "sticks of butter", ["stick", "stick of butter"], .weight, quarterPound)
    private static let quarterPound = Fraction(45_359_237, over: 400_000)

    static let milliliter = Self(
        "ml", "milliliters", ["milliliter", "millilitre", "millilitres"], .volume, Fraction(1))
    static let centiliter = Self(
        "cl", "centiliters", ["centiliter", "centilitre", "centilitres"], .volume, Fraction(10))
    static let deciliter = Self(
        "dl", "deciliters", ["deciliter", "decilitre", "decilitres"], .volume, Fraction(100))
    static let liter = Self("l", "liters", ["liter", "litre", "litres"], .volume, Fraction(1000))
    static let teaspoon = Self("tsp", "teaspoons", ["teaspoon"], .volume, Fraction(5))
    static let tablespoon = Self("tbsp", "tablespoons", ["tablespoon"], .volume, Fraction(15))
    static let fluidOunce = Self(
        "fl oz", "fluid ounces", ["fluid ounce", "floz", "fl.oz", "us fl oz"], .volume,
        Fraction(295_735_295_625, over: 10_000_000_000))
    static let cup = Self("cups", "cups", ["cup"], .volume, Fraction(2_365_882_365, over: 10_000_000))
    static let stickByVolume = Self(
        "sticks", "sticks of butter", ["stick", "stick of butter"], .volume, Fraction(2_365_882_365, over: 20_000_000))
    static let pint = Self(
        "US pt", "US pints", ["pint", "pints", "pt", "us pint"], .volume, Fraction(473_176_473, over: 1_000_000))
    static let imperialPint = Self(
        "UK pt", "UK pints", ["uk pint", "imperial pint", "imperial pints"], .volume,
        Fraction(56_826_125, over: 100_000))
}
