import EggWire
import Program
import Testing

@testable import EggCommands

@Suite struct HistoryTests {
    private func run(
        _ ending: Timers.Ending, name: String = "egg", egg: String = "soft", duration: Int64 = 300_000,
        overdue: Int64 = 0, pauses: [Timers.Interval] = [], count: Int64? = nil
    ) -> Timers.Run {
        Timers.Run(
            name: name, egg: egg, startedAtUnixMs: Kitchen.unixMilliseconds(8, 5), durationMs: duration, ending: ending,
            endedAtUnixMs: Kitchen.unixMilliseconds(8, 10), overdueMs: overdue, pauses: pauses,
            id: "1", count: count)
    }

    @Test func theHistoryShowsHowEachRunEnded() {
        let runs = [
            run(.dismissed, overdue: 12_900), run(.missed, name: "left-pot", overdue: 600_000),
            run(.cancelled, name: "timer", egg: "custom"),
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
        #expect(
            Sentences(now: Kitchen.now).history([run(.cancelled, name: "2 soft eggs", count: 2)])
                == ["2027-01-15 08:05  2 soft eggs     5:00  cancelled"])
        #expect(
            Sentences(now: Kitchen.now).history([
                run(.dismissed, name: "left: 2 soft eggs", overdue: 5_000, count: 2),
                run(.cancelled, duration: 36_000_000),
                run(.cancelled, pauses: [.init(atUnixMs: 0, durationMs: 999)]),
            ]) == [
                "2027-01-15 08:05  left: 2 soft eggs      5:00  dismissed 0:05 after they were done",
                "2027-01-15 08:05  soft egg           10:00:00  cancelled",
                "2027-01-15 08:05  soft egg               5:00  cancelled",
            ])
        var estimated = run(.dismissed, overdue: 6_000)
        estimated.isEstimated = true
        #expect(
            Sentences(now: Kitchen.now).history([estimated])
                == ["2027-01-15 08:05  soft egg     5:00  dismissed at least 0:06 after it was done"])
        #expect(Sentences(now: Kitchen.now).history([]) == ["there are no past countdowns"])
    }

    @Test func problemsOfTheDaemonAreShown() {
        let version = Product.version
        func warnings(_ health: Timers.Health.Reply) -> [String] { Sentences.warnings(health, restart: "reboot") }
        #expect(warnings(.init(version: version, soundOut: nil, storeOut: nil, configOut: nil)).isEmpty)
        #expect(
            warnings(
                .init(
                    version: version, soundOut: "no card", storeOut: "the disk is full",
                    configOut: "none of it is in effect: a typo",
                    storeNotice: "timers may be missing")) == [
                    "no sound: no card",
                    "none of it is in effect: a typo",
                    "timers are not being saved; a restart would lose them: the disk is full",
                    "timers may be missing",
                ])
        // An upgrade doesn't restart a running daemon.
        #expect(
            warnings(.init(version: "0.0.9", soundOut: nil, storeOut: nil, configOut: nil)) == [
                "the running eggd is version 0.0.9, this eggctl is version \(version); restart it with: reboot"
            ])
        // After an upgrade of the package, systemd still has the old unit.
        #expect(
            Sentences.restart(nil, startCommand: "eggd &")
                == "systemctl --user daemon-reload && systemctl --user restart eggd")
    }
}
