import EggClient
import EggTestSupport
import Glibc
import POSIX
import Testing

@Suite struct PageTokenTests {
    private let folder = TemporaryFolder()

    @Test func itIs43RandomCharacters() throws {
        let tokens = Set((0..<100).map { _ in PageToken().text })
        #expect(tokens.count == 100)
        for text in tokens {
            #expect(text.utf8.count == 43)
            #expect(PageToken(text)?.text == text)
        }
        // Each of the 64 characters comes up in 4,300 of them, but for one case in 10^27.
        #expect(Set(tokens.joined()).count == 64)
    }

    @Test(arguments: ["", "short", String(repeating: "a", count: 129), String(repeating: "/", count: 43)])
    func otherTextIsNoToken(text: String) {
        #expect(PageToken(text) == nil)
    }

    @Test func itIsMadeOnceForItsOwnerAlone() throws {
        let path = folder.path("state/eggweb/token")
        #expect(try PageToken.read(path) == nil)
        let token = try PageToken.readOrMake(path)
        #expect(try PageToken.readOrMake(path) == token)
        #expect(try PageToken.read(path) == token)
        #expect(mode(of: path) == 0o600 && mode(of: folder.path("state/eggweb")) == 0o700)
    }

    @Test func aNewTokenIsANewFile() throws {
        let path = folder.path("token")
        let old = try PageToken.readOrMake(path)
        var (before, after) = (stat(), stat())
        #expect(stat(path, &before) == 0)
        let new = try PageToken.replace(path)
        #expect(stat(path, &after) == 0)
        #expect(new != old)
        #expect(try PageToken.read(path) == new)
        #expect(before.st_ino != after.st_ino || before.st_mtim.tv_nsec != after.st_mtim.tv_nsec)
        #expect(try Program.run("/bin/ls", [folder.path]).output == "token\n")
    }

    @Test func aDamagedFileIsReplaced() throws {
        let path = folder.write("not a token\n".utf8, to: "token")
        #expect(try PageToken.read(path) == nil)
        let token = try PageToken.readOrMake(path)
        #expect(try PageToken.read(path) == token)
    }

    /// It is somebody's mistake, which a file in its place would hide.
    @Test func aPipeIsNamedAndStays() throws {
        let path = folder.path("token")
        #expect(mkfifo(path, 0o600) == 0)
        #expect(throws: FileError.self) { try PageToken.readOrMake(path) }
        var status = stat()
        #expect(stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
    }

    @Test func aFileThatCantBeWrittenIsNamed() throws {
        folder.write([], to: "file")
        let start = folder.path("file")
        #expect {
            try PageToken.readOrMake(folder.path("file/token"))
        } throws: { error in
            (error as? FileError)?.description.hasPrefix(start) == true
        }
    }

    private static let places: [(option: String?, environment: [String: String], folder: String?)] = [
        ("/given", ["STATE_DIRECTORY": "/systemd"], "/given"),
        (nil, ["STATE_DIRECTORY": "/systemd:/other", "XDG_STATE_HOME": "/xdg"], "/systemd"),
        (nil, ["XDG_STATE_HOME": "/xdg", "HOME": "/home/egg"], "/xdg/eggweb"),
        (nil, ["HOME": "/home/egg"], "/home/egg/.local/state/eggweb"),
        (nil, [:], nil),
    ]

    @Test(arguments: places)
    func itsFolderIsFound(place: (option: String?, environment: [String: String], folder: String?)) {
        #expect(PageToken.folder(option: place.option, environment: { place.environment[$0] }) == place.folder)
    }
}
