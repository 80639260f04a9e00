import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Two programs that agree on something, both real: what one does is what the other does.
@Suite struct PairTests {
    /// The timers as a cook sees them, without times that depend on the moment of a call.
    private func timers(_ daemon: RunningDaemon) throws -> [String] {
        try daemon.timers().map { timer in
            "\(timer.name): \(timer.egg) \(timer.durationMs) \(timer.state) \(timer.group ?? "") \(timer.count ?? 1)"
        }
    }

    private func eggctl(_ daemon: RunningDaemon, _ line: String) throws {
        // A shell gives no program the line end.
        let words = line.split { $0 == " " || $0.isNewline }.map(String.init)
        let result = try Program.run(BuiltPrograms.eggctl, words, environment: daemon.environment)
        #expect(result.status == 0, "\(line): \(result.errors)")
    }

    /// They follow each other, so that each has timers to change.
    private static let lines = [
        "soft", "cancel SOFT", "Soft\r\n", "9m tea", "5 min left-pot\n", "add 1m Left-Pot", "remove LEFT-pot",
        "start hard --name big --size L --from room --altitude 1500m", "5m --since 1m --name cup", "cook soft:2 hard:4",
        "extend 1m tea", "pause TEA", "rename Tea pasta", "resume --all", "cancel big cup", "undo", "again --name more",
        "pause --all", "undo",
        "cancel --all",
    ]

    @Test(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
    func aLineOnTheBrokerDoesWhatItDoesAfterEggctl() throws {
        let (typed, sent) = (try RunningDaemon(), try RunningDaemon())
        let broker = try RunningBroker()
        let bridge = try RunningBridge(sent, broker)
        let client = try BrokerClient(port: broker.port, subscribing: [])
        for line in Self.lines {
            let before = try timers(typed)
            try eggctl(typed, line)
            let after = try timers(typed)
            #expect(after != before, "\(line) changes nothing")
            try client.publish(line, to: bridge.topic + "command")
            try waitUntil("\(line): \(after)") { try timers(sent) == after }
        }
    }

    private func post(
        _ page: RunningPage, _ path: String, _ body: String, type: String = "application/x-www-form-urlencoded"
    ) throws -> WebClient.Answer {
        try page.client().request("POST", path, headers: ["Content-Type": type], body: body)
    }

    private func formValue(_ text: String) -> String {
        text.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    @Test func aLineInThePlainPagesFieldDoesWhatItDoesAfterEggctl() throws {
        let (typed, sent) = (try RunningDaemon(), try RunningDaemon())
        let page = try RunningPage(socket: sent.socket)
        for line in Self.lines {
            try eggctl(typed, line)
            let answer = try post(page, "/plain", "time=\(formValue(line))")
            #expect(answer.status == 303, "\(line): \(answer.text)")
            #expect(try timers(sent) == timers(typed), "\(line)")
        }
    }

    @Test(.enabled(if: RunningBroker.missing == nil, "mosquitto is not installed; script/test installs it"))
    func aWordThatFitsTwoTimersIsRefusedWithBothNames() throws {
        let (daemon, broker) = (try RunningDaemon(), try RunningBroker())
        let bridge = try RunningBridge(daemon, broker)
        let client = try BrokerClient(port: broker.port)
        let page = try RunningPage(socket: daemon.socket)
        for name in ["PIZZA", "pizza"] { try eggctl(daemon, "9m \(name)") }
        let sentence = "'Pizza' can mean 'PIZZA' or 'pizza'; write the name as it is"
        for command in ["pause", "cancel", "dismiss", "status", "wait", "watch"] {
            let result = try Program.run(BuiltPrograms.eggctl, [command, "Pizza"], environment: daemon.environment)
            #expect(result.status == 1 && result.errors == "eggctl: \(sentence)\n", "\(command)")
        }
        let answer = try post(page, "/plain", "time=\(formValue("pause Pizza"))")
        #expect(answer.status == 409 && answer.text.contains("Pizza&#39; can mean &#39;PIZZA"), "\(answer.text)")
        try client.publish("pause Pizza", to: bridge.topic + "command")
        #expect(try client.next("/reply").text.contains(sentence))
        #expect(try daemon.timers().allSatisfy { $0.state == .cooking })
    }

    private struct History: Decodable {
        struct Run: Decodable { let shown: [String: String] }
        let runs: [Run]
    }

    /// What the page shows of the last run.
    private func lastRun(_ page: RunningPage) throws -> [String: String] {
        let history = try post(page, "/call/io.eggtimer.Timers.History", "{}", type: "application/json").body
        return try #require(try decodeJSON(History.self, from: history).runs.first?.shown)
    }

    /// Both start what was: the page's link of the history, and `eggctl again`.
    @Test(arguments: ["soft", "8m30s --name Pasta"])
    func aLinkOfTheHistoryStartsWhatWas(line: String) throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        try eggctl(daemon, line)
        let started = try timers(daemon)
        try eggctl(daemon, "cancel")
        try eggctl(daemon, "again")
        #expect(try timers(daemon) == started)
        try eggctl(daemon, "cancel")
        let link = try #require(try lastRun(page)["link"])
        #expect(try post(page, "/start", link).status == 303)
        #expect(try timers(daemon) == started)
    }

    /// The eggs of a part of a pot are started as they were, and the next pot takes their place.
    @Test func aLinkOfTheHistoryForAPartOfAPotStartsThatPart() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        try eggctl(daemon, "cook soft:2 hard:4")
        try eggctl(daemon, "cancel pot")
        let run = try lastRun(page)
        let link = try #require(run["link"])
        #expect(run["title"] == "4 hard eggs")
        #expect(try post(page, "/start", link).status == 303)
        #expect(try timers(daemon) == ["4 hard eggs: hard 720000 cooking pot 4"])
        try eggctl(daemon, "cook soft:2 hard:4")
        #expect(try timers(daemon).count == 2)
    }
}
