import EggWire
import Testing

@testable import EggCommands

@Suite struct HistoryTests {
    private func run(
        _ ending: Timers.Ending, name: String = "egg", egg: String = "soft", overdue: Int64 = 0,
        pauses: [Timers.Interval] = []
    ) -> Timers.Run {
        Timers.Run(
            name: name, egg: egg, startedAtUnixMs: Kitchen.unixMilliseconds(8, 5), durationMs: 300_000, ending: ending,
            endedAtUnixMs: Kitchen.unixMilliseconds(8, 10), overdueMs: overdue, pauses: pauses)
    }

    @Test func eachRunSaysHowItEnded() {
        let runs = [
            run(.dismissed, overdue: 12_900), run(.missed, name: "left-pot", overdue: 600_000),
            run(.cancelled, egg: "custom"),
            run(
                .replaced,
                pauses: [.init(atUnixMs: 0, durationMs: 90_000), .init(atUnixMs: 0, durationMs: 40_000)]),
        ]
        #expect(
            Sentences(now: Kitchen.now).history(runs) == [
                "2027-01-15 08:05  soft egg                5:00  dismissed 0:12 after it was done",
                "2027-01-15 08:05  left-pot (soft egg)     5:00  missed",
                "2027-01-15 08:05  timer                   5:00  cancelled",
                "2027-01-15 08:05  soft egg                5:00  replaced, paused 2:10",
            ])
        #expect(Sentences(now: Kitchen.now).history([]) == ["no egg has been timed yet"])
    }

    @Test func whatIsWrongWithTheDaemonIsSaid() {
        let version = Product.version
        #expect(Sentences.warnings(.init(version: version, soundOut: nil, storeOut: nil, configOut: nil)).isEmpty)
        #expect(
            Sentences.warnings(
                .init(
                    version: version, soundOut: "no card", storeOut: "the disk is full", configOut: "a typo",
                    storeNotice: "timers may be missing")) == [
                    "no sound: no card",
                    "not all of the configuration is in force: a typo",
                    "nothing is being kept, and a restart would lose the timers: the disk is full",
                    "timers may be missing",
                ])
        // An upgrade restarts nothing that runs.
        #expect(
            Sentences.warnings(.init(version: "0.0.9", soundOut: nil, storeOut: nil, configOut: nil)) == [
                "the eggd that is running is of version 0.0.9, and this eggctl of \(version); "
                    + "restart it with: systemctl --user restart eggd"
            ])
    }
}
