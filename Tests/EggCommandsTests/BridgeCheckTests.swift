import EggWire
import Testing

@testable import EggCommands

@Suite struct BridgeCheckTests {
    private static func check(_ state: String, _ status: String = "", unit: String = "enabled") -> Timers.Check? {
        let properties = "ActiveState=\(state)\nUnitFileState=\(unit)\nStatusText=\(status)\n"
        return BridgeCheck.check(ServiceStatus("eggmqtt", properties: properties))
    }

    @Test func aConnectedBridgeIsNamedWithItsLastMessage() {
        let check = Self.check("active", "connected to mqtt://localhost:1883, last message at 12:40:00")
        #expect(check?.verdict == .ok)
        #expect(check?.finding == "eggmqtt is connected to mqtt://localhost:1883, last message at 12:40:00")
    }

    @Test func aBrokerThatRefusesMessagesIsAWarning() {
        let check = Self.check("active", "connected, but mqtt://localhost:1883 refuses messages")
        #expect(check?.verdict == .warning)
        #expect(check?.finding == "eggmqtt is connected, but mqtt://localhost:1883 refuses messages")
    }

    @Test func aBridgeWithoutABrokerSaysWhatToDo() {
        let refused = Self.check("active", "mqtt://a:1883 refuses user 'egg=1' or its password; check 'user'")
        #expect(refused?.verdict == .warning)
        #expect(
            refused?.finding
                == "eggmqtt is not connected: mqtt://a:1883 refuses user 'egg=1' or its password; check 'user'")
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
