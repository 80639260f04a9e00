import EggConfig
import MQTT
import Testing

@testable import EggBridge

/// Anybody who may write to a kitchen's topic can have made its message.
@Suite struct KitchenMessageTests {
    @Test func whatNoKitchenSendsIsRefusedAsAWholeAndSaidOnce() throws {
        let own = BridgedKitchen(id: "0123456789ab", name: "Living room", access: .full, prefix: "eggtimer")
        var room = Following(own, [FollowedKitchen("aaaaaaaaaaaa")])
        var far = Bridge(
            BridgedKitchen(id: "aaaaaaaaaaaa", name: "Kitchen", access: .answer, prefix: "eggtimer"), describes: false)
        let moment = Moment(unixMs: now.unixMs, isClockRight: true, bootMs: 7_000_000)
        _ = far.connected(at: moment)
        let told = far.watched(.event(reply([timer(id: "run")])), at: moment)
        guard case .publish(let first)? = told.first else {
            Issue.record("\(told)")
            return
        }
        let good = first.payload
        #expect(KitchenMessage(Array(good.utf8)) != nil)
        var bad = ["{}", "[]", "null", "x", String(repeating: "[", count: 100_000)]
        bad.append(good + String(repeating: " ", count: KitchenMessage.maxLength))
        for (old, new) in [
            (#""kitchen":"Kitchen""#, #""kitchen":"\u0007""#),
            (#""uptimeMs":7000000"#, #""uptimeMs":9223372036854775807"#),
            (#""uptimeMs":7000000"#, #""uptimeMs":-1"#),
            (#""remainingMs":240000"#, #""remainingMs":9223372036854775807"#),
            (#""state":"cooking""#, #""state":"burning""#), (#""timers":["#, #""timers":[7,"#),
            (#""id":"run""#, #""id":"""#), (#""access":"answer""#, #""access":"all""#),
            (#""ended":[]"#, #""ended":[{}]"#),
        ] {
            let parts = good.components(around: old)
            #expect(parts.count == 2, "\(old)")
            bad.append(parts.joined(separator: new))
        }
        var said = 0
        for text in bad {
            #expect(KitchenMessage(Array(text.utf8)) == nil, "\(text.prefix(2000))")
            let message = MQTTMessage(topic: "eggtimer/aaaaaaaaaaaa/timers", payload: Array(text.utf8))
            for effect in room.received(message, at: now) ?? [] {
                if case .say = effect { said += 1 } else { Issue.record("\(effect)") }
            }
        }
        #expect(said == 1)
    }
}

extension String {
    /// The parts around a text.
    fileprivate func components(around text: String) -> [String] {
        guard let start = firstRange(of: text) else { return [self] }
        return [String(self[..<start.lowerBound]), String(self[start.upperBound...])]
    }
}
