import EggClient
import EggRequests
import EggWire
import Glibc
import Testing
import Varlink

@testable import EggCommands

@Suite struct WaybarTests {
    private func status(_ timers: [Timers.Timer], soundOut: String? = nil, storeOut: String? = nil) -> WaybarStatus {
        WaybarStatus(timers, soundOut: soundOut, storeOut: storeOut, words: Sentences(now: Kitchen.now))
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

    @Test func timersThatAreNotSavedHaveAClassAndALine() {
        let status = status([.example(.cooking)], storeOut: "the disk is full")
        #expect(status.tooltip.hasSuffix("\ntimers are not being saved; a restart would lose them: the disk is full"))
        #expect(status.class == ["cooking", "not-saved"])
    }

    /// A module with an empty text is hidden; its icon can still be shown by `alt`.
    @Test func withoutATimerTheLineIsStillAnObject() throws {
        let line = WaybarBar().line([], soundOut: nil, storeOut: nil)
        #expect(line.hasPrefix("{") && line.hasSuffix("}"))
        let idle = status([])
        #expect(idle.text.isEmpty && idle.alt == "idle" && idle.class == ["idle"] && !idle.tooltip.isEmpty)
        #expect(idle.percentage == 0)
    }

    @Test func aMissingDaemonIsShown() {
        let status = WaybarStatus(lost: .unavailable("eggd can't be reached", fix: "eggd &"))
        #expect(status.text == "no eggd" && status.alt == "offline" && status.class == ["offline"])
        #expect(status.percentage == 0)
        #expect(status.tooltip.contains("eggd can&#39;t be reached") && status.tooltip.hasSuffix("eggd &amp;"))
    }

    @Test func aNameIsNeitherMarkupNorALineOfItsOwn() throws {
        let name = "<b>\"x\"</b> & 'y'\n\u{1b}[2J\u{202e}"
        let status = status([.example(.cooking, name: name)])
        let shown = "&lt;b&gt;&quot;x&quot;&lt;/b&gt; &amp; &#39;y&#39;\u{fffd}\u{fffd}[2J\u{fffd}"
        #expect(status.text == "\(shown) 3:20")
        #expect(status.tooltip.hasPrefix("\(shown) (soft egg): ") && !status.tooltip.contains("\n"))
        let line = WaybarBar().line([.example(.cooking, name: name)], soundOut: nil, storeOut: nil)
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
        let time = Timers.Timer.example(.paused, name: "timer", egg: "custom")
        let line = bar.line([.example(.ringing, name: "left"), .example(.cooking), time], soundOut: nil, storeOut: nil)
        #expect(
            try blocks(line) == [
                Block(
                    full_text: "left ringing 0:20", short_text: "0:20", urgent: true, name: "eggtimer", instance: "left"
                ),
                Block(full_text: "soft 3:20", short_text: "3:20", urgent: false, name: "eggtimer", instance: "egg"),
                Block(
                    full_text: "timer paused 3:20", short_text: "3:20", urgent: false, name: "eggtimer",
                    instance: "timer"),
            ])
    }

    @Test func aLineWithoutTimersIsAnEmptyArray() throws {
        #expect(bar.line([], soundOut: "no card", storeOut: nil) == "[],")
    }

    @Test(arguments: [
        (Timers.State.cooking, "3:20"), (.paused, "3:20"), (.ringing, "0:20"), (.snoozed, "0:50"), (.missed, "12:00"),
    ])
    func aShortTextIsTheTimeAlone(state: Timers.State, text: String) throws {
        let blocks = try blocks(bar.line([.example(state)], soundOut: nil, storeOut: nil))
        #expect(blocks.map(\.short_text) == [text] && blocks.map(\.urgent) == [state == .ringing])
    }

    @Test(arguments: ["no sound", "not saved", "no eggd"])
    func aWarningIsABlockWithoutATimer(text: String) throws {
        let (soundOut, storeOut) = (text == "no sound" ? "x" : nil, text == "not saved" ? "x" : nil)
        let shown = bar.line([.example(.paused)], soundOut: soundOut, storeOut: storeOut)
        let line = text == "no eggd" ? bar.line(lost: .unavailable("x")) : shown
        let block = Block(full_text: text, short_text: text, urgent: false, name: "eggtimer", instance: nil)
        #expect(try blocks(line).last == block)
        #expect(try blocks(line).count == (text == "no eggd" ? 1 : 2))
    }

    private func click(
        _ button: Int, _ state: Timers.State, prefix: String = "", suffix: String = ""
    ) -> TimerRequest? {
        let line = #"{"name":"eggtimer","instance":"egg","button":\#(button),"modifiers":["Shift"],"x":1900,"y":5}"#
        return bar.request(Array((prefix + line + suffix).utf8), [.example(.cooking, name: "other"), .example(state)])
    }

    @Test(arguments: [
        (1, Timers.State.ringing, TimerRequest.change(.dismiss, .shown("egg")) as TimerRequest?),
        (1, .snoozed, .change(.dismiss, .shown("egg"))),
        (1, .missed, .change(.dismiss, .shown("egg"))), (1, .cooking, .change(.pause, .shown("egg"))),
        (1, .paused, .change(.resume, .shown("egg"))),
        (3, .ringing, .change(.snooze(), .shown("egg"))), (3, .snoozed, .change(.snooze(), .shown("egg"))),
        (3, .cooking, nil),
        (3, .paused, nil),
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

/// The view, with pipes for standard input and output.
@Suite struct BarViewTests {
    /// A pipe from which can always be read, also when it is empty.
    private final class Pipe {
        let reading: Int32
        let writing: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
            (reading, writing) = (ends[0], ends[1])
        }

        deinit {
            close(reading)
            close(writing)
        }

        func write(_ text: String) {
            #expect(Glibc.write(writing, text, text.utf8.count) == text.utf8.count)
        }

        /// All that was written since the last call.
        func text() -> String {
            var bytes = [UInt8](repeating: 0, count: 4096)
            return String(decoding: bytes[..<max(0, read(reading, &bytes, bytes.count))], as: UTF8.self)
        }
    }

    private let input = Pipe()
    private let output = Pipe()

    private func view(_ bar: any StatusBar) -> BarView {
        BarView(bar, source: input.reading, output: output.writing)
    }

    private func format(_ text: String) throws -> FormatBar {
        FormatBar(format: try FormatString(text))
    }

    private func reply(_ timers: [Timers.Timer]) -> Timers.Watch.Reply {
        .init(event: .init(kind: .tick, timer: nil, sequence: 1), timers: timers, soundOut: nil)
    }

    @Test func aBarWithAnIconShowsThatEggdIsMissingAtTheStart() throws {
        #expect(view(WaybarBar()).startsWithoutEggd && view(I3Bar()).startsWithoutEggd)
        #expect(try !view(format("{name}")).startsWithoutEggd)
    }

    @Test func theHeaderIsWrittenOnce() {
        let view = view(I3Bar())
        view.begin()
        #expect(output.text() == "{\"version\":1,\"click_events\":true}\n[\n")
        view.begin()
        #expect(output.text().isEmpty)
    }

    @Test func aLineIsWrittenWhenItChanges() throws {
        let view = view(try format("{name} {remaining}"))
        view.begin()
        #expect(output.text().isEmpty)
        view.show(reply([.example(.cooking)]))
        #expect(output.text() == "egg 3:20\n")
        view.show(reply([.example(.cooking), .example(.paused, name: "left")]))
        #expect(output.text().isEmpty)
        view.show(reply([]))
        #expect(output.text() == "\n")
    }

    @Test func withoutEggdALineShowsNoOutdatedTime() throws {
        let view = view(try format("{name} {remaining}"))
        for _ in 1...2 {
            view.show(reply([.example(.cooking)]))
            view.lose(.unavailable("eggd can't be reached"))
            view.count(.seconds(1))
            #expect(output.text() == "egg 3:20\n\n")
        }
    }

    @Test func anAlarmIsCountedBetweenTwoEvents() throws {
        let view = view(try format("{overdue}"))
        view.count(.seconds(1))
        #expect(output.text().isEmpty, "no event has come yet")
        view.show(reply([.example(.ringing)]))
        view.count(.seconds(5))
        #expect(output.text() == "0:20\n0:25\n")
    }

    @Test func theMostUrgentTimerIsFirstAndEquallyUrgentOnesKeepTheirOrder() throws {
        let view = view(WaybarBar())
        view.show(reply(["a", "b", "c"].map { .example($0 == "c" ? .ringing : .cooking, name: $0) }))
        struct Line: Decodable { let tooltip: String }
        let line = try decodeJSON(Line.self, from: Array(output.text().utf8.dropLast()))
        #expect(line.tooltip.split(separator: "\n").compactMap(\.first) == ["c", "a", "b"])
    }

    // MARK: Clicks

    private func click(_ button: Int) -> String { #"{"instance":"egg","button":\#(button)}"# }

    @Test func onlyABarWithClicksReadsItsInput() throws {
        input.write(click(1) + "\n")
        for other in [view(WaybarBar()), view(try format("{name}"))] {
            #expect(other.keyDescriptor == nil && other.requests([.example(.ringing)]).isEmpty)
        }
        let view = view(I3Bar())
        #expect(view.keyDescriptor == input.reading)
        #expect(view.requests([.example(.ringing)]) == [.change(.dismiss, .shown("egg"))])
    }

    @Test func clicksArriveInAnyPieces() {
        let view = view(I3Bar())
        input.write("[\n" + click(1) + "\n," + click(3) + "\n,{")
        #expect(
            view.requests([.example(.ringing)]) == [
                .change(.dismiss, .shown("egg")), .change(.snooze(), .shown("egg")),
            ])
        input.write(String(click(3).dropFirst()))
        #expect(view.requests([.example(.ringing)]).isEmpty)
        input.write("\n")
        #expect(view.requests([.example(.ringing)]) == [.change(.snooze(), .shown("egg"))])
    }

    @Test func inputWithoutALineIsForgottenAfter64KiB() {
        let view = view(I3Bar())
        func write(_ text: String) -> [TimerRequest] {
            input.write(text)
            return view.requests([.example(.ringing)])
        }
        func fill(_ chunks: Int) {
            let padding = String(repeating: " ", count: 4096 - click(1).utf8.count)
            #expect(write(click(1) + padding).isEmpty)
            for _ in 1..<chunks { #expect(write(String(repeating: " ", count: 4096)).isEmpty) }
        }
        fill(16)
        #expect(write("\n") == [.change(.dismiss, .shown("egg"))])
        fill(17)
        #expect(write("\n").isEmpty)
        #expect(write(click(3) + "\n") == [.change(.snooze(), .shown("egg"))])
    }

    @Test func withoutInputTheBarContinues() {
        let view = view(I3Bar())
        // Nothing can be read yet.
        #expect(view.requests([.example(.ringing)]).isEmpty && view.keyDescriptor != nil)
        let closed = BarView(I3Bar(), source: -1, output: output.writing)
        #expect(closed.requests([.example(.ringing)]).isEmpty && closed.keyDescriptor == nil)
        closed.show(reply([]))
        #expect(output.text() == "[],\n")
    }

    @Test func theEndOfTheInputIsNoError() {
        let null = open("/dev/null", O_RDONLY)
        defer { close(null) }
        let view = BarView(I3Bar(), source: null, output: output.writing)
        // An earlier call's error does not count.
        errno = EAGAIN
        #expect(view.requests([]).isEmpty && view.keyDescriptor == nil)
    }
}
