import EggTestSupport
import Glibc
import Testing

/// Calls that get no reply, from a server that this process is.
@Suite struct MissingReplyTests {
    private let folder = TemporaryFolder()
    private let environment: [String: String]

    /// The variables make `eggctl` ask a service manager of the test.
    init() throws {
        folder.write("".utf8, to: "systemd/user/eggd.socket")
        try folder.writeProgram("", to: "bin/systemctl")
        environment = [
            "XDG_RUNTIME_DIR": folder.path, "XDG_CONFIG_HOME": folder.path, "TZ": "UTC",
            "PATH": folder.path("bin") + ":/usr/bin:/bin",
        ]
    }

    @Test(arguments: ["start soft", "cancel", "status"])
    func onlyACommandThatMayHaveBeenCarriedOutIsCalledSo(command: String) throws {
        let eggd = try PlayedEggd(folder.path("eggd.sock"))
        let program = try Program(
            BuiltPrograms.eggctl, command.split(separator: " ").map(String.init), environment: environment)
        #expect(try eggd.accept().receive() != nil)
        let result = try program.finish()
        let end = command == "status" ? "" : ", and may have carried out the command"
        let fix = "start it with: systemctl --user enable --now eggd.socket"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors == "eggctl: eggd at \(eggd.path) closed the connection\(end); \(fix)\n")
    }

    @Test func whenNoReplyComesTheStatusTellsWhatWasDone() throws {
        let eggd = try PlayedEggd(folder.path("other.sock"))
        let result = try Program.run(
            BuiltPrograms.eggctl, ["start", "soft", "--socket", eggd.path], environment: environment)
        let failure = "eggd at \(eggd.path) does not answer, and may have carried out the command"
        #expect(result.status == EX_UNAVAILABLE)
        #expect(result.errors.hasSuffix("eggctl: \(failure); see with: eggctl status\n"), "\(result)")
    }
}
