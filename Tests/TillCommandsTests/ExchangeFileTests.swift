import EggTestSupport
import Testing

@testable import TillCommands

/// Faults of an imported file are told in the language of the person who keeps the till.
@Suite struct ExchangeFileTests {
    private static let user = #"{"name": "Zoë", "email": "z@oe.eu", "telephone": "+359 88 1234567"}"#

    private static func order(_ key: String, luxury: String) -> String {
        #"{"users": {"Zoë": \#(user)}, "orders": {"\#(key)": {"user": "Zoë", "recipient": "Zoë", "gender": "woman", "#
            + #""color": "Zoë", "message": "Zoë", "senders": "Zoë", "luxury": \#(luxury)}}}"#
    }

    private static let files = [
        "x", "{}", #"{"users": [], "orders": {}}"#, #"{"users": {"Zoë": {}}, "orders": {}}"#,
        #"{"users": {"Zoë": {"name": "", "email": "@", "telephone": "1"}}, "orders": {}}"#,
        order("Zoë", luxury: "1"), order("1763712345.123", luxury: "99"),
    ]

    @Test(arguments: files) func eachFaultIsTranslated(contents: String) throws {
        let folder = TemporaryFolder()
        folder.write(Array(contents.utf8), to: "Zoë")
        try expectAccents(folder.path("Zoë"))
    }

    @Test func soIsAFileThatCannotBeRead() throws {
        let folder = TemporaryFolder()
        try expectAccents(folder.path("missing"))
        try expectAccents(folder.path(""))
    }

    private func expectAccents(_ path: String) throws {
        try PseudoLanguage.language.speak {
            do {
                _ = try ExchangeFile.read(path)
                Issue.record("it is read")
            } catch let failure as TillFailure {
                let names = [path, "Zoë", "users", "orders", "name", "email", "telephone"]
                #expect(PseudoLanguage.forgotten(in: failure.message, names: names).isEmpty, "\(failure.message)")
            }
        }
    }
}
