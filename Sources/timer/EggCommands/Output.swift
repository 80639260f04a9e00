import Glibc
import Program
import Text
import Varlink

/// Writes whole lines and pictures at once, so that readers never see half of one.
enum Output {
    /// Prints a line of text without control characters.
    static func line(_ text: String) {
        Eggctl.program.write(printable(text) + "\n")
    }

    /// Prints a line of text that `Style` has painted, without other control characters.
    static func line(painted text: String) {
        Eggctl.program.write(text + "\n")
    }

    static func json(_ value: some Encodable, to descriptor: Int32 = STDOUT_FILENO) {
        let text = text(value)
        if !text.isEmpty { Eggctl.program.write(text + "\n", to: descriptor) }
    }

    /// A value as JSON without line breaks and unprintable characters; empty if JSON has no such value.
    static func text(_ value: some Encodable) -> String {
        guard let bytes = try? encodeJSON(value) else { return "" }
        return String(decoding: PrintableText.escaped(json: bytes), as: UTF8.self)
    }

    /// Reports a failure on standard error: as a sentence, or as a JSON object.
    static func report(_ failure: Failure, json asJSON: Bool) {
        guard asJSON else { return Eggctl.program.complain(failure.sentence) }
        json(failure, to: STDERR_FILENO)
    }
}

/// Text from outside, with characters replaced that could control a terminal.
func printable(_ text: String) -> String { PrintableText.of(text) }
