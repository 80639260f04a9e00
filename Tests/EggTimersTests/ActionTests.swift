import EggTimers
import Instants
import Testing

/// The board allows what it says that a state allows.
@Suite struct ActionTests {
    /// Whether the board carries out an action.
    private func accepts(_ action: Action, _ state: State) -> Bool {
        var board = TimerBoard.with(state)
        let now = state.moment
        return switch action {
        case .pause: board.pause(.standard, at: now).answer != nil
        case .resume: board.resume(.standard, at: now).answer != nil
        case .dismiss: board.dismiss(.standard, at: now).answer?.isEmpty == false
        case .snooze: board.snooze(.standard, at: now).answer != nil
        case .extend: board.extend(.standard, by: .seconds(30), at: now).answer != nil
        case .cancel: board.cancel(.standard, at: now).answer != nil
        }
    }

    @Test(arguments: State.allCases) func theBoardAllowsWhatItSays(state: State) {
        var timers = TimerBoard.with(state)
        _ = timers.deadlinesPass(at: state.moment)
        #expect(timers.timers.map(\.state) == [state])
        for action in Action.allCases {
            // A missed timer can be extended, but its egg was taken out long ago.
            let isPossible = state.actions.contains(action) || (state, action) == (.missed, .extend)
            #expect(accepts(action, state) == isPossible, "\(action)")
        }
    }

    /// A key or a click without another meaning does the first one.
    @Test(arguments: zip(State.allCases, [Action.pause, .resume, .dismiss, .dismiss, .dismiss]))
    func theFirstActionIsTheMostLikely(state: State, action: Action) {
        #expect(state.actions.first == action)
    }
}

/// Which timer a word means that a person has typed.
@Suite struct TypedNameTests {
    /// A board with timers of these names and eggs.
    private func board(_ timers: [(name: String, egg: String)]) throws -> TimerBoard {
        var board = TimerBoard()
        for (name, egg) in timers {
            let order = Order(egg: egg, duration: .minutes(5))
            _ = board.start(order, name: TimerName(name), at: at(0))
        }
        return board
    }

    private func meaning(of word: String, _ board: TimerBoard) throws -> Result<String, Refusal> {
        board.name(typed: try #require(TimerName(word))).map(\.text)
    }

    @Test(arguments: [
        ("egg", "egg"), ("EGG", "egg"), ("medium", "egg"), ("Medium", "egg"), ("left", "left"), ("LEFT", "left"),
        ("hard", "hard"), ("custom", "custom"), ("sof", "sof"), ("TEA", "TEA"), ("tea", "tea"),
    ])
    func aNameIsBetterThanTheSameInAnotherCaseOrAnEgg(word: String, name: String) throws {
        let board = try board([
            ("egg", "medium"), ("left", "hard"), ("hard", EggMenu.custom), ("TEA", EggMenu.custom),
            ("tea", EggMenu.custom),
        ])
        #expect(try meaning(of: word, board) == .success(name))
    }

    @Test(arguments: [("Tea", ["TEA", "tea"]), ("soft", ["egg", "left"]), ("Soft", ["egg", "left"])])
    func twoThatFitEquallyAreBothNamed(word: String, names: [String]) throws {
        let board = try board([
            ("TEA", EggMenu.custom), ("tea", EggMenu.custom), ("egg", "soft"), ("left", "soft"),
        ])
        let fitting = names.compactMap { TimerName($0) }
        #expect(try meaning(of: word, board) == .failure(.ambiguousTimer(try #require(TimerName(word)), fitting)))
    }
}
