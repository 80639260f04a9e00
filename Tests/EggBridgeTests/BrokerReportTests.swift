import EggConfig
import MQTT
import Testing

@testable import EggBridge

@Suite struct BrokerReportTests {
    private var report = BrokerReport(broker: .network(host: "pi", port: 1883, isEncrypted: false))
    private let refusal = MQTTError("mosquitto_publish_v5", code: 135, message: "Not authorized")

    @Test mutating func theLastMessageIsShown() {
        #expect(report.connected() == .init(text: "connected to mqtt://pi:1883", isLogged: true))
        let line = report.published(at: "12:40:00")
        #expect(line == .init(text: "connected to mqtt://pi:1883, last message at 12:40:00", isLogged: false))
    }

    @Test mutating func aRefusalIsShownUntilTheNextConnection() {
        _ = report.connected()
        let line = report.refused(refusal)
        #expect(line.isLogged && line.text.hasPrefix("connected, but mqtt://pi:1883 refuses messages"))
        // Other topics may be allowed.
        #expect(report.published(at: "12:40:00") == .init(text: line.text, isLogged: false))
        #expect(report.ended("it can't be reached", as: "lost").text == "it can't be reached")
        #expect(report.connected().text == "connected to mqtt://pi:1883")
        #expect(report.published(at: "12:40:00").text.contains("last message"))
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
            #expect(report.published(at: "12:40:00").text.contains("can't be sent"))
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
