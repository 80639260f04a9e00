import EggWire
import Testing
import Varlink

@testable import EggCommands

@Suite struct WaybarTests {
    private func status(_ timers: [Timers.Timer], soundOut: String? = nil) -> WaybarStatus {
        WaybarStatus(timers, soundOut: soundOut, words: Sentences(now: Kitchen.now))
    }

    @Test(arguments: [
        (Timers.State.cooking, "soft 3:20", 33), (.paused, "soft paused 3:20", 33),
        (.ringing, "soft ringing 0:20", 100),
        (.snoozed, "soft snoozed 0:50", 100), (.missed, "soft missed", 100),
    ])
    func theTextIsTheTimersAndTheClassItsState(state: Timers.State, text: String, percentage: Int) {
        let status = status([.example(state)])
        #expect(status.text == text && status.percentage == percentage)
        #expect(status.alt == state.rawValue && status.class == [state.rawValue])
    }

    @Test func theTooltipHasAllTimersAndTheReasonForSilence() {
        let status = status([.example(.ringing), .example(.paused, name: "left")], soundOut: "a < b & c")
        #expect(
            status.tooltip
                == "soft egg: ringing, done 0:20 ago\nleft (soft egg): paused with 3:20 left\nno sound: a &lt; b &amp; c"
        )
        #expect(status.class == ["ringing", "no-sound"])
    }

    /// A module with an empty text is hidden; its icon can still be shown by `alt`.
    @Test func withoutATimerTheLineIsStillAnObject() throws {
        let line = WaybarBar().line([], soundOut: nil)
        #expect(line.hasPrefix("{") && line.hasSuffix("}"))
        let idle = status([])
        #expect(idle.text.isEmpty && idle.alt == "idle" && idle.class == ["idle"] && !idle.tooltip.isEmpty)
    }

    @Test func aMissingDaemonIsShown() {
        let status = WaybarStatus(lost: .unavailable("eggd can't be reached", fix: "eggd &"))
        #expect(status.text == "no eggd" && status.alt == "offline" && status.class == ["offline"])
        #expect(status.tooltip.contains("eggd can&#39;t be reached") && status.tooltip.hasSuffix("eggd &amp;"))
    }

    @Test func aNameIsNeitherMarkupNorALineOfItsOwn() throws {
        let name = "<b>\"x\"</b> & 'y'\n\u{1b}[2J\u{202e}"
        let status = status([.example(.cooking, name: name)])
        let shown = "&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; &#39;y&#39;\u{fffd}\u{fffd}[2J\u{fffd}"
        #expect(status.text == "\(shown) 3:20")
        #expect(status.tooltip.hasPrefix("\(shown) (soft egg): ") && !status.tooltip.contains("\n"))
        let line = WaybarBar().line([.example(.cooking, name: name)], soundOut: nil)
        #expect(!line.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x202e })
    }
}

@Suite struct I3BarTests {
    private let bar = I3Bar()

    private struct Block: Decodable, Equatable {
        var full_text: String
        var short_text: String
        var urgent: Bool
        var name: String
        var instance: String?
    }

    private func blocks(_ line: String) throws -> [Block] {
        #expect(line.hasSuffix("],") && !line.contains("\n"))
        return try decodeJSON([Block].self, from: Array(line.dropLast().utf8))
    }

    @Test func aLineHasABlockForEachTimer() throws {
        let line = bar.line([.example(.ringing, name: "left"), .example(.cooking)], soundOut: nil)
        #expect(
            try blocks(line) == [
                Block(
                    full_text: "left ringing 0:20", short_text: "0:20", urgent: true, name: "eggtimer", instance: "left"
                ),
                Block(full_text: "soft 3:20", short_text: "3:20", urgent: false, name: "eggtimer", instance: "egg"),
            ])
    }

    @Test func aLineWithoutTimersIsAnEmptyArray() throws {
        #expect(bar.line([], soundOut: "no card") == "[],")
        #expect(try blocks(bar.line([.example(.paused)], soundOut: "no card")).map(\.full_text).last == "no sound")
        #expect(try blocks(bar.line(lost: .unavailable("x"))).map(\.full_text) == ["no eggd"])
    }

    private func click(
        _ button: Int, _ state: Timers.State, prefix: String = "", suffix: String = ""
    ) -> TimerRequest? {
        let line = #"{"name":"eggtimer","instance":"egg","button":\#(button),"modifiers":["Shift"],"x":1900,"y":5}"#
        return bar.request(Array((prefix + line + suffix).utf8), [.example(.cooking, name: "other"), .example(state)])
    }

    @Test(arguments: [
        (1, Timers.State.ringing, TimerRequest.dismiss("egg") as TimerRequest?), (1, .snoozed, .dismiss("egg")),
        (1, .missed, .dismiss("egg")), (1, .cooking, .pause("egg")), (1, .paused, .resume("egg")),
        (3, .ringing, .snooze("egg")), (3, .snoozed, .snooze("egg")), (3, .cooking, nil), (3, .paused, nil),
        (3, .missed, nil), (2, .ringing, nil), (4, .ringing, nil),
    ])
    func aClickAnswersItsTimer(button: Int, state: Timers.State, request: TimerRequest?) {
        #expect(click(button, state) == request)
        // The elements of an array.
        #expect(click(button, state, prefix: "[") == request && click(button, state, prefix: ",") == request)
        #expect(click(button, state, suffix: ",") == request && click(button, state, suffix: "\r") == request)
    }

    @Test(arguments: [
        "", "[", ",", "{", "{}", "null", #"{"button":1}"#, #"{"button":1,"instance":"nobody"}"#,
        #"{"button":"1","instance":"egg"}"#, #"{"button":1,"instance":null}"#, "\u{0}\u{1b}{", "}{", "}",
    ])
    func allOtherInputMeansNothing(line: String) {
        #expect(bar.request(Array(line.utf8), [.example(.ringing)]) == nil)
    }
}
