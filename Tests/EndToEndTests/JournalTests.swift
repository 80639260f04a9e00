import EggTestSupport
import Glibc
import Testing

/// The journal, in a mount namespace where the test is the journal.
@Suite struct JournalTests {
    private let folder = TemporaryFolder()

    /// Has `eggd` log that it can't start.
    ///
    /// - Parameter stream: the value of `JOURNAL_STREAM`, as a word of sh.
    private func fail(stream: String) throws -> Program.Result {
        let script = """
            mount -t tmpfs none /run && mkdir -p /run/systemd && ln -s \(folder.path) /run/systemd/journal || exit 9
            export JOURNAL_STREAM=\(stream) LISTEN_PID=$$ LISTEN_FDS=many
            exec "$@"
            """
        return try Program.run(
            "/usr/bin/unshare",
            ["-m", "/bin/sh", "-c", script, "sh", BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: ["PATH": "/usr/bin:/bin"])
    }

    @Test(.ownMounts)
    func entriesHaveFieldsIfStandardErrorGoesThere() throws {
        let journal = try Datagrams(folder.path("socket"))
        let result = try fail(stream: "$(stat -L -c %d:%i /proc/self/fd/2)")
        #expect(result.status == 1 && result.errors == "", "\(result)")
        #expect(
            try journal.next() == "MESSAGE=LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used: Invalid argument")
        #expect(try journal.next() == "PRIORITY=3")
    }

    @Test(.ownMounts, arguments: ["1:1", "''"])
    func linesGoToStandardErrorIfThatIsElsewhere(stream: String) throws {
        let journal = try Datagrams(folder.path("socket"))
        let result = try fail(stream: stream)
        #expect(result.status == 1)
        #expect(
            result.errors == "eggd: LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used: Invalid argument\n")
        #expect(journal.isEmpty)
    }

    @Test(.ownMounts)
    func linesGoToStandardErrorIfASandboxHidesTheJournalsSocket() throws {
        let result = try fail(stream: "$(stat -L -c %d:%i /proc/self/fd/2)")
        #expect(
            result.errors == "eggd: LISTEN_FDS, LISTEN_PID or LISTEN_FDNAMES can't be used: Invalid argument\n")
    }
}
