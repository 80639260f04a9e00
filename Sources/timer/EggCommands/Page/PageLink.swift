import EggClient
import POSIX
import Program
import Terminal

/// The address that opens the touch page.
struct PageLink: Equatable {
    /// The address, for another device with the secret.
    let text: String
    let isForTheNetwork: Bool

    /// - Parameters:
    ///   - listening: where the page's socket listens.
    ///   - hosts: the page's names behind a reverse proxy.
    ///   - network: the address of this machine in the home network.
    ///   - token: makes the secret, if one is needed.
    init?(
        _ listening: [PageListening], hosts: [String], network: () -> String, token: () throws(FileError) -> PageToken
    ) throws(FileError) {
        guard let first = listening.first else { return nil }
        if let open = listening.first(where: { !$0.isLoopback }) {
            let host = open.address.flatMap { $0.isAny ? nil : "\($0)" } ?? network()
            text = "http://\(host):\(open.port)/?token=\(try token().text)"
            isForTheNetwork = true
        } else if let name = hosts.first {
            text = "https://\(name)/?token=\(try token().text)"
            isForTheNetwork = true
        } else {
            text = "http://\(first.urlHost ?? "localhost"):\(first.port)/"
            isForTheNetwork = false
        }
    }
}

/// Draws QR codes by libqrencode's own program.
///
/// The library itself would also be loaded by each `eggctl status`, and there is none for a statically linked eggctl.
enum PrintedQRCode {
    /// The program, and the package that has it.
    static let program = "qrencode"

    /// Lines of half blocks, the light modules as blocks.
    ///
    /// - Returns: nil if the program isn't installed.
    static func lines(_ text: String) -> [String]? {
        // The text may be a secret, so it isn't an argument, which every user could read.
        let words = [program, "--type=UTF8", "--level=L", "--margin=2", "--output=-"]
        guard let ended = Subprocess.run(words, input: text), ended.status == 0 else { return nil }
        return ended.output.split(separator: "\n").map(String.init)
    }

    /// A line with blocks in white, and the space between them in black, whatever the terminal's colours are.
    static func painted(_ line: String) -> String {
        Paint(ink: Ink(231, basic: 7), ground: Ink(16, basic: 0)).applied(to: line, colors: 256)
    }
}
