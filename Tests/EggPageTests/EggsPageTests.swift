import EggWire
import Testing

@testable import EggPage

@Suite struct EggsPageTests {
    private let file = """
        <main><b><!-- time of soft --></b><i><!-- result of soft --></i><!-- other eggs --><u><!-- raw egg --></u>\
        <!-- A remark. --><ul><!-- timers --></ul></main>
        """
    private let menu = Timers.Eggs.Reply(
        eggs: [
            Timers.Egg(name: "soft", durationMs: 300_000, description: "Runny"),
            Timers.Egg(name: "a&b", durationMs: 90_000, description: "Raw"),
        ], rawEgg: Timers.RawEgg(massG: 58, fromCelsius: 12, altitudeM: 0))

    private func timer(_ name: String) -> Timers.Timer {
        Timers.Timer(
            name: name, egg: "soft", state: .cooking, durationMs: 300_000, remainingMs: 61_001, overdueMs: 0,
            progress: 0.5, endsAtUnixMs: nil)
    }

    @Test func itHasTheNamesAndPlacesOfEggsAndTimersButNoRunningNumbers() throws {
        let html = try #require(EggsPage(Array(file.utf8))).html(menu, [timer("egg"), timer("<left>")])
        #expect(html.hasPrefix("<main><b>5:00</b><i>Runny</i><li><button form=\"early\" "))
        #expect(html.contains("name=\"egg\" value=\"a&amp;b\""))
        #expect(html.contains("<span class=\"time\">1:30</span>"))
        #expect(html.contains("<u>M, 12 °C</u><ul><li class=\"row\" data-tone=\"running\">"))
        #expect(html.contains("<span class=\"label\">Soft egg</span><span class=\"kind\"></span>"))
        #expect(html.contains("<span class=\"label\">&lt;left&gt;</span><span class=\"kind\">soft egg</span>"))
        #expect(html.contains("<p class=\"digits\"></p>") && !html.contains("1:02") && !html.contains("<!--"))
    }

    @Test func aTimerWhoseInsideIsKnownHasPlaceForItsSection() throws {
        var egg = timer("egg")
        (egg.yolkCelsius, egg.centreCelsius) = (52, 31)
        let html = try #require(EggsPage(Array(file.utf8))).html(nil, [egg])
        #expect(html.contains("<li class=\"row\" data-tone=\"running\" data-inside>"))
    }

    @Test func theNextToRingIsFirstAndAPausedOneLast() throws {
        var (paused, next) = (timer("paused"), timer("next"))
        (paused.state, next.remainingMs) = (.paused, 1000)
        let html = try #require(EggsPage(Array(file.utf8))).html(nil, [paused, timer("egg"), next])
        let names = ["next", "Soft egg", "paused"].compactMap { html.firstRange(of: ">\($0)<")?.lowerBound }
        #expect(names.count == 3 && names == names.sorted())
    }

    @Test func withoutEggdItHasNoTimesAndNoTimers() throws {
        let html = try #require(EggsPage(Array(file.utf8))).html(nil, [])
        #expect(html == "<main><b></b><i></i><u>this egg</u><ul></ul></main>")
    }

    @Test func anotherPageIsLeftAsItIs() {
        #expect(EggsPage(Array("<main><!-- other eggs --></main>".utf8)) == nil)
    }

    @Test func itWaitsForEggdForLessThanASecond() {
        #expect(Router.eggdTime < .seconds(1))
    }
}
