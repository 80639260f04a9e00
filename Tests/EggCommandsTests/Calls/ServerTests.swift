import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Testing

@testable import EggCommands

/// Tests the parsing of `/proc` and `systemctl show`.
@Suite struct ServerProcessTests {
    @Test(arguments: [
        ("12 (eggd) S 1 12", false), ("12 (eggd) T 1 12", true), ("12 (eggd) t 1 12", true),
        ("12 (a) T b) S 1", false), ("12 (a) S b) T 1", true), ("12 (eggd)", false), ("", false),
    ])
    func aStoppedProcessIsRecognised(stat: String, isStopped: Bool) {
        #expect(ServerProcess.isStopped(stat: stat) == isStopped)
    }

    @Test(arguments: [
        ("0::/user.slice/user-1000.slice/user@1000.service/init.scope\n", true),
        ("0::/user.slice/user-1000.slice/user@1000.service/app.slice/eggd.service\n", true),
        ("12:pids:/a\n1:name=systemd:/user.slice/user-1000.slice/user@1000.service\n", true),
        ("0::/user.slice/user-1000.slice/session-3.scope\n", false),
        ("0::/user.slice/user-1001.slice/user@1001.service/app.slice/eggd.service\n", false),
        ("0::/system.slice/eggd.service\n", false), ("", false),
    ])
    func theControlGroupTellsWhetherTheUsersManagerRunsEggd(cgroup: String, isManaged: Bool) {
        #expect(ServerProcess.isInUserManager(cgroup: cgroup, user: 1000) == isManaged)
    }

    /// This process has both ends.
    @Test func aServerOfAnotherNameIsNotEggd() throws {
        let ends = try socketPair()
        defer { for end in [ends.ours, ends.theirs] { close(end) } }
        let server = try #require(ServerProcess(connectedBy: ends.ours))
        #expect(server.id == Int(getpid()) && !server.isDaemon)
    }
}

@Suite struct UnresponsiveTests {
    private func reason(service: String, socket: String = "", stopped: Int? = nil) -> Unresponsive.Reason? {
        let text = "Id=eggd.service\n\(service)\n\nId=eggd.socket\n\(socket)\n"
        return Unresponsive.reason(units: text) { $0 == stopped }
    }

    @Test(arguments: [
        "ActiveState=failed\nSubState=failed\nResult=exit-code\nMainPID=0",
        "ActiveState=activating\nSubState=auto-restart\nResult=exit-code\nMainPID=0",
        "Result=exit-code\nActiveState=activating\nSubState=auto-restart-queued\nMainPID=0",
    ])
    func aServiceThatCannotStartIsReportedWithItsResult(service: String) {
        #expect(reason(service: service) == .failing(unit: "eggd", result: "exit-code"))
    }

    @Test func aFailedSocketUnitIsReported() {
        let found = reason(
            service: "ActiveState=inactive\nSubState=dead\nResult=success\nMainPID=0",
            socket: "ActiveState=failed\nSubState=failed\nResult=trigger-limit-hit")
        #expect(found == .failing(unit: "eggd.socket", result: "trigger-limit-hit"))
    }

    @Test func aRunningServiceIsReportedAsStoppedOrSlow() {
        let running = "ActiveState=active\nSubState=running\nResult=success\nMainPID=42"
        #expect(reason(service: running) == .slow(42))
        #expect(reason(service: running, stopped: 42) == .stopped(42))
        // The result belongs to an earlier run.
        #expect(reason(service: running.replacing("success", with: "exit-code")) == .slow(42))
    }

    @Test func aStartingServiceIsRecognised() {
        #expect(
            reason(service: "ActiveState=activating\nSubState=start\nResult=success\nMainPID=42") == .starting)
    }

    @Test(arguments: ["", "garbage", "Id=eggd.service", "=\n=\n\n", "ActiveState=inactive\nMainPID=0"])
    func emptyOutputGivesNoReason(text: String) {
        #expect(Unresponsive.reason(units: text) { _ in true } == nil)
        #expect(reason(service: text) == nil)
    }

    @Test(arguments: [
        (Unresponsive.Reason.noSocket("a folder"), "/run is a folder, not eggd's socket"),
        (
            .failing(unit: "eggd", result: "resources"),
            "eggd can't be started (Result=resources); see why with: journalctl --user -u eggd -n 20"
        ),
        (.starting, "eggd is still starting; see why with: journalctl --user -u eggd -n 20"),
        (.stopped(42), "eggd is stopped (process 42); resume it with: kill -CONT 42"),
        (.slow(42), "eggd (process 42) runs but hasn't answered for 12 s"),
    ])
    func everyReasonHasItsSentence(reason: Unresponsive.Reason, sentence: String) {
        let failure = Unresponsive.failure(reason, path: "/run")
        #expect(failure.sentence == sentence && failure.status == 69)
    }
}
