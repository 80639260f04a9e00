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
        #expect(link.failed(lost, at: now, jitter: 1) == .retry(after: delay, lost, .beforeAcceptance))
        #expect(link.failed(lost, at: now, jitter: 1) == nil)
        #expect(link.connect() == .connect(.three))
        link.accepted(at: now)
        let later = now + Reconnection.settlingTime
        #expect(link.failed(lost, at: later, jitter: 1) == .retry(after: delay, lost, .afterAcceptance))
    }

    @Test mutating func onlyConnectionsThatEndSoonAgainAndAgainAreReportedAsSuch() {
        var ends: [BrokerLink.End] = []
        for lasted in [5, 5, 60, 5, 5, 5, 60] {
            connect()
            if case .retry(_, _, let end) = link.failed(lost, at: now + .seconds(lasted), jitter: 1) {
                ends.append(end)
            }
        }
        #expect(ends.map { $0 == .soonAgainAndAgain } == [false, false, false, false, false, true, false])
    }

    /// A broker of MQTT 3.1.1 is no fault.
    @Test mutating func aRefusedVersionIsNotReported() {
        let refusal = MQTTError("mosquitto_connect", code: 132, message: "Unsupported Protocol Version")
        _ = link.connect()
        #expect(link.failed(refusal, at: now, jitter: 1) == .retryQuietly(after: .seconds(1)))
        #expect(link.connect() == .connect(.three))
        guard case .retry = link.failed(refusal, at: now, jitter: 1) else { return #expect(Bool(false), "reported") }
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
