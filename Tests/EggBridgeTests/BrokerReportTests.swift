import EggClient
import EggConfig
import EggWire
import MQTT
import Testing

@testable import EggBridge
@testable import EggCommands

/// The reports of eggmqtt, as `eggctl doctor` finds them in the status line of the service.
@Suite struct BrokerReportTests {
    private var report = BrokerReport(broker: .network(host: "pi", port: 1883, isEncrypted: false))
    private let refusal = MQTTError("mosquitto_publish_v5", code: 135, message: "Not authorized")

    private func check(_ line: BrokerReport.Line) -> Timers.Check? {
        let status = BridgeStatus(broker: line.report).status
        return ServiceStatus("eggmqtt", properties: "ActiveState=active\nStatusText=\(status)\n").bridgeCheck
    }

    @Test mutating func theLastMessageIsShown() {
        let line = report.connected()
        #expect(line.isLogged && check(line)?.finding == "eggmqtt is connected to mqtt://pi:1883")
        let published = report.published(at: "12:40:00")
        #expect(!published.isLogged && check(published)?.verdict == .ok)
        #expect(check(published)?.finding == "eggmqtt is connected to mqtt://pi:1883, last message at 12:40:00")
    }

    @Test mutating func aRefusalIsShownUntilTheNextConnection() {
        _ = report.connected()
        let line = report.refused(refusal)
        #expect(line.isLogged && check(line)?.verdict == .warning)
        #expect(
            check(line)?.finding.hasPrefix("eggmqtt is connected, but mqtt://pi:1883 refuses messages") == true)
        // Other topics may be allowed.
        #expect(report.published(at: "12:40:00") == .init(report: line.report, isLogged: false))
        let ended = check(report.ended("user 'egg=1' is refused", as: "lost"))
        #expect(ended?.verdict == .warning)
        #expect(ended?.finding == "eggmqtt is not connected: user 'egg=1' is refused")
        #expect(report.connected().report == .connected(broker: "mqtt://pi:1883", lastMessage: nil))
        #expect(report.published(at: "12:40:00").report.isFine)
    }

    @Test mutating func eachKindOfComplaintIsLoggedOnceAConnection() {
        for _ in 0..<2 {
            _ = report.connected()
            #expect(report.refused(refusal).isLogged)
            #expect(report.subscriptionRefused("a").isLogged)
            #expect(report.failed(refusal).isLogged)
            #expect(!report.refused(refusal).isLogged)
            #expect(!report.subscriptionRefused("a").isLogged)
            #expect(!report.failed(refusal).isLogged)
            #expect(report.published(at: "12:40:00").report.sentence.contains("can't be sent"))
            _ = report.ended("lost", as: "lost")
        }
    }

    @Test mutating func aBrokerThatIsOffIsLoggedOnce() {
        #expect(report.ended("off", as: "off").isLogged)
        #expect(!report.ended("off", as: "off").isLogged)
        #expect(report.connected().isLogged)
        #expect(report.ended("off", as: "off").isLogged)
    }
}
