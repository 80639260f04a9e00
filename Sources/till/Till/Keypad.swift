/// A field that is filled by the keys of a keypad.
package struct Keypad: Equatable, Sendable {
    /// The values that keys can enter.
    package struct Limits: Equatable, Sendable {
        let digits: Int
        let decimals: Int
        let isSigned: Bool

        /// A value to convert: ten digits after zeros at its beginning, and a sign.
        package static let conversion = Limits(digits: Converter.digits, decimals: Converter.decimals, isSigned: true)
        /// A bill: up to ten million with two decimals.
        package static let money = Limits(digits: 10, decimals: 2, isSigned: false)
    }

    static let maxKeys = 1000

    /// The field's text: empty, or a number that may still lack its digits, such as `-` or `5.`.
    package private(set) var text: String
    private let limits: Limits

    /// A field with this text; nil if keys can't have entered it.
    package init?(_ text: String, limits: Limits) {
        self.limits = limits
        self.text = ""
        for key in text.unicodeScalars {
            let before = self.text
            // A sign comes at the beginning only.
            if key == "-" { guard before.isEmpty, limits.isSigned else { return nil } }
            press(key == "-" ? "N" : Character(key))
            guard self.text != before, self.text.unicodeScalars.last == key else { return nil }
        }
    }

    /// A field with this text after keys were pressed; nil if they continue a text that keys can't have entered.
    ///
    /// Keys count from the last `C` on, which clears any text.
    package init?(_ text: String, keys: String, limits: Limits) {
        let keys = keys.prefix(Self.maxKeys)
        let start = keys.lastIndex(of: "C")
        self.init(start == nil ? text : "", limits: limits)
        for key in keys[(start ?? keys.startIndex)...] { press(key) }
    }

    /// Presses a key: a digit, `.` or `,`, `C` (clear), `N` (change the sign) or `B` (remove the last one).
    ///
    /// Other keys, and those for which there is no room, change nothing.
    package mutating func press(_ key: Character) {
        let number = text.hasPrefix("-") ? text.dropFirst() : text[...]
        let point = number.firstIndex(of: ".")
        switch key {
        case "C": text = ""
        case "B": text = String(text.dropLast())
        case "N":
            guard limits.isSigned else { return }
            text = text.hasPrefix("-") ? String(number) : "-\(text)"
        case ".", ",":
            guard point == nil, limits.decimals > 0 else { return }
            text += number.isEmpty ? "0." : "."
        case _ where key.isASCII && key.isWholeNumber:
            let significant = number.drop { $0 == "0" || $0 == "." }
            let digits = significant.utf8.count - (significant.contains(".") ? 1 : 0)
            if number == "0" {
                text = "\(text.dropLast())\(key)"
            } else if digits < limits.digits,
                point.map({ number.utf8.count - number[...$0].utf8.count < limits.decimals }) ?? true,
                // Of a bill's digits, two are for decimals.
                point != nil || limits.isSigned || digits < limits.digits - limits.decimals
            {
                text.append(key)
            }
        default: return
        }
    }

    /// The field's text as a number that `DecimalText` reads; nil while it has no digits.
    package var number: String? {
        text.utf8.contains { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? text : nil
    }
}
