import EggClient
import EggRequests
import EggWire
import HTTP
import POSIX
import Program
import Testing

@testable import EggPage

@Suite struct StartLinkTests {
    private func fields(_ query: String) -> [Field] {
        Request(method: "GET", target: "/start?\(query)", peer: .init(address: .loopback)).query
    }

    private func link(_ query: String) throws -> StartLink { try StartLink(fields(query)) }

    /// 15 January 2027, 08:00 in the time zone of this machine.
    private let now: Int64 = {
        let some = LocalTime(unixMilliseconds: 1_800_000_000_000)
        return 1_800_000_000_000 + Int64((8 - some.hour) * 60 - some.minute) * 60_000
    }()

    private func timer(_ name: String, _ egg: String) -> Timers.Timer {
        Timers.Timer(
            name: name, egg: egg, state: .paused, durationMs: 300_000, remainingMs: 61_001, overdueMs: 0, progress: 0.5,
            endsAtUnixMs: nil)
    }

    private let eggs = [
        Timers.Egg(name: "soft", durationMs: 300_000, description: "Runny"),
        Timers.Egg(name: "hard", durationMs: 720_000, description: "Firm"),
    ]

    private func offer(_ query: String, timers: [Timers.Timer] = []) throws -> StartOffer {
        try StartOffer(link(query), eggs: eggs, timers: timers, at: now)
    }

    @Test(arguments: [
        "egg=soft", "egg=soft&name=left-pot", "for=8m&name=Pasta", "for=1h30m", "at=18:30", "at=07:05&name=A+%26+B",
        "egg=caf%C3%A9", "for=9m&sound=chime", "egg=soft&count=2", "egg=hard&count=99&name=pan",
    ])
    func aLinkThatIsReadIsWrittenTheSame(query: String) throws {
        #expect(try link(query).query == query)
    }

    @Test func valuesAreReadAsByEggctl() throws {
        #expect(try link("for=7:30").query == "for=7m30s" && link("for=8+min").query == "for=8m")
        #expect(try link("at=6pm").query == "at=18:00" && link("name=x&at=6%3A30pm").query == "at=18:30&name=x")
        #expect(try link("egg=soft&count=1").query == "egg=soft")
        #expect(
            try link("for=8m%0D%0A").query == "for=8m" && link("egg=soft&name=left%0A").query == "egg=soft&name=left")
    }

    /// Without what is meant by `size`, another timer would start; what messengers add means nothing.
    @Test(arguments: [
        "utm_source=mail", "fbclid=Iw%E9", "gclid=1&gclid=2", "igshid=x&si=1", "ref=", "minute=1", "from=timeline",
    ])
    func foreignParametersAreIgnored(parameters: String) throws {
        #expect(try link("\(parameters)&egg=soft&\(parameters)&name=left-pot").query == "egg=soft&name=left-pot")
    }

    private static let mistakes = [
        ("", "it names neither an egg nor a time; add egg=soft, for=8m or at=18:30"),
        ("name=x", "it names neither an egg nor a time; add egg=soft, for=8m or at=18:30"),
        ("egg=soft&for=8m", "'egg' and 'for' can't be combined; remove all but one of them"),
        ("for=8m&count=2", "'count' and 'for' can't be combined; remove all but one of them"),
        ("egg=soft&count=2&sound=x", "'count' and 'sound' can't be combined; remove all but one of them"),
        ("egg=soft&count=100", "'100': the number of eggs must be 1 to 99"),
        ("count=2", "it names neither an egg nor a time; add egg=soft, for=8m or at=18:30"),
        ("at=18:30&at=18:30", "it has 'at' twice; remove one of them"),
        ("egg=soft&size=L", "'size' isn't a part of such a link; its parts are egg, count, for, at, name and sound"),
        ("for=8", "'8' has no unit; write 8m for minutes or 8s for seconds"),
        ("for=long", "'long' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"),
        ("for=", "'' isn't a valid time; write it like 90s, 5m, 7m30s, 1h or 7:30"),
        ("for=0s", "0s is out of range; a time can be 1s to 99h"),
        ("for=100h", "100h is out of range; a time can be 1s to 99h"),
        ("at=25:00", "'25:00' isn't a time of day; write it like 18:30, 7:05 or 6pm"),
        ("for=8m&name=-x", "'-x': a timer's name can't begin with '-'"),
        (
            "for=8m&name=" + String(repeating: "x", count: 65),
            "'\(String(repeating: "x", count: 65))' isn't a valid timer name; "
                + "it is too long; the limit is 64 bytes"
        ),
        ("for=8m&name=%E9", "'\u{fffd}' isn't a valid timer name; it must be UTF-8 text"),
        ("for=8m&nme=x", "'nme' isn't a part of such a link; its parts are egg, count, for, at, name and sound"),
    ]

    @Test(arguments: mistakes)
    func aMistakeIsNamedWithWhatToDo(query: String, message: String) {
        #expect(throws: Complaint(message)) { try link(query) }
    }

    @Test func anUnknownEggIsNamedWithThoseThatExist() {
        #expect(throws: Complaint("there is no egg 'dragon'; the eggs are soft, hard")) { try offer("egg=dragon") }
        let time = "there is no egg '8m'; the eggs are soft, hard; for a time, write 'for' instead of 'egg'"
        #expect(throws: Complaint(time)) { try offer("egg=8m") }
    }

    @Test func aPastTimerBecomesALinkWithoutStandardNames() {
        func query(_ name: String, _ egg: String, _ durationMs: Int64, count: Int64? = nil) -> String {
            StartLink(
                again: Timers.Run(
                    name: name, egg: egg, startedAtUnixMs: 0, durationMs: durationMs, ending: .dismissed,
                    endedAtUnixMs: 0, overdueMs: 0, pauses: [], id: "1", count: count)
            ).query
        }
        #expect(query("egg", "soft", 300_000) == "egg=soft")
        #expect(query("egg 2", "onsen egg", 780_000) == "egg=onsen+egg")
        #expect(query("2 soft eggs", "soft", 300_000, count: 2) == "egg=soft&count=2")
        #expect(query("pan: 2 soft eggs", "soft", 300_000, count: 2) == "egg=soft&count=2&name=pan")
        #expect(query("pan: 1 soft egg", "soft", 300_000, count: 1) == "egg=soft")
        #expect(query("left-pot", "hard", 720_000) == "egg=hard&name=left-pot")
        #expect(query("timer", "custom", 480_000) == "for=8m")
        #expect(query("Pasta", "custom", 509_001) == "for=8m30s&name=Pasta")
    }

    // MARK: The page

    @Test func thePageShowsTheEggAndItsButton() throws {
        let html = try StartPage(offer: offer("egg=soft")).html
        #expect(html.contains("<h1>Soft egg</h1>") && html.contains(">5:00</p>") && html.contains("<p>Runny</p>"))
        #expect(html.contains("<p>Done at 08:05, if you start it now.</p>") && !html.contains("role=\"alert\""))
        #expect(html.contains("<form method=\"post\" action=\"/start\">"))
        #expect(html.contains("<input type=\"hidden\" name=\"egg\" value=\"soft\">"))
        #expect(html.contains(">Start</button>"))
        #expect(!html.contains("<script") && !html.contains("refresh") && html.contains("href=\"/\""))
    }

    @Test func anEggWithANameSaysBoth() throws {
        let html = try StartPage(offer: offer("egg=soft&name=left-pot")).html
        #expect(html.contains("<h1>left-pot</h1>\n<p>soft egg</p>"))
        #expect(html.contains("name=\"name\" value=\"left-pot\""))
    }

    @Test func severalEggsAreAPotAndReplaceIt() throws {
        var part = timer("1 hard egg", "hard")
        (part.group, part.count) = ("pot", 1)
        let pot = try offer("egg=soft&count=2", timers: [timer("egg", "soft"), part])
        #expect(pot.title == "2 soft eggs" && pot.detail == "" && pot.end == "Done at 08:05, if you start it now.")
        #expect(pot.warning == "This replaces a timer: 1 hard egg: paused with 1:02 left.")
        let pan = try offer("egg=soft&count=2&name=pan", timers: [part])
        #expect(pan.title == "pan: 2 soft eggs" && pan.warning == nil)
        let eggs = [Timers.Portion(egg: "soft", count: 2)]
        #expect(try pan.link.timerRequest(at: now) == .cook(.init(eggs: eggs, name: "pan")))
        #expect(try link("egg=soft").timerRequest(at: now) == .start(.init(egg: "soft", name: "egg")))
    }

    @Test func aTimeOfDaySaysWhenItRingsAndOfWhichDay() throws {
        let today = try offer("at=18:30"), tomorrow = try offer("at=7:05&name=Bread")
        #expect(today.end == "Done at 18:30, in 10:30:00." && today.digits == "18:30")
        #expect(tomorrow.end == "Done tomorrow at 07:05, in 23:05:00." && tomorrow.title == "Bread")
        let minute = try #require(today.minute)
        #expect(StartPage(offer: today).html.contains("name=\"minute\" value=\"\(minute)\""))
        // A form that is sent before that time means the same, and one that is sent later does not.
        #expect(try link("at=18:30").minute(at: now + today.durationMs - 500) == minute)
        #expect(try link("at=18:30").minute(at: now + today.durationMs) != minute)
        #expect(try offer("for=8m").minute == nil)
    }

    @Test(arguments: [("egg=hard", true), ("egg=hard&name=b", false), ("for=8m", false), ("for=8m&name=a", true)])
    func aTimerThatWouldBeReplacedIsNamed(query: String, isReplacing: Bool) throws {
        let offer = try offer(query, timers: [timer("egg", "soft"), timer("a", "custom")])
        #expect((offer.warning != nil) == isReplacing)
        if query == "egg=hard" { #expect(offer.warning == "This replaces a timer: soft egg: paused with 1:02 left.") }
        #expect(StartPage(offer: offer).html.contains("role=\"alert\"") == isReplacing)
    }

    @Test func whatIsWrongIsSaidAndNamesAreText() throws {
        let page = StartPage(problem: StartPage.trouble(Complaint("'<b>' has no unit")))
        #expect(page.html.contains("<p role=\"alert\">This link starts nothing: &#39;&lt;b&gt;&#39; has no unit.</p>"))
        #expect(!page.html.contains("<form") && page.reply(400).status == 400)
        #expect(page.reply().headers.contains(Field("Cache-Control", "no-store")))
        let named = try StartPage(offer: offer("for=8m&name=%3Cb%3E%22"), notice: Trouble("muted")).html
        #expect(named.contains("<h1>&lt;b&gt;&quot;</h1>") && named.contains("value=\"&lt;b&gt;&quot;\""))
        #expect(!named.contains("<b>") && named.contains("<p role=\"alert\">muted</p>"))
    }
}

@Suite struct PageOriginTests {
    private static let cases: [(host: String, at: [String], hosts: [String], origin: String, areForOthers: Bool)] = [
        ("localhost:8090", ["127.0.0.1:8090"], [], "http://localhost:8090", false),
        ("127.0.0.1:8090", [], [], "http://127.0.0.1:8090", false),
        ("localhost:8090", ["0.0.0.0:8090"], [], "http://192.168.1.5:8090", true),
        ("localhost:8090", ["127.0.0.1:8090", "192.168.1.6:8091"], [], "http://192.168.1.6:8091", true),
        ("localhost:8090", ["127.0.0.1:8090"], ["kitchen.example"], "https://kitchen.example", true),
        ("pi.local:8090", ["[::]:8090"], [], "http://pi.local:8090", true),
        ("192.168.1.5:8090", ["[::]:8090"], [], "http://192.168.1.5:8090", true),
    ]

    @Test(arguments: cases)
    func linksAreForOtherDevicesIfTheyCanBe(
        host: String, at listening: [String], hosts: [String], origin: String, areForOthers: Bool
    ) {
        let pageOrigin = PageOrigin(
            endpoints: listening.compactMap { IPEndpoint(listening: $0) }, hosts: hosts, network: { "192.168.1.5" })
        let request = Request(
            method: "POST", target: "/", headers: [Field("host", host)], peer: .init(address: .loopback))
        let links = pageOrigin.links(for: request)
        #expect(links.origin == origin && links.areForOthers == areForOthers)
    }

    @Test func behindAProxyLinksAreEncrypted() {
        let headers = [Field("host", "kitchen.example"), Field("x-forwarded-proto", "https")]
        let request = Request(method: "POST", target: "/", headers: headers, peer: .init(address: .loopback))
        #expect(PageOrigin().links(for: request).origin == "https://kitchen.example")
    }

    @Test func aLinkSaysWhetherItFitsOnATag() throws {
        func reply(_ name: String) throws -> StartLinkReply {
            let link = try StartLink([Field("for", "8m"), Field("name", name)])
            return StartLinkReply(link, ("http://192.168.1.5:8090", true))
        }
        #expect(try reply("Pasta").link == "http://192.168.1.5:8090/start?for=8m&name=Pasta")
        #expect(try reply("Pasta").fitsOnTag && reply(String(repeating: "x", count: 64)).fitsOnTag)
        #expect(try !reply(String(repeating: "é", count: 32)).fitsOnTag && reply("Pasta").codeSize == 33)
    }
}

@Suite struct QRCodeTests {
    @Test func itHasTheMarksOfAQRCodeAtThreeCorners() throws {
        let code = try #require(QRCode("http://192.168.1.5:8090/start?egg=soft"))
        #expect(code.size == 29 && code.modules.count == 29 * 29)
        func corner(_ row: Int, _ column: Int) -> String {
            (row..<row + 7).map { row in
                (column..<column + 7).map { code.modules[row * code.size + $0] ? "#" : "." }.joined()
            }.joined(separator: "\n")
        }
        let mark = "#######\n#.....#\n#.###.#\n#.###.#\n#.###.#\n#.....#\n#######"
        #expect(corner(0, 0) == mark && corner(0, 22) == mark && corner(22, 0) == mark && corner(22, 22) != mark)
    }

    @Test func itsPathHasEachDarkModuleOnce() throws {
        let code = try #require(QRCode("egg"))
        var drawn = [Bool](repeating: false, count: code.modules.count)
        for run in code.path.split(separator: "z") {
            let parts = run.split { "Mhv ".contains($0) }
            let (column, row, length) = try (#require(Int(parts[0])), #require(Int(parts[1])), #require(Int(parts[2])))
            #expect(run == "M\(column) \(row)h\(length)v1h-\(length)")
            for place in column..<column + length {
                #expect(!drawn[row * code.size + place])
                drawn[row * code.size + place] = true
            }
        }
        #expect(drawn == code.modules)
    }

    @Test func aTextThatIsTooLongHasNone() {
        #expect(QRCode(String(repeating: "x", count: 2331)) != nil)
        #expect(QRCode(String(repeating: "x", count: 2332)) == nil && QRCode("") == nil && QRCode("a\0b") == nil)
    }
}
