import EggTestSupport
import EggWire
import Testing
import Varlink

private let form = ["Content-Type": "application/x-www-form-urlencoded"]

/// Links that start an egg, with a real `eggd`.
@Suite struct StartLinkTests {
    private let daemon: RunningDaemon
    private let page: RunningPage

    init() throws {
        daemon = try RunningDaemon()
        page = try RunningPage(socket: daemon.socket)
    }

    private func get(_ target: String, _ headers: [String: String] = [:]) throws -> WebClient.Answer {
        try page.client().request("GET", target, headers: headers)
    }

    private func post(_ body: String, _ headers: [String: String] = form) throws -> WebClient.Answer {
        try page.client().request("POST", "/start", headers: headers, body: body)
    }

    /// Sends the form of a page, as a browser does.
    private func tap(_ answer: WebClient.Answer) throws -> WebClient.Answer {
        let fields = answer.text.split(separator: "<input type=\"hidden\" ").dropFirst().map { input in
            let parts = input.split(separator: "\"", omittingEmptySubsequences: false)
            return "\(parts[1])=\(parts[3])"
        }
        return try post(fields.joined(separator: "&"))
    }

    @Test(arguments: [("egg=hard&name=left-pot", "left-pot", "hard", 720_000), ("for=8m", "timer", "custom", 480_000)])
    func onlyTheTapStarts(query: String, name: String, egg: String, durationMs: Int64) throws {
        for method in ["GET", "HEAD"] {
            for headers in [[:], ["Sec-Purpose": "prefetch;prerender"], ["Purpose": "prefetch"]] {
                let answer = try page.client().request(method, "/start?\(query)", headers: headers)
                #expect(answer.status == 200 && answer.headers["cache-control"] == "no-store")
            }
        }
        #expect(try daemon.timers().isEmpty)
        let started = try tap(get("/start?\(query)"))
        #expect(started.status == 303 && started.headers["location"] == "/", "\(started.text)")
        let timers = try daemon.timers()
        let timer = try #require(timers.first)
        #expect(timers.count == 1 && timer.name == name && timer.egg == egg && timer.durationMs == durationMs)
    }

    /// The links in eggweb(8), word for word but for the host.
    private static var manual: [String] {
        let page = contents(of: "\(BuiltPrograms.sourceTree)/man/eggweb.8") ?? []
        let lines = String(decoding: page, as: UTF8.self).split(separator: "\n").filter { $0.contains("/start?") }
        return lines.map { line in String(line.drop { $0 != "?" }.dropFirst()).split(separator: "\\").joined() }
    }

    @Test func theLinksOfTheManualWork() throws {
        #expect(
            Self.manual == ["egg=soft", "egg=soft&count=2", "egg=soft&name=left-pot", "for=8m&name=Pasta", "at=18:30"])
        for query in Self.manual { #expect(try tap(get("/start?\(query)")).status == 303) }
        #expect(try daemon.timers().map(\.name) == ["egg", "2 soft eggs", "left-pot", "Pasta", "timer"])
    }

    @Test func aTimeOfDayIsThatWhichThePageShowed() throws {
        let shown = try get("/start?at=18:30")
        #expect(shown.status == 200 && shown.text.contains("at 18:30, in ") && shown.text.contains("name=\"minute\""))
        #expect(try daemon.timers().isEmpty)
        // The form of a page that was opened yesterday.
        let late = try post("at=18:30&minute=29000000")
        #expect(late.status == 409 && late.text.contains("Nothing was started"), "\(late.text)")
        #expect(try daemon.timers().isEmpty)
        #expect(try tap(late).status == 303)
        let timer = try #require(daemon.timers().first), end = try #require(timer.endsAtUnixMs)
        let field = "name=\"minute\" value=\"", start = try #require(late.text.firstRange(of: field)).upperBound
        let minute = try #require(Int64(late.text[start...].prefix { $0 != "\"" }))
        // It is counted from when eggd gets the call, which may be later on a busy machine.
        #expect(timer.name == "timer" && (0..<30_000).contains(end - minute * 60_000), "\(end)")
    }

    @Test func withoutEggdItSaysSo() throws {
        let alone = try RunningPage(socket: "/nonexistent")
        let answer = try alone.client().request("GET", "/start?egg=soft")
        #expect(answer.status == 503 && answer.text.contains("eggd can&#39;t be reached"))
        #expect(try alone.client().request("POST", "/start", headers: form, body: "egg=soft").status == 503)
    }
}
