import EggClient
import EggWire
import Testing
import Varlink

@testable import EggBridge

/// The changes for which other kitchens are asked.
@Suite struct AskingTests {
    private let own = BridgedKitchen(id: "0123456789ab", name: "Living room", access: .read, prefix: "eggtimer")
    private let far = "aaaaaaaaaaaa"

    private func asking(_ requests: Timers.Request...) -> Asking {
        var asking = Asking(own)
        asking.requests = requests
        return asking
    }

    private func request(_ method: String = "Dismiss", id: String = "q") -> Timers.Request {
        let alarm: Int64? = ["Dismiss", "Snooze"].contains(method) ? 3 : nil
        return Timers.Request(
            id: id, kitchen: far, run: "run", alarm: alarm, method: method, byMs: method == "Extend" ? 1000 : nil,
            to: method == "Rename" ? "tea" : nil)
    }

    private func answered(_ problem: String?) -> Bridge.Effect {
        .tell(EggdCall(Timers.Answered.self, .init(request: "q", problem: problem)), about: nil)
    }

    @Test(arguments: [
        ("Dismiss", #"{"alarm":3,"from":"Living room","id":"run","key":"q"}"#),
        ("Snooze", #"{"alarm":3,"id":"run","key":"q"}"#), ("Pause", #"{"id":"run","key":"q"}"#),
        ("Resume", #"{"id":"run","key":"q"}"#), ("Extend", #"{"byMs":1000,"id":"run","key":"q"}"#),
        ("Cancel", #"{"id":"run","key":"q"}"#), ("Rename", #"{"id":"run","key":"q","to":"tea"}"#),
    ])
    func eachRequestIsOneCall(_ method: String, _ payload: String) {
        var asking = asking(request(method))
        #expect(
            asking.send(to: far, .full) == [.publish(BridgeMessage("eggtimer/\(far)/call/\(method)", payload))])
        #expect(asking.send(to: far, .full).isEmpty && asking.send(to: "bbbbbbbbbbbb", .full).isEmpty)
        let answer = jsonText(["command": payload, "method": method])
        #expect(asking.answered(Array(answer.utf8), by: "bbbbbbbbbbbb") == nil)
        let effects = asking.answered(Array(answer.utf8), by: far)?.effects
        #expect(effects == [answered(nil)])
    }

    @Test func whatWasSentIsSentAgainAfterAReconnectionOfEither() {
        var asking = asking(request())
        let all = asking.send(to: far, .full)
        asking.connected()
        #expect(asking.send(to: far, .full) == all)
        asking.isBack(far)
        #expect(asking.send(to: far, .full) == all)
        // Another program's request, and none at last.
        asking.requests = [request("Pause", id: "r")]
        #expect(asking.send(to: far, .full).count == 1)
        asking.requests = []
        #expect(asking.send(to: far, .full).isEmpty)
    }

    @Test func aRefusalIsHandedToEggd() {
        var asking = asking(request("Pause"))
        _ = asking.send(to: far, .full)
        let error = ["command": #"{"id":"run","key":"q"}"#, "error": "io.eggtimer.Timers.NoSuchRun", "message": "over"]
        #expect(asking.answered(Array(jsonText(error).utf8), by: far)?.effects == [answered("over")])
    }

    @Test(arguments: ["Dismiss", "Snooze", "Pause"])
    func whatOnlyTheBridgeRefusesIsTriedAgainIfAnAlarmIsAnswered(_ method: String) throws {
        var asking = asking(request(method))
        guard case .publish(let message)? = asking.send(to: far, .full).first else { return }
        let refusal = Array(jsonText(["command": message.payload, "message": "it has waited"]).utf8)
        guard method != "Pause" else {
            let found = asking.answered(refusal, by: far)
            let answer = try #require(found)
            #expect(answer.effects == [answered("it has waited")] && !answer.isTransient)
            return
        }
        for _ in 0..<2 {
            let found = asking.answered(refusal, by: far)
            let answer = try #require(found)
            #expect(answer.effects.isEmpty && answer.isTransient)
            #expect(asking.send(to: far, .full).isEmpty)
            #expect(asking.revive(far) == [.publish(message)] && asking.revive(far).isEmpty)
        }
        // Not for ever.
        #expect(asking.answered(refusal, by: far)?.effects == [answered("it has waited")])
    }

    @Test(arguments: [("Dismiss", Access.read), ("Cancel", .answer), ("Rename", .answer)])
    func withoutAccessEggdIsToldWhatToSet(_ method: String, _ access: Access) {
        var asking = asking(request(method))
        let effects = asking.send(to: far, access)
        let needed = method == "Dismiss" ? "answer" : "full"
        #expect(effects == [answered("'\(method)' needs 'access = \(needed)' in [mqtt] of eggd.conf")])
        #expect(asking.send(to: far, access).isEmpty)
    }

    /// Of another version than this one.
    @Test func aRequestThatTheBridgeDoesNotKnowIsRefused() {
        var asking = asking(request("Flip"))
        #expect(asking.send(to: far, .full) == [answered("there is no method 'Flip' here")])
    }

    @Test func whatAnybodyWritesAsAnAnswerIsIgnored() {
        var asking = asking(request())
        _ = asking.send(to: far, .full)
        for text in ["", "{}", "[]", "x", #"{"command":7}"#, #"{"command":""}"#] {
            #expect(asking.answered(Array(text.utf8), by: far) == nil)
        }
    }
}
