import EggTimers
import Instants
import Testing

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
