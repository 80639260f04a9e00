import EggTestSupport
import EggTimers
import EggWire
import Instants
import Testing
import Varlink

@testable import EggDaemon

/// Tests eggs that are done at the same moment, over the wire.
@Suite final class GroupCallTests: KitchenSuite {
    private static let eggs: [Timers.Portion] = [.init(egg: "soft", count: 2), .init(egg: "hard", count: 4)]

    @Test func aCueIsPlayedAndPublishedAndNothingHasToBeAnswered() throws {
        let (watcher, _) = try kitchen.watcher()
        let reply = try client.call(Timers.Cook.self, .init(eggs: Self.eggs))
        #expect(reply.timers.map(\.name) == ["2 soft eggs", "4 hard eggs"] && reply.replaced.isEmpty)
        #expect(reply.timers.map(\.cue) == [.init(text: "2 soft eggs in", cookMs: 300_000), nil])
        #expect(reply.timers.map(\.group) == ["pot", "pot"] && reply.timers.map(\.count) == [2, 4])
        #expect(reply.timers.map(\.durationMs) == [420_000, 720_000])
        #expect(reply.timers.map(\.endsAtUnixMs) == [1_800_000_420_000, 1_800_000_720_000])
        #expect(reply.rawEgg == .init(massG: 58, fromCelsius: 4, altitudeM: 0))
        #expect(try [watcher.nextEvent(), watcher.nextEvent()].map(\.event.kind) == [.started, .started])

        // Eggs that are not in the water yet have no estimate.
        #expect(reply.timers.map { $0.centreCelsius == nil } == [true, false])

        kitchen.pass(.minutes(7))
        #expect(kitchen.output.heard() == ["warn"])
        let cued = try watcher.nextEvent()
        #expect(cued.event.kind == .cued && cued.event.timer == "2 soft eggs" && cued.event.cue == "2 soft eggs in")
        #expect(cued.timers.map(\.state) == [.cooking, .cooking] && cued.timers.allSatisfy { $0.cue == nil })
        #expect(cued.timers.map(\.durationMs) == [300_000, 720_000])
        #expect(cued.timers.map(\.remainingMs) == [300_000, 300_000])
        #expect(cued.timers.first?.yolkCelsius == 4)

        kitchen.pass(.minutes(5))
        #expect(kitchen.output.heard() == ["start"])
        let rang = try [watcher.nextEvent(), watcher.nextEvent()]
        #expect(rang.allSatisfy { $0.event.kind == .rang && $0.event.cue == nil })
        #expect(try client.call(Timers.Dismiss.self, .init()).timers.count == 2)
        #expect(kitchen.output.heard() == ["stop"])
    }

    @Test func aChangesReplyHasAllThatItChanged() throws {
        _ = try client.call(Timers.Cook.self, .init(eggs: Self.eggs, name: "left"))
        let paused = try client.call(Timers.Pause.self, .init("left: 4 hard eggs"))
        #expect(paused.timers?.map(\.state) == [.paused, .paused] && paused.timer.name == "left: 2 soft eggs")
        _ = try client.start("soft")
        #expect(try client.call(Timers.Pause.self, .init()).timers == nil)
    }

    @Test(arguments: [
        [], [Timers.Portion(egg: "soft", count: 0)], [.init(egg: "soft", count: 100)], [.init(egg: "soft", count: -1)],
        [.init(egg: "soft", count: .max)], [.init(egg: "soft", count: 1), .init(egg: "soft", count: 2)],
        [.init(egg: String(repeating: "x", count: 65), count: 1)],
        Array(repeating: .init(egg: "soft", count: 1), count: 9),
    ])
    func impossiblePortionsAreRefused(eggs: [Timers.Portion]) throws {
        #expect(
            errorName { _ = try client.call(Timers.Cook.self, .init(eggs: eggs)) }
                == "org.varlink.service.InvalidParameter")
        #expect(try client.timers().isEmpty)
    }

    @Test func theManagerIsToldWhenEggsGoIn() throws {
        _ = try client.call(Timers.Cook.self, .init(eggs: Self.eggs))
        let (timers, now) = kitchen.engine.enter { engine in (engine.board.timers, engine.clock.now()) }
        let line = StatusLine.text(timers, at: now, wall: .seconds(1_800_000_000))
        #expect(line.hasPrefix("2 soft eggs in at ") && line.contains(", 4 hard eggs is done at "))
    }
}
