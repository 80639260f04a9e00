import EggTestSupport
import EggTimers
import Instants

/// The instant this many seconds after boot.
func at(_ seconds: Double) -> Instant {
    Instant(sinceBoot: .seconds(1000) + .seconds(seconds))
}

/// A boot at a reading of `at(seconds)`, whose wall clock is so many seconds after that of `at(0)` in the first one.
func boot(_ id: String, _ seconds: Double, wall: Double? = nil, synchronised: Bool = true) -> Boot {
    Boot(
        id: id, reading: at(seconds), wall: .seconds(1_800_000_000) + .seconds(wall ?? seconds),
        isSynchronised: synchronised)
}

/// A name that is known to be valid.
func name(_ text: String) -> TimerName {
    guard let name = TimerName(text) else { preconditionFailure("bad fixture: \(text)") }
    return name
}

/// An egg that is known to be possible.
func egg(_ grams: Double, _ celsius: Double, _ altitude: Double) -> RawEgg {
    guard let egg = try? RawEgg(grams: grams, celsius: celsius, altitude: altitude) else {
        preconditionFailure("bad fixture: \(grams) g, \(celsius) °C, \(altitude) m")
    }
    return egg
}

/// Eggs all over the ranges, the corners among them.
func eggsEverywhere(_ count: Int, seed: UInt64) -> [RawEgg] {
    var random = SeededGenerator(seed: seed)
    func value(_ quantity: RawEgg.Quantity) -> Double {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: quantity.range.lowerBound
        case 1: quantity.range.upperBound
        default: Double.random(in: quantity.range, using: &random)
        }
    }
    return (0..<count).map { _ in egg(value(.mass), value(.temperature), value(.altitude)) }
}

let soft = Order(egg: "soft", duration: .minutes(5))
let hard = Order(egg: "hard", duration: .minutes(12))

extension Step {
    /// The answer of an accepted event, else nil.
    var answer: Answer? { try? result.get() }
}

extension [Effect] {
    /// The effects without those for the history, which has its own tests.
    var ofNow: [Effect] {
        filter { effect in
            switch effect {
            case .record, .withdraw: false
            case .wake, .prepareAlarm, .warn, .startAlarm, .stopAlarm, .publish: true
            }
        }
    }

    /// How many short sounds are played.
    var warnings: Int { count { if case .warn = $0 { true } else { false } } }

    /// The runs that are added to the history.
    var records: [Run] { compactMap { if case .record(let run) = $0 { run } else { nil } } }

    /// The runs that are withdrawn from the history.
    var withdrawn: [RunID] { compactMap { if case .withdraw(let id) = $0 { id } else { nil } } }
}

extension TimerBoard {
    /// A board with one timer, started at `at(0)`.
    static func with(_ order: Order, name: TimerName = .standard, settings: Settings = Settings()) -> TimerBoard {
        var board = TimerBoard(settings: settings)
        _ = board.start(order, name: name, at: at(0))
        return board
    }

    /// A board with a soft egg in this state, which it still has at `State.moment`.
    static func with(_ state: State) -> TimerBoard {
        var board = TimerBoard.with(soft)
        switch state {
        case .cooking: break
        case .paused: _ = board.pause(nil, at: at(10))
        case .ringing: _ = board.deadlinesPass(at: at(300))
        case .snoozed:
            _ = board.deadlinesPass(at: at(300))
            _ = board.snooze(nil, for: .hours(1), at: at(301))
        case .missed:
            _ = board.deadlinesPass(at: at(300))
            _ = board.deadlinesPass(at: at(900))
        }
        return board
    }
}

extension State {
    /// A moment at which the timer of `TimerBoard.with(_:)` is in this state.
    var moment: Instant {
        switch self {
        case .cooking, .paused: at(20)
        case .ringing, .snoozed: at(310)
        case .missed: at(901)
        }
    }
}

// MARK: Other kitchens

/// A kitchen that can be reached.
func kitchen(
    _ id: String = "1", _ text: String = "cellar", rings: Bool = true, warning: Duration = .zero,
    unreachableSince: Instant? = nil
) -> Origin.Kitchen {
    Origin.Kitchen(
        id: id, name: name(text), rings: rings, silenceAfter: .minutes(2), snooze: .seconds(30), warning: warning,
        unreachableSince: unreachableSince)
}

/// A soft egg of another kitchen, done at `at(300)`.
func copy(
    _ run: String = "a", name text: String? = nil, phase: EggTimer.Phase = .cooking(deadline: at(300)),
    alarm: Int64 = 1, portion: Portion? = nil, isEstimated: Bool = false
) -> Copy {
    let words = portion.map { Portion.words(count: $0.count, egg: run == "b" ? "hard" : "soft") }
    let copy = Copy(
        run: run, alarm: alarm, name: name(text ?? words ?? "egg"), egg: "soft", duration: .minutes(5), phase: phase,
        portion: portion, isEstimated: isEstimated)
    guard let copy else { preconditionFailure("bad fixture") }
    return copy
}

/// The timer of which this one is a copy, as its kitchen tells it.
func copy(_ timer: EggTimer) -> Copy {
    copy(timer.origin?.run ?? "", name: timer.origin?.name.text, phase: timer.phase, alarm: timer.alarm)
}

/// Two eggs of a pot.
func pot(_ afterCue: Duration?) -> Portion {
    Portion(group: .standardGroup, count: 2, afterCue: afterCue)
}

extension TimerBoard {
    /// Takes the timers of a kitchen.
    mutating func set(
        _ copies: [Copy]?, of kitchen: Origin.Kitchen = kitchen(), ended: [String: Ending] = [:], at now: Instant
    ) -> Step<Int> {
        setCopies(copies, of: kitchen, ended: ended, at: now)
    }
}
