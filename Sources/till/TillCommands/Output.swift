import Glibc
import Program
import Text
import Varlink

/// Writes whole texts at once to the standard streams.
enum Output {
    private static let streams = StandardStreams(program: "till")

    static func write(_ text: String) {
        streams.write(Array(text.utf8))
    }

    /// Prints lines of text without control characters.
    static func lines(_ lines: [String]) {
        write(lines.map { printable($0) + "\n" }.joined())
    }

    /// Prints a value as JSON on one line.
    static func json(_ value: some Encodable) throws(Failure) {
        guard let bytes = try? encodeJSON(value) else {
            throw Failure(message: "the reply can't be written as JSON", status: EX_SOFTWARE)
        }
        streams.write(PrintableText.escaped(json: bytes) + [UInt8(ascii: "\n")])
    }

    /// Prints a reply: as JSON, or as lines for people.
    static func show(_ reply: some Encodable, json asJSON: Bool, _ lines: () -> [String]) throws(Failure) {
        if asJSON {
            try json(reply)
        } else {
            self.lines(lines())
        }
    }

    /// Prints an error message after the program's name.
    static func complain(_ sentence: String) { streams.complain(sentence) }
}

/// Text of customers, with characters replaced that could control a terminal.
func printable(_ text: String) -> String { PrintableText.of(text) }
