import MQTT
import Testing

@testable import EggBridge

@Suite struct BrokerLinkTests {
    private var link = BrokerLink()
    private let lost = MQTTError("mosquitto_loop_read", code: 7, message: "lost")
    private let now = SuspendingClock.now

    private mutating func connect() {
        _ = link.connect()
        link.accepted(at: now)
    }

    @Test mutating func itConnectsAgainWhenTheDelayIsOver() {
        #expect(link.connect() == .connect(.five) && link.connect() == nil)
        let delay = Duration.seconds(1)
        #expect(link.failed(lost, at: now, jitter: 1) == .retry(after: delay, lost, wasAccepted: false))
        #expect(link.failed(lost, at: now, jitter: 1) == nil)
        #expect(link.connect() == .connect(.three))
        link.accepted(at: now)
        let later = now + Reconnection.settlingTime
        #expect(link.failed(lost, at: later, jitter: 1) == .retry(after: delay, lost, wasAccepted: true))
    }

    @Test mutating func itExitsWhenTheBrokerHasAnsweredTheLastMessage() {
        connect()
        #expect(link.answered(6) == nil && link.exit() == .publishLast)
        link.published(last: 7)
        #expect(link.answered(6) == nil && link.answered(7) == .close)
        #expect(link.connect() == nil && link.exit() == nil && link.failed(lost, at: now, jitter: 1) == nil)
    }

    @Test mutating func itExitsWhenTheConnectionEnds() {
        connect()
        #expect(link.exit() == .publishLast)
        link.published(last: nil)
        #expect(link.failed(lost, at: now, jitter: 1) == .close)
    }

    @Test(arguments: [false, true])
    mutating func withoutABrokerItExitsAtOnce(_ isConnecting: Bool) {
        if isConnecting { _ = link.connect() }
        #expect(link.exit() == .close)
    }
}
