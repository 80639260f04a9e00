import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Testing

@testable import EggCommands

/// The kitchen of copies, whose name a person has given.
private let cellar = Timers.Origin(
    kitchen: "1", kitchenName: "Zoë", run: "a", name: "egg", isReachable: false, rings: true)

/// Timers in all states, of a pot, of another kitchen, with a name, without an egg, and with times that are estimates.
private let timers: [Timers.Timer] = Timers.State.allCases.flatMap { state in
    [
        Timers.Timer.example(state), .example(state, name: "egg 2", egg: "medium"),
        .example(state, name: "timer", egg: EggMenu.custom), .example(state, name: "Zoë", egg: "hard"),
        Timers.Timer.goingIn.with { $0.state = state },
        .example(state, name: "2 hard eggs", egg: "hard").with { ($0.group, $0.count) = ("pot", 2) },
        .example(state).with { $0.isEstimated = true },
        Timers.Timer.goingIn.with { ($0.state, $0.origin) = (state, cellar) },
        .example(state).with { $0.origin = cellar },
    ].map { timer in timer.with { ($0.yolkCelsius, $0.centreCelsius, $0.id) = (61, 48, "r") } }
}

private func expectAccents(_ text: String, _ names: [String] = []) {
    let words = PseudoLanguage.forgotten(in: text, names: ["Zoë"] + names)
    #expect(words.isEmpty, "without accents: \(words) in \(text)")
}

/// Nothing is shown without accents but names, numbers and what people typed.
@Suite struct PseudoLanguageTests {
    private let names = ["poached", "Poached, runny", "Poached"]

    @Test(arguments: [(90, 24), (40, 12), (30, 8)]) func theAppIsTranslated(columns: Int, rows: Int) {
        PseudoLanguage.language.speak {
            for timer in timers + [nil] as [Timers.Timer?] {
                let shown = [timer].compactMap { $0 } + [.example(.paused, name: "Zoë 2", egg: "medium")]
                var app = AppFixture.app(timer == nil ? [] : shown, columns: columns, rows: rows)
                expect(app)
                _ = app.press(.character("?"))
                expect(app)
                for key in ["x", "t"] { _ = app.press(.character(Unicode.Scalar(key) ?? " ")) }
                expect(app)
                _ = app.handle(.stalled, at: AppFixture.start)
                expect(app)
                let change = Timers.LastChange(method: "Cancel", name: "egg", egg: "soft", timers: 1)
                for (kind, name) in [(Timers.EventKind.undone, "egg"), (.cancelled, "Zoë 2"), (.warned, "Zoë 2")] {
                    var other = app
                    _ = other.handle(AppFixture.event(shown, kind, name, lastChange: change), at: AppFixture.start)
                    expect(other)
                }
            }
        }
    }

    private func expect(_ app: App) {
        let drawing = app.drawing()
        for text in drawing.canvas.lines + [drawing.title] { expectAccents(text, names) }
    }

    @Test func theLinesOfAWatchAreTranslated() {
        PseudoLanguage.language.speak {
            for timer in timers {
                for columns in [30, 60, 100] {
                    var picture = Picture(style: .plain, columns: columns, rows: 8, now: Kitchen.now)
                    picture.hasKeys = columns > 50
                    for line in picture.draw([timer], soundOut: "1").lines { expectAccents(line) }
                }
                for kind in Timers.EventKind.allCases where kind != .cued {
                    let isOfTimer = ![Timers.EventKind.snapshot, .tick, .sound, .saving, .kitchen, .copies]
                        .contains(kind)
                    let event = Timers.Event(kind: kind, timer: isOfTimer ? timer.name : nil, sequence: 1)
                    let reply = Timers.Watch.Reply(event: event, timers: [timer])
                    expectAccents(Sentences(now: Kitchen.now).event(reply, of: [timer], before: []))
                    if isOfTimer { expectAccents(Sentences.over(timer, kind)) }
                }
                expectAccents(Sentences.brief(timer))
                expectAccents(WaybarStatus([timer], soundOut: "1", storeOut: "1").tooltip)
            }
            for count in [nil, 1, 2] as [Int64?] { expectAccents(Sentences.resumed(missedEvents: count) ?? "") }
        }
    }

    @Test func theAnswersOfCommandsAreTranslated() {
        PseudoLanguage.language.speak {
            let sentences = Sentences(now: Kitchen.now)
            let rawEgg = Timers.RawEgg(massG: 48.5, fromCelsius: 20, altitudeM: 1600)
            for timer in timers {
                let start = Timers.Start.Reply(timer: timer, replaced: timer, rawEgg: rawEgg)
                let other = Timers.Start.Reply(timer: timer, replaced: .example(.cooking, name: "Zoë 2"))
                let cook = Timers.Cook.Reply(timers: [.goingIn, timer], replaced: [.goingIn], rawEgg: rawEgg)
                let lines = [
                    sentences.started(start, undo: "1"), sentences.started(other, undo: "1"), timer.cancelled,
                    timer.dismissed, timer.snoozed(seenFrom: Kitchen.now), timer.asBefore(seenFrom: Kitchen.now),
                    timer.doneSoon, timer.almostDone, timer.done, timer.alarm(seenFrom: Kitchen.now) ?? "",
                    timer.heading, timer.nameInWords,
                    Timers.Timer.title(name: timer.name, egg: timer.egg, count: timer.count),
                ]
                for line in lines + sentences.cooking(cook) + sentences.status([timer])
                    + sentences.continuing([timer])
                { expectAccents(line) }
            }
            let kitchen = Timers.Kitchen.Reply(
                rawEgg: rawEgg, configured: .init(massG: 58, fromCelsius: 4, altitudeM: 0), isSet: true)
            let menu = EggMenu.presets.eggs.map { egg in
                Timers.Egg(
                    name: egg.name, durationMs: 1, description: egg.description, yolkCelsius: 61, safety: egg.safety)
            }
            for line in Sentences.kitchen(kitchen) + Sentences.eggs(.init(eggs: menu, rawEgg: rawEgg))
                + sentences.history([]) + sentences.status([]) + sentences.snoozed([])
                + sentences.dismissed([], name: nil) + sentences.dismissed([], name: name("Zoë"))
            { expectAccents(line) }
            for day: Int64 in 0..<8 { expectAccents(Kitchen.time(8, 35, days: day).phrase(seenFrom: Kitchen.now)) }
        }
    }

    @Test func complaintsAboutTypedWordsAreTranslated() {
        let lines = [
            "7", "1,30", "5x", "100h", "0s", "snooze 25h", "extend 100h", "extend", "extend at 18:30", "at 25:00", "at",
            "in", "soft hard", "soft 5m 3m", "soft Zoë Zoë", "start", "9m Zoë --name Zoë", "1h 30m 5", "9m 3 min",
            "rename", "rename at", "pause at", "rename -- -Zoë", "start --name=-Zoë 9m", "cook", "cook soft",
            "cook soft:2,hard:4", "cook soft=2 hard", "cook :2 hard", "cook soft:0 hard", "cook soft soft",
            "cook 5m soft",
            "cook a b c d e f g h i j k", "doctor now", "exten 5m", "zzzzz Zoë",
            "pause " + (0...TimerCommand.maxNames).map { "Zoë\($0)" }.joined(separator: " "),
        ]
        let commands = TimerVerb.all.map(\.name) + ["1s", "99h", "24h", "-1s"]
        PseudoLanguage.language.speak {
            for line in lines {
                do throws(Complaint) {
                    let command = try TimerCommand(line: line)
                    Issue.record("'\(line)' is read as \(command)")
                } catch {
                    let typed = line.split { " =:,".contains($0) }.map(String.init).filter { $0.count > 1 }
                    expectAccents(error.message, typed + commands)
                }
            }
        }
    }

    @Test func refusalsAreTranslated() {
        let errors: [TimersError] =
            [
                .noSuchTimer(name: "Zoë"), .noSuchRun(id: "1"), .ambiguousTimer(typed: "Zoë", names: ["Zoë", "Zoë"]),
                .noSuchEgg(egg: "Zoë", known: ["soft"]), .noSuchSound(sound: "Zoë", known: ["Zoë"], problem: nil),
                .fixedTime(egg: "Zoë"), .fixedTime(egg: EggMenu.custom),
                .impossibleEgg(parameter: "massG", value: 1, minimum: 5, maximum: 200.5),
                .waterTooCool(egg: "Zoë", targetCelsius: 90, waterCelsius: 80),
                .invalidDuration(ms: 1, minimumMs: 1000, maximumMs: 2000), .invalidName(name: ""),
                .nameTaken(name: "Zoë"), .tooManyTimers(limit: 1), .nothingToUndo, .tooManyConnections(limit: 1),
                .otherKitchen(kitchen: "Zoë", problem: "the kitchen 'Zoë' can't be reached"),
                .otherKitchen(kitchen: "Zoë", problem: "the kitchen 'Zoë' does not answer"),
                .otherKitchen(kitchen: "Zoë", problem: "the kitchen 'Zoë' refuses it: 1"),
            ] + Timers.State.allCases.map { .wrongState(name: "Zoë", state: $0) }
        PseudoLanguage.language.speak {
            for error in errors {
                expectAccents(error.problem(of: nil))
                expectAccents(error.sentence(of: nil))
                let refusals = Refusals(request: nil, isNamed: true) { [.example(.cooking)] }
                let command = ["eggctl", "egg"] + ChangeVerb.allCases.map(\.rawValue)
                expectAccents(refusals.failure(error).message, command)
            }
            // Names that no person has given are said as they are shown, which can be typed.
            let unnamed: [Timers.Timer] = [
                .example(.cooking), .example(.paused, name: "timer", egg: EggMenu.custom),
                .example(.paused, name: "2 hard eggs", egg: "hard").with { ($0.group, $0.count) = ("pot", 2) },
            ]
            let refusals = Refusals(request: nil, isNamed: true) { unnamed }
            let commands = ["eggctl", "Zoë Zoë"] + ChangeVerb.allCases.map(\.rawValue)
            expectAccents(refusals.failure(.noSuchTimer(name: "Zoë Zoë")).message, commands)
            for name in unnamed.dropFirst().map(\.name) {
                expectAccents(refusals.failure(.wrongState(name: name, state: .paused)).message, commands)
            }
        }
    }
}
