import EggConfig
import MQTT
import Testing

@testable import EggBridge

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
