import EggTestSupport
import EggWire
import Glibc
import Testing

@testable import EggCommands

@Suite struct ConnectionTests {
    private let folder = TemporaryFolder()

    @Test func aSocketThatTheEnvironmentNamesIsNotTheServiceManagers() throws {
        mkdir(folder.path("systemd"), 0o755)
        mkdir(folder.path("systemd/user"), 0o755)
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        func isManaged(socket: String?) throws -> Bool {
            let variables: [String: String?] = [
                "XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, SocketPath.variable: socket,
            ]
            return try withEnvironment(variables) { try Connection(nil).isManaged }
        }
        #expect(try isManaged(socket: nil))
        #expect(try !isManaged(socket: folder.path("eggd.sock")))
    }

    @Test func whatIsThereInsteadOfASocketIsNamed() throws {
        let file = folder.write([], to: "file")
        func sentence(_ path: String) throws -> String {
            Unresponsive(try Connection(path), client: nil).timeout.sentence
        }
        #expect(try sentence(folder.path) == "\(folder.path) is a folder, not eggd's socket")
        #expect(try sentence(file) == "\(file) is a file, not eggd's socket")
    }
}
