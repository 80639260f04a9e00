import Testing

@testable import EggBridge

@Suite struct KitchenClockTests {
    /// The true time is that of this machine's boot clock; the kitchen was started `uptime` before zero.
    private struct World {
        var uptime: Int64 = 5_000_000
        var boot = "boot"
        /// By how much the wall clocks are wrong.
        var (hereWrong, thereWrong): (Int64, Int64) = (0, 0)
        var (isHereRight, isThereRight) = (true, true)

        func here(_ time: Int64) -> Moment {
            Moment(unixMs: 1_800_000_000_000 + time + hereWrong, isClockRight: isHereRight, bootMs: time)
        }

        func there(_ time: Int64) -> KitchenClock.Reading {
            KitchenClock.Reading(
                bootID: boot, uptimeMs: time + uptime, unixMs: 1_800_000_000_000 + time + thereWrong,
                isClockRight: isThereRight)
        }
    }

    @Test(arguments: [Int64(0), 60_000, 86_400_000])
    func withRightClocksEachMessageIsDated(_ age: Int64) {
        var (clock, world) = (KitchenClock(), World())
        (world.hereWrong, world.thereWrong) = (40, -50)
        let dating = clock.date(world.there(1000), at: world.here(1000 + age))
        #expect(!dating.isEstimated && abs(dating.bootMs - 1000) <= 200)
        #expect(!clock.needsAnswer(world.there(1000), at: world.here(1000 + age)))
    }

    @Test(arguments: [(true, false), (false, true), (false, false)])
    func otherwiseAnAnswerDatesIt(_ isHereRight: Bool, _ isThereRight: Bool) {
        var (clock, world) = (KitchenClock(), World())
        (world.isHereRight, world.isThereRight) = (isHereRight, isThereRight)
        (world.hereWrong, world.thereWrong) = (isHereRight ? 0 : -3_600_000, isThereRight ? 0 : -86_400_000)
        let retained = world.there(1000)
        #expect(clock.date(retained, at: world.here(61_000)).isEstimated)
        #expect(clock.needsAnswer(retained, at: world.here(61_000)))
        // All of the way takes two seconds, and the answer comes at once or at last.
        for moment in [Int64(61_000), 63_000] {
            var clock = clock
            clock.answered(world.there(moment), asked: 61_000, at: world.here(63_000))
            let dating = clock.date(retained, at: world.here(64_000))
            #expect(abs(dating.bootMs - 1000) <= 1001)
        }
    }

    @Test func stepsOfEitherClockChangeNothing() {
        for isRight in [true, false] {
            var (clock, world) = (KitchenClock(), World())
            (world.isHereRight, world.isThereRight) = (isRight, isRight)
            if !isRight { clock.answered(world.there(0), asked: 0, at: world.here(10)) }
            #expect(!clock.date(world.there(1000), at: world.here(1000)).isEstimated)
            for step in [Int64(-3_600_000), 3_600_000, 86_400_000] {
                (world.isHereRight, world.isThereRight) = (false, isRight)
                (world.hereWrong, world.thereWrong) = (step, 0)
                #expect(abs(clock.date(world.there(2000), at: world.here(3000)).bootMs - 2000) <= 200)
                (world.hereWrong, world.thereWrong) = (0, step)
                #expect(abs(clock.date(world.there(4000), at: world.here(5000)).bootMs - 4000) <= 200)
            }
        }
    }

    @Test func aBetterAnswerReplacesAWorseOneAndDriftMakesAnotherWorthIt() {
        var (clock, world) = (KitchenClock(), World())
        (world.isHereRight, world.isThereRight) = (false, false)
        clock.answered(world.there(0), asked: 0, at: world.here(600))
        #expect(clock.needsAnswer(world.there(0), at: world.here(600)))
        clock.answered(world.there(1000), asked: 998, at: world.here(1002))
        #expect(clock.date(world.there(2000), at: world.here(2500)) == .init(bootMs: 2000, isEstimated: false))
        clock.answered(world.there(3000), asked: 2000, at: world.here(3001))
        #expect(clock.date(world.there(4000), at: world.here(4500)).bootMs == 4000)
        #expect(!clock.needsAnswer(world.there(5000), at: world.here(5000)))
        let later = Int64(10_000_000)
        #expect(clock.needsAnswer(world.there(later), at: world.here(later)))
        clock.answered(world.there(later), asked: later - 20, at: world.here(later + 20))
        #expect(!clock.needsAnswer(world.there(later), at: world.here(later + 20)))
    }

    @Test func aSlowAnswerDatesRatherTooEarly() {
        var (clock, world) = (KitchenClock(), World())
        world.isThereRight = false
        for moment in [Int64(0), 4000, 8000] {
            clock.answered(world.there(moment), asked: 0, at: world.here(8000))
            let dating = clock.date(world.there(8000), at: world.here(9000))
            #expect(dating.isEstimated && dating.bootMs <= 8000)
        }
    }

    @Test func anotherBootThereIsDatedAnew() {
        var (clock, world) = (KitchenClock(), World())
        world.isThereRight = false
        clock.answered(world.there(0), asked: 0, at: world.here(2))
        (world.boot, world.uptime) = ("next", 10)
        #expect(clock.date(world.there(1000), at: world.here(1000)).isEstimated)
        #expect(clock.needsAnswer(world.there(1000), at: world.here(1000)))
        clock.answered(world.there(2000), asked: 2000, at: world.here(2002))
        #expect(!clock.date(world.there(3000), at: world.here(3000)).isEstimated)
    }

    /// A machine that was restored from its image has the boot of before, at another time.
    @Test func nothingComesFromTheFuture() {
        var (clock, world) = (KitchenClock(), World())
        world.isThereRight = false
        clock.answered(world.there(0), asked: 0, at: world.here(2))
        world.uptime += 3_600_000
        let dating = clock.date(world.there(1000), at: world.here(1000))
        #expect(dating.isEstimated && dating.bootMs <= 1000)
    }

    @Test func itSaysHowFarTheClocksAreApart() {
        var (clock, world) = (KitchenClock(), World())
        (world.thereWrong, world.isThereRight) = (7000, false)
        #expect(clock.aheadMs == nil)
        clock.answered(world.there(500), asked: 0, at: world.here(1000))
        #expect(clock.aheadMs == 7000)
    }
}
