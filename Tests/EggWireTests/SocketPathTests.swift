import EggWire
import Testing

@Suite struct SocketPathTests {
    private func find(
        _ option: String?, _ environment: [String: String], folders: Set<String> = ["/run/user/1000"]
    ) -> String? {
        SocketPath.find(
            option: option, environment: { environment[$0] }, userID: 1000, folderExists: { folders.contains($0) })
    }

    private let all = ["EGGD_SOCKET": "/v/socket", "XDG_RUNTIME_DIR": "/x"]

    @Test func theOptionHasPrecedence() {
        #expect(find("/o/socket", all) == "/o/socket")
    }

    @Test func theVariableComesSecond() {
        #expect(find(nil, all) == "/v/socket")
    }

    @Test func theRuntimeFolderComesThird() {
        #expect(find(nil, ["XDG_RUNTIME_DIR": "/x"]) == "/x/eggd.sock")
    }

    @Test func theUsualRuntimeFolderComesLast() {
        #expect(find(nil, [:]) == "/run/user/1000/eggd.sock")
    }

    @Test func onlyTheUsualRuntimeFolderMustExist() {
        #expect(find("/o/socket", [:], folders: []) == "/o/socket")
        #expect(find(nil, all, folders: []) == "/v/socket")
        #expect(find(nil, ["XDG_RUNTIME_DIR": "/x"], folders: []) == "/x/eggd.sock")
        #expect(find(nil, [:], folders: []) == nil)
        // Another user's folder is not tried.
        #expect(find(nil, [:], folders: ["/run/user/0", "/run/user"]) == nil)
    }

    @Test func theSocketForCommandsIsInTheRuntimeFolder() {
        func commands(_ environment: [String: String], folders: Set<String> = []) -> String? {
            SocketPath.commands(
                environment: { environment[$0] }, userID: 1000, folderExists: { folders.contains($0) })
        }
        #expect(commands(all) == "/x/eggd-commands.sock")
        #expect(commands([:], folders: ["/run/user/1000"]) == "/run/user/1000/eggd-commands.sock")
        #expect(commands(["XDG_RUNTIME_DIR": ""]) == nil)
    }

    @Test func anEmptyValueIsTreatedAsUnset() {
        #expect(find("", all) == "/v/socket")
        #expect(find("", ["EGGD_SOCKET": "", "XDG_RUNTIME_DIR": "/x"]) == "/x/eggd.sock")
        #expect(find("", ["EGGD_SOCKET": "", "XDG_RUNTIME_DIR": ""]) == "/run/user/1000/eggd.sock")
        #expect(find("", ["EGGD_SOCKET": "", "XDG_RUNTIME_DIR": ""], folders: []) == nil)
    }
}
