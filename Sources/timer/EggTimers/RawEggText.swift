import Text

/// Reads and writes the properties of a raw egg as cooks do: `L`, `62g`, `room`, `54F`, `5250ft`.
///
/// A number has at most two decimals, its unit can follow after a space, and the case of letters doesn't matter; spaces
/// and digits can be of any kind. A comma before three digits separates thousands. The caller checks the range.
package enum RawEggText {
    /// A size in which eggs are sold in the European Union.
    package struct Size: Encodable, Sendable {
        package let name: String
        /// A mass within its class.
        package let grams: Double
        /// The end of its class; nil for the largest.
        package let maxGrams: Double?
        package let centimetres: Double
    }

    package struct Place: Encodable, Sendable {
        package let name: String
        package let celsius: Double
    }

    package static let sizes = [
        Size(name: "S", grams: 48, maxGrams: 53, centimetres: 5.3),
        Size(name: "M", grams: 58, maxGrams: 63, centimetres: 5.7),
        Size(name: "L", grams: 68, maxGrams: 73, centimetres: 6),
        Size(name: "XL", grams: 78, maxGrams: nil, centimetres: 6.2),
    ]
    /// The places, the coldest first.
    package static let places = [
        Place(name: "fridge", celsius: 4),  // tr
        Place(name: "room", celsius: 20),  // tr
    ]

    package static func grams(ofSize text: some StringProtocol) -> Double? {
        sizes.first { $0.name == text.uppercased() }?.grams
    }

    /// `62g` in grams.
    package static func grams(_ text: some StringProtocol) -> Double? {
        value(text, ["g": { $0 }])
    }

    /// `room`, `fridge`, `12C` or `54F` in degrees Celsius.
    package static func celsius(_ text: some StringProtocol) -> Double? {
        let fahrenheit = { (degrees: Double) in ((degrees - 32) * 5 / 9 * 100).rounded() / 100 }
        return places.first { $0.name == text.lowercased() }?.celsius
            ?? value(text, ["c": { $0 }, "f": fahrenheit], allowsDegreeSign: true)
    }

    /// `1600m` or `5250ft` in metres; negative below the sea.
    package static func metres(_ text: some StringProtocol) -> Double? {
        value(text, ["m": { $0 }, "ft": { ($0 * 0.3048 * 100).rounded() / 100 }])
    }

    /// A number and a unit; the function of the unit, which is given in lower case, converts the number.
    private static func value(
        _ text: some StringProtocol, _ units: [String: (Double) -> Double], allowsDegreeSign: Bool = false
    ) -> Double? {
        let text = TypedText.plain(text)
        let sign: Double = text.hasPrefix("-") ? -1 : 1
        let unsigned = text.drop { $0 == "-" || $0 == "+" }
        guard text.utf8.count - unsigned.utf8.count <= 1 else { return nil }
        let number = unsigned.prefix { "0123456789.,".contains($0) }
        var parts = number.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }.map(String.init)
        if parts.count > 1, (1...3).contains(parts[0].utf8.count), !parts[0].hasPrefix("0"), parts[1].utf8.count == 3,
            number.filter({ $0 == "," }).count == 1,
            number.dropFirst(parts[0].count).first == ","
        {
            parts.replaceSubrange(0...1, with: [parts[0] + parts[1]])
        }
        var unit = unsigned.dropFirst(number.count).drop { $0 == " " }
        if allowsDegreeSign, unit.first == "°" { unit = unit.dropFirst() }
        guard let whole = parts.first, (1...5).contains(whole.utf8.count), parts.count <= 2,
            parts.count == 1 || (1...2).contains(parts[1].utf8.count),
            let value = Double(parts.joined(separator: ".")), let convert = units[unit.lowercased()]
        else { return nil }
        return convert(sign * value)
    }

    /// `M, room temperature, 1,500 m`; the altitude is left out at sea level.
    package static func description(of egg: RawEgg) -> String { parts(of: egg).joined(separator: ", ") }

    /// The same in parts.
    package static func parts(of egg: RawEgg) -> [String] {
        let size = sizes.first { $0.grams == egg.grams }?.name ?? "\(number(egg.grams)) g"
        let place = places.first { $0.celsius == egg.celsius }?.name ?? "\(number(egg.celsius)) °C"
        let altitude = egg.altitude == 0 ? [] : ["\(grouped(egg.altitude)) m"]
        let words = place == "room" ? "room temperature" : place  // tr
        return [size, words] + altitude
    }

    /// A number with one decimal, or none if that is zero.
    package static func number(_ value: Double) -> String {
        // Numbers from other programs can be of any size.
        let rounded = (value * 10).rounded() / 10
        return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
    }

    /// A whole number with a comma after its thousands.
    private static func grouped(_ value: Double) -> String {
        guard let whole = Int64(exactly: value.rounded()), whole.magnitude >= 1_000, whole.magnitude < 1_000_000 else {
            return number(value.rounded())
        }
        let rest = "\(whole.magnitude % 1_000)"
        return "\(whole / 1_000)," + String(repeating: "0", count: 3 - rest.count) + rest
    }
}
