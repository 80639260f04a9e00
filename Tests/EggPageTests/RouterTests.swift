import EggClient
import EggLoop
import EggRequests
import EggTestSupport
import EggWire
import Glibc
import HTTP
import POSIX
import Testing
import TillService

@testable import EggPage

/// A router behind a server, for this user alone, with an eggd that replies only when the test does.
private final class Fixture {
    let folder: TemporaryFolder
    let eggd: PlayedEggd
    private let running: RunningLoop
    private let server: Server
    private let port: UInt16

    init() throws {
        let (folder, eggd, running) = (TemporaryFolder(), try PlayedEggd(), try RunningLoop())
        folder.write("<title>Eggs</title>".utf8, to: "index.html")
        folder.write([], to: "eggs/return.js")
        let files = try WebFiles(folder: folder.path)
        let listener = try ListeningSocket.open(at: IPEndpoint(.loopback, port: 0))
        port = try #require(ListeningSocket.endpoint(of: listener.number)).port
        let number = listener.release()
        server = try running.sync {
            let loop = running.loop
            let gate = Gate(rules: AccessRules(isOpen: false, user: geteuid()), secret: { nil })
            let calls = try EggdCalls(eggd.endpoint)
            let quickCalls = try EggdCalls(eggd.endpoint, answerTime: Router.eggdTime)
            for each in [calls, quickCalls] { try each.serve(on: loop) }
            let router = try Router(
                gate: gate, token: TokenReader(nil, loop: loop) { nil },
                answerToken: TokenReader(nil, loop: loop) { nil }, frames: FileReader([], loop: loop) { [] },
                about: PageAbout(version: "1.2", hosts: ["pi"]), files: files, calls: calls, quickCalls: quickCalls,
                hub: EventHub(calls, loop: loop),
                till: TillCalls(TillService(folder: folder.path("till")), loop: loop), origin: PageOrigin())
            let server = try Server(loop: loop, handler: router.answer)
            try server.listen(on: Descriptor(owning: number))
            return server
        }
        (self.folder, self.eggd, self.running) = (folder, eggd, running)
    }

    deinit { running.sync { server.stop() } }

    func client() throws -> WebClient { try WebClient(port: port) }

    func request(_ method: String, _ target: String, _ body: String? = nil) throws -> WebClient.Answer {
        let headers = body == nil ? [:] : ["Content-Type": "application/json"]
        return try client().request(method, target, headers: headers, body: body)
    }

    /// Sends a form of the plain page; eggd answers each connection with these messages, or ends it without any.
    func form(_ body: String, replies: [[String]]) throws -> WebClient.Answer {
        let client = try client()
        client.send(
            "POST /plain HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        for messages in replies {
            let peer = try eggd.next().peer
            for (index, message) in messages.enumerated() {
                if index > 0 { _ = peer.receive() }
                peer.send(message: message)
            }
            if messages.isEmpty { peer.hangUp() }
        }
        return try client.answer()
    }

    /// Makes a call; eggd answers with this message.
    func call(_ method: String, _ body: String, reply: String) throws -> (asked: String, answer: WebClient.Answer) {
        let client = try client()
        client.send(
            "POST /call/\(method) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        let asked = try eggd.next()
        asked.peer.send(message: reply)
        return (asked.text, try client.answer())
    }
}

@Suite(.timeLimit(.minutes(1))) struct RouterTests {
    @Test(arguments: [
        ("PUT", "/", "GET, HEAD"), ("POST", "/", "GET, HEAD"), ("POST", "/about", "GET, HEAD"),
        ("HEAD", "/events", "GET"), ("POST", "/events", "GET"), ("GET", "/call/x", "POST"),
        ("PUT", "/plain", "GET, HEAD, POST"), ("PUT", "/start", "GET, HEAD, POST"),
        ("DELETE", "/nothing", "GET, HEAD"),
    ])
    func eachAddressHasItsMethods(method: String, target: String, allowed: String) throws {
        let answer = try Fixture().request(method, target)
        #expect(answer.status == 405 && answer.headers["allow"] == allowed, "\(answer)")
    }

    @Test func filesAndTheProgramsNameAreRead() throws {
        let fixture = try Fixture()
        #expect(try fixture.request("GET", "/").text == "<title>Eggs</title>")
        #expect(try fixture.request("HEAD", "/").body.isEmpty)
        let about = try fixture.request("GET", "/about").text
        #expect(about.contains(#""version":"1.2""#) && about.contains(#""hosts":["pi"]"#))
        let nothing = try fixture.request("GET", "/nothing")
        #expect(nothing.status == 404 && nothing.text == "There is no such page.\n")
        #expect(try fixture.request("POST", "/nothing").status == 404)
    }

    @Test func aCallIsEggdsAndSoIsItsAnswer() throws {
        let fixture = try Fixture()
        let list = try fixture.call(Timers.List.name, "", reply: #"{"parameters":{"timers":[]}}"#)
        #expect(list.answer.status == 200 && list.answer.text == #"{"timers":[]}"#)
        let start = try fixture.call(
            Timers.Start.name, #"{"egg":"x"}"#,
            reply: #"{"error":"io.eggtimer.Timers.NoSuchEgg","parameters":{"egg":"x","known":[]}}"#)
        #expect(start.asked.contains(#""parameters":{"egg":"x"}"#))
        #expect(start.answer.status == 409)
        let sentence = #""message":"The egg “x” no longer exists.""#
        #expect(
            start.answer.text
                == #"{"error":"io.eggtimer.Timers.NoSuchEgg",\#(sentence),"parameters":{"egg":"x","known":[]}}"#)
        let invalid = try fixture.call(
            Timers.Start.name, "{}", reply: #"{"error":"org.varlink.service.InvalidParameter","parameters":{}}"#)
        #expect(invalid.answer.status == 400)
        let parameters = #"{"maximum":200,"minimum":5,"parameter":"massG","value":500}"#
        let kitchen = try fixture.call(
            Timers.SetKitchen.name, #"{"massG":500}"#,
            reply: #"{"error":"io.eggtimer.Timers.ImpossibleEgg","parameters":\#(parameters)}"#)
        #expect(
            kitchen.answer.status == 409 && kitchen.answer.text.contains("the weight in grams; it must be 5 to 200."))
    }

    @Test(arguments: [
        ("io.eggtimer.Timers.Watch", "{}", 404), ("io.eggtimer.Timers.A/b", "{}", 404), ("List", "{}", 404),
        ("org.varlink.service.GetInfo", "{}", 404), ("io.eggtimer.Timers.List", "{", 400),
    ])
    func eggdIsNotAskedWhatItCouldNotAnswer(method: String, body: String, status: Int) throws {
        let fixture = try Fixture()
        #expect(try fixture.request("POST", "/call/\(method)", body).status == status)
        #expect(!fixture.eggd.isAsked)
    }

    /// The replies to the calls of a plain page.
    private static let plain = [
        #"{"parameters":{"eggs":[],"rawEgg":{"massG":58,"fromCelsius":4,"altitudeM":0}}}"#,
        #"{"parameters":{"timers":[]}}"#, #"{"parameters":{"version":"1.2"}}"#,
    ]

    @Test func aChangeOfAPageThatReturnsLeadsToOneThatReturns() throws {
        let reply = [#"{"parameters":{}}"#]
        let early = try Fixture().form("page=1&change=undo", replies: [reply])
        #expect(early.status == 303 && early.headers["location"] == "/plain?new=1&page=1", "\(early)")
        let usual = try Fixture().form("change=undo", replies: [reply])
        #expect(usual.status == 303 && usual.headers["location"] == "/plain?new=1", "\(usual)")
    }

    @Test(arguments: ["egg=soft", "page=1&egg=soft", "time=7:30"])
    func theSameStartTwiceIsMadeOnceUnlessAChangeIsBetween(form: String) throws {
        let (fixture, reply) = (try Fixture(), [#"{"parameters":{}}"#])
        // An early tap, and what was typed, ask for the timers first.
        let asks = form.hasPrefix("egg") ? [] : [[Self.plain[1]]]
        let first = try fixture.form(form, replies: asks + [reply])
        let second = try fixture.form(form, replies: form.hasPrefix("time") ? asks : [])
        #expect(first.status == 303 && second.status == 303, "\(first) \(second)")
        #expect(second.headers["location"] == first.headers["location"])
        #expect(try fixture.form("change=undo", replies: [reply]).status == 303)
        #expect(try fixture.form(form, replies: asks + [reply]).status == 303)
    }

    @Test func aStartThatFailedIsMadeAgain() throws {
        let fixture = try Fixture()
        #expect(try fixture.form("egg=soft", replies: [[]]).status == 503)
        #expect(try fixture.form("egg=soft", replies: [[#"{"parameters":{}}"#]]).status == 303)
    }

    @Test func anEarlyTapThatEggdDoesNotAnswerReturnsToTheUsualPage() throws {
        let tap = try Fixture().form("page=1&egg=soft", replies: [[], []])
        #expect(tap.status == 503 && tap.text.contains("content=\"10; url=/\""), "\(tap)")
        let fixture = try Fixture()
        let client = try fixture.client()
        client.send("GET /plain?page=1 HTTP/1.1\r\nHost: localhost\r\n\r\n")
        try fixture.eggd.next().peer.hangUp()
        let page = try client.answer()
        #expect(page.status == 503 && page.text.contains("content=\"10; url=/\""), "\(page)")
    }

    @Test func aRefusalIsSaidOnThePlainPage() throws {
        let refusal = #"{"error":"io.eggtimer.Timers.NoSuchEgg","parameters":{"egg":"x","known":[]}}"#
        let early = try Fixture().form("page=1&egg=x", replies: [[Self.plain[1]], [refusal], Self.plain])
        #expect(early.status == 409 && early.text.contains("The egg “x” no longer exists."), "\(early)")
        #expect(early.text.contains("content=\"10; url=/\"") && early.text.contains("Nothing is cooking."))
        let usual = try Fixture().form("egg=x", replies: [[refusal], Self.plain])
        #expect(usual.status == 409 && usual.text.contains("no longer exists.") && !usual.text.contains("url=/"))
        let time = try Fixture().form("time=soon&page=1", replies: [[Self.plain[1]], Self.plain])
        #expect(
            time.status == 400 && time.text.contains("isn&#39;t a time; write minutes")
                && time.text.contains("url=/\""),
            "\(time)")
    }

    @Test(
        arguments: [
            ("9", 540_000), ("1.5", 90_000), ("7:30", 450_000), ("1h", 3_600_000), ("Soft", nil),
            ("half an hour", 1_800_000), ("5,5\u{a0}min", 330_000), ("for 1h30", 5_400_000), ("1h 30m", 5_400_000),
        ] as [(String, Int64?)])
    func theFieldTakesMinutesATimeOrAnEgg(text: String, durationMs: Int64?) throws {
        let (egg, name) = durationMs == nil ? (text, "egg") : (nil, "timer")
        let start = TimerRequest.start(.init(egg: egg, durationMs: durationMs, name: name))
        #expect(try Router.command(typed: text).requests([], at: 0) == [start])
    }

    @Test(arguments: [
        ("soon", "'soon' isn't a time; write minutes, or a time such as 7:30"),
        ("dragon", "'dragon' isn't a time; write minutes, or a time such as 7:30"),
        ("7.30", "'7.30' can mean two things; write 7:30 or 7.30m"),
        ("0", "0m is out of range; a time can be 1s to 99h"),
    ])
    func theFieldTakesNothingElse(text: String, message: String) {
        #expect(throws: Complaint(message)) { try Router.command(typed: text) }
    }

    @Test func aLinkIsMadeWithoutEggd() throws {
        let fixture = try Fixture()
        let made = try fixture.request("POST", "/call/io.eggtimer.Page.StartLink", #"{"query":"egg=soft%20egg"}"#)
        #expect(made.status == 200 && made.text.contains(#""link":"http://localhost/start?egg=soft+egg""#), "\(made)")
        #expect(made.text.contains(#""isForOthers":false"#) && made.text.contains(#""codePath":"M0 0h7v1h-7z"#))
        let wrong = try fixture.request("POST", "/call/io.eggtimer.Page.StartLink", #"{"query":"for=8"}"#)
        #expect(wrong.status == 400 && wrong.text.contains("has no unit"))
        #expect(try fixture.request("POST", "/call/io.eggtimer.Page.StartLink", "{}").status == 400)
        #expect(!fixture.eggd.isAsked)
    }

    @Test func aCallThatEggdDoesNotAnswerSaysSo() throws {
        let fixture = try Fixture()
        let client = try fixture.client()
        client.send(
            "POST /call/io.eggtimer.Timers.Pause HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 2\r\n\r\n{}")
        try fixture.eggd.next().peer.hangUp()
        let answer = try client.answer()
        #expect(answer.status == 503 && answer.text.hasPrefix(#"{"error":"io.eggtimer.Page.NoDaemon","#), "\(answer)")
    }
}
