import EggTestSupport
import EggTimers
import Instants
import Testing

/// Tests groups of random eggs that are paused, resumed, extended and restored at random moments.
@Suite struct GroupPropertyTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func allEggsOfAGroupAreDoneAtTheSameMoment(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let kinds = Int.random(in: 1...GroupOrder.maxPortions, using: &random)
        let eggs = (1...kinds).map { number in
            Egg(
                name: "kind \(number)", duration: .seconds(Int64.random(in: 1...3_000, using: &random)), description: ""
            )
        }
        let portions = eggs.map { (egg: $0.name, count: Int.random(in: GroupOrder.counts, using: &random)) }
        let order = try #require(try EggMenu(eggs: eggs).order(portions)?.get())
        var world = World(seed: seed)
        try world.handle(world.board.cook(order, at: world.now))
        #expect(world.board.timers.count == kinds)
        #expect(world.board.timers.count { !$0.isCue } >= 1)
        var left = 2_000
        while world.board.timers.contains(where: { !$0.isDue }) {
            left -= 1
            try #require(left > 0, "seed \(seed): the eggs are never done")
            try world.takeRandomStep(&random)
        }
        #expect(Set(world.board.timers.compactMap(\.due)).count == 1, "seed \(seed): not all rang at the same moment")
        for timer in world.board.timers {
            let egg = try #require(eggs.first { $0.name == timer.egg })
            #expect(!timer.isCue, "seed \(seed): a cue rings")
            #expect(timer.duration >= .seconds(1), "seed \(seed): \(egg.name) took no time")
            if !world.hasExtended {
                #expect(timer.duration == egg.duration, "seed \(seed): \(egg.name) took another time")
            }
        }
        _ = world.board.dismiss(nil, at: world.now)
        #expect(world.board.timers.isEmpty, "seed \(seed): one answer is not enough")
    }

    private struct World {
        let seed: UInt64
        var board = TimerBoard()
        var now = at(0)
        var hasExtended = false
        private var boots = 0

        init(seed: UInt64) {
            self.seed = seed
        }

        mutating func handle<Answer>(_ step: Step<Answer>) throws {
            for effect in step.effects {
                guard case .startAlarm(let timer) = effect else { continue }
                #expect(!timer.isCue, "seed \(seed): a cue rings like an alarm")
            }
            let unfinished = board.timers.filter { !$0.isDue }
            #expect(
                Set(unfinished.map { $0.remaining(at: now) + ($0.portion?.afterCue ?? .zero) }).count <= 1,
                "seed \(seed): the eggs are no longer done at the same moment")
            #expect(Set(board.timers.map { $0.state == .paused }).count == 1, "seed \(seed): one is paused alone")
        }

        mutating func takeRandomStep(_ random: inout SeededGenerator) throws {
            let name = Bool.random(using: &random) ? nil : board.timers.randomElement(using: &random)?.name
            switch Int.random(in: 0..<8, using: &random) {
            case 0: try handle(board.pause(name, at: now))
            case 1, 2: try handle(board.resume(name, at: now))
            case 3:
                let more = Duration.seconds(Int64.random(in: -20...20, using: &random))
                let step = board.extend(name, by: more, at: now)
                if step.refusal == nil { hasExtended = true }
                try handle(step)
            case 4:
                // A restart, in the same boot or in another one whose clock is right.
                let isReboot = Bool.random(using: &random)
                let saved = board.timers.map { $0.saved(in: boot) }
                if isReboot {
                    boots += 1
                    now = now.advanced(by: .seconds(-100))
                }
                board = TimerBoard()
                try handle(board.restore(saved, in: boot))
            default:
                // Every deadline is found at once, or some seconds late.
                guard let wake = board.nextWake else { return }
                let next = now.advanced(by: .milliseconds(Int64.random(in: 0...300_000, using: &random)))
                let delay = Duration.milliseconds(Int64.random(in: 0...900, using: &random))
                now = max(now, wake <= next ? wake.advanced(by: delay) : next)
                try handle(board.deadlinesPass(at: now))
            }
        }

        /// The clocks at this moment; each boot's clock is a hundred seconds behind that of the boot before.
        private var boot: Boot {
            Boot(
                id: "\(boots)", reading: now, wall: .seconds(1_800_000_000) + now.sinceBoot + .seconds(100 * boots),
                isSynchronised: true)
        }
    }
}
