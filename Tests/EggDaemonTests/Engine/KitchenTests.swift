import EggConfig
import EggTestSupport
import EggTimers
import EggWire
import Testing
import Varlink

@testable import EggDaemon

/// The kitchen's egg, by calls.
@Suite final class KitchenTests: KitchenSuite {
    private let standard = Timers.RawEgg(massG: 58, fromCelsius: 4, altitudeM: 0)
    private let large = Timers.RawEgg(massG: 68, fromCelsius: 4, altitudeM: 0)

    @Test func anEggThatIsSetCountsForEveryCallWithoutProperties() throws {
        let reply = try client.call(Timers.SetKitchen.self, .init(massG: 68))
        #expect(reply == .init(rawEgg: large, configured: standard, isSet: true))
        #expect(try client.call(Timers.Kitchen.self, Nothing()) == reply)
        let started = try client.start("soft")
        #expect(started.timer.durationMs == 334_000 && started.rawEgg == large)
        let cooked = try client.call(
            Timers.Cook.self, .init(eggs: [.init(egg: "soft", count: 1), .init(egg: "hard", count: 1)]))
        #expect(cooked.rawEgg == large)
        let eggs = try client.call(Timers.Eggs.self, .init())
        #expect(eggs.eggs.map(\.durationMs) == [334_000, 467_000, 801_000] && eggs.rawEgg == large)
        // A call can still say otherwise.
        #expect(
            try client.call(Timers.Start.self, .init(egg: "soft", massG: 58)).timer.durationMs == 300_000)
        let reset = try client.call(Timers.ResetKitchen.self, Nothing())
        #expect(reset == .init(rawEgg: standard, configured: standard, isSet: false))
        #expect(try client.start("soft").timer.durationMs == 300_000)
    }

    @Test func allClientsAreToldOfEachChange() throws {
        let (watcher, _) = try kitchen.watcher()
        _ = try client.call(Timers.SetKitchen.self, .init(altitudeM: 1_500))
        #expect(try watcher.nextEvent().event == .init(kind: .kitchen, timer: nil, sequence: 1))
        // The same again is no change.
        _ = try client.call(Timers.SetKitchen.self, .init(altitudeM: 1_500))
        _ = try client.call(Timers.ResetKitchen.self, Nothing())
        #expect(try watcher.nextEvent().event == .init(kind: .kitchen, timer: nil, sequence: 2))
    }

    private func reload(_ kitchenEgg: RawEgg) throws {
        var configuration = Configuration.standard
        configuration.menu = EggMenu(eggs: EggMenu.presets.eggs, kitchen: kitchenEgg)
        kitchen.engine.enter { [configuration, output = kitchen.output] in $0.adopt(configuration, output: output) }
    }

    @Test func aReloadThatChangesTheAlarmsIsTold() throws {
        let (watcher, _) = try kitchen.watcher()
        var configuration = Configuration.standard
        configuration.alarm.settings.warning = .seconds(30)
        kitchen.engine.enter { [configuration, output = kitchen.output] in $0.adopt(configuration, output: output) }
        #expect(try watcher.nextEvent().event.kind == .kitchen)
        #expect(try client.call(Timers.Health.self, Nothing()).warningMs == 30_000)
        kitchen.engine.enter { [configuration, output = kitchen.output] in $0.adopt(configuration, output: output) }
        _ = try client.start("soft")
        #expect(try watcher.nextEvent().event.kind == .started)
    }

    @Test func aReloadCountsUntilAnEggIsSet() throws {
        let (watcher, _) = try kitchen.watcher()
        try reload(RawEgg.reference.with(.init(altitude: 1_500)))
        #expect(try watcher.nextEvent().event.kind == .kitchen)
        #expect(try client.start("soft").timer.durationMs == 341_000)
        #expect(try watcher.nextEvent().event.kind == .started)
        _ = try client.call(Timers.SetKitchen.self, .init(fromCelsius: 20))
        try reload(.reference)
        let reply = try client.call(Timers.Kitchen.self, Nothing())
        #expect(reply.rawEgg == .init(massG: 58, fromCelsius: 20, altitudeM: 1_500) && reply.configured == standard)
    }
}
