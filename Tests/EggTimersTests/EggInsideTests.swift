import EggTestSupport
import Glibc
import Instants
import Testing

@testable import EggTimers

/// The temperatures after these stays, computed at once.
private func inside(_ egg: RawEgg, _ stays: EggInside.Stay...) -> EggInside.Temperatures {
    let inside = EggInside(egg)
    return inside.temperatures(after: stays)
}

/// The temperatures after this many seconds in the water.
private func inside(_ egg: RawEgg, boiledFor seconds: Double) -> EggInside.Temperatures {
    inside(egg, .init(.water, .seconds(seconds)))
}

@Suite struct EggInsideTests {
    // MARK: Calibration

    @Test func theReferenceEggIsSoftMediumAndHardAtTheirTimes() {
        #expect(abs(inside(.reference, boiledFor: 300).yolk - Doneness.soft.celsius) < 0.05)
        #expect(abs(inside(.reference, boiledFor: 420).yolk - Doneness.medium.celsius) < 0.05)
        #expect(abs(inside(.reference, boiledFor: 720).centre - Doneness.hard.celsius) < 0.05)
    }

    @Test(arguments: [48.0, 58, 68, 78], [4.0, 12, 20])
    func otherEggsAlsoHaveTheirTargetsAtTheirTimes(grams: Double, celsius: Double) throws {
        for altitude in [0.0, 1_500, 3_000] {
            for target in [Doneness.soft, .medium, .hard, .yolk(68), .yolk(80), .centre(75)] {
                let egg = egg(grams, celsius, altitude)
                let found = inside(egg, .init(.water, try egg.time(until: target).get()))
                switch target {
                case .yolk(let yolk): #expect(abs(found.yolk - yolk) < 0.3, "\(egg) \(target): \(found)")
                case .centre(let centre): #expect(abs(found.centre - centre) < 0.3, "\(egg) \(target): \(found)")
                }
            }
        }
    }

    /// The series of the sphere's heating, at a part of its radius.
    private func series(_ egg: RawEgg, at place: Double, after seconds: Double) -> Double {
        let time = EggInside.pace * seconds / egg.timeConstant
        let sum = (1...200).reduce(0.0) { sum, number in
            let wave = Double(number) * Double.pi
            let amplitude = place == 0 ? 1 : sin(wave * place) / (wave * place)
            return sum + (number.isMultiple(of: 2) ? -2 : 2) * amplitude * exp(-Double(number * number) * time)
        }
        return egg.waterCelsius - sum * (egg.waterCelsius - egg.celsius)
    }

    @Test(arguments: [120.0, 180, 300, 420, 720, 1_200])
    func itIsTheSeriesSolution(seconds: Double) {
        for egg in [RawEgg.reference, egg(48, 20, 1_500), egg(78, 4, 3_000)] {
            let found = inside(egg, boiledFor: seconds)
            let yolk =
                EggInside.innerPart * series(egg, at: 0.45, after: seconds)
                + (1 - EggInside.innerPart) * series(egg, at: 0.9, after: seconds)
            #expect(abs(found.centre - series(egg, at: 0, after: seconds)) < 0.2, "\(egg) \(found)")
            #expect(abs(found.yolk - yolk) < 0.2, "\(egg) \(found)")
        }
    }

    // MARK: Rules that hold everywhere

    private static let eggs = eggsEverywhere(30, seed: 18)

    @Test func inBoilingWaterItNeverFallsAndNeverExceedsTheWater() {
        for egg in Self.eggs {
            let inside = EggInside(egg)
            var (yolk, centre) = (egg.celsius, egg.celsius)
            for seconds in stride(from: 0.0, to: 3_600, by: 61.7) {
                let found = inside.temperatures(after: [.init(.water, .seconds(seconds))])
                // Means of equal numbers differ in the last digit.
                #expect(found.yolk > yolk - 1e-9 && found.centre > centre - 1e-9, "\(egg) after \(seconds) s")
                #expect(found.yolk < egg.waterCelsius + 1e-9 && found.centre < found.yolk + 1e-9, "\(egg)")
                (yolk, centre) = (found.yolk, found.centre)
            }
        }
    }

    @Test func aHeavierAColderAndAHigherEggIsColder() {
        for egg in Self.eggs {
            for (grams, celsius, altitude) in [(10.0, 0.0, 0.0), (0, -5, 0), (0, 0, 500)] {
                // At the end of a range there is no such egg.
                let other = try? RawEgg(
                    grams: egg.grams + grams, celsius: egg.celsius + celsius, altitude: egg.altitude + altitude)
                guard let other else { continue }
                for part in [0.3, 0.7, 1.5, 3] {
                    let seconds = part * egg.timeConstant
                    let (known, colder) = (inside(egg, boiledFor: seconds), inside(other, boiledFor: seconds))
                    #expect(colder.yolk < known.yolk && colder.centre < known.centre, "\(other) \(egg)")
                }
            }
        }
    }

    @Test func softIsCoolerThanMediumAndMediumCoolerThanHard() throws {
        for egg in Self.eggs where egg.grams >= 20 {
            let found = try [Doneness.soft, .medium, .hard].map {
                inside(egg, .init(.water, try egg.time(until: $0).get()))
            }
            #expect(found[0].yolk < found[1].yolk && found[1].yolk < found[2].yolk, "\(egg)")
            #expect(found[0].centre < found[1].centre && found[1].centre < found[2].centre, "\(egg)")
        }
    }

    // MARK: In air

    @Test func anEggOutOfTheWaterCoolsToTheAirOfTheKitchen() {
        let boiled = EggInside.Stay(.water, .minutes(5))
        let hot = inside(.reference, boiled)
        let soon = inside(.reference, boiled, .init(.air, .minutes(2)))
        #expect(soon.yolk < hot.yolk, "the outer half gives off its heat")
        #expect(soon.centre > hot.centre, "heat still travels inwards")
        let late = inside(.reference, boiled, .init(.air, .hours(6)))
        #expect(abs(late.yolk - 20) < 0.1 && abs(late.centre - 20) < 0.1)
        let days = inside(.reference, boiled, .init(.air, .hours(24 * 365 * 100)))
        #expect(abs(days.yolk - 20) < 0.1 && abs(days.centre - 20) < 0.1)
    }

    /// Newton's law: the slowest part of the cooling decays with the smallest root of 1 − ζ cot ζ = h R / K.
    @Test(arguments: [30.0, 58, 120])
    func itCoolsAsASphereInAirDoes(grams: Double) {
        let egg = egg(grams, 4, 0)
        let biot = 15 * egg.radius / 0.54
        var (low, high) = (0.01, 3.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if 1 - middle / tan(middle) < biot { low = middle } else { high = middle }
        }
        let seconds = 1_500.0
        let early = inside(egg, .init(.water, .minutes(20)), .init(.air, .seconds(2_000)))
        let late = inside(egg, .init(.water, .minutes(20)), .init(.air, .seconds(2_000 + seconds)))
        let decay = exp(-low * low * seconds * EggInside.pace / (Double.pi * Double.pi * egg.timeConstant))
        let found = (late.centre - 20) / (early.centre - 20)
        #expect(abs(found / decay - 1) < 0.08, "\(found) instead of \(decay)")
    }
}

/// Where the egg of a timer has been.
@Suite struct StayTests {
    private let order = Order(egg: "soft", duration: .minutes(5), rawEgg: .reference)

    private func stays(_ board: TimerBoard, _ seconds: Double) -> [EggInside.Stay]? {
        board.timers.first?.stays(until: at(seconds))
    }

    @Test func whileATimerIsPausedItsEggIsInAir() {
        var board = TimerBoard.with(order)
        _ = board.pause(nil, at: at(60))
        #expect(
            stays(board, 90) == [.init(.water, .seconds(60)), .init(.air, .seconds(30)), .init(.water, .zero)])
        _ = board.resume(nil, at: at(100))
        #expect(
            stays(board, 110) == [
                .init(.water, .seconds(60)), .init(.air, .seconds(40)), .init(.water, .seconds(10)),
            ])
    }

    @Test func theTimeBeforeTheStartIsTimeInTheWater() {
        var board = TimerBoard()
        _ = board.start(order, elapsed: .seconds(20), at: at(0))
        #expect(stays(board, 5) == [.init(.water, .seconds(25))])
    }

    @Test func itIsInTheWaterUntilTheAlarmIsDismissed() {
        var board = TimerBoard.with(order)
        _ = board.deadlinesPass(at: at(300))
        #expect(stays(board, 330) == [.init(.water, .seconds(330))])
        _ = board.snooze(nil, for: .minutes(1), at: at(330))
        #expect(stays(board, 340) == [.init(.water, .seconds(340))])
        _ = board.extend(nil, by: .minutes(2), at: at(340))
        #expect(stays(board, 400) == [.init(.water, .seconds(400))])
    }

    @Test func whatWasMissedOrIsNoKnownEggIsUnknown() {
        var board = TimerBoard.with(order)
        _ = board.deadlinesPass(at: at(300))
        _ = board.deadlinesPass(at: at(901))
        #expect(board.timers.first?.state == .missed && stays(board, 902) == nil)
        #expect(stays(.with(soft), 10) == nil)
    }

    @Test func aClockThatGoesBackMakesNoNegativeTimes() {
        var board = TimerBoard.with(order)
        _ = board.pause(nil, at: at(60))
        #expect(stays(board, -10)?.allSatisfy { $0.length >= .zero } == true)
    }
}
