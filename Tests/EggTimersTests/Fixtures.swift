import EggTimers

/// Seconds after boot, for tests that count in them.
func at(_ seconds: Double) -> Instant {
    Instant(sinceBoot: .seconds(1000) + .seconds(seconds))
}

/// A name that is known to be good.
func name(_ text: String) -> TimerName {
    guard let name = TimerName(text) else { preconditionFailure("bad fixture: \(text)") }
    return name
}

let soft = Order(egg: "soft", duration: .minutes(5))
let hard = Order(egg: "hard", duration: .minutes(12))

extension Step {
    /// The answer, for steps that a test knows to be taken.
    var answer: Answer? { try? result.get() }

    /// The refusal, for steps that a test knows to be refused.
    var refusal: Refusal? {
        if case .failure(let refusal) = result { refusal } else { nil }
    }
}

extension [Effect] {
    /// The effects without what goes into the history, which has tests of its own.
    var ofNow: [Effect] { filter { if case .record = $0 { false } else { true } } }
}

extension TimerBoard {
    /// A board with one timer, started at `at(0)`.
    static func with(_ order: Order, name: TimerName = .standard, settings: Settings = Settings()) -> TimerBoard {
        var board = TimerBoard(settings: settings)
        _ = board.start(order, name: name, at: at(0))
        return board
    }
}
