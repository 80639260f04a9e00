import EggTestSupport
import EggTimers
import Instants
import Testing

/// Checks the invariants of the board after random sequences of events.
@Suite struct TimerBoardPropertyTests {
    @Test(arguments: 1...200 as ClosedRange<UInt64>)
    func theInvariantsHoldAfterEverySequenceOfEvents(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var world = World(seed: seed, warning: seed.isMultiple(of: 2) ? .zero : .seconds(20))
        for _ in 0..<100 { try world.takeRandomStep(&random) }
        #expect(
            world.starts - world.stops == world.alarms.count, "seed \(seed): a ringing without its one start and stop")
    }
}

/// A board, and the state that results from its effects.
private struct World {
    let seed: UInt64
    let warning: Duration
    var board: TimerBoard
    var now = at(0)
    /// When the deadline timer is armed for, according to the effects.
    var armed: Instant?
    /// The timers whose alarm is on, according to the effects.
    var alarms: Set<EggTimer.ID> = []
    /// The runs in the history, according to the effects.
    var history: Set<RunID> = []
    var starts = 0
    var stops = 0

    init(seed: UInt64, warning: Duration) {
        (self.seed, self.warning) = (seed, warning)
        board = TimerBoard(
            settings: .init(
                silenceAfter: .seconds(40), snooze: .seconds(15), lateAfter: .seconds(120), warning: warning))
    }

    /// The shorter one has a cue after a minute.
    private static let eggs = EggMenu(eggs: [
        Egg(name: "long", duration: .minutes(2), description: ""),
        Egg(name: "short", duration: .minutes(1), description: ""),
    ])

    mutating func takeRandomStep(_ random: inout SeededGenerator) throws {
        let durations: [Duration] = [
            .zero, .seconds(1), .seconds(7), .seconds(50), .minutes(5), .hours(24), .hours(25), .hours(99), .hours(100),
            .seconds(-3),
        ]
        let names = ["egg", "timer", "left", "right", "cellar/egg"].compactMap(TimerName.init)
        let name = Bool.random(using: &random) ? names.randomElement(using: &random) : nil
        let duration = durations.randomElement(using: &random) ?? .zero
        now = now.advanced(by: .milliseconds(Int64.random(in: 0...30_000, using: &random)))
        // Deadlines are processed before the event, so that the remaining changes are those of the event.
        try perform(board.deadlinesPass(at: now).effects)
        let before = board
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1:
            let elapsed = Bool.random(using: &random) ? Duration.zero : .seconds(3)
            try handle(
                board.start(
                    Order(egg: "custom", duration: duration), name: name, elapsed: elapsed, at: now),
                before)
        case 2: try handle(board.pause(name, at: now), before)
        case 3: try handle(board.resume(name, at: now), before)
        case 4: try handle(board.extend(name, by: duration, at: now), before)
        case 5: try handle(board.cancel(name, at: now), before)
        case 6: try handle(board.dismiss(name, at: now), before)
        case 7: try handle(board.snooze(name, for: Bool.random(using: &random) ? duration : nil, at: now), before)
        case 8:
            guard let newName = names.randomElement(using: &random) else { return }
            try handle(board.rename(name, to: newName, at: now), before)
        case 9:
            guard let order = try Self.eggs.order([("long", 2), ("short", 1)])?.get() else { return }
            try handle(board.cook(order, group: name ?? .standardGroup, at: now), before)
        case 10: try handle(board.undo(at: now), before)
        case 11, 12:
            let copies = ["a", "b"].filter { _ in Bool.random(using: &random) }.map { run in
                copy(run, phase: Self.phase(at: now, &random), alarm: Int64.random(in: 1...3, using: &random))
            }
            let kitchen = kitchen(rings: Int.random(in: 0..<4, using: &random) > 0, warning: warning)
            let ended: [String: Ending] = Bool.random(using: &random) ? ["a": .dismissed, "b": .replaced] : [:]
            try handle(board.set(copies, of: kitchen, ended: ended, at: now), before)
            let again = board
            #expect(!board.set(copies, of: kitchen, ended: ended, at: now).changed && board == again, "seed \(seed)")
        default:
            // Skips the next wake, sometimes by a long time, like a suspended machine.
            if let wake = board.nextWake {
                now = max(now, wake.advanced(by: .seconds(Int64.random(in: 0...200, using: &random))))
            }
            try perform(board.deadlinesPass(at: now).effects)
        }
    }

    /// The states in which another kitchen can have a timer.
    private static func phase(at now: Instant, _ random: inout SeededGenerator) -> EggTimer.Phase {
        let (past, next) = (Int64.random(in: -100...0, using: &random), Int64.random(in: 1...100, using: &random))
        let (deadline, until) = (now.advanced(by: .seconds(past)), now.advanced(by: .seconds(next)))
        let state = State.allCases.randomElement(using: &random) ?? .cooking
        let parts: [(deadline: Instant?, until: Instant?, remaining: Duration?)] = [
            (state == .cooking && Bool.random(using: &random) ? until : deadline, nil, nil),
            (deadline, state == .ringing ? deadline : until, nil), (nil, nil, .seconds(next)),
        ]
        let phases = parts.lazy.compactMap {
            EggTimer.Phase(state, deadline: $0.deadline, until: $0.until, remaining: $0.remaining)
        }
        return phases.first ?? .cooking(deadline: deadline)
    }

    private mutating func handle<Answer>(_ step: Step<Answer>, _ before: TimerBoard) throws {
        if step.refusal != nil {
            #expect(board == before, "seed \(seed): a refused event changed the board")
            #expect(step.effects.isEmpty, "seed \(seed): a refused event had effects")
        }
        try perform(step.effects)
    }

    private mutating func perform(_ effects: [Effect]) throws {
        #expect(
            effects.count { if case .wake = $0 { true } else { false } } <= 1, "seed \(seed): armed twice in a step")
        for effect in effects {
            switch effect {
            case .wake(let instant): armed = instant
            case .startAlarm(let timer):
                starts += 1
                #expect(alarms.insert(timer.id).inserted, "seed \(seed): an alarm started twice")
            case .stopAlarm(let id):
                stops += 1
                #expect(alarms.remove(id) != nil, "seed \(seed): an alarm stopped that was not on")
            case .warn(let timer):
                #expect(alarms.isEmpty, "seed \(seed): a warning disturbed an alarm")
                #expect(timer.remaining(at: now) > .zero, "seed \(seed): a warning came after the deadline")
            case .record(let run):
                #expect(history.insert(run.timer.runID).inserted, "seed \(seed): a run ended twice")
            case .withdraw(let id): history.remove(id)
            case .prepareAlarm, .publish: break
            }
        }
        check()
    }

    private func check() {
        #expect(
            armed == board.timers.compactMap { $0.armedByItself(warning) }.min(),
            "seed \(seed): the armed deadline is not the earliest")
        if let armed { #expect(armed > now, "seed \(seed): a deadline was not processed") }
        #expect(
            alarms
                == Set(board.timers.filter { $0.state == .ringing && $0.origin?.kitchen.rings ?? true }.map(\.id)),
            "seed \(seed): alarms and ringing differ")
        #expect(
            board.timers.allSatisfy { $0.state == .missed || !history.contains($0.runID) },
            "seed \(seed): a run that continues is in the history")
        #expect(Set(board.timers.map(\.name)).count == board.timers.count, "seed \(seed): a name occurs twice")
        #expect(
            board.timers.map(\.id) == board.timers.map(\.id).sorted(), "seed \(seed): the order of creation is lost")
        for timer in board.timers {
            let remaining = timer.remaining(at: now)
            if timer.isCue {
                #expect([.cooking, .paused, .missed].contains(timer.state), "seed \(seed): a cue rings")
            }
            #expect(remaining >= .zero && timer.overdue(at: now) >= .zero, "seed \(seed): negative time")
            #expect((0...1).contains(timer.progress(at: now)), "seed \(seed): progress out of range")
            #expect(TimerBoard.durations.contains(timer.duration), "seed \(seed): duration out of range")
            #expect(timer.isDue || remaining <= timer.duration, "seed \(seed): more left than there was")
        }
    }
}

extension EggTimer {
    /// When this timer changes by itself, according to its phase.
    fileprivate func armedByItself(_ warning: Duration) -> Instant? {
        switch phase {
        case .cooking(let deadline):
            warning == .zero || isWarned || isCue ? deadline : deadline.advanced(by: .zero - warning)
        case .ringing(_, let silentAt): silentAt
        case .snoozed(_, let until): until
        default: nil
        }
    }
}
