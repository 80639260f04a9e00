import EggClient
import EggRequests
import EggWire
import Testing
import Varlink

@testable import EggBridge

@Suite struct BrokerCommandTests {
    private func calls(
        _ topic: String, _ payload: String, _ access: Access = .full, timers: [Timers.Timer] = []
    ) throws -> [String] {
        let calls = try BrokerCommand.calls(
            "eggtimer/1a2b/\(topic)", Array(payload.utf8), someKitchen(access), timers: timers, at: 0)
        return calls.map { "\($0.method) " + String(decoding: $0.parameters.bytes, as: UTF8.self) }
    }

    private func refusal(_ topic: String, _ payload: String, _ access: Access = .full) -> String? {
        do {
            _ = try calls(topic, payload, access)
            return nil
        } catch {
            return (error as? Complaint)?.message
        }
    }

    @Test func aCallPassesItsParametersOn() throws {
        #expect(try calls("call/Start", #"{"egg":"soft"}"#) == [#"Start {"egg":"soft"}"#])
        #expect(try calls("call/Dismiss", "") == ["Dismiss {}"])
    }

    /// `TimerCommandTests` has the other lines, and `TimerRequestTests` their calls.
    @Test(arguments: [
        ("Soft", #"Start {"egg":"Soft""#), ("again", "Start"), ("undo", "Undo"), ("done", "Dismiss {}"),
        ("cook soft:2 hard:1", "Cook"), ("rename egg tea", "Rename"), ("add 1m", #"Extend {"byMs":60000}"#),
        ("cancel soft", #"Cancel {"typed":"soft"}"#),
        ("9m --sound chime", #"Start {"durationMs":540000,"name":"timer","sound":"chime"}"#),
    ])
    func aLineIsReadAsByEggctl(line: String, call: String) throws {
        let calls = try calls("command", line)
        #expect(calls.count == 1 && calls.first?.hasPrefix(call) == true, "\(calls)")
    }

    @Test(arguments: ["Soft\n", "Soft\r\n", "\n soft \r\n\n"]) func aLineEndBelongsToNoWord(line: String) throws {
        #expect(try calls("command", line).first?.lowercased().contains(#""egg":"soft""#) == true)
        #expect(refusal("command", "soft\nhard") != nil)
    }

    @Test func quotesKeepANameTogether() throws {
        #expect(try calls("command", "9m --name 'left pot'").first?.contains(#""name":"left pot""#) == true)
        #expect(refusal("command", "9m --name 'left") == "the quote ' isn't closed")
    }

    @Test func aLineCanEndWithAKey() throws {
        #expect(try calls("command", "extend 1m --key 9b1c-1\n") == [#"Extend {"byMs":60000,"key":"9b1c-1"}"#])
        #expect(try calls("command", "dismiss --key k") == [#"Dismiss {"key":"k"}"#])
        #expect(refusal("command", #"soft --key 'a"b'"#) == "a key is 1 to 64 letters, digits, '_' and '-'")
        #expect(refusal("command", "pause a b --key k") == "a line with a key can make one call")
        #expect(refusal("command", "again --key k") == "'again' can't have a key")
        #expect(refusal("command", "--key k soft") != nil && refusal("command", "--key k") != nil)
    }

    @Test func severalTimersAreSeveralCalls() throws {
        #expect(try calls("command", "pause tea egg").map { $0.contains("tea") } == [true, false])
        let timers = [
            timer(name: "a", group: "pot"), timer(name: "b", group: "pot"), timer(name: "c"),
            timer(.paused, name: "d"),
        ]
        #expect(try calls("command", "pause --all", timers: timers).count == 2)
        #expect(try calls("command", "cancel --all", timers: timers).count == 4)
        #expect(try calls("command", "dismiss --all", timers: timers) == ["Dismiss {}"])
        #expect(refusal("command", "pause --all") == "no timer is in a state for this")
    }

    @Test func aLineIsShortAndHasFewNames() throws {
        let names = (1...65).map { "t\($0)" }
        #expect(try calls("command", "pause " + names.dropLast().joined(separator: " ")).count == 64)
        #expect(refusal("command", "pause " + names.joined(separator: " ")) == "a line can have at most 64 names")
        #expect(refusal("command", "soft" + String(repeating: " ", count: 1020)) == nil)
        #expect(
            refusal("command", "soft" + String(repeating: " ", count: 1021)) == "a line can have at most 1024 bytes")
    }

    @Test func onlyTimersCanBeCommanded() {
        for method in ["Examine", "TryAlarm", "ResetKitchen", "SetKitchen", "List", "", "Start ", "start"] {
            #expect(refusal("call/\(method)", "{}")?.hasPrefix("there is no method") == true, "\(method)")
        }
        for line in ["soft --host pi", "soft --socket /run/eggd.sock", "soft --stdio"] {
            #expect(refusal("command", line)?.contains("option") == true, "\(line)")
        }
        for line in ["page", "status", "history", "ring"] {
            #expect(refusal("command", line)?.contains("is for eggctl alone") == true, "\(line)")
        }
    }

    @Test func accessLimitsWhatCanBeDone() {
        for line in ["dismiss", "snooze", "pause", "resume", "extend 1m"] {
            #expect(refusal("command", line, .answer) == nil)
        }
        for line in ["soft", "cook soft:2 hard:1", "cancel", "rename egg tea", "undo"] {
            #expect(refusal("command", line, .answer)?.contains("needs 'access = full'") == true)
        }
        #expect(refusal("call/Start", "{}", .answer)?.contains("needs 'access = full'") == true)
        #expect(refusal("call/Dismiss", "{}", .read)?.contains("needs 'access = answer'") == true)
    }

    @Test(arguments: ["[]", "soft", "{", "\u{0}", "{\"a\":1}x"])
    func aCallThatIsNoObjectIsRefused(_ payload: String) {
        #expect(refusal("call/Start", payload) == "the payload isn't a JSON object")
    }

    @Test func aLineThatIsNotTextIsRefused() {
        #expect(throws: Complaint("the line isn't UTF-8 text")) {
            try BrokerCommand.calls("eggtimer/1a2b/command", [0xff], someKitchen(), timers: [], at: 0)
        }
    }

    // MARK: Answers

    @Test(arguments: [
        (EggdCalls.Ending.unreachable(.client(.timedOut)), "eggd can't be reached; see: eggctl status"),
        (.uncertain(.client(.timedOut)), "eggd has not answered, and may have carried it out"),
        (.late, "eggd has too much to do; it was not carried out"), (.impossible("no eggs"), "no eggs"),
    ])
    func theSenderLearnsWhetherItWasCarriedOut(_ ending: EggdCalls.Ending, _ message: String) {
        let answer = AnswerPayload(EggdCall(Timers.Undo.self, .init()), ending)
        #expect(answer == AnswerPayload(method: "Undo", message: message))
    }

    private func sentence<M: Method>(_ method: M.Type, _ parameters: M.Parameters, _ reply: M.Reply) -> String? {
        guard let text = JSONText(parameters: reply) else { return nil }
        return AnswerPayload(EggdCall(method, parameters), .reply(text)).sentence
    }

    @Test func theSenderLearnsWhatWasDone() throws {
        let cooking = timer()
        let started = sentence(Timers.Start.self, .init(egg: "soft"), .init(timer: cooking))
        #expect(started?.hasPrefix("soft egg: 4:00 left, done ") == true, "\(started ?? "none")")
        let several = sentence(
            Timers.Pause.self, .init(), .init(timer: cooking, timers: [timer(.paused), timer(.paused, name: "tea")]))
        #expect(several == "soft egg: paused with 4:00 left; tea (soft egg): paused with 4:00 left")
        #expect(sentence(Timers.Dismiss.self, .init(), .init(timers: [])) == "no alarm is ringing")
        let start = Timers.LastChange(method: "Start", name: "egg", egg: "soft", timers: 1)
        let undone = sentence(Timers.Undo.self, .init(), .init(timers: [], removed: [cooking], undone: start))
        #expect(undone == "undone: start of soft egg")
    }
}
