import EggArguments
import Glibc
import Varlink

/// Writes whole lines and pictures at once, so that readers never see half of one.
enum Output {
    private static let streams = StandardStreams(program: "eggctl")

    /// Writes all bytes. A failed write to standard output ends the program.
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        streams.write(bytes, to: descriptor)
    }

    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(Array(text.utf8), to: descriptor)
    }

    /// Prints a line of text without control characters, except for the colours of `Style`.
    static func line(_ text: String) {
        write(WireText.printable(painted: text) + "\n")
    }

    /// Prints a value as JSON on one line.
    static func json(_ value: some Encodable, to descriptor: Int32 = STDOUT_FILENO) {
        guard let bytes = try? encodeJSON(value) else { return }
        write(PrintableText.escaped(json: bytes) + [UInt8(ascii: "\n")], to: descriptor)
    }

    /// Prints an error message after the program's name.
    static func complain(_ sentence: String) { streams.complain(sentence) }

    /// Ends the program because standard output can't be written to.
    static func fail(_ code: Int32) -> Never { streams.fail(code) }
}
