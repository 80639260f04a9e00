import EggTestSupport
import EggTimers
import EggWire
import Instants
import Testing
import Varlink

@testable import EggDaemon

/// Calls about copies of other kitchens' timers, and what these kitchens are asked for.
@Suite final class CopyCallTests: KitchenSuite {
    private var bootMs: Int64 { kitchen.clock.now().sinceBoot.millisecondsRoundedDown }

    private func copy(
        _ run: String = "a", name: String = "egg", state: Timers.State = .cooking, inMs: Int64 = 300_000,
        group: String? = nil
    ) -> Timers.Copy {
        Timers.Copy(
            run: run, alarm: 7, name: name, egg: "soft", state: state, durationMs: 300_000,
            deadlineBootMs: state == .paused ? nil : bootMs + inMs,
            snoozedUntilBootMs: nil, remainingMs: state == .paused ? inMs : nil, group: group,
            count: group.map { _ in 2 }, isEstimated: false)
    }

    @discardableResult
    private func set(
        _ copies: [Timers.Copy]?, isReachable: Bool = true, rings: Bool = true, ended: [Timers.EndedRun] = []
    ) throws -> Int64 {
        try client.call(
            Timers.SetCopies.self,
            .init(
                kitchen: "1", name: "cellar", isReachable: isReachable, rings: rings, ringMs: 120_000,
                snoozeMs: 30_000, warningMs: 0, copies: copies, ended: ended)
        ).leftOut
    }

    @Test func aCopyRingsHereAndIsAnsweredAtOnce() throws {
        #expect(try set([copy()]) == 0)
        let (watcher, snapshot) = try kitchen.watcher(ticks: false)
        let timer = try #require(snapshot.timers.first)
        #expect(timer.name == "cellar/egg" && timer.alarm == 7 && timer.remainingMs == 300_000)
        #expect(
            timer.origin
                == .init(kitchen: "1", kitchenName: "cellar", run: "a", name: "egg", isReachable: true, rings: true))
        kitchen.pass(.minutes(5))
        #expect(kitchen.output.heard() == ["start"])
        #expect(try watcher.nextEvent().event.kind == .rang)
        #expect(try client.call(Timers.Dismiss.self, .init()).timers.map(\.id) == [timer.id])
        #expect(kitchen.output.heard() == ["stop"])
        let dismissed = try watcher.nextEvent()
        let request = try #require(dismissed.requests?.first)
        #expect(dismissed.event.kind == .dismissed && dismissed.timers.isEmpty && request.method == "Dismiss")
        #expect((request.kitchen, request.run, request.alarm, request.forMs) == ("1", "a", 7, nil))
        _ = try client.call(Timers.Answered.self, .init(request: request.id))
        #expect(try kitchen.watcher().snapshot.requests == nil)
        // The kitchen has not heard of it when it sends this.
        try set([copy(state: .ringing, inMs: 0)])
        #expect(try client.timers().isEmpty)
    }

    @Test func theSameOnceMoreIsNotPublished() throws {
        let (watcher, _) = try kitchen.watcher(ticks: false)
        let copies = [copy()]
        for _ in 1...2 { try set(copies) }
        #expect(try watcher.nextEvent().event.kind == .started)
        for _ in 1...2 { try set(nil, isReachable: false) }
        let lost = try watcher.nextEvent()
        #expect(lost.event.kind == .copies && lost.event.timer == nil && lost.event.sequence == 2)
        #expect(lost.timers.first?.origin?.isReachable == false)
        try set([])
        #expect(try watcher.nextEvent().event.kind == .copies)
        try set([], ended: [.init(run: "a", ending: .cancelled)])
        let gone = try watcher.nextEvent()
        #expect(gone.event.kind == .cancelled && gone.timers.isEmpty)
    }

    @Test func whatCantBeATimerIsLeftOut() throws {
        var copies = [copy(), copy("b", name: ""), copy("c", inMs: 1 << 60), copy("d", state: .paused, inMs: -1)]
        copies.append(copy("e", name: "snoozed", state: .snoozed))
        #expect(try set(copies) == 4)
        #expect(try client.timers().map(\.name) == ["cellar/egg"])
        var parameters = Timers.SetCopies.Parameters(
            kitchen: "1", name: "cellar", isReachable: true, rings: true, ringMs: 1000, snoozeMs: 1000, warningMs: 0,
            copies: [], ended: [])
        let changes: [(String, (inout Timers.SetCopies.Parameters) -> Void)] = [
            ("kitchen", { $0.kitchen = "" }), ("name", { $0.name = "\n" }), ("ringMs", { $0.ringMs = -1 }),
            ("snoozeMs", { $0.snoozeMs = 0 }), ("warningMs", { $0.warningMs = .max }),
        ]
        for (parameter, change) in changes {
            let valid = parameters
            change(&parameters)
            let refused = errorName { _ = try client.call(Timers.SetCopies.self, parameters) }
            #expect(refused == "org.varlink.service.InvalidParameter", "\(parameter)")
            parameters = valid
        }
    }

    // MARK: Changes that the other kitchen makes

    /// Makes a call that another kitchen has to answer; returns the connection, and the request in an event.
    private func ask<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters
    ) throws -> (asking: Client, requests: [Timers.Request]) {
        let (watcher, _) = try kitchen.watcher(ticks: false)
        let asking = try kitchen.client()
        try asking.send(method, parameters)
        let event = try watcher.nextEvent()
        #expect(event.event.kind == .copies)
        return (asking, event.requests ?? [])
    }

    @Test func aPauseIsMadeByItsKitchen() throws {
        try set([copy()])
        let (asking, requests) = try ask(Timers.Pause.self, .init("cellar/egg"))
        #expect(requests.map(\.method) == ["Pause"] && requests.map(\.run) == ["a"] && requests.map(\.alarm) == [nil])
        #expect(try client.timers().map(\.state) == [.cooking])
        // It is answered with the timer as it is then.
        _ = try client.call(Timers.Answered.self, .init(request: requests[0].id))
        try set([copy(state: .paused)])
        #expect(try asking.receive(Timers.Pause.self).value.timer.state == .paused)
        #expect(try kitchen.watcher().snapshot.requests == nil)
    }

    @Test func aChangeOfAPotIsOneRequestAndItsCancelOneForEach() throws {
        try set([copy(name: "2 soft eggs", group: "pot"), copy("b", name: "other", group: "pot")])
        let (extending, requests) = try ask(Timers.Extend.self, .init(name: "cellar/pot", byMs: 5000))
        #expect(requests.map(\.byMs) == [5000])
        try set([
            copy(name: "2 soft eggs", inMs: 305_000, group: "pot"),
            copy("b", name: "other", inMs: 305_000, group: "pot"),
        ])
        _ = try client.call(Timers.Answered.self, .init(request: requests[0].id))
        let extended = try extending.receive(Timers.Extend.self).value
        #expect(extended.timers?.map(\.remainingMs) == [305_000, 305_000])
        let (cancelling, cancels) = try ask(Timers.Cancel.self, .init("cellar/pot"))
        #expect(cancels.map(\.run) == ["a", "b"])
        for cancel in cancels { _ = try client.call(Timers.Answered.self, .init(request: cancel.id)) }
        try set([], ended: ["a", "b"].map { .init(run: $0, ending: .cancelled) })
        #expect(try cancelling.receive(Timers.Cancel.self).value.timers?.count == 2)
    }

    @Test func itsKitchenCanRefuse() throws {
        try set([copy()])
        let (asking, requests) = try ask(Timers.Rename.self, .init(typed: "Cellar/Egg", to: "tea"))
        #expect(requests.map(\.to) == ["tea"])
        _ = try client.call(Timers.Answered.self, .init(request: requests[0].id, problem: "the name 'tea' is taken"))
        #expect(
            refusal { _ = try asking.receive(Timers.Rename.self) }
                == .otherKitchen(kitchen: "cellar", problem: "the kitchen 'cellar' refuses it: the name 'tea' is taken")
        )
    }

    @Test func itsKitchenMayBeSilentOrAway() throws {
        try set([copy()])
        let (asking, _) = try ask(Timers.Cancel.self, .init("cellar/egg"))
        kitchen.clock.advance(by: .seconds(10))
        kitchen.engine.enter { $0.questionsTimeOut() }
        #expect(
            refusal { _ = try asking.receive(Timers.Cancel.self) }
                == .otherKitchen(kitchen: "cellar", problem: "the kitchen 'cellar' does not answer"))
        #expect(try kitchen.watcher().snapshot.requests == nil)
        try set(nil, isReachable: false)
        #expect(
            refusal { _ = try client.call(Timers.Cancel.self, .init("cellar/egg")) }
                == .otherKitchen(kitchen: "cellar", problem: "the kitchen 'cellar' can't be reached"))
        #expect(refusal { _ = try client.call(Timers.Cancel.self, .init()) } == .noSuchTimer(name: "egg"))
    }

    @Test func aCallWithAKeyAsksOnce() throws {
        try set([copy()])
        let (asking, requests) = try ask(Timers.Pause.self, .init(name: "cellar/egg", key: "k"))
        let again = try kitchen.client()
        try again.send(Timers.Pause.self, .init(name: "cellar/egg", key: "k"))
        try kitchen.waitUntil { $0.connections.pending.count == 2 }
        #expect(try kitchen.watcher().snapshot.requests == requests)
        _ = try client.call(Timers.Answered.self, .init(request: requests[0].id))
        try set([copy(state: .paused)])
        for client in [asking, again] {
            #expect(try client.receive(Timers.Pause.self).value.timer.state == .paused)
        }
        let later = try client.call(Timers.Pause.self, .init(name: "cellar/egg", key: "k"))
        #expect(later.timer.state == .paused)
    }

    // MARK: The history

    @Test func theHistorySaysWhereAnAlarmWasAnswered() throws {
        let kitchen = try Kitchen(saves: true)
        let client = try kitchen.client()
        let started = try client.start("soft").timer
        #expect(started.alarm == 1)
        kitchen.pass(.minutes(5))
        #expect(try client.call(Timers.Dismiss.self, .init(id: started.id, alarm: 2, from: "cellar")).timers.isEmpty)
        #expect(try client.call(Timers.Dismiss.self, .init(id: started.id, alarm: 1, from: "cellar")).timers.count == 1)
        #expect(try client.call(Timers.History.self, .init()).runs.map(\.from) == ["cellar"])
        let health = try client.call(Timers.Health.self, Nothing())
        #expect((health.ringMs, health.snoozeMs, health.warningMs) == (600_000, 60_000, 0))
    }
}
