import EggConfig
import EggTimers
import EggWire
import Instants
import Testing
import Varlink

@testable import EggDaemon

/// Calls over a real socket: what a reply has, what a refusal says, and what is heard. The rules of the board are tested
/// in `EggTimersTests`.
@Suite final class CallTests: KitchenSuite {
    @Test func eachMethodHasItsOwnHandler() {
        let names = Timers.MethodName.allCases.map { "\(Timers.interface).\($0.rawValue)" }
        #expect(MethodHandler.all.map(\.name) == names)
    }

    @Test func startRepliesWithTheTimerAndWhatItReplaced() throws {
        let first = try client.start("hard")
        #expect(
            first.timer
                == Timers.Timer(
                    name: "egg", egg: "hard", state: .cooking, durationMs: 720_000, remainingMs: 720_000, overdueMs: 0,
                    progress: 0, endsAtUnixMs: 1_800_000_720_000, yolkCelsius: 4, centreCelsius: 4,
                    actions: State.cooking.actions.map(\.rawValue), id: first.timer.id, alarm: 1))
        #expect(first.timer.id.count == 16 && first.replaced == nil)
        kitchen.pass(.seconds(40))
        let second = try client.start("soft")
        #expect(second.timer.remainingMs == 300_000)
        #expect(second.replaced?.egg == "hard" && second.replaced?.remainingMs == 680_000)
        #expect(try client.timers() == [second.timer])
    }

    @Test func whatAStartIsGivenReachesTheBoard() throws {
        #expect(try client.start(ms: 9_000).timer.egg == "custom")
        let parameters = Timers.Start.Parameters(
            egg: "soft", durationMs: 9_000, name: " left pot ", elapsedMs: 2_000)
        let timer = try client.call(Timers.Start.self, parameters).timer
        #expect(timer.name == "left pot" && timer.egg == "soft")
        #expect(timer.durationMs == 9_000 && timer.remainingMs == 7_000)
    }

    @Test func aRefusalHasTheNumbersAndNamesOfItsReason() throws {
        func refused(_ start: Timers.Start.Parameters) -> TimersError? {
            refusal { _ = try client.call(Timers.Start.self, start) }
        }
        #expect(errorName { _ = try client.start() } == "org.varlink.service.InvalidParameter")
        #expect(refused(.init(egg: "sotf")) == .noSuchEgg(egg: "sotf", known: ["soft", "medium", "hard"]))
        for ms in [999, Int64.max, .min] {
            #expect(
                refused(.init(durationMs: ms)) == .invalidDuration(ms: ms, minimumMs: 1_000, maximumMs: 356_400_000))
        }
        #expect(
            refused(.init(egg: "soft", elapsedMs: 300_000))
                == .invalidDuration(ms: 300_000, minimumMs: 0, maximumMs: 299_999))
        #expect(refused(.init(egg: "soft", name: "\u{3164}")) == .invalidName(name: "\u{3164}"))
        #expect(
            refused(.init(egg: "soft", massG: 500))
                == .impossibleEgg(parameter: "massG", value: 500, minimum: 5, maximum: 200))
        #expect(refused(.init(durationMs: 9_000, massG: 58)) == .fixedTime(egg: "custom"))
        #expect(try client.timers().isEmpty)
        for number in 1...64 { _ = try client.start("soft", name: "pot \(number)") }
        #expect(refused(.init(egg: "soft", name: "more")) == .tooManyTimers(limit: 64))
        #expect(
            refusal { _ = try client.call(Timers.Resume.self, .init("pot 1")) }
                == .wrongState(name: "pot 1", state: .cooking))
        #expect(
            refusal { _ = try client.call(Timers.Rename.self, .init(name: "pot 1", to: "pot 2")) }
                == .nameTaken(name: "pot 2"))
        #expect(
            refusal { _ = try client.call(Timers.Extend.self, .init(name: "egg", byMs: 1)) }
                == .noSuchTimer(name: "egg"))
    }

    @Test func aPersonsWordMeansATimerInOnePlace() throws {
        for name in ["PIZZA", "pizza", "left pot"] {
            _ = try client.call(Timers.Start.self, .init(durationMs: 60_000, name: name))
        }
        _ = try client.start("soft")
        #expect(try client.call(Timers.Pause.self, .init(typed: "SOFT")).timer.name == "egg")
        #expect(try client.call(Timers.Resume.self, .init(typed: "Egg")).timer.name == "egg")
        #expect(try client.call(Timers.Extend.self, .init(typed: "LEFT POT", byMs: 1000)).timer.durationMs == 61_000)
        #expect(try client.call(Timers.Rename.self, .init(typed: "Left pot", to: "right")).timer.name == "right")
        #expect(try client.call(Timers.Cancel.self, .init(typed: "PIZZA")).timer.name == "PIZZA")
        _ = try client.call(Timers.Undo.self, .init())
        let both = TimersError.ambiguousTimer(typed: "Pizza", names: ["PIZZA", "pizza"])
        #expect(refusal { _ = try client.call(Timers.Pause.self, .init(typed: "Pizza")) } == both)
        #expect(refusal { _ = try client.call(Timers.Dismiss.self, .init(typed: "Pizza")) } == both)
        #expect(refusal { _ = try client.call(Timers.Snooze.self, .init(typed: "Pizza")) } == both)
        #expect(refusal { _ = try client.call(Timers.Cancel.self, .init(typed: "tea")) } == .noSuchTimer(name: "tea"))
        #expect(refusal { _ = try client.call(Timers.Cancel.self, .init("Right")) } == .noSuchTimer(name: "Right"))
        #expect(try client.call(Timers.Dismiss.self, .init(typed: "tea")).timers.isEmpty)
        #expect(throws: ClientError.self) { _ = try client.call(Timers.Pause.self, .init(name: "egg", typed: "egg")) }
        #expect(try client.call(Timers.Pause.self, .init("egg")).timer.state == .paused)
    }

    /// A late call meant for one egg doesn't reach the next one of its name.
    @Test func theIdOfARunDecides() throws {
        let client = self.client
        let old = try client.start("soft").timer.id
        let id = try client.start("hard").timer.id
        _ = try client.start("soft", name: "tea")
        let calls: [(String) throws -> Void] = [
            { _ = try client.call(Timers.Pause.self, .init(name: "tea", id: $0)) },
            { _ = try client.call(Timers.Resume.self, .init(typed: "tea", id: $0)) },
            { _ = try client.call(Timers.Extend.self, .init(name: "tea", id: $0, byMs: 1000)) },
            { _ = try client.call(Timers.Rename.self, .init(id: $0, to: "left")) },
            { _ = try client.call(Timers.Snooze.self, .init(name: "left", id: $0)) },
            { _ = try client.call(Timers.Dismiss.self, .init(name: "left", id: $0)) },
            { _ = try client.call(Timers.Cancel.self, .init(name: "tea", id: $0)) },
        ]
        for (index, call) in calls.enumerated() {
            let before = try client.timers()
            #expect(refusal { try call(old) } == .noSuchRun(id: old))
            #expect(try client.timers() == before)
            if index == 4 {
                #expect(refusal { try call(id) } == .wrongState(name: "left", state: .cooking))
            } else {
                try call(id)
            }
        }
        #expect(try client.timers().map(\.name) == ["tea"])
        let long = String(repeating: "ü", count: 200)
        #expect(refusal { try calls[0](long) } == .noSuchRun(id: String(long.prefix(64))))
    }

    // MARK: Keys

    @Test func aCallWithTheSameKeyIsAnsweredAgain() throws {
        let call = Timers.Start.Parameters(egg: "soft", key: "a")
        let started = try client.call(Timers.Start.self, call)
        kitchen.pass(.seconds(30))
        #expect(try client.call(Timers.Start.self, call) == started)
        for _ in 1...2 { _ = try client.call(Timers.Extend.self, .init(byMs: 60_000, key: "a")) }
        #expect(try client.timers().map(\.durationMs) == [360_000] && client.timers().map(\.id) == [started.timer.id])
        // Another key, and none, is another call.
        _ = try client.call(Timers.Extend.self, .init(byMs: 60_000, key: "b"))
        for _ in 1...2 { _ = try client.call(Timers.Extend.self, .init(byMs: 60_000)) }
        #expect(try client.timers().map(\.durationMs) == [540_000])
        kitchen.pass(.minutes(9) + .seconds(30))
        #expect(try client.call(Timers.Start.self, call) == started)
        kitchen.pass(.milliseconds(1))
        #expect(try client.call(Timers.Start.self, call).timer.id != started.timer.id)
    }

    /// A sender that saw a refusal must not find its command carried out by a repetition.
    @Test func aRefusalIsAlsoAnsweredAgain() throws {
        func pause() -> TimersError? {
            refusal { _ = try client.call(Timers.Pause.self, .init(name: "egg", key: "a")) }
        }
        func egg() -> TimersError? { refusal { _ = try client.call(Timers.Start.self, .init(egg: "sotf", key: "a")) } }
        let (first, unknown) = (pause(), egg())
        #expect(first == .noSuchTimer(name: "egg"))
        _ = try client.start("soft")
        #expect(pause() == first && egg() == unknown && unknown != nil)
        #expect(try client.timers().map(\.state) == [.cooking])
    }

    @Test func aKeyHasALength() throws {
        for key in ["", String(repeating: "k", count: 65)] {
            let name = errorName { _ = try client.call(Timers.Undo.self, .init(key: key)) }
            #expect(name == "org.varlink.service.InvalidParameter")
        }
    }

    @Test func aFloodOfKeysForgetsTheOldest() {
        var (answers, now) = (KeptAnswers(), Instant(sinceBoot: .seconds(1)))
        let reply = [UInt8](repeating: UInt8(ascii: "1"), count: 1000) + [0]
        for number in 1...2000 { answers.keep(reply, to: "Start \(number)", at: now) }
        #expect(answers.all.reduce(0) { $0 + $1.call.utf8.count + $1.reply.utf8.count } <= KeptAnswers.maxBytes)
        #expect(answers.all.count > 1000 && answers.all.last?.call == "Start 2000")
        #expect(answers.reply(to: "Start 2000", at: now) == reply && answers.reply(to: "Start 1", at: now) == nil)
        now = now.advanced(by: .minutes(10) + .milliseconds(1))
        #expect(answers.reply(to: "Start 2000", at: now) == nil && answers.all.isEmpty)
    }

    @Test func aTimerHasASoundOfItsOwn() throws {
        let started = try client.call(Timers.Start.self, .init(egg: "soft", sound: "chime")).timer
        #expect(started.sound == "chime")
        for (sound, problem) in [("gong", nil), ("torn", "torn.wav is no sound")] {
            let refusal = refusal {
                _ = try client.call(Timers.Start.self, .init(egg: "hard", sound: sound))
            }
            #expect(refusal == .noSuchSound(sound: sound, known: ["bell", "chime"], problem: problem))
        }
        #expect(try client.timers() == [started])
    }

    @Test func theSoundOfTheFirstOfTwoAlarmsIsPlayed() throws {
        _ = try client.call(Timers.Start.self, .init(durationMs: 2000, name: "second", sound: "bell"))
        _ = try client.call(Timers.Start.self, .init(durationMs: 1000, name: "first", sound: "chime"))
        _ = kitchen.output.heard()
        kitchen.pass(.seconds(1))
        kitchen.pass(.seconds(1))
        #expect(try client.timers().map(\.state) == [.ringing, .ringing])
        #expect(kitchen.output.heard() == ["start chime"])
    }

    @Test func aWallClockStepMovesOnlyTheShownEndTime() throws {
        _ = try client.start("soft")
        kitchen.clock.stepWall(by: .hours(24))
        kitchen.pass(.zero)
        let timer = try #require(try client.timers().first)
        #expect(timer.remainingMs == 300_000 && timer.state == .cooking)
        #expect(timer.endsAtUnixMs == 1_800_086_700_000)
        kitchen.clock.stepWall(by: .hours(-48))
        kitchen.pass(.zero)
        #expect(try client.timers().first?.remainingMs == 300_000)
    }

    @Test func theEggsAreListed() throws {
        let reply = try client.call(Timers.Eggs.self, .init())
        #expect(reply.eggs.map(\.name) == ["soft", "medium", "hard"])
        #expect(reply.eggs.map(\.durationMs) == [300_000, 420_000, 720_000])
        #expect(reply.rawEgg == .init(massG: 58, fromCelsius: 4, altitudeM: 0))
        let high = try client.call(Timers.Eggs.self, .init(fromCelsius: 20, altitudeM: 3_000))
        #expect(high.eggs.map(\.durationMs) == [310_000, 491_000, 742_000])
        #expect(high.rawEgg == .init(massG: 58, fromCelsius: 20, altitudeM: 3_000))
        #expect(
            refusal { _ = try client.call(Timers.Eggs.self, .init(altitudeM: 9_000)) }
                == .impossibleEgg(parameter: "altitudeM", value: 9_000, minimum: -500, maximum: 5_000))
    }

    @Test func numbersHaveNoMoreDigitsThanTheyMean() throws {
        _ = try client.start("soft")
        kitchen.pass(.seconds(100))
        #expect(try client.timers().map(\.progress) == [0.3333])
        let eggs = try client.call(Timers.Eggs.self, .init()).eggs
        #expect(eggs.map(\.yolkCelsius) == [65.2, 74.1, nil] && eggs.map(\.centreCelsius) == [nil, nil, 67.5])
        #expect(eggs.first?.safety == "not for small children, pregnant women or the ill")
        #expect(eggs.first?.description == "Runny yolk, just-set white")
    }

    @Test func aWatchNeedsMoreRepliesThanOne() {
        #expect(errorName { _ = try client.call(Timers.Watch.self, .init()) } == "org.varlink.service.ExpectedMore")
    }
}
