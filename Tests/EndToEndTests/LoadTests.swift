import EggTestSupport
import Testing

/// Many clients, including malicious ones, against the real daemon. `script/soak` has them for longer.
@Suite struct LoadTests {
    /// Deadlines pass, eggctl is answered, and nothing of the clients remains. They are the same each time.
    @Test func underLoadDeadlinesComeAndEggctlIsAnswered() throws {
        let result = try Program(BuiltPrograms.load, ["0.2", "7"]).finish(within: .seconds(900))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("all held\n"))
    }
}
