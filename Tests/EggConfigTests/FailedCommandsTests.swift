import EggTestSupport
import Glibc
import Testing

@testable import EggConfig

/// The file of the commands that failed when they last ran.
@Suite struct FailedCommandsTests {
    private let folder = TemporaryFolder()

    private func failure(_ command: String, at time: Int = 7) -> FailedCommands.Failure {
        .init(.ring, command, at: time, "on-ring of 'egg': '\(command)' exited with 3")
    }

    @Test func aFailureIsReadAsItWasWritten() throws {
        var failed = FailedCommands()
        failed.add(failure("light  on"))
        failed.add(failure("sh -c 'exit 3'", at: 1_700_000_000))
        let path = folder.path("state/eggtimer/failed-commands")
        #expect(FailedCommands.read(path: path) == FailedCommands())
        try failed.write(path: path)
        #expect(FailedCommands.read(path: path) == failed)
        #expect(mode(of: path) == 0o600)
    }

    @Test func theLastRunOfACommandCounts() {
        var failed = FailedCommands()
        failed.add(failure("light on", at: 1))
        failed.add(failure("light on", at: 2))
        #expect(failed.failures == [failure("light on", at: 2)])
        #expect(!failed.remove(.start, "light on") && !failed.remove(.ring, "light off"))
        #expect(failed.remove(.ring, "light on") && failed.failures.isEmpty)
    }

    @Test func onlyTheLatestAreSaved() {
        var failed = FailedCommands()
        for number in 1...40 { failed.add(failure("light \(number)")) }
        #expect(failed.failures == (9...40).map { failure("light \($0)") })
    }

    @Test(arguments: [
        "", "\n", "\n\n\n", "7 ring", "x ring a\nb\n", "7 boil a\nb\n", "7 ring \nb\n", "7\nring\na\nb\n",
    ])
    func whatIsNoFailureIsLeftOut(text: String) {
        #expect(FailedCommands(text: text).failures.isEmpty)
        #expect(FailedCommands(text: "7 ring a\nb\n" + text).failures == [.init(.ring, "a", at: 7, "b")])
    }

    @Test func aPipeInItsPlaceDelaysNothing() {
        #expect(mkfifo(folder.path("failed-commands"), 0o600) == 0)
        #expect(FailedCommands.read(path: folder.path("failed-commands")) == FailedCommands())
    }
}
