import EggConfig
import EggTestSupport
import Testing

@testable import EggDaemon

/// The findings of eggd about commands of the user's own.
@Suite struct CommandFaultsTests {
    static func commands(_ text: String) throws -> UserCommands {
        let folder = TemporaryFolder()
        let reading = Configuration.read(path: folder.write(text.utf8, to: "eggd.conf"))
        #expect(reading.problems.isEmpty)
        return reading.configuration.commands
    }

    @Test func theProgramThatRunsCommandsIsFoundBesideTheInstalledEggd() throws {
        #expect(CommandFaults.runner(executable: "/usr/bin/eggd") == "/usr/libexec/eggtimer/eggrun")
        #expect(CommandFaults.runner(executable: "/home/egg/eggtimer/.build/debug/eggd") == nil)
        let folder = TemporaryFolder()
        let runner = folder.path("eggrun")
        func fault() -> String? {
            CommandFaults.observed(UserCommands(), socket: nil, runner: runner, failed: .init()).runner
        }
        #expect(fault() == "\(runner): No such file or directory")
        try folder.writeProgram("exit 0", to: "eggrun")
        #expect(fault() == nil)
    }

    @Test func aCommandThatIsNoLongerConfiguredHasNotFailed() throws {
        var failed = FailedCommands()
        failed.add(.init(.ring, "light on", at: 0, "on-ring of 'egg': 'light on' exited with 3"))
        func failures(_ text: String) throws -> [String] {
            CommandFaults.observed(try Self.commands(text), socket: nil, runner: nil, failed: failed).failures
        }
        let found = try failures("[egg soft]\non-ring = light on\n")
        #expect(found.count == 1 && found.first?.hasPrefix("a command failed when it last ran, on 19") == true)
        #expect(found.first?.hasSuffix(": on-ring of 'egg': 'light on' exited with 3") == true)
        #expect(try failures("[alarm]\non-ring = lamp on\non-start = light on\n").isEmpty)
    }
}
