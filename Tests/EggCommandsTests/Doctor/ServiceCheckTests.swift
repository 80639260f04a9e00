import EggClient
import EggTestSupport
import EggWire
import Glibc
import POSIX
import Testing

@testable import EggCommands

/// `KeyMapTests` has the other reports, and `BridgeCheckTests` the states of a service without one.
@Suite struct KeysCheckTests {
    private static func check(_ report: KeysReport, keys: String) -> Timers.Check? {
        let properties = "ActiveState=active\nStatusText=\(report.status)\n"
        return KeysCheck.check(ServiceStatus("eggkeys", properties: properties)) { _ in keys }
    }

    @Test func aDeviceThatCannotBeReadHasTheLineThatAllowsIt() {
        let check = Self.check(.unreadable(device: "PCsensor FootSwitch"), keys: "380000000000000 0 0\n")
        #expect(check?.verdict == .warning)
        #expect(check?.finding == "eggkeys can't read PCsensor FootSwitch")
        #expect(
            check?.fix == #"echo 'SUBSYSTEM=="input", ATTRS{name}=="PCsensor FootSwitch", ENV{EGGTIMER_KEYS}="1"' "#
                + "| sudo tee -a /etc/udev/rules.d/69-eggtimer.rules && sudo udevadm control --reload "
                + "&& sudo udevadm trigger")
    }

    @Test func aDeviceWithLettersHasNoSuchLine() {
        let keys = "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe\n"
        let check = Self.check(.unreadable(device: "AT Keyboard"), keys: keys)
        #expect(check?.finding.contains("letter keys") == true)
        #expect(check?.fix == nil)
    }

    @Test func aDeviceCannotWriteIntoTheCommandOrTheRule() {
        let rule = KeysCheck.rule(for: #"x'; reboot "$(id)ä*[\"#)
        #expect(rule.hasPrefix(#"echo 'SUBSYSTEM=="input", ATTRS{name}=="x?? reboot ???id??????", ENV"#))
    }

    /// The rule of the package can't call this code, so both are compared: each key alone, and many keys together.
    @Test func theRuleRefusesTheSameDevices() throws {
        let file = BuiltPrograms.sourceTree + "/packaging/70-eggtimer.rules"
        let rules = String(decoding: try SmallFile.read(file), as: UTF8.self)
        let patterns = rules.split(separator: "\n").filter { $0.contains("capabilities/key") }
            .compactMap { $0.split(separator: "\"").dropFirst().first.map(String.init) }
        #expect(patterns.count == 8)
        let alone = (0..<768).map { [$0] }
        let together = (0..<64).flatMap { one in (0..<64).map { other in [one, other, 183] } }
        for keys in alone + together {
            let written = Self.written(keys)
            let isRefused = patterns.contains { fnmatch($0, written, 0) == 0 }
            #expect(isRefused == KeysCheck.hasLetters(written), "\(keys): \(written)")
        }
        #expect(KeysCheck.hasLetters(Self.written([30])))
        #expect(!KeysCheck.hasLetters(Self.written([1, 28, 57, 59, 63, 96, 113, 183])))
    }

    /// These keys as the kernel writes them.
    private static func written(_ keys: [Int]) -> String {
        var words = [UInt64](repeating: 0, count: 12)
        for key in keys { words[key / 64] |= 1 << UInt64(key % 64) }
        let significant = words.lastIndex { $0 != 0 } ?? 0
        return words[...significant].reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }
}

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

    @Test func eachKitchenThatIsFollowedHasACheck() {
        var status = BridgeStatus(broker: .connected(broker: "mqtt://a:1883", lastMessage: nil))
        status.kitchens = [
            KitchenReport("eggmqtt follows Garden"), KitchenReport("eggmqtt follows Kitchen", problems: ["it is off"]),
        ]
        let running = ServiceStatus("eggmqtt", properties: "ActiveState=active\nStatusText=\(status.status)\n")
        #expect(running.bridgeCheck?.finding == "eggmqtt is connected to mqtt://a:1883")
        #expect(
            running.kitchenChecks == [
                .init(subject: "kitchen", verdict: .ok, finding: "eggmqtt follows Garden"),
                .init(subject: "kitchen", verdict: .warning, finding: "eggmqtt follows Kitchen; it is off"),
            ])
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
