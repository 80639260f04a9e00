import Glibc
import Program
import Text
import Varlink

/// Writes whole texts at once to the standard program.
enum TillOutput {
    /// Prints lines of text without control characters.
    static func lines(_ lines: [String]) {
        TillProgram.program.write(lines.map { printable($0) + "\n" }.joined())
    }

    /// Prints a value as JSON on one line.
    static func json(_ value: some Encodable) throws(TillFailure) {
        guard let bytes = try? encodeJSON(value) else {
            throw TillFailure(message: "the reply can't be written as JSON", status: EX_SOFTWARE)
        }
        TillProgram.program.write(PrintableText.escaped(json: bytes) + [UInt8(ascii: "\n")])
    }

    /// Prints a reply: as JSON, or as lines for people.
    static func show(_ reply: some Encodable, json asJSON: Bool, _ lines: () throws -> [String]) throws {
        if asJSON {
            try json(reply)
        } else {
            self.lines(try lines())
        }
    }
}

/// Text of customers, with characters replaced that could control a terminal.
func printable(_ text: String) -> String { PrintableText.of(text) }
