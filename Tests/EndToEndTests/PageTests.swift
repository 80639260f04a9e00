import CLinux
import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

private let json = ["Content-Type": "application/json"]
private let form = ["Content-Type": "application/x-www-form-urlencoded"]

extension WebClient {
    /// Opens an event stream, and reads the line that says when to reconnect.
    func watch(headers: [String: String] = [:]) throws {
        let lines = headers.map { "\($0.key): \($0.value)\r\n" }.joined()
        send("GET /events HTTP/1.1\r\nHost: localhost\r\n\(lines)\r\n")
        let (status, headers) = try head()
        guard status == 200, headers["content-type"] == "text/event-stream", try event() == "retry: 1000" else {
            throw WatchError()
        }
    }

    fileprivate struct WatchError: Error {}
}

/// `eggweb` with a real `eggd`.
@Suite struct PageTests {
    private func call(_ page: RunningPage, _ method: String, _ body: String = "{}") throws -> WebClient.Answer {
        try page.client().request("POST", "/call/io.eggtimer.Timers.\(method)", headers: json, body: body)
    }

    // MARK: Pages and calls

    @Test func aCallIsCarriedOut() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let started = try call(page, "Start", #"{"egg": "soft"}"#)
        #expect(started.status == 200 && started.headers["content-type"] == "application/json")
        #expect(started.text.contains(#""durationMs":300000"#) && started.text.contains(#""replaced":null"#))
        let timers = try daemon.timers()
        #expect(timers.map(\.egg) == ["soft"])
        #expect(try call(page, "List", "").status == 200)
    }

    @Test func aCallHasTheTypeOfJSON() throws {
        let page = try RunningPage(socket: "/nonexistent")
        let target = "/call/io.eggtimer.Timers.List"
        #expect(try page.client().request("POST", target, headers: form, body: "{}").status == 415)
        #expect(try page.client().request("POST", target, body: "{}").status == 415)
        #expect(try page.client().request("POST", "/start", headers: json, body: "egg=soft").status == 415)
        #expect(try page.client().request("GET", target).status == 405)
    }

    @Test func thePlainPageWorksWithoutJavaScript() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let client = try page.client()
        #expect(try client.request("GET", "/plain").text.contains("value=\"medium\""))
        let started = try client.request("POST", "/plain", headers: form, body: "egg=medium")
        #expect(started.status == 303 && started.headers["location"]?.hasPrefix("/plain?undo=") == true)
        #expect(try client.request("GET", "/plain").text.contains("left"))
        #expect(try client.request("POST", "/plain", headers: form, body: "egg=none").status == 409)
        for (change, state) in [("pause", Timers.State.paused), ("resume", .cooking)] {
            let changed = try client.request("POST", "/plain", headers: form, body: "change=\(change)&timer=egg")
            #expect(changed.status == 303)
            #expect(try daemon.timers().map(\.state) == [state])
        }
        #expect(try client.request("POST", "/plain", headers: form, body: "change=cancel&timer=egg").status == 303)
        #expect(try client.request("POST", "/plain", headers: form, body: "change=cancel&timer=egg").status == 409)
        #expect(try client.request("POST", "/plain", headers: form, body: "").status == 400)
    }

    // MARK: Events

    @Test func aHangingEggdDelaysItsCallsOnly() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        daemon.process.signal(SIGSTOP)
        defer { daemon.process.signal(SIGCONT) }
        let waiting = try page.client()
        waiting.send("POST /call/io.eggtimer.Timers.List HTTP/1.1\r\nHost: localhost\r\n")
        waiting.send("Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}")
        #expect(try page.client().request("GET", "/").status == 200)
        daemon.process.signal(SIGCONT)
        #expect(try waiting.answer().status == 200)
    }

    /// Each of five hundred pages gets every event, and all of them share two connections to eggd.
    @Test func fiveHundredPagesGetEveryEvent() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let clients = try (0..<500).map { _ in
            let client = try page.client(timeout: 60)
            try client.watch()
            #expect(try client.event()?.contains("\"kind\":\"snapshot\"") == true)
            return client
        }
        let peer = try daemon.client()
        _ = try peer.call(Timers.Start.self, .init(egg: "soft"))
        _ = try peer.call(Timers.Pause.self, .init())
        _ = try peer.call(Timers.Cancel.self, .init())
        for client in clients {
            var kinds: [String] = []
            while kinds.last != "cancelled", let event = try client.event() {
                let kind = event.split(separator: "\"kind\":\"").last?.split(separator: "\"").first.map(String.init)
                if let kind, kind != "tick" { kinds.append(kind) }
            }
            #expect(kinds == ["started", "paused", "cancelled"])
        }
        #expect(try page.client().request("GET", "/").status == 200)
        withExtendedLifetime(clients) {}
    }

    /// A connection for which there is no descriptor waits in the socket's queue, where it can be read all the time.
    @Test func withoutDescriptorsItRestsAndServesLater() throws {
        let page = try RunningPage(socket: "/nonexistent")
        // It has a stream, which no other connection replaces.
        let stream = try page.client()
        try stream.watch()
        func limit(_ descriptors: Int) throws {
            let words = ["--pid=\(page.process.pid)", "--nofile=\(descriptors):1024"]
            #expect(try Program.run("/usr/bin/prlimit", words).status == 0)
        }
        try limit(3)
        let waiting = try page.client(timeout: 60)
        waiting.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let before = try cpuTicks(of: page.process.pid)
        sleep(2)
        // A server that spins would use most of the two hundred.
        #expect(try cpuTicks(of: page.process.pid) - before < 60)
        try limit(1024)
        #expect(try waiting.answer().status == 200)
        withExtendedLifetime(stream) {}
    }

    /// Trap 4, for the page: it does nothing while nobody has it open.
    @Test(.enabled(if: !Build.isSanitized, "a sanitizer has a thread of its own, which wakes up"))
    func nothingWakesUpWithoutAPage() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        do {
            let client = try page.client()
            try client.watch()
            _ = try client.event()
            _ = try page.client().request("GET", "/plain")
        }
        // The stream is found closed by the first sign of life after the next event.
        _ = try daemon.eggctl("start", "soft")
        try expectNoWakeup(of: page.process.pid)
    }

    // MARK: Access

    @Test func everyAnswerHasTheHeadersOfSafety() throws {
        let page = try RunningPage(socket: "/nonexistent")
        let requests = [
            "GET /nothing HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET / HTTP/1.1\r\nHost: evil\r\n\r\n",
            "GET /plain HTTP/1.1\r\nHost: localhost\r\n\r\n", "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "GET a HTTP/1.1\r\nHost: localhost\r\n\r\n",
            "POST /plain HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99999\r\n\r\n",
        ]
        for request in requests {
            let client = try page.client()
            client.send(request)
            let headers = try client.head().headers
            #expect(headers["content-security-policy"]?.contains("frame-ancestors 'none'") == true, "\(request)")
            #expect(headers["x-content-type-options"] == "nosniff" && headers["referrer-policy"] == "no-referrer")
        }
    }

    @Test func onlySitesThatAreAllowedShowThePageInAFrame() throws {
        let page = try RunningPage(socket: "/nonexistent")
        func ancestors() throws -> Substring? {
            let answer = try page.client().request("GET", "/", headers: ["Accept": "text/html"])
            let policy = answer.headers["content-security-policy"] ?? ""
            return policy.split(separator: "; ").first { $0.hasPrefix("frame-ancestors ") }?.dropFirst(16)
        }
        #expect(try ancestors() == "'none'")
        page.folder.write("http://ha.local:8123\nhttps://ha.example\n*\n".utf8, to: "state/frames")
        #expect(try ancestors() == "http://ha.local:8123 https://ha.example")
        unlink(page.folder.path("state/frames"))
        #expect(try ancestors() == "'none'")
    }

    /// The name in `[page] hosts` opens the page: what a proxy forwards needs the token.
    @Test func aLinkOpensThePageAndANewTokenClosesIt() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket, hosts: "kitchen.example")
        let token = try #require(page.token)
        let proxied = ["Host": "kitchen.example", "X-Forwarded-For": "10.0.0.7"]
        #expect(try page.client().request("GET", "/", headers: ["Host": "kitchen.example"]).status == 200)
        #expect(try page.client().request("GET", "/", headers: proxied).text.contains("eggctl page"))
        #expect(try page.client().request("GET", "/", headers: proxied).status == 401)
        let link = try page.client().request("GET", "/tip?token=\(token)", headers: proxied)
        #expect(link.status == 303 && link.headers["location"] == "/tip")
        let cookies = link.headers["set-cookie"]?.split(separator: ";")
        let cookie = try #require(cookies?.first)
        #expect(link.headers["set-cookie"]?.contains("HttpOnly; SameSite=Lax") == true)
        let known = proxied.merging(["Cookie": "\(cookie)"]) { $1 }
        #expect(try page.client().request("GET", "/tip", headers: known).status == 200)

        let (foreign, own) = (try page.client(), try page.client())
        foreign.send("GET /events HTTP/1.1\r\nHost: kitchen.example\r\nVia: x\r\nCookie: \(cookie)\r\n\r\n")
        #expect(try foreign.head().status == 200)
        try own.watch()
        page.folder.write(Array("\(String(repeating: "n", count: 64))\n".utf8), to: "state/new")
        rename(page.folder.path("state/new"), page.folder.path("state/token"))
        #expect(try page.client().request("GET", "/", headers: known).status == 401)
        try waitUntil("the stream is closed") { try foreign.event() == nil }
        #expect(try own.event()?.contains("snapshot") == true)
        _ = try call(page, "Start", #"{"egg":"soft"}"#)
        #expect(try own.event()?.contains("started") == true)
    }

    /// The buttons of a message on a phone have it.
    @Test func theAnswerTokenOnlyAnswersAlarms() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket, hosts: "kitchen.example")
        let (path, token) = (page.folder.path("state/answer-token"), String(repeating: "a", count: 43))
        let phone = [
            "Host": "kitchen.example", "X-Forwarded-For": "10.0.0.7", "Authorization": "Bearer \(token)",
        ]
        func post(_ method: String, _ body: String = "", _ headers: [String: String] = [:]) throws -> WebClient.Answer {
            try page.client().request(
                "POST", "/call/io.eggtimer.Timers.\(method)", headers: phone.merging(headers) { $1 }, body: body)
        }
        func states() throws -> [String] {
            try daemon.timers().map { "\($0.name) \($0.state)" }
        }
        #expect(try post("Dismiss").status == 401)
        page.folder.write("\(token)\n".utf8, to: "state/answer-token")
        for name in ["left", "right"] { _ = try daemon.eggctl("start", "1s", "--name", name) }
        try waitUntil("both ring") { try Set(states()) == ["left ringing", "right ringing"] }
        #expect(try post("Snooze", #"{"name":"left","forMs":86400000}"#).status == 200)
        let left = try daemon.timers().first { $0.name == "left" }
        #expect(try #require(left).remainingMs <= 60_000)
        #expect(try states() == ["left snoozed", "right ringing"])
        // A phone sends no type of the body, or any; a browser on another site is refused.
        #expect(try post("Dismiss", "", ["Origin": "https://ntfy.example"]).status == 403)
        #expect(try post("Dismiss", #"{"name":"left"}"#, ["Content-Type": "text/plain"]).status == 200)
        #expect(try states() == ["right ringing"])
        let only = "This token can only answer alarms: stop them, or snooze them for a minute.\n"
        for method in ["Start", "Cancel", "Extend", "List", "TryCommands"] {
            let refused = try post(method, #"{"egg":"soft","name":"right","byMs":60000}"#)
            #expect(refused.status == 403 && refused.text == only, "\(method)")
        }
        // Also without a proxy, from this machine.
        let local = ["Authorization": "Bearer \(token)"]
        for path in ["/", "/events", "/plain", "/about", "/?token=x", "/call/io.eggtimer.Timers.Dismiss"] {
            for headers in [phone, local] {
                let refused = try page.client().request("GET", path, headers: headers)
                #expect(refused.status == 403 && refused.text == only, "\(path)")
            }
        }
        #expect(try post("Dismiss", "", ["Authorization": "Bearer \(try #require(page.token))"]).status == 401)
        #expect(try states() == ["right ringing"])
        #expect(try post("Dismiss").status == 200)
        #expect(try states() == [])
        unlink(path)
        #expect(try post("Dismiss").status == 401)
    }

    private static let anotherUser = ["--reuid=65534", "--regid=65534", "--clear-groups", "/usr/bin/python3", "-c"]

    private static let ownNamespace = ["/usr/bin/unshare", "--map-current-user"]
    private static let canMapUsers = (try? Program.run(ownNamespace[0], [ownNamespace[1], "true"]).status) == 0

    @Test(.enabled(if: geteuid() == 0, "only root can become somebody else"))
    func onlyItsUserAndRootMayUseIt() throws { try expectOnlyItsUserAndRoot(wrapper: []) }

    /// Its service has a user namespace of its own, in which the kernel names other users by one number.
    @Test(
        .enabled(if: geteuid() == 0, "only root can become somebody else"),
        .enabled(if: canMapUsers, "no user namespace can be made in a chroot"))
    func inANamespaceOfItsOwnOnlyItsUserAndRootMayUseIt() throws {
        try expectOnlyItsUserAndRoot(wrapper: Self.ownNamespace)
    }

    private func expectOnlyItsUserAndRoot(wrapper: [String]) throws {
        let page = try RunningPage(socket: "/nonexistent", wrapper: wrapper)
        let script = """
            import sys, urllib.request, urllib.error
            try: print(urllib.request.urlopen("http://127.0.0.1:%s/" % sys.argv[1]).status)
            except urllib.error.HTTPError as error: print(error.code, error.read().decode())
            """
        let own = try Program.run("/usr/bin/python3", ["-c", script, "\(page.port)"])
        #expect(own.output.hasPrefix("200"))
        let refused = try Program.run("/usr/bin/setpriv", Self.anotherUser + [script, "\(page.port)"])
        #expect(refused.output.hasPrefix("403 This page is for the user who runs eggweb"), "\(refused.errors)")
    }

    // MARK: Slow clients

    @Test func aClientThatReadsNothingDelaysNobody() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let (reader, stalled) = (try page.client(), try page.client())
        try reader.watch()
        stalled.send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for _ in 0..<2000 { stalled.send("GET /app.js HTTP/1.1\r\nHost: localhost\r\n\r\n") }
        _ = try reader.event()
        let peer = try daemon.client()
        for _ in 0..<500 { _ = try peer.call(Timers.Start.self, .init(egg: "soft")) }
        var count = 0
        while count < 500, let event = try reader.event() {
            if event.contains("\"kind\":\"started\"") || event.contains("\"kind\":\"replaced\"") { count += 1 }
            if event.contains("\"sequence\":500,") { break }
        }
        #expect(try page.client().request("GET", "/").status == 200)
    }
}
