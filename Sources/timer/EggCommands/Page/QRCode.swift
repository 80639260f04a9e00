/// Draws QR codes by libqrencode's own program.
///
/// The library itself would also be loaded by each `eggctl status`, and there is none for a statically linked eggctl.
enum QRCode {
    /// The program, and the package that has it.
    static let program = "qrencode"

    /// Lines of half blocks, black on white whatever the terminal's colours are.
    ///
    /// - Returns: nil if the program isn't installed.
    static func lines(_ text: String) -> [String]? {
        // The text may be a secret, so it isn't an argument, which every user could read.
        let words = [program, "--type=UTF8", "--level=L", "--margin=2", "--output=-"]
        guard let ended = Subprocess.run(words, input: text), ended.status == 0 else { return nil }
        return painted(ended.output)
    }

    /// qrencode writes the light modules as blocks, so these are white here, and the space between them black.
    static func painted(_ picture: String) -> [String] {
        picture.split(separator: "\n").map { "\u{1b}[38;5;231;48;5;16m\($0)\u{1b}[0m" }
    }
}
