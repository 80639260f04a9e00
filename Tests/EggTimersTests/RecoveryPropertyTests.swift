import EggTestSupport
import EggTimers
import Instants
import Testing

/// Tests random boots with clocks that are right, stopped, slow or a month ahead.
@Suite struct RecoveryPropertyTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func noClockCausesALostEgg(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let length = Double.random(in: 60...20_000, using: &random).rounded()
        var world = World()
        world.start(length)
        for number in 1...Int.random(in: 1...4, using: &random) {
            world.powerCut(for: Double.random(in: 0...3_000, using: &random).rounded(), number, &random)
            for _ in 0..<Int.random(in: 0...3, using: &random) {
                world.wait(Double.random(in: 0...900, using: &random).rounded())
                if Int.random(in: 0..<4, using: &random) == 0 { world.setClock() }
            }
        }
        world.powerCut(for: 1, 99, &random)
        world.setClock()
        let timer = try #require(world.board.timers.first)
        if world.time < length {
            #expect(timer.state == .cooking, "seed \(seed)")
            #expect(timer.remaining(at: world.now.reading) == .seconds(length - world.time), "seed \(seed)")
        } else {
            #expect(timer.isDue, "seed \(seed)")
            #expect(timer.overdue(at: world.now.reading) == .seconds(world.time - length), "seed \(seed)")
        }
        #expect(!timer.isEstimated, "seed \(seed)")
        let step = world.board.cancel(nil, at: world.now.reading)
        world.note(step.effects)
        #expect(world.runs == 1, "seed \(seed): an egg is in the history once")
    }

    /// A machine, its clocks, and the time that has really passed.
    private struct World {
        var board = TimerBoard()
        /// Seconds since the egg went in.
        var time = 0.0
        var runs = 0
        private var boot = (id: "0", began: 0.0, error: 0.0, isSynchronised: true)

        /// The clocks at this moment.
        var now: Boot {
            Boot(
                id: boot.id, reading: Instant(sinceBoot: .seconds(10 + time - boot.began)),
                wall: .seconds(1_800_000_000 + time + boot.error), isSynchronised: boot.isSynchronised)
        }

        mutating func note(_ effects: [Effect]) {
            runs += effects.count { if case .record = $0 { true } else { false } }
        }

        mutating func start(_ length: Double) {
            _ = board.start(Order(egg: "custom", duration: .seconds(length)), at: now.reading)
        }

        mutating func powerCut(for seconds: Double, _ number: Int, _ random: inout SeededGenerator) {
            let saved = board.timers.map { $0.saved(in: now) }
            time += seconds
            let isSynchronised = Bool.random(using: &random)
            let errors = [0.0, -seconds, -100_000, 50, 2_592_000]
            boot = (
                "\(number)", time, isSynchronised ? 0 : errors.randomElement(using: &random) ?? 0, isSynchronised
            )
            board = TimerBoard()
            note(board.restore(saved, in: now).effects)
        }

        /// Lets time pass, and processes deadlines on time.
        mutating func wait(_ seconds: Double) {
            let end = now.reading.advanced(by: .seconds(seconds))
            while let wake = board.nextWake, wake <= end { note(board.deadlinesPass(at: wake).effects) }
            time += seconds
        }

        /// Sets the wall clock to the right time, like a time server.
        mutating func setClock() {
            (boot.error, boot.isSynchronised) = (0, true)
            if board.isEstimated { note(board.correct(in: now).effects) }
        }
    }
}
