import CMosquitto
import Testing

@testable import MQTT

extension MQTTSession.Action {
    /// The action in a few words.
    fileprivate var text: String {
        switch self {
        case .report(.ended(let error)): "ended: \(error.message)"
        case .report(.failed(let error)): "failed: \(error.message)"
        case .report(let event): "\(event)"
        case .wait(let time): "wait \(time.components.seconds)"
        case .check: "check"
        case .nextAddress: "next address"
        case .release: "release"
        case .disconnect: "disconnect"
        }
    }
}

@Suite struct MQTTSessionTests {
    private var session = MQTTSession()
    private let lost = MQTTError("mosquitto_loop_read", code: 7, message: "lost")
    private let refusal = MQTTError("mosquitto_connect", code: 135, message: "refused")

    private mutating func accept() {
        _ = session.connected()
        _ = session.accepted(keepalive: .seconds(60))
        _ = session.nextEvent()
    }

    @Test mutating func aBrokerThatDoesNotAnswerIsGivenUp() {
        #expect(session.connected().map(\.text) == ["wait 15"])
        #expect(session.room == nil && session.nextEvent() == nil)
        #expect(session.timePassed().map(\.text) == ["release", "ended: the broker doesn't answer"])
        #expect(session.hasEnded && session.lost(lost).isEmpty && session.failed(lost).isEmpty)
    }

    @Test mutating func anAddressThatIsSilentIsGivenUp() {
        #expect(session.begun().map(\.text) == ["wait 5"])
        #expect(session.timePassed().map(\.text) == ["wait 5", "next address"])
        #expect(session.connected().map(\.text) == ["wait 15"])
    }

    @Test mutating func theReasonOfTheBrokerIsTold() {
        _ = session.connected()
        session.received(reason: refusal)
        #expect(session.lost(lost).map(\.text) == ["release", "ended: refused"])
        session = MQTTSession()
        accept()
        session.received(reason: refusal)
        #expect(session.lost(lost).map(\.text) == ["release", "ended: refused"])
    }

    @Test mutating func onlyAnAcceptedClientSaysFarewell() {
        for isConnected in [false, true] {
            session = MQTTSession()
            if isConnected { _ = session.connected() }
            #expect(session.closed().map(\.text) == ["release"] && session.closed().isEmpty)
            #expect(session.accepted(keepalive: .seconds(60)).isEmpty)
        }
        session = MQTTSession()
        accept()
        session.received(.published(1, nil))
        #expect(session.closed().map(\.text) == ["release", "disconnect"])
        #expect(session.nextEvent() == nil && session.room == nil)
    }

    @Test mutating func theCheckWaitsFromTheLastPacketToWhichNoAnswerIsOwed() {
        accept()
        #expect(session.sent(1, subscribing: "a").map(\.text) == ["wait 60"])
        #expect(session.sent(2).isEmpty && session.room == 499)
        session.received(answerTo: 1, isRefused: true)
        #expect(session.sent(3).isEmpty)
        for number in [2, 3] as [Int32] { session.received(.published(number, nil)) }
        #expect(session.sent(4).map(\.text) == ["wait 60"] && session.room == 499)
        #expect(session.timePassed().map(\.text) == ["wait 60", "check"])
        guard case .subscriptionRefused("a")? = session.nextEvent() else {
            Issue.record("the refused subscription is not told first")
            return
        }
    }

    /// libmosquitto calls it an unknown error.
    @Test func aKeepaliveThatRanOutIsABrokerThatDoesNotAnswer() {
        let error = MQTTError("mosquitto_loop_misc", MOSQ_ERR_KEEPALIVE)
        #expect(error.description == "mosquitto_loop_misc: the broker doesn't answer")
    }
}
