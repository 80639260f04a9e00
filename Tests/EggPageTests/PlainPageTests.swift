import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import HTTP
import Languages
import Testing

@testable import EggPage

@Suite struct PlainPageTests {
    private func timer(_ state: Timers.State, name: String = "egg") -> Timers.Timer {
        Timers.Timer(
            name: name, egg: "soft", state: state, durationMs: 300_000, remainingMs: 61_001, overdueMs: 0,
            progress: 0.5, endsAtUnixMs: nil)
    }

    private let eggs = [Timers.Egg(name: "soft", durationMs: 300_000, description: "Runny")]

    @Test func thePageShowsTimersAndForms() {
        let html = PlainPage(eggs: eggs, timers: [timer(.cooking)], notices: [.noSound("the device is muted")]).html
        #expect(html.contains("<p>Soft egg: <b class=\"digits\" data-left=\"61001\">1:02</b> left, done at ?</p>"))
        #expect(html.contains("value=\"soft\"") && html.contains("muted"))
        #expect(html.contains("content=\"5; url=/plain\"") && !html.contains("Stop"))
    }

    @Test func itDoesNotLoadItselfAgainWhileNothingRuns() {
        for timers in [[], [timer(.paused)]] {
            #expect(!PlainPage(eggs: eggs, timers: timers, undoEnd: 1).html.contains("http-equiv"))
        }
        #expect(PlainPage(timers: [timer(.cooking)], undoEnd: 1).html.contains("content=\"5; url=/plain?undo=1\""))
    }

    @Test(arguments: [
        (Timers.State.cooking, false, false), (.paused, false, false), (.ringing, true, true), (.snoozed, true, false),
        (.missed, true, false),
    ])
    func anAlarmCanBeStoppedAndSnoozed(state: Timers.State, stop: Bool, snooze: Bool) {
        let html = PlainPage(eggs: eggs, timers: [timer(state)]).html
        #expect(html.contains(">Stop</button>") == stop && html.contains(">One more minute</button>") == snooze)
    }

    @Test(arguments: [
        (Timers.State.cooking, ["pause", "cancel"]), (.paused, ["resume", "cancel"]), (.ringing, []), (.snoozed, []),
        (.missed, []),
    ])
    func aTimerThatCountsDownCanBeChanged(state: Timers.State, changes: [String]) {
        var left = timer(state, name: "left")
        left.actions = changes.map { $0.prefix(1).uppercased() + $0.dropFirst() }
        let html = PlainPage(timers: [left]).html
        for change in ["pause", "resume", "cancel"] {
            #expect(html.contains("name=\"change\" value=\"\(change)\"") == changes.contains(change))
        }
        #expect(html.contains("name=\"timer\" value=\"left\"") == !changes.isEmpty)
        #expect(html.contains("name=\"id\" value=\"\(left.id)\"") == !changes.isEmpty)
    }

    /// The buttons for all alarms leave it out.
    @Test func anAlarmThatIsOnlyShownHereHasButtonsOfItsOwn() {
        var shown = timer(.ringing, name: "Garden/egg")
        shown.actions = ["Dismiss", "Snooze", "Cancel"]
        shown.origin = .init(
            kitchen: "aaaaaaaaaaaa", kitchenName: "Garden", run: "run", name: "egg", isReachable: true, rings: false)
        let html = PlainPage(timers: [shown]).html
        #expect(html.contains("name=\"id\" value=\"\(shown.id)\"") && !html.contains("class=\"rings\""))
        for change in ["dismiss", "snooze"] { #expect(html.contains("value=\"\(change)\"")) }
        #expect(!html.contains("value=\"cancel\""))
    }

    @Test func timersAreDescribedAsByEggctl() {
        let now = LocalTime(unixMilliseconds: 1_800_000_000_000)
        var egg = timer(.cooking, name: "left")
        egg.endsAtUnixMs = 1_800_000_061_001
        let end = LocalTime(unixMilliseconds: 1_800_000_061_001).phrase(seenFrom: now)
        let html = PlainPage(timers: [egg, timer(.paused)], now: 1_800_000_000_000).html
        let digits = "<b class=\"digits\" data-left=\"61001\">1:02</b>"
        #expect(html.contains("<p>left (soft egg): \(digits) left, done \(end)</p>"))
        // This time doesn't run.
        #expect(html.contains("<p>Soft egg: paused with <b class=\"digits\">1:02</b> left</p>"))
    }

    @Test func theTimeHasItsPlaceInEachLanguage() {
        let german = Language("de", pluralRule: "n != 1") { english, _ in
            [
                "paused with {left} left": "pausiert, noch {left}",
                "{left} left, done {end}": "noch {left}, fertig {end}",
            ][english].map { [$0, $0] }
        }
        let html = german.speak { PlainPage(timers: [timer(.cooking), timer(.paused)]).html }
        #expect(html.contains("<p>Soft egg: noch <b class=\"digits\" data-left=\"61001\">1:02</b> fertig at ?</p>"))
        #expect(html.contains("<p>Soft egg: pausiert, noch <b class=\"digits\">1:02</b></p>"))
    }

    @Test func theEggsAppearLateAfterStop() {
        #expect(PlainPage(eggs: eggs, settles: true).html.contains("<div class=\"settling\">"))
        #expect(!PlainPage(eggs: eggs).html.contains("settling"))
    }

    @Test func theEggsKeepTheirPlaceWhenOneIsStarted() throws {
        let now: Int64 = 1_800_000_000_000
        let fresh = now / 1000 + TimerBoard.undoLimit.components.seconds
        let before = PlainPage(eggs: eggs, now: now).html
        let after = PlainPage(eggs: eggs, timers: [timer(.cooking)], undoEnd: fresh, now: now).html
        let places = try [before, after].map { try #require($0.firstRange(of: "value=\"soft\"")) }
        #expect(
            before[..<places[0].lowerBound].hasSuffix(
                "<form method=\"post\" action=\"/plain\">\n<div class=\"egg\"><button name=\"egg\" "))
        let ends = zip([before, after], places).map { $0[..<$1.lowerBound].split(separator: "<h1>").last }
        #expect(ends[0] == ends[1])
        // The list that has come below them takes no second tap.
        #expect(after.contains("<ul class=\"settling\">") && after.contains("</div>\n\n<ul"))
        #expect(!PlainPage(timers: [timer(.cooking)], undoEnd: fresh - 2, now: now).html.contains("settling"))
    }

    @Test func whileAnAlarmRingsItsAnswersComeBeforeTheEggs() throws {
        let html = PlainPage(eggs: eggs, timers: [timer(.ringing)]).html
        #expect(
            try #require(html.firstRange(of: "dismiss")).lowerBound < #require(html.firstRange(of: "soft")).lowerBound)
    }

    @Test func namesAreText() {
        let html = PlainPage(eggs: eggs, timers: [timer(.cooking, name: "<b>\"&'")], notices: [.noSound("<i>")]).html
        #expect(html.contains("&lt;b&gt;&quot;&amp;&#39;") && !html.contains("<b>") && !html.contains("<i>"))
    }

    @Test func anEggThatIsNotInTheWaterYetSaysWhenItGoesIn() {
        var waiting = timer(.cooking, name: "2 soft eggs")
        (waiting.group, waiting.count) = ("pot", 2)
        waiting.cue = .init(text: "2 soft eggs in", cookMs: 300_000)
        #expect(
            PlainPage(timers: [waiting]).html.contains(
                "<p>2 soft eggs in at ? (in <b class=\"digits\" data-left=\"61001\">1:02</b>)</p>"))
    }

    @Test func troublesAreSaidForACookAndTheirCauseIsBehindATap() {
        let failed = "the sound device 'default' failed: snd_pcm_open: Invalid argument"
        let html = PlainPage(notices: [.noSound(failed), .notSaved("the disk is full")]).html
        for (message, cause) in [
            ("No sound: is the speaker connected", "snd_pcm_open: Invalid argument."),
            ("Timers are not saved: leave the machine on, or they are lost.", "eggd reports: the disk is full."),
        ] {
            let parts = html.split(separator: "<div role=\"alert\">").first { $0.contains(message) }?
                .split(separator: "<details class=\"why\"><summary>Details</summary>")
            #expect(parts?.count == 2 && parts?.first?.contains(cause) == false)
            #expect(parts?.last?.contains(cause) == true)
        }
    }

    @Test func withoutEggdItSaysSoAndTriesAgain() {
        let lost = Trouble.unreachable(.client(.connectionLost), Endpoint(path: "/nowhere"))
        let html = PlainPage(problem: lost, isReached: false).html
        #expect(html.contains("<span>The timer program has stopped.</span>") && html.contains("systemctl"))
        #expect(html.contains("content=\"60; url=/plain\"") && html.contains("tries again"))
        #expect(!html.contains("Nothing is cooking") && !html.contains("Another time"))
    }

    @Test func aNewBrowserThatOpensTheBookmarkOfAnOldOneGoesToTheUsualPage() {
        let code = "<script type=\"module\" src=\"/plain/choose.js\"></script>"
        #expect(PlainPage(isMarked: true).html.contains(code) && !PlainPage().html.contains(code))
    }

    @Test func onlyWithoutJavaScriptThePageLoadsItselfAgain() {
        let html = PlainPage(timers: [timer(.cooking)], undoEnd: 60).html
        #expect(html.contains("<noscript><meta http-equiv=\"refresh\" content=\"5; url=/plain?undo=60\"></noscript>"))
        // Its script asks for the same address.
        #expect(html.contains("data-next=\"/plain?undo=60\""))
    }

    @Test func eggsAreDescribed() {
        let html = PlainPage(eggs: eggs, timers: [timer(.cooking)]).html
        #expect(html.contains("<img src=\"/shared/soft.svg\" alt=\"\"> Soft egg, 5:00</button>\n<p>Runny</p>"))
        #expect(html.contains("aria-label=\"Pause: Soft egg\""))
    }

    @Test func thePageWithTheFieldForATimeDoesNotLoadItselfAgain() {
        let (page, field) = (PlainPage(timers: [timer(.cooking)]).html, "name=\"time\"")
        #expect(page.contains("href=\"/plain?time=1\"") && !page.contains(field) && page.contains("refresh"))
        let asking = PlainPage(timers: [timer(.cooking)], asksTime: true).html
        #expect(asking.contains(field) && !asking.contains("refresh"))
    }

    @Test func itReturnsToTheUsualPageAfterATapThatCameBeforeItsCode() {
        let html = PlainPage(timers: [timer(.cooking)], returnCode: "/v/1/eggs/return.js", undoEnd: 60).html
        #expect(html.contains("<script type=\"module\" src=\"/v/1/eggs/return.js\"></script>"))
        #expect(html.contains("content=\"5; url=/plain?undo=60&amp;page=1\""))
        #expect(html.contains("<main class=\"settling\" ") && html.contains("href=\"/plain?time=1&amp;page=1\""))
        // The code may fail to come, whatever is shown.
        #expect(PlainPage(returnCode: "/return.js").html.contains("content=\"60; url=/plain?page=1\""))
        #expect(!html.contains("plain.js") && PlainPage().html.contains("<script src=\"/plain/plain.js\"></script>"))
    }

    @Test func eachFormOfAPageThatReturnsSaysSo() {
        for asksTime in [true, false] {
            var page = PlainPage(
                eggs: eggs, timers: [timer(.cooking), timer(.ringing)], asksTime: asksTime, undoEnd: 60)
            let field = "<input type=\"hidden\" name=\"page\" value=\"1\">"
            #expect(!page.html.contains(field) && page.html.contains("<main class=\"rings\" "))
            page.returnCode = "/return.js"
            let forms = page.html.split(separator: "<form").dropFirst()
            #expect(forms.count == (asksTime ? 5 : 4) && forms.allSatisfy { $0.contains(field) }, "\(page.html)")
        }
    }

    @Test func aPageWithAProblemReturnsAfterItCouldBeRead() {
        for isReached in [true, false] {
            let page = PlainPage(problem: Trouble("No such egg."), isReached: isReached, returnCode: "/return.js").html
            #expect(
                page.contains("content=\"10; url=/\"") && page.contains("No such egg.") && !page.contains("<script"))
        }
        #expect(!PlainPage(problem: Trouble("No such egg.")).html.contains("http-equiv"))
    }

    @Test func aLinkLeadsToTheUsualPage() {
        #expect(PlainPage().html.contains("<a href=\"/\">The usual page</a>"))
        #expect(PlainPage(isReached: false).html.contains("<a href=\"/\">The usual page</a>"))
    }

    @Test(arguments: [
        (TimerRequest.undo, "/plain?new=1", "/plain?new=1&page=1"),
        (.change(.pause, nil), "/plain?undo=15", "/plain?undo=15&page=1"),
        (.change(.snooze(for: .seconds(60)), nil), "/plain?new=1&undo=15", "/plain?new=1&undo=15&page=1"),
        (.change(.cancel, nil), "/plain?undo=15", "/plain?undo=15&page=1"),
        (.change(.dismiss, nil), "/plain?new=1&undo=15", "/plain?new=1&undo=15&page=1"),
    ])
    func thePageAfterAChangeReturnsAlso(request: TimerRequest, path: String, early: String) {
        let now = 15 - TimerBoard.undoLimit.components.seconds
        #expect(PlainPage().path(after: request, at: now) == path)
        #expect(PlainPage(returnCode: "/return.js").path(after: request, at: now) == early)
    }

    @Test(arguments: [
        ("egg", "soft", Timers.State.cooking, 285_001, true), ("egg", "soft", .cooking, 285_000, false),
        ("egg", "hard", .cooking, 300_000, false), ("egg 2", "soft", .cooking, 300_000, false),
        ("egg", "soft", .paused, 300_000, false),
    ])
    func aTapIsRepeatedIfItsEggWasStartedJustNow(
        name: String, egg: String, state: Timers.State, remaining: Int64, expected: Bool
    ) {
        var timer = timer(state, name: name)
        timer.remainingMs = remaining
        #expect(PlainPage.isRepeated(egg, [timer]) == expected)
    }
}

@Suite struct LastStartTests {
    private let now = ContinuousClock.now
    private let soft = Array("egg=soft".utf8)

    @Test func theSameFormTwiceWithinTwoSecondsCountsOnce() {
        var last = LastStart()
        let taken = [Duration.zero, .milliseconds(1999), .seconds(2)].map { last.isRepeated(soft, at: now + $0) }
        #expect(taken == [false, true, false])
    }

    @Test func anotherFormCountsAndTheFirstOneAfterItAlso() {
        var last = LastStart()
        let taken = [soft, Array("egg=hard".utf8), soft].map { last.isRepeated($0, at: now) }
        #expect(taken == [false, false, false])
    }

    @Test func afterSomethingElseTheSameFormCounts() {
        var last = LastStart()
        _ = last.isRepeated(soft, at: now)
        last.forget()
        let isRepeated = last.isRepeated(soft, at: now)
        #expect(!isRepeated)
    }
}
