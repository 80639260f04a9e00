import EggTestSupport
import Glibc
import SQLite
import Testing

private let json = ["Content-Type": "application/json"]

/// The till's pages, served by a real `eggweb`.
@Suite struct TillPageTests {
    private func call(
        _ page: RunningPage, _ method: String, _ body: String = "{}", cookie: String? = nil
    ) throws -> WebClient.Answer {
        let headers = cookie.map { ["Cookie": $0].merging(json) { $1 } } ?? json
        return try page.client().request("POST", "/call/io.eggtimer.Till.\(method)", headers: headers, body: body)
    }

    /// The cookie that an answer sets, as the browser sends it back.
    private func cookie(of answer: WebClient.Answer) throws -> String {
        String(try #require(answer.headers["set-cookie"], "\(answer.text)").prefix { $0 != ";" })
    }

    @Test func theTillAnswersWithoutEggd() throws {
        let page = try RunningPage(socket: "/nonexistent")
        let bill = try call(page, "Lunch", #"{"soup":"1","main":"2","cola":"0.5","delivery":true,"currency":"BGN"}"#)
        #expect(bill.status == 200 && bill.text.contains("43.03 BGN"), "\(bill.text)")
        let conversion = try call(page, "Convert", #"{"converter":"fahrenheit-celsius","entry":"98.6"}"#)
        #expect(conversion.text.contains(#""result":"37""#), "\(conversion.text)")
    }

    @Test func pageAndTerminalShareTheOrders() throws {
        let page = try RunningPage(socket: "/nonexistent")
        let registered = try call(
            page, "Register",
            #"{"name":"Ana","email":"ana@example.org","emailAgain":"ana@example.org","telephone":"1234567"}"#)
        let cookie = try cookie(of: registered)
        let card = #"{"recipient":"Zelda","gender":"woman","color":"red","message":"Hello","senders":"us","luxury":1}"#
        #expect(try call(page, "Buy", card, cookie: cookie).status == 200)
        let listed = try Program.run(
            BuiltPrograms.till, ["cards", "list", "--customer", "ana@example.org"],
            environment: ["HOME": page.folder.path])
        #expect(listed.output.contains("Zelda"), "\(listed)")
    }

    @Test func aLockedDatabaseDelaysOnlyCallsThatNeedIt() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        try #require(try call(page, "SetRate", #"{"currency":"USD","rate":"1.2"}"#).status == 200)
        let other = try SQLiteConnection(page.folder.path(".local/state/till/till.db"))
        try other.execute("BEGIN EXCLUSIVE")
        let rate = #"{"currency":"USD","rate":"1.1"}"#
        // More of them wait than are answered while the other calls are made.
        let waiting = try (0..<5).map { _ in
            let client = try page.client()
            client.send(
                """
                POST /call/io.eggtimer.Till.SetRate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r
                Content-Length: \(rate.utf8.count)\r\n\r\n\(rate)
                """)
            return client
        }
        for (path, body) in [
            ("Till.Convert", #"{"entry":"98.6"}"#), ("Till.Tip", #"{"bill":"1","percent":"18","people":4}"#),
            ("Till.Lunch", #"{"soup":"1"}"#), ("Timers.SetKitchen", #"{"fromCelsius":20}"#),
        ] {
            let answer = try page.client().request("POST", "/call/io.eggtimer.\(path)", headers: json, body: body)
            #expect(answer.status == 200, "\(answer.text)")
        }
        var entry = pollfd(fd: try #require(waiting.last).descriptor, events: Int16(POLLIN), revents: 0)
        #expect(poll(&entry, 1, 0) == 0, "they have waited for the database")
        for client in waiting {
            let answer = try client.answer()
            #expect(answer.status == 503 && answer.text.contains("is locked by another program"), "\(answer.text)")
        }
        try other.execute("COMMIT")
        #expect(try call(page, "SetRate", rate).status == 200)
    }
}
