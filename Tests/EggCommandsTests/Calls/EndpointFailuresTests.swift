import EggClient
import EggTestSupport
import EggWire
import Glibc
import Testing

@testable import EggCommands

@Suite struct EndpointFailuresTests {
    private let folder = TemporaryFolder()

    @Test func aSocketThatTheEnvironmentNamesIsNotTheServiceManagers() throws {
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        func isManaged(socket: String?) throws -> Bool {
            let variables: [String: String?] = [
                "XDG_CONFIG_HOME": folder.path, "XDG_RUNTIME_DIR": folder.path, SocketPath.variable: socket,
            ]
            return try withEnvironment(variables) { try Endpoint.named(nil).isManaged }
        }
        #expect(try isManaged(socket: nil))
        #expect(try !isManaged(socket: folder.path("eggd.sock")))
    }

    @Test func offeredCommandsAreQuotedForTheShell() throws {
        let path = folder.path("Ann Marie/x.sock")
        let failure = Endpoint(path: path).failure(.cannotConnect(path: path, code: ENOENT))
        #expect(failure.fix?.hasSuffix("eggd --socket '\(path)' &") == true)
        #expect(failure.message.contains("at \(path):"))
        let host = try #require(RemoteHost("kitchen; reboot"))
        #expect(Sentences.endsWithSession(user: "cook", host: host).contains(": ssh -t 'kitchen; reboot' sudo "))
    }

    @Test func whatIsThereInsteadOfASocketIsNamed() throws {
        let file = folder.write([], to: "file")
        func sentence(_ path: String) -> String {
            Unresponsive(Endpoint(path: path), client: nil).timeout.sentence
        }
        #expect(sentence(folder.path) == "\(folder.path) is a folder, not eggd's socket")
        #expect(sentence(file) == "\(file) is a file, not eggd's socket")
    }
}
