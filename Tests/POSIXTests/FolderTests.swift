import EggTestSupport
import Glibc
import POSIX
import Testing

@Suite struct FolderTests {
    private let folder = TemporaryFolder()

    /// Each folder with a new entry must be synced; an existing folder is not written to.
    @Test func missingFoldersAreMadeForTheirOwnerAlone() throws {
        #expect(try Folder.make(folder.path("a/b")) == [folder.path, folder.path("a")])
        #expect(mode(of: folder.path("a/b")) == 0o700)
        #expect(try Folder.make(folder.path("a/b/c")) == [folder.path("a/b")])
        #expect(try Folder.make(folder.path("a/b/c")).isEmpty)
        try Folder.make(above: folder.path("a/d/file"))
        #expect(try Folder.names(in: folder.path("a")) == ["b", "d"])
    }

    @Test func aFileInTheWayIsNamed() throws {
        folder.write([], to: "file")
        #expect(throws: FileError(folder.path("file/a"), code: ENOTDIR)) { try Folder.make(folder.path("file/a/b")) }
    }

    @Test func aLinkThatLeadsNowhereIsNamed() throws {
        #expect(symlink("nowhere", folder.path("link")) == 0)
        let error = try #require(DeadLink(on: folder.path("link"))).error(of: folder.path("link"))
        #expect(throws: error) { try Folder.make(folder.path("link/a")) }
    }

    @Test func namesAreSortedAndLeaveOutTheFolderItself() throws {
        for name in ["b", ".hidden", "a"] { folder.write([], to: name) }
        #expect(try Folder.names(in: folder.path) == [".hidden", "a", "b"])
        #expect(throws: FileError(folder.path("none"), code: ENOENT)) { try Folder.names(in: folder.path("none")) }
        #expect(throws: FileError(folder.path("a"), code: ENOTDIR)) { try Folder.names(in: folder.path("a")) }
    }
}

@Suite struct UserFolderTests {
    private func state(_ option: String?, _ variables: [String: String]) -> String? {
        UserFolder.state(of: "eggtimer", option: option) { variables[$0] }
    }

    @Test func theOptionComesFirstThenSystemdThenTheUsersFolders() {
        let variables = ["STATE_DIRECTORY": "/var/a:/var/b", "XDG_STATE_HOME": "/state", "HOME": "/home/egg"]
        #expect(state("/option", variables) == "/option")
        #expect(state("", variables) == "/var/a" && state(nil, variables) == "/var/a")
        #expect(state(nil, ["XDG_STATE_HOME": "/state", "HOME": "/home/egg"]) == "/state/eggtimer")
        #expect(state(nil, ["HOME": "/home/egg"]) == "/home/egg/.local/state/eggtimer")
        #expect(state(nil, [:]) == nil)
    }

    @Test func configurationsAreInTheUsersFolder() {
        #expect(UserFolder.configuration { $0 == "HOME" ? "/home/egg" : nil } == "/home/egg/.config")
        #expect(UserFolder.configuration { $0 == "XDG_CONFIG_HOME" ? "/config" : "/home/egg" } == "/config")
        #expect(UserFolder.configuration { _ in nil } == nil)
    }

    @Test func rootHasAName() {
        #expect(userName(of: 0) == "root" && userName(of: 4_000_000_000) == nil)
    }

    @Test func aMomentIsWrittenByTheMachinesClock() {
        var (seconds, broken) = (time_t(1_800_000_000), tm())
        localtime_r(&seconds, &broken)
        let hour = localTimeText("%H", unixSeconds: 1_800_000_000)
        #expect(Int32(hour) == broken.tm_hour && hour.count == 2)
        #expect(fileDate().count == "2026-11-20T08.35.00".count)
    }
}
