import EggTimers
import Instants
import Testing

private func time(_ egg: RawEgg, _ doneness: Doneness) -> Duration? {
    try? egg.time(until: doneness).get()
}

@Suite struct RawEggTests {
    @Test func theReferenceEggTakesFiveSevenAndTwelveMinutes() {
        #expect(time(.reference, .soft) == .minutes(5))
        #expect(time(.reference, .medium) == .minutes(7))
        #expect(time(.reference, .hard) == .minutes(12))
        #expect(abs(Doneness.soft.celsius - 65.2) < 0.05 && abs(Doneness.medium.celsius - 74.1) < 0.05)
        #expect(abs(Doneness.hard.celsius - 67.5) < 0.05)
    }

    /// Langtangen, A Primer on Scientific Programming: 396 s and 315 s, with all digits of the coefficient.
    @Test(arguments: [(4.0, 396), (20, 315)])
    func aPublishedTimeIsFound(celsius: Double, seconds: Int64) throws {
        let found = try #require(time(egg(67, celsius, 0), .yolk(70)))
        #expect(abs((found - .seconds(seconds)).components.seconds) <= 1, "\(found)")
    }

    @Test(arguments: [
        (egg(48, 4, 0), "4:24 6:10 10:35"), (egg(48, 4, 1_500), "5:01 7:08 11:16"),
        (egg(48, 4, 3_000), "5:47 8:27 12:07"), (egg(58, 4, 0), "5:00 7:00 12:00"),
        (egg(58, 4, 1_500), "5:41 8:06 12:46"), (egg(58, 4, 3_000), "6:33 9:35 13:45"),
        (egg(58, 20, 0), "3:46 5:46 10:46"), (egg(58, 20, 1_500), "4:23 6:47 11:28"),
        (egg(58, 20, 3_000), "5:10 8:11 12:22"), (egg(68, 4, 0), "5:34 7:47 13:21"),
        (egg(68, 4, 1_500), "6:20 9:00 14:12"), (egg(68, 4, 3_000), "7:17 10:39 15:18"),
    ])
    func softMediumAndHardTakeWhatTheTableSays(egg: RawEgg, times: String) {
        let found = [Doneness.soft, .medium, .hard].map { time(egg, $0).map { DurationText.clock($0) } ?? "never" }
        #expect(found.joined(separator: " ") == times)
    }

    @Test func waterBoilsEarlierInTheMountains() {
        #expect(egg(58, 4, 0).waterCelsius == 100)
        // In the standard atmosphere, at 95.0 °C and 90.0 °C.
        #expect(abs(egg(58, 4, 1_500).waterCelsius - 95) < 0.1 && abs(egg(58, 4, 3_000).waterCelsius - 90) < 0.1)
    }

    // MARK: Rules that hold everywhere

    private static let eggs = eggsEverywhere(500, seed: 17)

    @Test func softIsDoneBeforeMediumAndMediumBeforeHard() throws {
        for egg in Self.eggs {
            let times = [Doneness.soft, .medium, .hard].compactMap { time(egg, $0) }
            #expect(times.count == 3 && times == times.sorted() && times.allSatisfy(TimerBoard.durations.contains))
            // The shortest times differ by less than the second to which they are rounded.
            if egg.grams >= 20 { #expect(Set(times).count == 3, "\(egg)") }
        }
    }

    @Test func heavierColderAndHigherTakeLonger() throws {
        for egg in Self.eggs {
            for doneness in [Doneness.soft, .medium, .hard, .yolk(60), .yolk(82), .centre(82)] {
                let known = try #require(time(egg, doneness))
                for (grams, celsius, altitude) in [(20.0, 0.0, 0.0), (0, -10, 0), (0, 0, 1_000)] {
                    // At the end of a range there is no such egg.
                    let more = try? RawEgg(
                        grams: egg.grams + grams, celsius: egg.celsius + celsius, altitude: egg.altitude + altitude)
                    guard let more, let longer = time(more, doneness) else { continue }
                    #expect(longer > known, "\(more) takes \(longer), \(egg) takes \(known)")
                }
            }
        }
    }

    @Test func aHotterTargetTakesLonger() {
        for egg in Self.eggs {
            let yolks = (60...83).compactMap { time(egg, .yolk(Double($0))) }
            let centres = (60...83).compactMap { time(egg, .centre(Double($0))) }
            #expect(yolks.count == 24 && yolks == yolks.sorted() && centres == centres.sorted())
            #expect(zip(yolks, centres).allSatisfy { $0 < $1 }, "the centre is the last to be hot: \(egg)")
        }
    }

    // MARK: Refusals

    @Test(arguments: [
        (500.0, 4.0, 0.0, RawEgg.Quantity.mass, 500.0), (4.9, 4, 0, .mass, 4.9), (-58, 4, 0, .mass, -58),
        (58, 80, 0, .temperature, 80), (58, -0.1, 0, .temperature, -0.1), (58, 4, 5_001, .altitude, 5_001),
        (58, 4, -501, .altitude, -501), (.infinity, 4, 0, .mass, .infinity),
    ])
    func anEggOutsidePhysicsIsRefused(
        grams: Double, celsius: Double, altitude: Double, quantity: RawEgg.Quantity, value: Double
    ) {
        #expect(throws: RawEgg.Problem.outOfRange(quantity, value)) {
            _ = try RawEgg(grams: grams, celsius: celsius, altitude: altitude)
        }
    }

    @Test func aNumberThatIsNoneIsRefused() {
        #expect(throws: RawEgg.Problem.self) { _ = try RawEgg(grams: .nan, celsius: 4, altitude: 0) }
        #expect(throws: RawEgg.Problem.self) { _ = try RawEgg.reference.time(until: .yolk(.nan)).get() }
    }

    @Test(arguments: [Doneness.yolk(59.9), .centre(95.1), .yolk(-1), .centre(.infinity)])
    func aTargetOutOfRangeIsRefused(doneness: Doneness) {
        #expect(RawEgg.reference.time(until: doneness) == .failure(.outOfRange(.target, doneness.celsius)))
    }

    @Test func waterThatIsNotHotEnoughIsRefused() throws {
        let high = egg(58, 4, 3_000)
        #expect(high.time(until: .yolk(92)) == .failure(.unreachable(.yolk(92), waterCelsius: high.waterCelsius)))
        #expect(time(high, .yolk(89)) != nil && time(.reference, .yolk(92)) != nil)
    }
}
