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

@Suite struct BrokerTroubleTests {
    private let settings = MQTTSettings(broker: .network(host: "pi", port: 8883, isEncrypted: true))
    private let failure = tls("certificate verify failed")

    private static func tls(_ detail: String) -> MQTTError {
        MQTTError(
            "mosquitto_loop_read", code: 8,
            message: "A TLS error occurred (OpenSSL Error[0]: error:0A000086:SSL routines::\(detail))")
    }

    private static func lost(_ code: Int32 = 7) -> MQTTError {
        MQTTError("mosquitto_loop_read", code: code, message: "x")
    }

    @Test func aHandshakeThatFailsIsAMatterOfTheCertificate() {
        let trouble = settings.trouble(failure, .beforeAcceptance)
        #expect(trouble.hasPrefix("mqtts://pi:8883 has no certificate that is trusted (mosquitto_loop_read: "))
        #expect(trouble.hasSuffix("; check 'broker' and 'ca-file' in [mqtt] of eggd.conf"))
    }

    /// As when the broker's machine is switched off.
    @Test func anEncryptedConnectionThatBreaksIsNot() {
        let trouble = settings.trouble(failure, .afterAcceptance)
        #expect(trouble.hasPrefix("mqtts://pi:8883 can't be reached (mosquitto_loop_read: A TLS error occurred"))
    }

    /// Mosquitto's port without encryption ends the handshake.
    @Test func aPortWithoutTLSIsNoMatterOfTheCertificate() {
        let trouble = settings.trouble(Self.tls("unexpected eof while reading"), .beforeAcceptance)
        #expect(trouble.hasPrefix("mqtts://pi:8883 doesn't speak TLS (") && trouble.hasSuffix("without encryption"))
    }

    /// A port for TLS closes the connection, or sends an alert that is no packet of MQTT.
    @Test(arguments: [2, 7, 21] as [Int32]) func aPortForTLSIsNamed(_ code: Int32) {
        var plain = settings
        plain.broker = .network(host: "pi", port: 8883, isEncrypted: false)
        let hint = "; if its port is the one for TLS, write mqtts:// in [mqtt] of eggd.conf"
        #expect(plain.trouble(Self.lost(code), .beforeAcceptance).hasSuffix(hint))
        #expect(!settings.trouble(Self.lost(code), .beforeAcceptance).hasSuffix(hint))
    }

    /// A broker that starts anew closes a connection once; two clients of one name close each other's again and again.
    @Test func aTwinIsNamedWhenConnectionsEndSoonAgainAndAgain() {
        let lost = Self.lost()
        #expect(settings.trouble(lost, .afterAcceptance) == "mqtts://pi:8883 has closed the connection")
        #expect(settings.trouble(lost, .soonAgainAndAgain).contains("another eggmqtt with this kitchen's id may run"))
    }
}
