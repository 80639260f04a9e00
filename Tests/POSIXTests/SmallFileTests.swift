import EggTestSupport
import Glibc
import POSIX
import Testing

@Suite struct SmallFileTests {
    private let folder = TemporaryFolder()

    /// Why a file can't be read; nil if it can.
    private func reason(_ path: String, limit: Int = 10, followsLinks: Bool = true) -> FileError.Reason? {
        do throws(FileError) {
            _ = try SmallFile.read(path, limit: limit, followsLinks: followsLinks)
            return nil
        } catch {
            #expect(error.path == path)
            return error.reason
        }
    }

    // MARK: Reading

    @Test func aFileMayBeAsLongAsTheLimit() throws {
        let path = folder.write("0123456789".utf8, to: "file")
        #expect(try SmallFile.read(path, limit: 10) == Array("0123456789".utf8))
        #expect(reason(path, limit: 9) == .tooLarge(limit: 9))
        #expect(SmallFile.text(path) == "0123456789")
        #expect(SmallFile.text(folder.write([UInt8](repeating: 0, count: SmallFile.limit + 1), to: "long")) == nil)
    }

    @Test(arguments: ["word", "word\n", "word\r\n", "\u{feff}word\r\n", "\u{feff}word", "word\nanother\n"])
    func aLineIsReadWhicheverEditorWroteIt(text: String) throws {
        #expect(try SmallFile.firstLine(folder.write(text.utf8, to: "file")) == "word")
    }

    @Test func aMissingFileIsTold() {
        #expect(reason(folder.path("nothing")) == .system(ENOENT))
        #expect(SmallFile.text(folder.path("nothing")) == nil)
    }

    /// Opened without O_NONBLOCK, the pipe would wait for ever.
    @Test(.timeLimit(.minutes(1))) func aPipeWithoutAWriterDoesNotBlock() {
        let path = folder.path("pipe")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(reason(path) == .notAFile("a pipe, not a file"))
    }

    @Test func onlyRegularFilesAreRead() {
        #expect(reason(folder.path) == .notAFile("a folder, not a file"))
        #expect(reason("/dev/zero") == .notAFile("not a file"))
    }

    @Test func aLinkIsFollowedUnlessItMustNotBe() throws {
        let path = folder.write("text".utf8, to: "file")
        #expect(symlink(path, folder.path("link")) == 0)
        #expect(try SmallFile.read(folder.path("link")) == Array("text".utf8))
        #expect(reason(folder.path("link"), followsLinks: false) == .system(ELOOP))
        #expect(reason(path, followsLinks: false) == nil)
    }

    @Test func aLinkThatLeadsNowhereIsTold() {
        #expect(symlink("nothing", folder.path("link")) == 0)
        #expect(reason(folder.path("link")) == .notAFile("a link to nothing, which can't be found"))
        let kind = "in \(folder.path("link")), a link to nothing, which can't be found"
        #expect(reason(folder.path("link/further/file")) == .notAFile(kind))
        #expect(reason(folder.path("link/further/file"), followsLinks: false) == .notAFile(kind))
        #expect(DeadLink(on: folder.path) == nil && DeadLink(on: folder.path("no/file")) == nil)
        #expect(DeadLink(on: "") == nil && DeadLink(on: "/") == nil)
    }

    @Test(.enabled(if: geteuid() != 0, "root may read everything"))
    func missingPermissionIsTold() {
        let path = folder.write("text".utf8, to: "file")
        chmod(path, 0)
        #expect(reason(path) == .system(EACCES))
    }

    @Test func aFileOfSizeZeroInProcIsRead() {
        #expect(SmallFile.text("/proc/self/comm")?.isEmpty == false)
    }

    // MARK: Replacing

    @Test(arguments: [true, false])
    func aFileIsReplacedAsAWhole(isDurable: Bool) throws {
        let path = folder.path("file")
        try SmallFile.replace(path, with: Array("old and longer".utf8), mode: 0o644, isDurable: isDurable)
        let (reader, before) = (open(path, O_RDONLY | O_CLOEXEC), FileIdentity(path))
        defer { close(reader) }
        try SmallFile.replace(path, with: Array("new".utf8), isDurable: isDurable)
        #expect(SmallFile.text(path) == "new" && FileIdentity(path) != before)
        #expect(readToEnd(of: reader, limit: 100) == Array("old and longer".utf8))
        #expect(mode(of: path) == 0o600)
        #expect(try Folder.names(in: folder.path) == ["file"])
    }

    @Test func whatCanNotBeReplacedStaysAndLeavesNothing() throws {
        mkdir(folder.path("taken"), 0o700)
        #expect(throws: FileError(folder.path("taken"), code: EISDIR)) {
            try SmallFile.replace(folder.path("taken"), with: [])
        }
        #expect(throws: FileError.self) { try SmallFile.replace(folder.path("no/file"), with: []) }
        #expect(try Folder.names(in: folder.path) == ["taken"])
    }

    @Test func anotherFileIsAnotherIdentity() throws {
        let (one, other) = (folder.write([], to: "one"), folder.write([], to: "other"))
        let opened = open(one, O_RDONLY | O_CLOEXEC)
        defer { close(opened) }
        #expect(FileIdentity(one) != nil && FileIdentity(one) == FileIdentity(open: opened))
        #expect(FileIdentity(one) != FileIdentity(other) && FileIdentity(folder.path("none")) == nil)
        symlink(one, folder.path("link"))
        #expect(FileIdentity(folder.path("link")) == FileIdentity(one))
        #expect(FileIdentity(folder.path("link"), followsLinks: false) != FileIdentity(one))
    }
}
