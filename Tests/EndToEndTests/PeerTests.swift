import EggTestSupport
import Foundation
import Glibc
import Testing

/// Programs that are not ours: PyPI's `varlink`, and the server of its certification suite.
@Suite struct PeerTests {
    /// The interpreter for it, as `script/test` installs it.
    private static let python = ProcessInfo.processInfo.environment["EGG_TEST_PYTHON"]

    /// Debian's package of it leaves the suite out.
    private static let hasNoSuite: Bool = {
        let question = """
            import varlink, importlib.util, sys
            sys.exit(0 if importlib.util.find_spec('varlink.tests') else 3)
            """
        return python.flatMap { try? Program.run($0, ["-c", question]) }?.status == 3
    }()

    private func python(_ arguments: String...) throws -> Program.Result {
        let python = try #require(
            Self.python, "EGG_TEST_PYTHON names no Python with PyPI's varlink; script/test sets it")
        return try Program.run(python, arguments, environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"])
    }

    @Test func everyMethodIsCalledAndAWatchIsFollowed() throws {
        let daemon = try RunningDaemon()
        let result = try python("\(BuiltPrograms.sourceTree)/Tests/Peers/timers.py", daemon.socket)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output.contains("every method was called"))
    }

    @Test func theCommandLineClientReadsTheInterface() throws {
        let daemon = try RunningDaemon()
        let help = try python("-m", "varlink.cli", "help", "unix:\(daemon.socket)/io.eggtimer.Timers")
        #expect(help.status == 0 && help.output.contains("method Snooze"), "\(help.errors)")
        let call = try python("-m", "varlink.cli", "call", "unix:\(daemon.socket)/io.eggtimer.Timers.List")
        #expect(call.output.contains("timers"), "\(call.errors)")
    }

    @Test(.enabled(if: !hasNoSuite, "Debian's python3-varlink has no server for the certification"))
    func ourClientIsCertified() throws {
        let folder = TemporaryFolder()
        let python = try #require(
            Self.python, "EGG_TEST_PYTHON names no Python with PyPI's varlink; script/test sets it")
        let server = try Program(
            python, ["-u", "-m", "varlink.tests.test_certification", "--varlink=unix:\(folder.path("s"))"],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(try server.line()?.hasPrefix("Listening on") == true)
        let result = try Program.run(BuiltPrograms.certification, [folder.path("s")])
        #expect(result.status == 0 && result.output == "certified\n", "\(result.output)\(result.errors)")
    }

    @Test func socatSeesAWatch() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.eggctl("start", "soft").status == 0)
        let message = #"{\"method\":\"io.eggtimer.Timers.List\"}\\0"#
        let result = try Program.run(
            "/bin/sh", ["-c", "printf \"\(message)\" | socat -t 5 - UNIX-CONNECT:\(daemon.socket)"],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(result.output.contains(#""egg":"soft""#), "\(result.errors)")
    }
}
