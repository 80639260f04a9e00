import EggWire
import Program
import Terminal
import Testing
import Text

@testable import EggCommands

@Suite struct WatchedRunTests {
    private func reply(_ kind: Timers.EventKind, _ timer: String? = "egg") -> Timers.Watch.Reply {
        .init(event: .init(kind: kind, timer: timer, sequence: 1), timers: [], soundOut: nil)
    }

    @Test(arguments: [Timers.EventKind.started, .replaced])
    func theOwnStartDoesNotEndTheRun(start: Timers.EventKind) {
        var run = WatchedRun(name: .standard)
        #expect(run.end(at: reply(start)) == nil)
        #expect(run.end(at: reply(.rang)) == nil)
        #expect(run.end(at: reply(.replaced)) == .replaced)
    }

    @Test(arguments: [Timers.EventKind.dismissed, .missed, .cancelled])
    func aRunEndsOnceByAnEventOfItsTimer(kind: Timers.EventKind) {
        var run = WatchedRun(name: .standard)
        #expect(run.end(at: reply(.started)) == nil)
        #expect(run.end(at: reply(kind, "left")) == nil)
        #expect(run.end(at: reply(.tick, nil)) == nil)
        #expect(run.end(at: reply(kind)) == kind)
    }

    @Test func aRenamedTimersRunContinuesUnderItsNewName() {
        var run = WatchedRun(name: .standard)
        #expect(run.end(at: reply(.started)) == nil)
        #expect(run.end(at: reply(.renamed, "left")) == nil)
        run.name = name("left")
        #expect(run.end(at: reply(.started)) == nil, "another timer has its old name")
        #expect(run.end(at: reply(.dismissed, "left")) == .dismissed)
    }

    /// The same run is as before, or it is gone and the one that it had replaced is back.
    @Test func anUndoEndsARunThatIsNoLongerThere() {
        func reply(_ kind: Timers.EventKind, _ id: String, _ ids: [String]) -> Timers.Watch.Reply {
            let timers = ids.map { id in Timers.Timer.example(.cooking).with { $0.id = id } }
            return .init(event: .init(kind: kind, timer: "egg", id: id, sequence: 1), timers: timers, soundOut: nil)
        }
        for (id, ids) in [("1", []), ("0", ["0"])] {
            var run = WatchedRun(name: .standard)
            #expect(run.end(at: reply(.started, "1", ["1"])) == nil)
            #expect(run.end(at: reply(.undone, "1", ["1"])) == nil)
            #expect(run.end(at: reply(.undone, id, ids)) == .undone)
        }
    }

    @Test func aRenamedTimerIsFoundByItsRun() {
        let before = ["a", "b"].map { Timers.Timer.example(.cooking, name: $0) }
        let renamed = Timers.Watch.Reply(
            event: .init(kind: .renamed, timer: "c", sequence: 1),
            timers: [before[0], before[1].with { $0.name = "c" }], soundOut: nil)
        #expect(renamed.newName(of: name("b"), before: before) == name("c"))
        let undone = Timers.Watch.Reply(
            event: .init(kind: .undone, timer: "b", sequence: 2), timers: before, soundOut: nil)
        #expect(undone.newName(of: name("c"), before: renamed.timers) == name("b"))
        #expect(renamed.newName(of: name("a"), before: before) == nil)
        #expect(renamed.newName(of: name("b"), before: []) == nil)
        #expect(reply(.tick, nil).newName(of: name("b"), before: before) == nil)
    }

    /// An event with the timers of a pot in these states, and others beside it.
    private func reply(_ kind: Timers.EventKind, _ timer: String?, _ states: [Timers.State]) -> Timers.Watch.Reply {
        let timers = states.map { Timers.Timer.example($0, name: "eggs").with { $0.group = "pot" } }
        let others = [Timers.Timer.example(.cooking, name: "tea"), .example(.cooking, name: "pot")]
        return .init(event: .init(kind: kind, timer: timer, sequence: 1), timers: timers + others, soundOut: nil)
    }

    @Test func theRunOfAGroupEndsWithItsLastTimer() {
        var run = WatchedRun(name: .standardGroup)
        #expect(run.end(at: reply(.cancelled, "2 soft eggs", [])) == nil, "the group has not begun")
        #expect(run.end(at: reply(.started, "2 soft eggs", [.cooking, .cooking])) == nil)
        #expect(run.end(at: reply(.cancelled, "2 soft eggs", [.cooking])) == nil)
        #expect(run.end(at: reply(.dismissed, "left", [.ringing])) == nil)
        #expect(run.end(at: reply(.missed, "4 hard eggs", [.missed])) == .missed)
        #expect(run.end(at: reply(.dismissed, "4 hard eggs", [])) == .dismissed)
    }

    @Test func anyEventShowsThatTheGroupHasBegun() {
        var run = WatchedRun(name: .standardGroup)
        #expect(run.end(at: reply(.tick, nil, [.cooking])) == nil)
        #expect(run.end(at: reply(.cancelled, "eggs", [])) == .cancelled)
    }

    @Test func afterAReconnectEveryStartEndsTheRun() {
        var run = WatchedRun(name: .standard)
        run.hasBegun = true
        #expect(run.end(at: reply(.replaced)) == .replaced)
    }
}

@Suite struct KeyTests {
    @Test(arguments: [
        ("\n", true), ("\r", true), (" ", true), ("d", true), ("D", true), ("z", false), ("Z", false), ("xz", false),
        ("x", nil), ("", nil), ("\u{4}", nil),
        // Escape sequences: the arrow to the right, Ctrl with an arrow, a paste.
        ("\u{1b}[C", nil), ("\u{1b}Od", nil), ("\u{1b}[200~d", nil), ("\u{1b}[Cz", false),
    ])
    func onlyTheShownKeysAnswer(text: String, dismisses: Bool?) {
        var reader = KeyReader()
        let answer = reader.read(text.utf8, at: .now).first { $0.dismisses || $0.snoozes }
        #expect(answer?.dismisses == dismisses)
    }
}

@Suite struct StyleTests {
    @Test(arguments: [
        ("xterm-256color", "de_DE.UTF-8", true, true, true), ("linux", "C.UTF-8", true, true, false),
        ("dumb", "C.UTF-8", false, true, true), ("xterm", "C", true, false, true), ("xterm", "", true, false, true),
        ("xterm", "de_DE.utf8", true, true, true), (nil, "C.UTF-8", false, true, true),
    ])
    func aTerminalsTypeAndItsLocaleSayWhatItCanShow(
        terminal: String?, locale: String, redraws: Bool, unicode: Bool, fineBlocks: Bool
    ) {
        let style = Style(terminal: TerminalType(terminal), locale: locale, refusesColor: false)
        #expect(style.canRedraw == redraws && (style.colors > 0) == redraws)
        #expect(style.hasUnicode == unicode && style.hasFineBlocks == fineBlocks)
        #expect(Style(terminal: TerminalType(terminal), locale: locale, refusesColor: true).colors == 0)
    }

    @Test func anASCIILocaleGetsASCII() {
        let style = Style(terminal: TerminalType("xterm"), locale: "C", refusesColor: false)
        #expect((style.ellipsis + style.separator).utf8.allSatisfy { $0 < 128 })
    }
}

@Suite struct WatchSentenceTests {
    private let words = Sentences(now: Kitchen.now)

    @Test(arguments: [
        (Timers.State.cooking, ["soft egg keeps cooking: 3:20 left, done at 08:33"]),
        (.paused, ["soft egg stays paused with 3:20 left"]),
        (.ringing, ["soft egg keeps ringing; stop it with 'eggctl dismiss'"]),
        (.snoozed, ["soft egg rings again in 0:50"]), (.missed, []),
    ])
    func ctrlCSaysWhatContinues(state: Timers.State, lines: [String]) {
        #expect(words.continuing([.example(state)]) == lines)
    }

    @Test(arguments: [
        (Timers.State.cooking, "2 soft eggs keep cooking: "), (.ringing, "2 soft eggs keep ringing; "),
        (.paused, "2 soft eggs stay paused "), (.snoozed, "2 soft eggs ring again in "),
    ])
    func severalEggsContinue(state: Timers.State, words: String) {
        let lines = self.words.continuing([.example(state, name: "2 soft eggs").with { $0.count = 2 }])
        #expect(lines.first?.hasPrefix(words) == true)
        let one = Timers.Timer.example(.cooking, name: "1 soft egg").with { $0.count = 1 }
        #expect(self.words.continuing([one]).first?.contains("egg keeps") == true)
    }

    @Test func ctrlCSaysWhenEggsGoIn() {
        #expect(words.continuing([.goingIn]) == ["2 soft eggs in at 08:33 (in 3:20)"])
    }

    @Test func manyTimersThatContinueAreCounted() {
        let timers = (1...5).map { Timers.Timer.example(.paused, name: "pot \($0)") }
        #expect(words.continuing(timers) == ["5 timers continue; see them with 'eggctl status'"])
        #expect(words.continuing(Array(timers.dropLast())).count == 4)
    }

    @Test func aTimerThatIsWatchedAloneIsNamedWhenItDoesNotRun() {
        let reply = Timers.Watch.Reply(
            event: .init(kind: .snapshot, timer: nil, sequence: 0), timers: [], soundOut: nil)
        #expect(
            words.event(reply, of: [], before: [], name: name("left"))
                == "08:30:00 no timer 'left' is running; waiting for it")
    }

    @Test func anASCIILocaleGetsNoMiddleDot() {
        let timers = [Timers.Timer.example(.paused), .example(.paused, name: "left")]
        let reply = Timers.Watch.Reply(
            event: .init(kind: .tick, timer: nil, sequence: 0), timers: timers, soundOut: nil)
        let separator = Style(terminal: TerminalType(nil), locale: "C", refusesColor: false).separator
        #expect(
            words.event(reply, of: timers, before: [], separator: separator)
                == "08:30:00 soft egg: paused with 3:20 left, left (soft egg): paused with 3:20 left")
    }

    /// No command is advised: the eggd of `script/run` ends with the watch.
    @Test func theEndOfAWatchSaysWhatHappened() {
        #expect(Sentences.over(.example(.ringing), .missed) == "soft egg: missed; nobody answered the alarm")
        #expect(Sentences.over(.example(.ringing), .dismissed) == "soft egg: dismissed")
    }

    @Test func aReconnectIsExplained() {
        #expect(Sentences.resumed(missedEvents: nil) == "eggd can be reached again")
        #expect(Sentences.resumed(missedEvents: 0) == nil)
        #expect(Sentences.resumed(missedEvents: 1)?.hasSuffix("read too slowly; 1 event is missing") == true)
        #expect(Sentences.resumed(missedEvents: 17)?.hasSuffix("read too slowly; 17 events are missing") == true)
    }
}

/// Terminals interpret escape sequences, C1 controls and bidirectional overrides, so text from a server must not
/// contain them.
@Suite struct PrintedTextTests {
    private static let hostile = "\u{1b}]0;x\u{7}\u{9b}2J\u{202e}\u{2066}\u{7f}\u{85}\u{2028}é🥚"

    @Test func coloursAreTheOnlyEscapeSequences() {
        let style = Style(colors: 256, hasUnicode: true)
        for paint in Timers.State.allCases.map(Paint.of) + [.faint] {
            let painted = style.paint("a\(Self.hostile)b", paint)
            let text = painted.drop { $0 != "a" }.dropLast(4)
            #expect(!text.unicodeScalars.contains(where: PrintableText.isUnprintable))
        }
    }

    @Test func jsonHasTheSameValueWithPrintableCharacters() throws {
        let json = Array(#"{"name":"\#u{7f}\#u{9b}é🥚\#u{202e}\#u{e0001}\u001b"}"#.utf8)
        #expect(
            String(decoding: PrintableText.escaped(json: json), as: UTF8.self)
                == #"{"name":"\u007F\u009Bé🥚\u202E\uDB40\uDC01\u001b"}"#)
    }
}

@Suite struct PrintableTests {
    @Test(arguments: [
        "", "soft", "left pot", "Frühstück", "e\u{301}", "鍋", "🥚", "\u{a0}", "\u{1f3f4}\u{e0067}\u{e007f}",
    ])
    func printableTextIsUnchanged(text: String) {
        #expect(printable(text).unicodeScalars.elementsEqual(text.unicodeScalars))
    }

    @Test(arguments: [
        ("a\nb", "a\u{fffd}b"), ("\u{1b}[2J", "\u{fffd}[2J"), ("\u{0}\u{7f}\u{9b}", "\u{fffd}\u{fffd}\u{fffd}"),
        ("a\u{202e}b", "a\u{fffd}b"), ("a\u{200b}b", "a\u{fffd}b"), ("a\u{2028}\u{2029}b", "a\u{fffd}\u{fffd}b"),
        // Swift counts one character, a terminal two.
        ("a\r\nb", "a\u{fffd}\u{fffd}b"),
    ])
    func controlAndHidingCharactersAreReplaced(text: String, shown: String) {
        #expect(printable(text) == shown)
    }
}
