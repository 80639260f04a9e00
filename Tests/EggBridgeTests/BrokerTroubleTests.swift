import EggConfig
import MQTT
import Testing

@testable import EggBridge

@Suite struct BrokerTroubleTests {
    private let settings = MQTTSettings(broker: .network(host: "pi", port: 8883, isEncrypted: true))
    private let failure = MQTTError("mosquitto_loop_read", code: 8, message: "A TLS error occurred")

    @Test func aHandshakeThatFailsIsAMatterOfTheCertificate() {
        let trouble = settings.trouble(failure)
        #expect(trouble.hasPrefix("mqtts://pi:8883 has no certificate that is trusted (mosquitto_loop_read: "))
        #expect(trouble.hasSuffix("; check 'broker' and 'ca-file' in [mqtt] of eggd.conf"))
    }

    /// As when the broker's machine is switched off.
    @Test func anEncryptedConnectionThatBreaksIsNot() {
        let trouble = settings.trouble(failure, wasAccepted: true)
        #expect(trouble == "mqtts://pi:8883 can't be reached (mosquitto_loop_read: A TLS error occurred)")
    }
}
