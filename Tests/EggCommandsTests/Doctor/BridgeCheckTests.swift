import EggWire
import Testing

@testable import EggCommands

/// The checks of a service that reports nothing; `BrokerReportTests` has those of its reports.
@Suite struct BridgeCheckTests {
    private static func check(_ state: String, unit: String = "enabled") -> Timers.Check? {
        BridgeCheck.check(ServiceStatus("eggmqtt", properties: "ActiveState=\(state)\nUnitFileState=\(unit)\n"))
    }

    @Test func aBridgeThatHasNotReportedIsNotConnected() {
        #expect(Self.check("active")?.verdict == .warning)
        #expect(Self.check("active")?.finding == "eggmqtt is not connected: it has not reached the broker yet")
    }

    @Test func aBridgeThatDoesNotRunHasAFix() {
        #expect(Self.check("failed")?.fix == "journalctl --user -u eggmqtt -n 20")
        #expect(Self.check("inactive")?.fix == "systemctl --user start eggmqtt")
    }

    @Test func aBridgeThatNobodyWantsIsNoFinding() {
        #expect(Self.check("inactive", unit: "disabled") == nil)
        #expect(BridgeCheck.check(ServiceStatus("eggmqtt", properties: "")) == nil)
    }
}
