/// Text as people type or copy it, made plain for what reads it.
package enum TypedText {
    /// Whether it is a space between words, such as U+0020 and the no-break spaces of web pages; no tab or line end.
    package static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
    }

    /// The text with each space as U+0020.
    package static func spaced(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return String(text) }
        return String(String.UnicodeScalarView(text.unicodeScalars.map { isSpace($0) ? " " : $0 }))
    }

    /// The same, without soft hyphens and direction marks, and with the decimal digits of all scripts as 0 to 9.
    package static func plain(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 >= 0x80 }) else { return String(text) }
        let spaced = spaced(VisibleText.tidy(String(text)))
        return String(String.UnicodeScalarView(spaced.unicodeScalars.map { digit($0) ?? $0 }))
    }

    /// Whether it is a decimal digit of any script.
    package static func isDigit(_ scalar: Unicode.Scalar) -> Bool { digit(scalar) != nil }

    /// The digit of any script as 0 to 9; nil for other characters.
    private static func digit(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        if scalar.value < 0x80 { return ("0"..."9").contains(scalar) ? scalar : nil }
        guard scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue,
            let value = UInt8(exactly: value)
        else { return nil }
        return Unicode.Scalar(UInt8(ascii: "0") + value)
    }
}
