import EggWire
import Testing

@testable import EggCommands

/// The checks of a service that reports nothing; `BrokerReportTests` has those of its reports.
@Suite struct BridgeCheckTests {
    private static func check(_ state: String, unit: String = "enabled") -> Timers.Check? {
        ServiceStatus("eggmqtt", properties: "ActiveState=\(state)\nUnitFileState=\(unit)\n").bridgeCheck
    }

    @Test func aBridgeThatHasNotReportedYetIsStarting() {
        for state in ["active", "activating"] {
            #expect(Self.check(state)?.verdict == .ok && Self.check(state)?.finding == "eggmqtt is starting")
        }
        // It ends, and systemd starts it again and again.
        let restarting = ServiceStatus("eggmqtt", properties: "ActiveState=activating\nSubState=auto-restart\n")
        #expect(restarting.bridgeCheck?.fix == "journalctl --user -u eggmqtt -n 20")
    }

    @Test func aBridgeOfAnotherVersionIsStartedAgain() {
        let check = ServiceStatus("eggmqtt", properties: "ActiveState=active\nStatusText=Works\n").bridgeCheck
        #expect(check?.verdict == .warning && check?.fix == "systemctl --user restart eggmqtt")
    }

    @Test func aBridgeThatDoesNotRunHasAFix() {
        #expect(Self.check("failed")?.fix == "journalctl --user -u eggmqtt -n 20")
        #expect(Self.check("inactive")?.fix == "systemctl --user start eggmqtt")
    }

    @Test func aBridgeThatNobodyWantsIsNoFinding() {
        #expect(Self.check("inactive", unit: "disabled") == nil)
        #expect(ServiceStatus("eggmqtt", properties: "").bridgeCheck == nil)
    }
}
