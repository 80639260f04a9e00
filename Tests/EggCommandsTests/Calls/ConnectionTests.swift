import EggTestSupport
import EggWire
import Glibc
import Testing

@testable import EggCommands

@Suite struct ConnectionTests {
    private let folder = TemporaryFolder()

    /// Does something while variables of the environment have these values; nil unsets one.
    private func with<Value>(_ variables: [String: String?], _ work: () throws -> Value) rethrows -> Value {
        func set(_ name: String, _ value: String?) {
            if let value { setenv(name, value, 1) } else { unsetenv(name) }
        }
        let before = variables.keys.map { name in (name, getenv(name).map { String(cString: $0) }) }
        defer { for (name, value) in before { set(name, value) } }
        for (name, value) in variables { set(name, value) }
        return try work()
    }

    @Test func aSocketThatTheEnvironmentNamesIsNotTheServiceManagers() throws {
        mkdir(folder.path("systemd"), 0o755)
        mkdir(folder.path("systemd/user"), 0o755)
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        func isManaged(socket: String?) throws -> Bool {
            let variables: [String: String?] = [
                "XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, SocketPath.variable: socket,
            ]
            return try with(variables) { try Connection(nil).isManaged }
        }
        #expect(try isManaged(socket: nil))
        #expect(try !isManaged(socket: folder.path("eggd.sock")))
    }
}
