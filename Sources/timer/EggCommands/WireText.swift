import Text

/// Text for a terminal whose only escape sequences are the colours of `Style`.
enum WireText {
    /// A line with the colours of `Style`, and with all other unprintable characters replaced.
    static func printable(painted text: String) -> String {
        guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7f }) else { return text }
        var shown = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "\u{1b}", let sequence = Style.sequences.first(where: { rest.starts(with: $0) }) {
                shown.append(scalar)
                shown.append(contentsOf: sequence)
                rest.removeFirst(sequence.count)
            } else {
                shown.append(PrintableText.isUnprintable(scalar) ? "\u{fffd}" : scalar)
            }
        }
        return String(shown)
    }
}

/// Text from outside, with characters replaced that could control a terminal.
func printable(_ text: String) -> String { PrintableText.of(text) }
