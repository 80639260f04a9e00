import EggTimers
import EggWire
import Testing

@testable import EggCommands

extension SentencesTests {
    private func event(
        _ kind: Timers.EventKind, _ name: String? = nil, of timers: [Timers.Timer] = [],
        before: [Timers.Timer] = [], soundOut: String? = nil, storeOut: String? = nil
    ) -> String {
        let event = Timers.Event(kind: kind, timer: name, sequence: 1)
        return Sentences(now: Kitchen.time(8, 30, 7))
            .event(
                .init(event: event, timers: timers, soundOut: soundOut, storeOut: storeOut), of: timers, before: before)
    }

    @Test(arguments: [
        (Timers.EventKind.started, Timers.State.cooking, "08:30:07 started, soft egg: 3:20 left, done at 08:33"),
        (.replaced, .cooking, "08:30:07 replaced, soft egg: 3:20 left, done at 08:33"),
        (.paused, .paused, "08:30:07 paused, soft egg: paused with 3:20 left"),
        (.resumed, .cooking, "08:30:07 resumed, soft egg: 3:20 left, done at 08:33"),
        (.extended, .cooking, "08:30:07 extended, soft egg: 3:20 left, done at 08:33"),
        (.warned, .cooking, "08:30:07 warned, soft egg: 3:20 left, done at 08:33"),
        (.rang, .ringing, "08:30:07 rang, soft egg: ringing, done 0:20 ago"),
        (.snoozed, .snoozed, "08:30:07 snoozed, soft egg: snoozed, rings again in 0:50 at 08:30, done 0:20 ago"),
        (.missed, .missed, "08:30:07 missed, soft egg: missed, done at 08:18, 12:00 ago"),
    ])
    func anEventShowsItsTimer(kind: Timers.EventKind, state: Timers.State, line: String) {
        let timers = [Timers.Timer.example(.paused, name: "left"), .example(state)]
        #expect(event(kind, "egg", of: timers) == line)
    }

    @Test(arguments: [
        (Timers.EventKind.dismissed, "08:30:07 dismissed, left (soft egg)"),
        (.cancelled, "08:30:07 cancelled, left (soft egg)"),
    ])
    func aRemovedTimerKeepsItsLabel(kind: Timers.EventKind, line: String) {
        #expect(event(kind, "left", before: [.example(.paused), .example(.ringing, name: "left")]) == line)
    }

    @Test func anUnknownTimerIsShownByItsName() {
        #expect(event(.cancelled, "left") == "08:30:07 cancelled, left")
    }

    @Test func namesAreComparedByTheirBytes() {
        let composed = Timers.Timer.example(.paused, name: "\u{e9}gg")
        let decomposed = Timers.Timer.example(.ringing, name: "e\u{301}gg")
        let line = event(.rang, "e\u{301}gg", of: [composed, decomposed])
        #expect(
            line.unicodeScalars.elementsEqual(
                "08:30:07 rang, e\u{301}gg (soft egg): ringing, done 0:20 ago".unicodeScalars))
    }

    @Test(arguments: [Timers.EventKind.snapshot, .tick])
    func anEventOfAllTimersShowsAll(kind: Timers.EventKind) {
        #expect(event(kind) == "08:30:07 no timer is running")
        let timers = [Timers.Timer.example(.cooking), .example(.paused, name: "left")]
        #expect(
            event(kind, of: timers)
                == "08:30:07 soft egg: 3:20 left, done at 08:33 · left (soft egg): paused with 3:20 left")
    }

    @Test func anEventOfTheKitchenSaysWhereToLook() {
        #expect(
            event(.kitchen, of: [.example(.cooking)])
                == "08:30:07 the eggs or their times have changed; see them with: eggctl eggs")
    }

    @Test func soundEventsSayWhetherTheAlarmCanBeHeard() {
        #expect(event(.sound) == "08:30:07 the alarm can be heard")
        #expect(event(.sound, soundOut: "no card") == "08:30:07 the alarm can't be heard: no card")
    }

    @Test func savingEventsSayWhetherTimersAreSaved() {
        #expect(event(.saving) == "08:30:07 timers are being saved again")
        #expect(
            event(.saving, storeOut: "the disk is full")
                == "08:30:07 timers are not being saved; a restart would lose them: the disk is full")
    }
}
