import Testing

@testable import EggCommands

@Suite struct AppLayoutTests {
    /// The first row and the number of rows of each part.
    private func layout(
        _ columns: Int, _ rows: Int, eggs: Int = 4, others: Int = 0, warnings: Int = 0, time: String = "3:20"
    ) -> String {
        var app = AppFixture.app(columns: columns, rows: rows)
        _ = app.handle(.eggs(Array(AppFixture.menu.prefix(eggs))), at: AppFixture.start)
        let warnings = (0..<warnings).map { "warning \($0)" }
        let layout = AppLayout(app: app, time: time, others: others, warnings: warnings)
        return """
            \(layout.isStacked ? "stacked" : "beside") \(layout.eggRow)+\(layout.eggRows), \
            text +\(layout.captionRows), names \(layout.namesRow), digits \(layout.digitRow)+\(layout.digits.rows), \
            bar \(layout.barRow)+\(layout.barRows), others \(layout.otherRow)+\(layout.otherRows), \
            warnings \(layout.warningRow)+\(layout.warnings.count), margin \(layout.margin)
            """
    }

    @Test func aSmallOrFullWindowHasNoEmptyRowsBetweenItsParts() {
        #expect(
            layout(40, 12)
                == "beside 0+5, text +1, names 6, digits 7+3, bar 10+1, others 11+0, warnings 11+0, margin 1")
        #expect(
            layout(40, 12, others: 3, warnings: 3)
                == "beside 0+2, text +1, names 3, digits 4+3, bar 7+1, others 8+1, warnings 9+2, margin 1")
        #expect(
            layout(80, 24, others: 1, warnings: 4)
                == "beside 0+12, text +1, names 13, digits 14+5, bar 19+1, others 20+1, warnings 21+2, margin 2")
        #expect(
            layout(59, 19)
                == "beside 1+10, text +1, names 13, digits 14+3, bar 17+1, others 18+0, warnings 18+0, margin 1")
        #expect(
            layout(60, 20, eggs: 3)
                == "beside 0+11, text +1, names 12, digits 13+5, bar 18+1, others 19+0, warnings 19+0, margin 2")
    }

    @Test func aLargeWindowHasEmptyRowsBetweenItsParts() {
        #expect(
            layout(60, 20, time: "")
                == "beside 1+8, text +2, names 11, digits 13+3, bar 17+1, others 18+0, warnings 19+0, margin 2")
        #expect(
            layout(80, 50)
                == "beside 8+15, text +2, names 33, digits 35+10, bar 46+2, others 48+0, warnings 49+0, margin 2")
        #expect(
            layout(40, 36, eggs: 3, others: 9, warnings: 1)
                == "beside 6+7, text +2, names 19, digits 21+3, bar 25+2, others 28+6, warnings 34+1, margin 1")
    }

    @Test func eggsThatAreAsLargeInAStackAreSideBySide() {
        #expect(
            layout(50, 40)
                == "beside 9+8, text +2, names 28, digits 30+5, bar 36+2, others 38+0, warnings 39+0, margin 1")
    }

    @Test func aNarrowWindowHasTheEggsOneAboveTheOther() {
        #expect(
            layout(40, 50, time: "")
                == "stacked 4+10, text +2, names 40, digits 42+3, bar 46+2, others 48+0, warnings 49+0, margin 1")
        #expect(
            layout(44, 60, others: 2, time: "1:01:40")
                == "stacked 6+11, text +2, names 47, digits 49+3, bar 53+2, others 56+2, warnings 59+0, margin 1")
    }
}
