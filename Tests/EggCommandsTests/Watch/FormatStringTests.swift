import EggClient
import EggRequests
import EggWire
import Testing
import Varlink

@testable import EggCommands

@Suite struct FormatStringTests {
    private let cooking = Timers.Timer.example(.cooking, name: "left")
        .with { ($0.yolkCelsius, $0.centreCelsius) = (61.5, 18.6) }

    @Test(arguments: [
        ("{name}", "left"), ("{egg}", "soft"), ("{state}", "cooking"), ("{remaining}", "3:20"), ("{overdue}", "0:00"),
        ("{duration}", "5:00"), ("{percent}", "33"), ("{ends}", "08:33"),
        ("{cue}", ""), ("{yolk}", "62"), ("{centre}", "19"),
    ])
    func everyFieldShowsAValueOfTheTimer(format: String, line: String) throws {
        #expect(try FormatString(format).line(for: cooking) == line)
    }

    @Test(arguments: [
        ("{remaining:s}", "200"), ("{duration:s}", "300"), ("{overdue:s}", "0"), ("{name:json}", #""left""#),
        ("{remaining:json}", #""3:20""#), ("{percent:json}", #""33""#),
        (#"{{"name":{name:json},"left":{remaining:s}}}"#, #"{"name":"left","left":200}"#),
    ])
    func aFieldCanBeWrittenForPrograms(format: String, line: String) throws {
        #expect(try FormatString(format).line(for: cooking) == line)
    }

    @Test func aJSONFieldIsTheWholeNameInOneLine() throws {
        let hostile = "\"\\\n\u{1b}[2J\u{202e}é🥚}"
        let line = try FormatString("{name:json}").line(for: .example(.cooking, name: hostile))
        #expect(try decodeJSON([String].self, from: Array("[\(line)]".utf8)) == [hostile])
        #expect(line == #""\"\\\n\u001B[2J\u202Eé🥚}""# || line == #""\"\\\n\u001b[2J\u202Eé🥚}""#)
    }

    @Test func eachFieldIsPrintableAsTextAndWholeAsJSON() throws {
        let timer = Timers.Timer.example(.cooking, name: "a\n", egg: "b\u{1b}")
            .with { $0.cue = .init(text: "c\u{202e}", cookMs: 1) }
        #expect(try FormatString("{name} {egg} {cue}").line(for: timer) == "a\u{fffd} b\u{fffd} c\u{fffd}")
        #expect(
            try FormatString("\u{1b}[31m{name}").line(for: timer) == "\u{1b}[31ma\u{fffd}", "the user's own sequence")
        let line = try FormatString("[{name:json},{egg:json},{cue:json},{state:json}]").line(for: timer)
        let texts = try decodeJSON([String].self, from: Array(line.utf8))
        #expect(texts == ["a\n", "b\u{1b}", "c\u{202e}", "cooking"])
    }

    @Test func secondsAreRoundedAsInTheTextForPeople() throws {
        let timer = Timers.Timer.example(.ringing).with {
            $0.remainingMs = 199_001
            $0.overdueMs = 20_999
        }
        #expect(
            try FormatString("{remaining:s} {remaining} {overdue:s} {overdue}").line(for: timer) == "200 3:20 20 0:20")
        let hostile = Timers.Timer.example(.ringing).with {
            $0.remainingMs = .max
            $0.overdueMs = .min
            $0.durationMs = -1
        }
        #expect(
            try FormatString("{remaining:s} {overdue:s} {duration:s}").line(for: hostile) == "9223372036854776 0 0")
    }

    /// The field names are in the help and in users' configurations, so they must not change.
    @Test func theFieldNamesDoNotChange() {
        #expect(
            FormatString.Field.allCases.map(\.rawValue) == [
                "name", "egg", "state", "remaining", "overdue", "duration", "percent", "ends", "cue", "yolk",
                "centre",
            ])
    }

    @Test func aCueSaysWhatHasToBeDone() throws {
        #expect(try FormatString("{name} {cue} {remaining}").line(for: .goingIn) == "2 soft eggs 2 soft eggs in 3:20")
    }

    @Test(arguments: [
        ("", ""), ("no field", "no field"), ("{egg} {remaining}", "soft 3:20"), ("{name}{name}", "leftleft"),
        ("🥚 {name}, ↺", "🥚 left, ↺"), ("{{name}}", "{name}"), ("{{{name}}}", "{left}"), ("{{}}", "{}"),
        ("a}}b{{c", "a}b{c"), ("{{{{", "{{"), ("100% {percent}%", "100% 33%"), (#"\n"#, #"\n"#),
    ])
    func textIsKeptAndDoubledBracesBecomeSingle(format: String, line: String) throws {
        #expect(try FormatString(format).line(for: cooking) == line)
    }

    @Test(arguments: [
        ("{nam}", "unknown field '{nam}'; did you mean '{name}'?"),
        ("{remianing}", "unknown field '{remianing}'; did you mean '{remaining}'?"),
        ("{Name}", "unknown field '{Name}'; did you mean '{name}'?"),
        (
            "{}",
            "unknown field '{}'; there are {name} {egg} {state} {remaining} {overdue} {duration} {percent} {ends} "
                + "{cue} {yolk} {centre}"
        ),
        (
            "{ name }",
            "unknown field '{ name }'; did you mean '{name}'?"
        ),
        ("{name:s}", "unknown field '{name:s}'; there are {name}, {name:json}"),
        (
            "{overdue:ms}",
            "unknown field '{overdue:ms}'; there are {overdue}, {overdue:json} and {overdue:s}"
        ),
        ("{nam:json}", "unknown field '{nam}'; did you mean '{name}'?"),
        ("{na{me}", "unknown field '{na{me}'; did you mean '{name}'?"),
        ("{name", "the format has a '{' without its '}'"),
        ("{", "the format has a '{' without its '}'"),
        ("{{name}", "the format has a '}' without its '{'; write '}}' for the brace itself"),
        ("}", "the format has a '}' without its '{'; write '}}' for the brace itself"),
    ])
    func anInvalidFormatIsRefused(format: String, message: String) {
        #expect(throws: Complaint(message)) { try FormatString(format) }
    }

    @Test(arguments: [
        (Timers.State.cooking, "3:20 0:00 33 08:33"), (.paused, "3:20 0:00 33 --:--"),
        (.ringing, "0:00 0:20 100 08:29"),
        (.snoozed, "0:50 0:20 100 08:30"), (.missed, "0:00 12:00 100 08:18"),
    ])
    func everyStateHasItsValues(state: Timers.State, line: String) throws {
        let format = try FormatString("{remaining} {overdue} {percent} {ends}")
        #expect(format.line(for: .example(state)) == line)
    }

    @Test func unknownTemperaturesAreDashes() throws {
        #expect(try FormatString("{yolk} {centre}").line(for: .example(.cooking, egg: "custom")) == "-- --")
    }

    @Test(arguments: [
        (0.0, "0"), (0.004, "0"), (0.5, "50"), (0.999, "99"), (1, "100"), (-0.5, "0"), (1.5, "100"),
        // In floating point, 1 - 0.9 is a little less than 0.1.
        (1 - 378.0 / 420, "10"),
    ])
    func onlyACompletedPercentIsCounted(progress: Double, percent: String) throws {
        let format = try FormatString("{percent}")
        #expect(format.line(for: cooking.with { $0.progress = progress }) == percent)
    }
}

@Suite struct MostUrgentTests {
    private func mostUrgent(_ timers: Timers.Timer...) -> String? {
        timers.min { $0.urgency < $1.urgency }?.name
    }

    @Test func ringingTimersComeFirstThenCountingMissedAndPausedOnes() {
        let (ringing, cooking, snoozed, missed, paused) = (
            Timers.Timer.example(.ringing, name: "ringing"), Timers.Timer.example(.cooking, name: "cooking"),
            Timers.Timer.example(.snoozed, name: "snoozed"), Timers.Timer.example(.missed, name: "missed"),
            Timers.Timer.example(.paused, name: "paused")
        )
        #expect(mostUrgent(paused, missed, cooking, snoozed, ringing) == "ringing")
        #expect(mostUrgent(paused, missed, cooking, snoozed) == "snoozed")
        #expect(mostUrgent(paused, missed, cooking) == "cooking")
        #expect(mostUrgent(paused, missed) == "missed")
        #expect(mostUrgent(paused) == "paused")
        #expect(mostUrgent() == nil)
    }

    @Test func theTimerThatHasRungLongestComesFirst() {
        let early = Timers.Timer.example(.ringing, name: "early")
        let late = Timers.Timer.example(.ringing, name: "late").with { $0.overdueMs = 90_000 }
        #expect(mostUrgent(early, late) == "late")
    }
}
