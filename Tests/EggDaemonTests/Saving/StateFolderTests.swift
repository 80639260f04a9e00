import EggTestSupport
import Glibc
import Testing

@testable import EggDaemon

@Suite struct StateFolderTests {
    private let folder = TemporaryFolder()

    private func find(_ option: String?, _ variables: [String: String]) -> String? {
        StateFolder.find(option: option) { variables[$0] }
    }

    @Test func theOptionComesFirstThenSystemdThenTheUsersFolders() {
        let variables = ["STATE_DIRECTORY": "/var/a:/var/b", "XDG_STATE_HOME": "/state", "HOME": "/home/egg"]
        #expect(find("/option", variables) == "/option")
        #expect(find(nil, variables) == "/var/a")
        #expect(find(nil, ["XDG_STATE_HOME": "/state", "HOME": "/home/egg"]) == "/state/eggtimer")
        #expect(find(nil, ["HOME": "/home/egg"]) == "/home/egg/.local/state/eggtimer")
        #expect(find(nil, [:]) == nil)
    }

    /// Each folder with a new entry must be synced; an existing folder is not written to.
    @Test func missingFoldersAreMadeForTheirOwnerAlone() {
        #expect(StateFolder.make(folder.path("a/b")) == [folder.path, folder.path("a")])
        var status = stat()
        #expect(stat(folder.path("a/b"), &status) == 0 && status.st_mode & 0o777 == 0o700)
        #expect(StateFolder.make(folder.path("a/b/c")) == [folder.path("a/b")])
        #expect(StateFolder.make(folder.path("a/b/c")).isEmpty)
    }
}
