import MQTT
import Testing

@testable import EggBridge

@Suite struct ReconnectionTests {
    private let lost = MQTTError("mosquitto_loop_read", code: 7, message: "lost")
    private let missing = MQTTError("mosquitto_connect", code: 14, message: "Connection refused")

    private func refusal(_ code: Int32) -> MQTTError { MQTTError("mosquitto_connect", code: code, message: "") }

    @Test func theDelayGrowsFromASecondToTwoMinutes() {
        var reconnection = Reconnection()
        let delays = (0..<10).map { _ in reconnection.delay(after: missing, lasted: nil, jitter: 1) }
        #expect(delays == [1, 2, 4, 8, 16, 32, 64, 120, 120, 120].map { .seconds($0) })
    }

    @Test func theJitterIsUpToHalf() {
        for failures in 0..<10 {
            var reconnection = Reconnection()
            var other = reconnection
            for _ in 0..<failures { _ = reconnection.delay(after: missing, lasted: nil, jitter: 0) }
            other = reconnection
            let (least, most) = (
                reconnection.delay(after: missing, lasted: nil, jitter: 0),
                other.delay(after: missing, lasted: nil, jitter: 1)
            )
            #expect(least >= .seconds(1) && most <= .seconds(120) && least >= most / 2)
        }
    }

    @Test func aConnectionThatLastedBeginsAnew() {
        var reconnection = Reconnection()
        for _ in 0..<5 { _ = reconnection.delay(after: missing, lasted: nil, jitter: 1) }
        #expect(reconnection.delay(after: lost, lasted: .seconds(1), jitter: 1) == .seconds(32))
        #expect(reconnection.delay(after: lost, lasted: .seconds(130), jitter: 1) == .seconds(1))
    }

    @Test(arguments: [134, 135, 142] as [Int32])
    func aWrongPasswordAndATwinWaitLong(_ code: Int32) {
        var reconnection = Reconnection()
        #expect(reconnection.delay(after: refusal(code), lasted: nil, jitter: 0) == .seconds(60))
    }

    // The message would come back with the session, for ever.
    @Test(arguments: [1, 25] as [Int32]) func afterAMessageThatIsTooLongTheSessionIsDropped(_ code: Int32) {
        var reconnection = Reconnection()
        _ = reconnection.delay(after: refusal(code), lasted: .seconds(1), jitter: 1)
        #expect(reconnection.dropsSession)
        _ = reconnection.delay(after: missing, lasted: nil, jitter: 1)
        #expect(reconnection.dropsSession)
        _ = reconnection.delay(after: lost, lasted: .seconds(1), jitter: 1)
        #expect(!reconnection.dropsSession)
    }

    @Test func aBrokerMaySpeakAnotherVersion() {
        #expect(lost.mayBeOfVersion && refusal(132).mayBeOfVersion)
        #expect(MQTTError("mosquitto_loop_read", code: 21, message: "malformed").mayBeOfVersion)
        #expect(!missing.mayBeOfVersion && !refusal(135).mayBeOfVersion)
    }

    /// Docker and haproxy accept connections, and close them, while the broker behind them starts anew.
    @Test func aBrokerThatHasAcceptedMQTT5IsSpokenToInIt() {
        var reconnection = Reconnection()
        for lasted in [.seconds(60), nil, nil, nil] as [Duration?] {
            _ = reconnection.delay(after: lost, lasted: lasted, jitter: 1)
            #expect(reconnection.version == .five)
        }
        _ = reconnection.delay(after: refusal(132), lasted: nil, jitter: 1)
        #expect(reconnection.version == .three)
    }

    @Test func aBrokerOfMQTT3IsSpokenToInItsVersion() {
        var reconnection = Reconnection()
        #expect(reconnection.version == .five)
        #expect(reconnection.delay(after: refusal(132), lasted: nil, jitter: 1) == .seconds(1))
        #expect(reconnection.version == .three)
        // It may be a newer one after its next start.
        _ = reconnection.delay(after: lost, lasted: nil, jitter: 1)
        #expect(reconnection.version == .five)
        _ = reconnection.delay(after: missing, lasted: nil, jitter: 1)
        #expect(reconnection.version == .five)
    }
}
