import EggWire
import MQTT
import Testing

@testable import EggBridge

/// Commands that have waited at the broker while the bridge was away.
@Suite struct WaitingCommandTests {
    private var bridge = Bridge(someKitchen(), describes: false)
    private let start = SuspendingClock.now
    private static let late = "it has waited while the bridge was away, and was not carried out"

    /// A command, as its answer or as `call`.
    private mutating func command(
        _ line: String, _ topic: String = "command", seconds: Int = 0, data: [UInt8]? = nil
    ) -> String? {
        let message = MQTTMessage(
            topic: "eggtimer/1a2b/\(topic)", payload: Array(line.utf8), correlationData: data)
        switch bridge.received(message, at: start + .seconds(seconds), now).first {
        case .call: return "call"
        case .answer(let answer, _): return answer.message
        default: return nil
        }
    }

    private mutating func resume(away: Duration?, number: UInt64 = 1, seconds: Int = 0) -> [String] {
        _ = bridge.connected(at: now)
        return bridge.resumed(away: away, number: number, at: start + .seconds(seconds)).map {
            guard case .publish(let message) = $0 else { return "" }
            return "\(message.topic) \(message.payload)"
        }
    }

    // A bridge that has just started doesn't know how long it was away.
    @Test(arguments: [nil, .seconds(11)] as [Duration?])
    mutating func whatHasWaitedTooLongIsRefusedAndAnswered(_ away: Duration?) {
        #expect(resume(away: away) == ["eggtimer/1a2b/command eggmqtt:1", "eggtimer/1a2b/call/- eggmqtt:1"])
        for number in 0..<100 { #expect(command("\(number + 1)m")?.contains("has waited") == true) }
        #expect(command("{}", "call/Undo")?.contains("has waited") == true)
        // The mark of an earlier connection has waited, too.
        #expect(command("eggmqtt:0") == nil && command("soft")?.contains("has waited") == true)
        #expect(command("eggmqtt:1") == nil && command("soft") == "call")
        #expect(command("{}", "call/Undo")?.contains("has waited") == true)
        #expect(command("eggmqtt:1", "call/-") == nil && command("{}", "call/Undo") == "call")
    }

    @Test mutating func whatHasWaitedShortlyIsCarriedOut() {
        _ = resume(away: .seconds(10))
        #expect(command("soft") == "call")
    }

    @Test mutating func whatTheBrokerSendsTwiceIsCarriedOutOnce() {
        _ = bridge.connected(at: now)
        #expect(command("extend 1m") == "call")
        // A second tap is a command of its own.
        #expect(command("extend 1m") == "call")
        _ = resume(away: .seconds(1))
        #expect(command("extend 1m")?.contains("not carried out twice") == true)
        #expect(command("extend 2m") == "call" && command("dismiss") == "call" && command("dismiss") == "call")
        #expect(command("eggmqtt:1") == nil && command("extend 1m") == "call")
    }

    // NATS sends what was not confirmed once more half a minute later.
    @Test mutating func whatTheBrokerSendsAgainLateIsCarriedOutOnce() {
        _ = bridge.connected(at: now)
        #expect(command("extend 1m") == "call" && command("extend 2m", seconds: 7) == "call")
        _ = resume(away: .seconds(2), seconds: 10)
        #expect(command("eggmqtt:1", seconds: 10) == nil)
        // The broker was heard for longer after this one.
        #expect(command("extend 1m", seconds: 40) == "call")
        #expect(command("extend 2m", seconds: 40)?.contains("not carried out twice") == true)
        #expect(command("extend 2m", seconds: 41) == "call")
        _ = resume(away: .seconds(1), number: 2, seconds: 42)
        #expect(command("eggmqtt:2", seconds: 42) == nil && command("extend 2m", seconds: 102) == "call")
    }

    // Its sender was told that it may send it again.
    @Test mutating func whatEggdDidNotGetIsNotTakenForWhatTheBrokerSendsTwice() {
        _ = bridge.connected(at: now)
        let message = MQTTMessage(topic: "eggtimer/1a2b/command", payload: Array("extend 1m".utf8))
        guard case .call(_, let request)? = bridge.received(message, at: start, now).first else {
            Issue.record("no call")
            return
        }
        bridge.notCarriedOut(request)
        _ = resume(away: .seconds(1))
        #expect(command("extend 1m") == "call")
    }

    // eggd gives its first answer again.
    @Test(arguments: [nil, [7]] as [[UInt8]?], [.seconds(1), .seconds(11)] as [Duration])
    mutating func aCallWithAKeyThatTheBrokerSendsTwiceIsMadeTwice(_ data: [UInt8]?, _ away: Duration) {
        _ = bridge.connected(at: now)
        let call = #"{"byMs":60000,"key":"1"}"#
        #expect(command(call, "call/Extend", data: data) == "call")
        _ = resume(away: away)
        #expect(command(call, "call/Extend", data: data) == "call")
        let other = #"{"byMs":60000,"key":"2"}"#
        #expect(command(other, "call/Extend", data: data) == (away > .seconds(10) ? Self.late : "call"))
    }

    @Test mutating func aLineWithAKeyThatTheBrokerSendsTwiceIsMadeTwice() {
        _ = bridge.connected(at: now)
        #expect(command("extend 1m --key 1") == "call")
        #expect(command("extend 1m --key 1") == "call")
        _ = resume(away: .seconds(1))
        #expect(command("extend 1m --key 1") == "call")
    }

    @Test mutating func aMarkThatTheBrokerRefusesIsNotWaitedForLong() {
        _ = resume(away: nil)
        #expect(command("soft", seconds: 29)?.contains("has waited") == true)
        #expect(command("soft", seconds: 30) == "call")
    }

    @Test mutating func aNewSessionHasNothingThatHasWaited() {
        _ = resume(away: nil)
        _ = bridge.connected(at: now)
        #expect(command("soft") == "call")
    }

    @Test mutating func whatCannotBeAnsweredIsNotCarriedOut() {
        _ = bridge.connected(at: now)
        let message = MQTTMessage(topic: "eggtimer/1a2b/command", payload: Array("soft".utf8))
        #expect(bridge.received(message, room: 0, at: start, now).isEmpty)
        #expect(bridge.received(message, room: 1, at: start, now).count == 1)
        let dismissal = MQTTMessage(topic: message.topic, payload: Array("dismiss".utf8))
        #expect(bridge.received(dismissal, room: 900, at: start, now).isEmpty)
        #expect(bridge.received(dismissal, room: 901, at: start, now).count == 1)
    }

    @Test mutating func aBridgeThatIsAboutToEndRefusesCommands() {
        _ = bridge.connected(at: now)
        #expect(command("soft") == "call")
        bridge.refuseCommands()
        for line in ["soft", "dismiss", "nonsense of all kinds"] {
            #expect(command(line) == "the bridge is ending, and has not carried it out")
        }
    }

    @Test func withReadAccessTheBrokerKeepsNothing() {
        var reading = Bridge(someKitchen(.read), describes: false)
        #expect(!reading.keepsSession && bridge.keepsSession)
        #expect(reading.resumed(away: nil, number: 1, at: start).isEmpty)
    }
}
