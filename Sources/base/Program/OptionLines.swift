/// The lines of `--help` about options and commands, whose texts stand below each other.
package enum OptionLines {
    /// The line about an option, or several lines; `value` is how its value is written, nil if it takes none.
    package static func text(_ name: String, letter: Character?, value: String?, _ text: String) -> String {
        let form = "--\(name)" + (value.map { " \($0)" } ?? "")
        let indented = text.split(separator: "\n").joined(separator: "\n" + padded("", to: 23))
        let width = form.count > 16 ? form.count + 1 : 16
        return line(letter.map { "  -\($0), " } ?? "      ", form, indented, width: width) + "\n"
    }

    /// A line with its text in a column, or beyond it after a long form.
    package static func line(_ margin: String, _ form: String, _ text: String, width: Int) -> String {
        "\(margin)\(padded(form, to: width)) \(text)"
    }

    private static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
