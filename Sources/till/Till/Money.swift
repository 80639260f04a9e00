import Languages
import Text

/// A currency of the till; each has a hundred smallest units.
package enum Currency: String, CaseIterable, Sendable {
    /// The codes of ISO 4217: dollar, euro, lev, pound, Swiss franc.
    case USD, EUR, BGN, GBP, CHF

    /// The sign before or behind an amount.
    package var symbol: String {
        switch self {
        case .USD: "$"
        case .EUR: "€"
        case .BGN: "лв."
        case .GBP: "£"
        case .CHF: "Fr"
        }
    }

    /// The signs, words and the code that people write beside an amount, in lower case; the longest first.
    private var signs: [String] {
        let symbol = symbol.lowercased()
        let others =
            switch self {
            case .BGN: ["лв"]
            case .CHF: ["fr.", "sfr.", "sfr", "francs", "franc"]
            case .USD: ["dollars", "dollar"]
            case .EUR: ["euros", "euro"]
            case .GBP: ["pounds", "pound"]
            }
        return (others + [symbol, rawValue.lowercased()]).sorted { $0.count > $1.count }
    }

    /// The number of an amount that has this currency's sign or code before or behind it; nil for any other text.
    package func number(in text: String) -> String? {
        let text = TypedText.spaced(text)
        let bare = text.drop { $0 == " " }
        let start = bare.lowercased()
        if let sign = signs.first(where: start.hasPrefix) { return String(bare.dropFirst(sign.count)) }
        let end = String(text.lowercased().reversed().drop { $0 == " " }.reversed())
        guard let sign = signs.first(where: end.hasSuffix) else { return nil }
        return String(text.prefix(end.count - sign.count))
    }

    /// Whether an amount has a sign or a code of another currency, which need not be one of the till: `kr`, `DM`, `PLN`.
    fileprivate func isOther(in text: String) -> Bool {
        if Self.allCases.contains(where: { $0 != self && $0.number(in: text) != nil }) { return true }
        let word = TypedText.spaced(text).filter { !"0123456789.,' ".contains($0) }
        return (2...3).contains(word.count) && word.allSatisfy(\.isLetter)
            || word.count == 1 && word.unicodeScalars.allSatisfy { $0.properties.generalCategory == .currencySymbol }
    }

    /// The currency of the place that a locale names, such as `en-US` or `de_CH.UTF-8`; the dollar if it names none.
    package init(locale: String) {
        let name = locale.prefix { $0 != "." && $0 != "@" }
        let parts = name.split { $0 == "-" || $0 == "_" }
        let region = parts.dropFirst().last { $0.utf8.count == 2 }?.uppercased()
        switch region ?? Self.regions[parts.first?.lowercased() ?? ""] ?? "" {
        case "GB", "IM", "JE", "GG": self = .GBP
        case "CH", "LI": self = .CHF
        case let region where Self.euroRegions.contains(region): self = .EUR
        default: self = .USD
        }
    }

    /// The usual region of a language that is spoken in one euro country.
    private static let regions = [
        "bg": "BG", "de": "DE", "fr": "FR", "it": "IT", "es": "ES", "nl": "NL", "el": "GR", "fi": "FI", "et": "EE",
        "lv": "LV", "lt": "LT", "sk": "SK", "sl": "SI", "hr": "HR", "mt": "MT", "ga": "IE", "pt": "PT",
    ]

    private static let euroRegions: Set<String> = [
        "AT", "BE", "BG", "CY", "DE", "EE", "ES", "FI", "FR", "GR", "HR", "IE", "IT", "LT", "LU", "LV", "MT", "NL",
        "PT",
        "SI", "SK", "AD", "MC", "SM", "VA", "ME", "XK",
    ]
}

/// An amount: a whole number of the currency's smallest units.
package struct Money: Equatable, Sendable {
    package enum Style: Sendable {
        /// `1234.50`.
        case plain
        /// `$1,234.50`.
        case symbol
        /// `1,234.50 USD`.
        case code
    }

    /// The largest amount that can be entered, in smallest units: ten million.
    package static let maxMinor: Int64 = 1_000_000_000

    /// Cents, stotinki, pence or rappen.
    package let minor: Int64
    package let currency: Currency

    package init(_ minor: Int64, _ currency: Currency) {
        self.minor = minor
        self.currency = currency
    }

    /// An amount as typed, with at most two decimals; not negative, and at most ten million. The currency's sign or code
    /// may come before or behind it.
    ///
    /// - Parameter others: the currencies that a problem's sentence offers.
    package init(
        parsing text: String, _ currency: Currency, field: String, others: [Currency] = []
    ) throws(InvalidInput) {
        let units: Fraction
        do {
            units = try DecimalText.parse(currency.number(in: text) ?? text, decimals: 2)
        } catch {
            guard error == .notANumber, currency.isOther(in: text) else {
                throw InvalidInput(field, error.sentence(text, example: "85.40"))
            }
            let places =
                [
                    "text": DecimalText.quoted(text), "currency": currency.rawValue,
                    "list": others.map(\.rawValue).joined(separator: ", "),
                ] as KeyValuePairs
            throw InvalidInput(
                field,
                others.isEmpty
                    ? tr("{text} isn't in {currency}", places)
                    : tr("{text} isn't in {currency}; the currencies are {list}", places))
        }
        guard let minor = try? (units * Fraction(100)).rounded(), minor <= Self.maxMinor else {
            throw InvalidInput(
                field,
                tr(
                    "{text} is too much; the limit is {limit}",
                    ["text": DecimalText.quoted(text), "limit": "\(Self.maxMinor / 100)"]))
        }
        self.init(minor, currency)
    }

    /// `1,234`
    private static func grouped(_ units: UInt64) -> String {
        units < 1000 ? "\(units)" : "\(grouped(units / 1000)),\(String(units % 1000 + 1000).dropFirst())"
    }

    package func text(_ style: Style) -> String {
        let (units, rest) = minor.magnitude.quotientAndRemainder(dividingBy: 100)
        let decimals = "\(rest < 10 ? "0" : "")\(rest)"
        let number = style == .plain ? "\(units).\(decimals)" : localized(number: "\(Self.grouped(units)).\(decimals)")
        let sign = minor < 0 ? "-" : ""
        let places = ["sign": sign, "symbol": currency.symbol, "number": number] as KeyValuePairs
        return switch (style, currency) {
        case (.plain, _): sign + number
        case (.code, _): "\(sign)\(number) \(currency.rawValue)"
        case (.symbol, .BGN): "\(sign)\(number) \(currency.symbol)"
        // tr: The sign is "-" or nothing, and the symbol that of a currency: "$", or "Fr" with a space.
        case (.symbol, .CHF): tr("{sign}{symbol} {number}", context: "format: money", places)
        case (.symbol, _): tr("{sign}{symbol}{number}", context: "format: money", places)
        }
    }
}

/// Divides an amount into shares that add up to it (the largest remainder method).
///
/// - Parameters:
///   - total: not negative.
///   - weights: not negative; if all are zero, the shares are even.
/// - Returns: a share for each weight. Of equal remainders the first ones are rounded up.
package func shares(of total: Int64, by weights: [Int64]) -> [Int64] {
    var sum: Int128 = 0
    for weight in weights { sum += Int128(weight) }
    guard sum > 0 else { return weights.isEmpty ? [] : shares(of: total, by: weights.map { _ in 1 }) }
    var shares: [Int64] = []
    var remainders: [(index: Int, rest: Int128)] = []
    var left = total
    for (index, weight) in weights.enumerated() {
        // A share is at most the total, so it has 64 bits.
        let (share, rest) = (Int128(total) * Int128(weight)).quotientAndRemainder(dividingBy: sum)
        shares.append(Int64(truncatingIfNeeded: share))
        left -= Int64(truncatingIfNeeded: share)
        remainders.append((index, rest))
    }
    remainders.sort { $0.rest == $1.rest ? $0.index < $1.index : $0.rest > $1.rest }
    for (index, _) in remainders.prefix(Int(clamping: left)) { shares[index] += 1 }
    return shares
}
