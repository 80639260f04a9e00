import EggTimers
import Testing

@Suite struct KitchenMenuTests {
    private func time(of egg: String, in kitchen: KitchenMenu) throws -> Duration? {
        try kitchen.menu.order(egg: egg, duration: nil)?.get().duration
    }

    @Test func theConfiguredEggCountsUntilAnotherIsSet() throws {
        var kitchen = KitchenMenu(.presets)
        #expect(kitchen.egg == .reference && kitchen.setEgg == nil && kitchen.menu == .presets)
        kitchen.configured = EggMenu(eggs: EggMenu.presets.eggs, kitchen: try RawEgg.reference.with(.init(celsius: 20)))
        #expect(try time(of: "soft", in: kitchen) == .seconds(226))
        #expect(kitchen.set(.init(grams: 68)) == nil)
        // What isn't given is as it was.
        #expect(try kitchen.egg == RawEgg(grams: 68, celsius: 20, altitude: 0) && kitchen.setEgg == kitchen.egg)
        kitchen.configured = .presets
        #expect(kitchen.egg.celsius == 20)
        #expect(kitchen.set(.init(celsius: 4)) == nil)
        #expect(try time(of: "soft", in: kitchen) == .seconds(334))
        #expect(try kitchen.menu.with(.init()).get().eggs.map(\.duration) == [334, 467, 801].map { .seconds($0) })
        kitchen.reset()
        #expect(kitchen == KitchenMenu(.presets))
    }

    @Test func nothingIsSetByAnImpossibleEggOrByNone() {
        var kitchen = KitchenMenu(.presets)
        #expect(kitchen.set(.init(grams: 68, celsius: 80)) == .impossible(nil, .outOfRange(.temperature, 80)))
        #expect(kitchen.set(.init()) == nil)
        #expect(kitchen == KitchenMenu(.presets))
    }

    @Test func theSavedEggIsTakenUnlessOneWasSetMeanwhile() throws {
        let saved = try RawEgg.reference.with(.init(grams: 78))
        var kitchen = KitchenMenu(.presets)
        kitchen.restore(saved)
        #expect(kitchen.setEgg == saved)
        #expect(kitchen.set(.init(grams: 48)) == nil)
        kitchen.restore(saved)
        #expect(kitchen.egg.grams == 48)
    }

    /// The water is not hot enough for it up there, and becomes hot enough again.
    @Test func anEggThatCannotBeDoneThereComesBack() throws {
        let hot = Egg(name: "hot", duration: .minutes(20), doneness: .centre(92), description: "")
        var kitchen = KitchenMenu(EggMenu(eggs: [hot]))
        #expect(kitchen.set(.init(altitude: 4_000)) == nil)
        #expect(try kitchen.menu.with(.init()).get().eggs.isEmpty)
        guard case .failure(.impossible("hot", .unreachable))? = kitchen.menu.order(egg: "hot", duration: nil) else {
            Issue.record("it can be ordered")
            return
        }
        kitchen.reset()
        #expect(try kitchen.menu.with(.init()).get().eggs.map(\.name) == ["hot"])
    }
}
