import Dispatch
import EggLoop
import EggTestSupport
import Glibc
import HTTP
import Synchronization
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

/// A reader on a loop of its own, with a file that can hang.
// Unchecked: the reader is used on the loop's queue only.
private final class Fixture: @unchecked Sendable {
    let folder = TemporaryFolder()
    let isHanging = Mutex(false)
    let hasBegun = DispatchSemaphore(value: 0)
    let disk = DispatchSemaphore(value: 0)
    let changes = Mutex(0)
    private let queue = DispatchQueue(label: "test")
    private let loop: EventLoop
    private var reader: TokenReader?

    init(timeout: Duration = .seconds(600)) throws {
        loop = try EventLoop(queue: queue)
        let file = TokenFile(folder: folder.path("state"))
        try file.make()
        replace("o")
        try queue.sync {
            let reader = try TokenReader(file.current(), loop: loop, timeout: timeout) { [unowned self] in
                if isHanging.withLock({ $0 }) {
                    hasBegun.signal()
                    disk.wait()
                }
                return file.current()
            }
            reader.onChange = { [unowned self] in changes.withLock { $0 += 1 } }
            self.reader = reader
        }
        try loop.start()
    }

    deinit { queue.sync { loop.stop() } }

    func replace(_ letter: String) {
        folder.write("\(String(repeating: letter, count: 43))\n".utf8, to: "state/new")
        rename(folder.path("state/new"), folder.path("state/token"))
    }

    /// Begins a refresh, which gives the first letter of the token that counts at its end.
    func refresh() -> Promise<String> {
        let letter = Promise<String>()
        // The loop must not be the last that holds the fixture.
        loop.post { [reader] in
            reader?.refresh { letter.fulfil(reader?.value?.text.first.map(String.init) ?? "none") }
        }
        return letter
    }
}

@Suite struct TokenReaderTests {
    @Test func aChangeIsFoundByTheNextRefresh() throws {
        let fixture = try Fixture()
        for letter in ["a", "b", "c"] {
            fixture.replace(letter)
            #expect(fixture.refresh().wait(upTo: .seconds(60)) == letter)
            #expect(fixture.refresh().wait(upTo: .seconds(60)) == letter)
        }
        unlink(fixture.folder.path("state/token"))
        #expect(fixture.refresh().wait(upTo: .seconds(60)) == "none")
        #expect(fixture.changes.withLock { $0 } == 4)
    }

    /// A read that had begun earlier may have read the old token.
    @Test func aRefreshDoesNotTakeTheResultOfAnEarlierRead() throws {
        let fixture = try Fixture()
        fixture.isHanging.withLock { $0 = true }
        let first = fixture.refresh()
        try #require(fixture.hasBegun.wait(timeout: .now() + 60) == .success)
        let second = fixture.refresh()
        fixture.replace("a")
        fixture.disk.signal()
        #expect(first.wait(upTo: .seconds(60)) == "a")
        try #require(fixture.hasBegun.wait(timeout: .now() + 60) == .success)
        fixture.replace("b")
        fixture.disk.signal()
        #expect(second.wait(upTo: .seconds(60)) == "b")
    }

    @Test func whileTheDiskHangsTheTokenThatWasReadLastCounts() throws {
        let fixture = try Fixture(timeout: .milliseconds(50))
        fixture.isHanging.withLock { $0 = true }
        fixture.replace("a")
        // The loop serves others meanwhile, and waits only once.
        #expect(fixture.refresh().wait(upTo: .seconds(60)) == "o" && fixture.refresh().wait(upTo: .seconds(60)) == "o")
        fixture.isHanging.withLock { $0 = false }
        fixture.disk.signal()
        try waitUntil("the disk's answer") { fixture.changes.withLock { $0 } == 1 }
        #expect(fixture.refresh().wait(upTo: .seconds(60)) == "a")
    }
}
