import EggTestSupport
import EggWire
import Glibc
import Testing
import Varlink

/// Taking the last change back, with the real programs.
@Suite struct UndoTests {
    @Test func eggctlBringsAnEggBackThatWasReplacedByMistake() throws {
        let daemon = try RunningDaemon()
        _ = try daemon.eggctl("start", "hard", "--name", "left")
        let slip = try daemon.eggctl("start", "soft", "--name", "left").output
        #expect(
            slip.contains("(replaces left (hard egg) with 1") && slip.hasSuffix("left; bring it back: eggctl undo)\n"))
        let undone = try daemon.eggctl("undo")
        let said = "undone: start of left (soft egg)\nas before: left (hard egg): 1"
        #expect(undone.status == 0 && undone.output.hasPrefix(said), "\(undone.output)")
        let again = try daemon.eggctl("undo")
        #expect(again.status == 1 && again.errors.hasPrefix("eggctl: there is nothing to undo: "))
        let history = try daemon.client().call(Timers.History.self, .init())
        #expect(history.runs.isEmpty, "a slip is not in the history")
    }

    /// The end of a cue is when its eggs go in.
    @Test func eggctlTellsWhenEggsThatAreNotInTheWaterYetGoIn() throws {
        let daemon = try RunningDaemon()
        _ = try daemon.eggctl("cook", "soft:2", "hard:4")
        _ = try daemon.eggctl("extend", "1m", "pot")
        let said = try daemon.eggctl("undo").output.split(separator: "\n")
        #expect(said.first == "undone: extend of pot")
        let lines = said.dropFirst()
        #expect(lines.count == 2 && lines.first?.hasPrefix("as before: 2 soft eggs in at ") == true, "\(lines)")
        #expect(lines.first?.contains(" (in ") == true && lines.last?.contains(" left, done at ") == true, "\(lines)")
    }

    /// Also after a crash, which a page's reload can follow.
    @Test func watchersLearnWhatAnUndoWouldTakeBack() throws {
        let folder = TemporaryFolder()
        let first = try RunningDaemon(folder: folder)
        func lastChange(_ daemon: RunningDaemon) throws -> Timers.LastChange? {
            let watch = try daemon.client()
            try watch.send(Timers.Watch.self, .init(ticks: false), more: true)
            return try watch.receive(Timers.Watch.self).value.lastChange
        }
        #expect(try lastChange(first) == nil)
        let client = try first.client()
        _ = try client.call(Timers.Start.self, .init(egg: "soft"))
        #expect(try lastChange(first) == .init(method: "Start", name: "egg", egg: "soft", timers: 1))
        let eggs = [Timers.Portion(egg: "soft", count: 2), Timers.Portion(egg: "hard", count: 1)]
        _ = try client.call(Timers.Cook.self, .init(eggs: eggs))
        #expect(try lastChange(first) == .init(method: "Cook", name: "pot", timers: 2))
        _ = try client.call(Timers.Pause.self, .init("2 soft eggs"))
        #expect(try lastChange(first) == .init(method: "Pause", name: "pot", timers: 2))
        _ = try client.call(Timers.Cancel.self, .init("1 hard egg"))
        let last = Timers.LastChange(method: "Cancel", name: "1 hard egg", egg: "hard", count: 1, timers: 1)
        #expect(try lastChange(first) == last)
        try first.kill()
        let second = try RunningDaemon(folder: folder)
        #expect(try lastChange(second) == last)
        #expect(try second.client().call(Timers.Undo.self, .init()).undone == last)
        #expect(try lastChange(second) == nil)
    }

    @Test func thePlainPageOffersItForAMinute() throws {
        let daemon = try RunningDaemon()
        let page = try RunningPage(socket: daemon.socket)
        let client = try page.client()
        let form = ["Content-Type": "application/x-www-form-urlencoded"]
        _ = try client.request("POST", "/plain", headers: form, body: "egg=soft")
        let cancelled = try client.request("POST", "/plain", headers: form, body: "change=cancel&timer=egg")
        let next = try #require(cancelled.headers["location"])
        #expect(next.hasPrefix("/plain?undo="))
        let offered = try client.request("GET", next).text
        #expect(offered.contains("value=\"undo\"") && !offered.contains("http-equiv"))
        #expect(try !client.request("GET", "/plain?undo=1").text.contains("value=\"undo\""))
        let undone = try client.request("POST", "/plain", headers: form, body: "change=undo")
        #expect(undone.headers["location"] == "/plain?new=1")
        #expect(try daemon.timers().map(\.egg) == ["soft"])
        let refused = try client.request("POST", "/plain", headers: form, body: "change=undo")
        #expect(refused.status == 409 && refused.text.contains("There is nothing to undo"))
    }
}
