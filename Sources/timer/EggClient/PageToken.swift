import Glibc
import POSIX

/// The reply of eggweb to `GET /about`, by which eggctl learns what runs, and under which names.
package struct PageAbout: Codable, Equatable, Sendable {
    package let version: String
    /// The names of the page behind a reverse proxy: `[page] hosts`.
    package let hosts: [String]

    package init(version: String, hosts: [String]) { (self.version, self.hosts) = (version, hosts) }
}

/// The secret of the link that lets another device use the touch page, in a file that eggweb and eggctl share.
public struct PageToken: Equatable, Sendable {
    /// Characters that need no escape in a link: 258 random bits as 43 of them, or what the file's owner wrote.
    public let text: String

    /// A token as it is written in a file or in a link; nil if it can't be one.
    public init?(_ text: String) {
        guard Self.lengths.contains(text.utf8.count), text.utf8.allSatisfy(Self.alphabet.contains) else { return nil }
        self.text = text
    }

    /// A new token from the kernel's random numbers.
    public init() {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<43).map { _ in Self.alphabet[Int.random(in: Self.alphabet.indices, using: &generator)] }
        text = String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Its file

    /// The names of the files with the token of the link, and with the one that can only answer alarms.
    public static let linkFile = "token", answerFile = "answer-token"

    /// The folder of these files: the option, else `STATE_DIRECTORY`, else `eggweb` in the user's state folder.
    ///
    /// - Returns: nil if no folder is known.
    public static func folder(option: String?, environment: (String) -> String?) -> String? {
        UserFolder.state(of: "eggweb", option: option, environment: environment)
    }

    /// The token in a file; nil if there is no file, or no token in it.
    public static func read(_ path: String) throws(FileError) -> PageToken? {
        do throws(FileError) {
            return PageToken(try SmallFile.firstLine(path))
        } catch {
            switch error.reason {
            case .system(ENOENT), .tooLarge: return nil
            case .system, .notAFile: throw error
            }
        }
    }

    /// The token in a file. A new one is written if there is none.
    public static func readOrMake(_ path: String) throws(FileError) -> PageToken {
        if let token = try read(path) { return token }
        return try replace(path)
    }

    /// Writes a new token to a file, for its owner alone; every device then needs the new link.
    ///
    /// The file is replaced as a whole, so that its identity changes with the token.
    @discardableResult
    public static func replace(_ path: String) throws(FileError) -> PageToken {
        let token = PageToken()
        try Folder.make(above: path)
        try SmallFile.replace(path, with: Array("\(token.text)\n".utf8))
        // Another program may have written a token at the same time: the later one counts, for both.
        return try read(path) ?? token
    }

    // MARK: Its text

    private static let lengths = 32...128
    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
