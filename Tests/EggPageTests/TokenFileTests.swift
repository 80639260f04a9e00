import EggTestSupport
import Glibc
import HTTP
import Testing

@testable import EggPage

@Suite struct TokenFileTests {
    private let folder = TemporaryFolder()
    private var path: String { folder.path("state/token") }

    private func status() -> stat {
        var status = stat()
        stat(path, &status)
        return status
    }

    private func text(_ letter: Character) -> String { String(repeating: letter, count: 43) }

    @Test func aTokenIsMadeOnceAndNobodyElseCanReadIt() throws {
        let file = TokenFile(folder: folder.path("state"))
        #expect(file.current() == nil)
        try file.make()
        let token = try #require(file.current()?.text)
        #expect(token.utf8.count >= 22)
        #expect(status().st_mode & 0o777 == 0o600)
        try file.make()
        #expect(file.current()?.text == token)
        #expect(TokenFile(folder: folder.path("state")).current()?.text == token)
    }

    @Test func aReplacedOrRemovedTokenCountsNoLonger() throws {
        let file = TokenFile(folder: folder.path("state"))
        try file.make()
        for letter in ["a", "b"] as [Character] {
            folder.write("\(text(letter))\n".utf8, to: "state/new")
            rename(folder.path("state/new"), path)
            #expect(file.current()?.text == text(letter))
        }
        unlink(path)
        #expect(file.current() == nil)
        try file.make()
        #expect(file.current() != nil)
    }

    @Test(arguments: ["", "short\n", "no token, but a line of text of some length, with spaces\n"])
    func aFileWithoutATokenOpensNothing(content: String) throws {
        let file = TokenFile(folder: folder.path("state"))
        try file.make()
        #expect(file.current() != nil)
        folder.write(content.utf8, to: "state/token")
        #expect(file.current() == nil)
    }

    /// Such as EMFILE or EIO: every phone would need the link again.
    @Test func aFileThatCannotBeReadNowIsReadLater() throws {
        let file = TokenFile(folder: folder.path("state"))
        try file.make()
        folder.write("\(text("a"))\n".utf8, to: "state/token")
        #expect(file.current()?.text == text("a"))
        folder.write("\(text("b"))\n".utf8, to: "state/new")
        rename(folder.path("state/new"), path)
        // Reading never waits, so a file that would make it wait fails.
        let disk = try HangingFile(path)
        let later = TokenFile(folder: folder.path("state"))
        #expect(file.current()?.text == text("a") && later.current() == nil)
        try disk.release()
        #expect(file.current()?.text == text("b") && later.current()?.text == text("b"))
    }

    @Test func anotherKindOfFileOpensNothing() throws {
        let file = TokenFile(folder: folder.path("state"))
        try file.make()
        #expect(file.current() != nil)
        #expect(unlink(path) == 0 && mkfifo(path, 0o600) == 0)
        #expect(file.current() == nil)
    }

    @Test func aTokenThatCannotBeSavedSaysWhy() {
        folder.write([], to: "file")
        #expect {
            try TokenFile(folder: folder.path("file")).make()
        } throws: {
            "\($0)".hasPrefix("the token can't be saved: ") && "\($0)".contains(folder.path("file"))
        }
        #expect {
            try TokenFile(folder: nil).make()
        } throws: {
            "\($0)".contains("--state-dir")
        }
        #expect(TokenFile(folder: nil).current() == nil)
    }
}
