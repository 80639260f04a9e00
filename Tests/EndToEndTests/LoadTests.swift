import EggTestSupport
import Testing

/// Many clients, including malicious ones, against the real daemon. `script/soak` does the same with more of
/// everything.
@Suite struct LoadTests {
    @Test func underLoadDeadlinesComeAndEggctlIsAnswered() throws {
        let result = try Program(BuiltPrograms.load, ["quick"]).finish(within: .seconds(900))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("all held\n"))
    }

    /// The same random clients each time.
    @Test func randomClientsLeaveNothingBehind() throws {
        let result = try Program(BuiltPrograms.load, ["soak", "0.1", "7"]).finish(within: .seconds(900))
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        #expect(result.output.hasSuffix("all held\n"))
    }
}
