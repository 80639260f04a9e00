import EggWire
import Testing

@testable import EggPage

@Suite struct OptionsTests {
    private func serve(_ words: String...) throws -> EggwebOptions.Serve {
        guard case .serve(let serve) = try EggwebOptions(words).action else { throw EggwebUsageError.badAddress("") }
        return serve
    }

    @Test func theOptionsAreRead() throws {
        #expect(try serve() == EggwebOptions.Serve())
        let all = try serve(
            "--listen", "[::]:80", "--socket", "/s", "--state-dir", "/d", "--config", "/c", "--web", "/w")
        #expect(all.listen?.description == "[::]:80" && all.socket == "/s" && all.stateFolder == "/d")
        #expect(all.configFile == "/c" && all.webFolder == "/w")
        #expect(try EggwebOptions(["--help"]).action == .showHelp)
        #expect(try EggwebOptions(["--version"]).action == .showVersion)
    }

    @Test func wrongUsageIsNamed() {
        #expect(throws: EggwebUsageError.badAddress("kitchen")) { try EggwebOptions(["--listen", "kitchen"]) }
        #expect(throws: EggwebUsageError.usage(.unexpectedOperand("x"))) { try EggwebOptions(["x"]) }
        #expect(throws: EggwebUsageError.usage(.missingValue("web"))) { try EggwebOptions(["--web", ""]) }
        #expect(EggwebUsageError.badAddress("x").message.contains("127.0.0.1:8091"))
    }
}

@Suite struct PlainPageTests {
    private func timer(_ state: Timers.State, name: String = "egg") -> Timers.Timer {
        Timers.Timer(
            name: name, egg: "soft", state: state, durationMs: 300_000, remainingMs: 61_001, overdueMs: 0,
            progress: 0.5,
            endsAtUnixMs: nil)
    }

    private let eggs = [Timers.Egg(name: "soft", durationMs: 300_000, description: "Runny")]

    @Test func thePageShowsTimersAndForms() {
        let html = PlainPage(eggs: eggs, timers: [timer(.cooking)], notice: "the device is muted").html
        #expect(html.contains("1:02 left") && html.contains("value=\"soft\"") && html.contains("muted"))
        #expect(html.contains("content=\"5\"") && !html.contains("Stop"))
    }

    @Test func itLoadsItselfAgainSeldomWhileNothingHappens() {
        #expect(PlainPage(eggs: eggs, timers: [], notice: nil).html.contains("content=\"60\""))
        #expect(PlainPage(eggs: eggs, timers: [timer(.paused)], notice: nil).html.contains("content=\"60\""))
    }

    @Test(arguments: [Timers.State.ringing, .snoozed, .missed])
    func whatRingsCanBeStopped(state: Timers.State) {
        #expect(PlainPage(eggs: eggs, timers: [timer(state)], notice: nil).html.contains("Stop"))
    }

    @Test func namesAreText() {
        let html = PlainPage(eggs: eggs, timers: [timer(.cooking, name: "<b>\"&'")], notice: "<i>").html
        #expect(html.contains("&lt;b&gt;&quot;&amp;&#39;") && !html.contains("<b>") && !html.contains("<i>"))
    }
}
