import EggClient
import EggConfig
import EggWire
import MQTT
import Testing
import Varlink

@testable import EggBridge

/// A living room that follows other kitchens. These are bridges as well, so that both ends agree.
@Suite struct FollowingTests {
    /// A kitchen on the same broker.
    struct Far {
        let kitchen: BridgedKitchen
        var bridge: Bridge
        /// By how much its boot clock is ahead of the living room's.
        var uptime: Int64 = 7_000_000
        var isClockRight = true

        init(_ id: Character = "a", _ name: String = "Kitchen", _ access: Access = .answer) {
            var kitchen = BridgedKitchen(
                id: String(repeating: id, count: 12), name: name, access: access, prefix: "eggtimer")
            kitchen.bootID = "boot \(id)"
            self.kitchen = kitchen
            bridge = Bridge(kitchen, describes: false)
            _ = bridge.connected(at: now)
        }

        /// Its messages of the kinds that matter here once it has these timers.
        mutating func has(_ timers: [Timers.Timer], at time: Int64 = 0) -> [MQTTMessage] {
            let effects = bridge.watched(.event(reply(timers)), at: moment(time))
            return effects.compactMap { effect in
                guard case .publish(let message) = effect else { return nil }
                return message.topic.hasSuffix("/sound") ? nil : MQTTMessage(message)
            }
        }

        /// Its answer to a question.
        mutating func answer(_ question: BridgeMessage, at time: Int64) -> MQTTMessage? {
            var question = MQTTMessage(question)
            question.isRetained = false
            let effects = bridge.received(question, at: .now, moment(time))
            guard case .publish(let answer)? = effects.first else { return nil }
            return MQTTMessage(answer)
        }

        func status(_ text: String) -> MQTTMessage {
            MQTTMessage(topic: kitchen.topics.status, payload: Array(text.utf8), isRetained: true)
        }

        private func moment(_ time: Int64) -> Moment {
            Moment(unixMs: now.unixMs + time, isClockRight: isClockRight, bootMs: time + uptime)
        }
    }

    func room(_ follow: String...) -> Following {
        let kitchen = BridgedKitchen(id: "0123456789ab", name: "Living room", access: .full, prefix: "eggtimer")
        var following = Following(kitchen, follow.map { FollowedKitchen($0) })
        _ = following.watched(reply([]), isFirst: true, at: at(0))
        _ = following.connected(at: at(0))
        return following
    }

    func at(_ time: Int64, isClockRight: Bool = true) -> Moment {
        Moment(unixMs: now.unixMs + time, isClockRight: isClockRight, bootMs: time)
    }

    /// Hands messages over.
    func take(_ messages: [MQTTMessage], _ room: inout Following, at moment: Moment) -> [Bridge.Effect] {
        messages.flatMap { room.received($0, at: moment) ?? [] }
    }

    /// Hands them over, and lets eggd carry out each call.
    func carryOut(_ effects: [Bridge.Effect], _ room: inout Following, at moment: Moment) -> [EggdCall] {
        var (calls, left) = ([EggdCall](), effects)
        while !left.isEmpty {
            guard case .tell(let call, let kitchen) = left.removeFirst() else { continue }
            calls.append(call)
            if let kitchen { left += room.told(kitchen, told(leftOut: 0), at: moment) }
        }
        return calls
    }

    private func told(leftOut: Int64) -> EggdCalls.Ending {
        .reply(JSONText(parameters: Timers.SetCopies.Reply(leftOut: leftOut)) ?? .none)
    }

    func copies(_ calls: [EggdCall]) throws -> [Timers.SetCopies.Parameters] {
        try calls.filter { $0.method == "SetCopies" }.map { try decodeJSON(from: $0.parameters.bytes) }
    }

    func questions(_ effects: [Bridge.Effect]) -> [BridgeMessage] {
        effects.compactMap { effect in
            guard case .publish(let message) = effect, message.topic.hasSuffix("/ask") else { return nil }
            return message
        }
    }

    func soft(_ state: Timers.State = .cooking, alarm: Int64 = 1) -> Timers.Timer {
        var timer = timer(state, name: "soft", id: "run")
        timer.alarm = alarm
        if state == .ringing { (timer.remainingMs, timer.overdueMs) = (0, 2000) }
        return timer
    }

    func copy(alarm: Int64 = 1, remainingMs: Int64, isEstimated: Bool? = nil) -> Timers.Timer {
        var copy = timer(name: "Kitchen/soft", remainingMs: remainingMs, id: "id-here")
        (copy.alarm, copy.isEstimated) = (alarm, isEstimated)
        copy.origin = .init(
            kitchen: "aaaaaaaaaaaa", kitchenName: "Kitchen", run: "run", name: "soft", isReachable: true, rings: true)
        return copy
    }

    // MARK: Finding kitchens

    @Test func onlyTheTopicsOfFollowedKitchensAreRead() {
        func topics(_ follow: String...) -> [String] {
            let kitchen = BridgedKitchen(id: "0123456789ab", name: "Living room", access: .full, prefix: "a/b")
            var following = Following(kitchen, follow.map { FollowedKitchen($0) })
            return following.connected(at: at(0)).compactMap {
                if case .subscribe(let topic, let isRetained, _) = $0, isRetained { topic } else { nil }
            }
        }
        #expect(topics() == [])
        #expect(topics("AAAAAAAAAAAA") == ["status", "timers"].map { "a/b/aaaaaaaaaaaa/\($0)" })
        #expect(topics("kitchen", "aaaaaaaaaaaa") == ["a/b/+/status", "a/b/+/timers"])
    }

    @Test(arguments: ["kitchen", "KITCHEN", "aaaaaaaaaaaa"], [true, false])
    func timersOfAFollowedKitchenBecomeCopies(_ follow: String, _ isStatusFirst: Bool) throws {
        var (far, room) = (Far(), room(follow))
        let messages = far.has([soft(), soft(.paused).renamed("tea")], at: 5000)
        let effects = take(isStatusFirst ? messages.reversed() : messages, &room, at: at(9000))
        #expect(effects.contains(.subscribe("eggtimer/aaaaaaaaaaaa/reply/#", wantsRetained: false)))
        let all = try copies(carryOut(effects, &room, at: at(9000)))
        let told = try #require(all.last)
        #expect(told.kitchen == "aaaaaaaaaaaa" && told.name == "Kitchen" && told.rings)
        #expect(told.isReachable)
        // It was dated by clocks that are right.
        #expect(told.copies?.map(\.deadlineBootMs) == [245_000, nil])
        #expect(told.copies?.map(\.remainingMs) == [nil, 240_000])
        #expect(told.copies?.contains { $0.isEstimated } == false)
        // The same once more, and what others say, changes nothing.
        #expect(carryOut(take(messages, &room, at: at(9500)), &room, at: at(9500)).isEmpty)
        var other = Far("b", "Garden")
        #expect(carryOut(take(other.has([soft()]), &room, at: at(9600)), &room, at: at(9600)).isEmpty)
        #expect(room.report.map(\.problems) == [[]])
    }

    @Test func copiesOfCopiesAreNotPublished() {
        var far = Far()
        _ = far.has([soft()])
        let effects = far.bridge.watched(
            .event(reply([soft(), copy(remainingMs: 1000)], .rang, of: "here")), at: at(0))
        #expect(!effects.contains { if case .publish = $0 { true } else { false } })
    }

    @Test func twoKitchensOfOneNameAreBothFollowed() throws {
        var (one, two, room) = (Far("a"), Far("b"), room("kitchen"))
        var calls = carryOut(take(one.has([soft()]), &room, at: at(0)), &room, at: at(0))
        calls += carryOut(take(two.has([soft()]), &room, at: at(0)), &room, at: at(0))
        #expect(Set(try copies(calls).map(\.kitchen)) == ["aaaaaaaaaaaa", "bbbbbbbbbbbb"])
        #expect(room.report.count == 2)
        #expect(room.report[0].sentence.hasSuffix("into 'follow': aaaaaaaaaaaa and bbbbbbbbbbbb"))
    }

    @Test func aKitchenThatIsCalledOtherwiseNowIsNotFollowed() {
        var (far, room) = (Far(), room("kitchen"))
        _ = carryOut(take(far.has([soft()]), &room, at: at(0)), &room, at: at(0))
        var renamed = Far("a", "Küche")
        let calls = carryOut(take(renamed.has([soft()]), &room, at: at(0)), &room, at: at(0))
        #expect(calls == [EggdCall(Timers.KeepCopies.self, .init(kitchens: []))])
    }

    @Test(arguments: [
        ("0123456789ab", "'0123456789ab' is this kitchen, which can't follow itself; the other kitchens are"),
        ("living room", "'living room' is this kitchen, which can't follow itself; the other kitchens are"),
        ("kichen", "no kitchen on the broker is called 'kichen'; the other kitchens are Kitchen (aaaaaaaaaaaa)"),
    ])
    func aNameOfNoOtherKitchenIsAFinding(_ name: String, _ problem: String) {
        var (far, room) = (Far(), room(name, "garden"))
        let own = MQTTMessage(topic: "eggtimer/0123456789ab/timers", payload: far.has([soft()])[0].payload)
        #expect(room.received(own, at: at(0)) == nil)
        #expect(carryOut(take(far.has([soft(.paused)]), &room, at: at(0)), &room, at: at(0)).isEmpty)
        #expect(room.report.first?.sentence.contains(problem) == true, "\(room.report)")
        let lines = room.timePassed(at: at(10_000)).count { if case .say = $0 { true } else { false } }
        // It is logged once.
        #expect(lines == 2)
        _ = room.connected(at: at(20_000))
        #expect(room.timePassed(at: at(30_000)).isEmpty && room.nextWake == nil)
    }

    // MARK: Whether it can be reached

    @Test func aKitchenThatIsOfflineOrSilentOrWithoutABrokerCanNotBeReached() throws {
        var (far, room) = (Far(), room("kitchen"))
        func isReachable(_ effects: [Bridge.Effect], at time: Int64) throws -> [Bool] {
            try copies(carryOut(effects, &room, at: at(time))).map(\.isReachable)
        }
        var effects = take(far.has([soft()]), &room, at: at(0))
        #expect(try isReachable(effects, at: 0).last == true)
        effects = take([far.status("offline")], &room, at: at(1000))
        #expect(try isReachable(effects, at: 1000) == [false])
        // It asks when it is back, and nobody answers.
        effects = take([far.status("online")], &room, at: at(2000))
        #expect(questions(effects).count == 1)
        #expect(try isReachable(effects, at: 2000) == [true])
        #expect(room.nextWake == 10_000)
        _ = room.timePassed(at: at(10_000))
        #expect(room.nextWake == 12_000)
        effects = room.timePassed(at: at(12_000))
        #expect(try isReachable(effects, at: 12_000) == [false])
        #expect(room.report[0].sentence.contains("Kitchen doesn't answer; "))
        effects = take(far.has([soft(.paused)], at: 13_000), &room, at: at(13_000))
        #expect(try isReachable(effects, at: 13_000) == [true])
        effects = room.disconnected(at: at(14_000))
        #expect(try isReachable(effects, at: 14_000) == [false])
        #expect(room.report == [])
    }

    @Test func aLostQuestionIsAskedAgainAndACallIsMadeOnceMore() {
        var (far, room, told) = (Far(), room("kitchen"), reply([]))
        told.requests = [.init(id: "q", kitchen: "aaaaaaaaaaaa", run: "run", alarm: 1, method: "Dismiss")]
        _ = take(far.has([soft(.ringing)]) + [far.status("online")], &room, at: at(0))
        let all = [room.watched(told, isFirst: false, at: at(100)), room.timePassed(at: at(10_000))]
        let last = take(questions(all[1]).compactMap { far.answer($0, at: 15_000) }, &room, at: at(15_000))
        #expect((all + [last]).map { "\($0)".contains("call/Dismiss") } == [true, false, true])
    }

    // MARK: eggd

    @Test func copiesOfOtherKitchensThanTheFollowedOnesAreRemoved() {
        for (follow, isKept) in [("kitchen", true), ("aaaaaaaaaaaa", true), ("garden", false)] {
            let kitchen = BridgedKitchen(id: "0123456789ab", name: "Living room", access: .full, prefix: "eggtimer")
            var following = Following(kitchen, [FollowedKitchen(follow)])
            // Before the broker is there.
            let effects = following.watched(reply([copy(remainingMs: 1000)]), isFirst: true, at: at(0))
            let removal = EggdCall(Timers.KeepCopies.self, .init(kitchens: []))
            #expect(effects == (isKept ? [] : [.tell(removal, about: nil)]))
        }
    }

    @Test func oneCallIsMadeAtATimeAndOnceMoreIfItFails() throws {
        var (far, room) = (Far(), room("kitchen"))
        func calls(_ effects: [Bridge.Effect]) -> Int { effects.count { if case .tell = $0 { true } else { false } } }
        #expect(calls(take(far.has([soft()]), &room, at: at(0))) == 1)
        #expect(calls(take(far.has([soft(.paused)]), &room, at: at(10))) == 0)
        #expect(calls(room.told("aaaaaaaaaaaa", .late, at: at(20))) == 0)
        #expect(room.nextWake == 1020 && calls(room.timePassed(at: at(1020))) == 1)
        let isRefused = room.told("aaaaaaaaaaaa", .impossible("it can't be done"), at: at(1030))
        #expect(isRefused.count == 1 && room.nextWake == 10_000)
        // A restarted eggd is told again.
        room.lostEggd()
        #expect(calls(room.watched(reply([]), isFirst: true, at: at(2000))) == 1)
    }

    @Test func aFloodOfChangesIsNotSavedEachTime() throws {
        var (far, room, calls) = (Far(), room("kitchen"), 0)
        for count in 0..<100 {
            let effects = take(far.has([soft(alarm: Int64(count))]), &room, at: at(Int64(count)))
            calls += carryOut(effects, &room, at: at(Int64(count))).count
        }
        #expect(calls == 10)
        let rest = carryOut(room.timePassed(at: at(1200)), &room, at: at(1200))
        #expect(try copies(rest).map { $0.copies?.first?.alarm } == [99])
    }

    /// Otherwise the loop would never rest.
    @Test func aPauseEndsAlsoIfNothingIsToBeTold() {
        var (far, room) = (Far(), room("kitchen"))
        for (time, alarm) in (Array(0..<9) + [99, 8] as [Int64]).enumerated() {
            let messages = far.has([soft(alarm: alarm)], at: Int64(time))
            _ = carryOut(take(messages, &room, at: at(Int64(time))), &room, at: at(Int64(time)))
        }
        #expect(room.nextWake.map { $0 < 2000 } == true)
        #expect(carryOut(room.timePassed(at: at(2000)), &room, at: at(2000)).isEmpty && room.nextWake == 10_000)
    }

    @Test func whatFindsNoPlaceIsSaidOnce() {
        var (far, room) = (Far(), room("kitchen"))
        var said: [Bridge.Effect] = []
        for state in [Timers.State.cooking, .paused] {
            _ = take(far.has([soft(state)]), &room, at: at(0))
            said += room.told("aaaaaaaaaaaa", told(leftOut: 3), at: at(0))
        }
        #expect(
            said.filter { if case .say = $0 { true } else { false } } == [
                .say("3 timers of Kitchen find no place here")
            ])
    }

    // MARK: What anybody may have sent

    @Test func oneWithManyNamesFillsNoMemory() {
        var room = room("kitchen")
        for number in 0..<1000 {
            let id = String(number + 0x1000_0000_0000, radix: 16)
            let far = MQTTMessage(topic: "eggtimer/\(id)/status", payload: Array("online".utf8))
            #expect(room.received(far, at: at(0)) == [])
        }
        #expect(room.known.count == 64)
    }
}

extension Timers.Timer {
    /// This timer as another one.
    fileprivate func renamed(_ name: String) -> Timers.Timer {
        var timer = self
        (timer.name, timer.id) = (name, "run of \(name)")
        return timer
    }
}
