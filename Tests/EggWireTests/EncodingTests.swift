import EggTestSupport
import EggWire
import FoundationEssentials
import Testing
import Varlink

private let paused = Timers.Timer(
    name: "egg", egg: "soft", state: .paused, durationMs: 300_000, remainingMs: 200_000, overdueMs: 0, progress: 0.25,
    endsAtUnixMs: nil, actions: ["Resume"], id: "0123456789abcdef")
private let pausedText =
    #"{"actions":["Resume"],"alarm":null,"centreCelsius":null,"count":null,"cue":null,"durationMs":300000,"egg":"soft","endsAtUnixMs":null,"group":null,"#
    + #""id":"0123456789abcdef","isEstimated":null,"name":"egg","origin":null,"overdueMs":0,"progress":0.25,"remainingMs":200000,"sound":null,"state":"paused","#
    + #""yolkCelsius":null}"#

private func json(_ value: some Encodable) throws -> String {
    String(decoding: try encodeJSON(value), as: UTF8.self)
}

private func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
}

@Suite struct EncodingTests {
    @Test func aMissingDeadlineIsWrittenAsNull() throws {
        #expect(try json(paused) == pausedText)
        var cooking = paused
        cooking.endsAtUnixMs = 1_800_000_000_000
        #expect(
            try json(cooking)
                == pausedText.replacing(#""endsAtUnixMs":null"#, with: #""endsAtUnixMs":1800000000000"#))
    }

    @Test func anEstimatedTimerIsMarked() throws {
        var estimated = paused
        estimated.isEstimated = true
        #expect(
            try json(estimated) == pausedText.replacing(#""isEstimated":null"#, with: #""isEstimated":true"#))
    }

    @Test func theTemperaturesInsideAreWritten() throws {
        var known = paused
        (known.yolkCelsius, known.centreCelsius) = (61.5, 48)
        #expect(
            try json(known)
                == pausedText.replacing(#""yolkCelsius":null"#, with: #""yolkCelsius":61.5"#)
                .replacing(#""centreCelsius":null"#, with: #""centreCelsius":48.0"#))
    }

    @Test func aCueHasItsTextAndTheTimeAfterIt() throws {
        var cue = paused
        (cue.group, cue.count) = ("pot", 2)
        cue.cue = .init(text: "2 soft eggs in", cookMs: 300_000)
        let text = pausedText.replacing(#""group":null"#, with: #""group":"pot""#).replacing(
            #""count":null,"cue":null"#, with: #""count":2,"cue":{"cookMs":300000,"text":"2 soft eggs in"}"#)
        #expect(try json(cue) == text)
        #expect(try decoded(Timers.Timer.self, text) == cue)
    }

    @Test func anEventWithoutATimerHasANull() throws {
        let event = Timers.Event(kind: .tick, timer: nil, sequence: 7)
        #expect(try json(event) == #"{"cue":null,"id":null,"kind":"tick","sequence":7,"timer":null}"#)
        let rang = Timers.Event(kind: .rang, timer: "egg", sequence: 8)
        #expect(try json(rang) == #"{"cue":null,"id":null,"kind":"rang","sequence":8,"timer":"egg"}"#)
        let cued = Timers.Event(kind: .cued, timer: "2 soft eggs", sequence: 9, cue: "2 soft eggs in")
        #expect(
            try json(cued) == #"{"cue":"2 soft eggs in","id":null,"kind":"cued","sequence":9,"timer":"2 soft eggs"}"#)
    }

    @Test func aStartThatReplacedNothingHasANull() throws {
        #expect(
            try json(Timers.Start.Reply(timer: paused, replaced: nil))
                == #"{"rawEgg":null,"replaced":null,"timer":\#(pausedText)}"#)
        #expect(
            try json(Timers.Start.Reply(timer: paused, replaced: paused))
                == #"{"rawEgg":null,"replaced":\#(pausedText),"timer":\#(pausedText)}"#)
    }

    @Test func workingSoundIsWrittenAsNull() throws {
        let event = Timers.Event(kind: .snapshot, timer: nil, sequence: 0)
        let eventText = #"{"cue":null,"id":null,"kind":"snapshot","sequence":0,"timer":null}"#
        #expect(
            try json(Timers.Watch.Reply(event: event, timers: [], soundOut: nil))
                == #"{"event":\#(eventText),"lastChange":null,"requests":null,"soundOut":null,"storeOut":null,"timers":[],"undoMs":null}"#
        )
        #expect(
            try json(Timers.Watch.Reply(event: event, timers: [paused], soundOut: "no card", storeOut: "no disk"))
                == #"{"event":\#(eventText),"lastChange":null,"requests":null,"soundOut":"no card","storeOut":"no disk","timers":[\#(pausedText)],"undoMs":null}"#
        )
    }

    @Test func missingFieldsAreReadAsNull() throws {
        #expect(try decoded(Timers.Timer.self, pausedText.replacing(#""endsAtUnixMs":null,"#, with: "")) == paused)
        #expect(try decoded(Timers.Timer.self, pausedText.replacing(#""isEstimated":null,"#, with: "")) == paused)
        #expect(try decoded(Timers.Timer.self, pausedText.replacing(#""count":null,"cue":null,"#, with: "")) == paused)
        let reply = Timers.Start.Reply(timer: paused, replaced: nil)
        #expect(try decoded(Timers.Start.Reply.self, #"{"timer":\#(pausedText)}"#) == reply)
    }

    @Test(arguments: ["state", "progress", "durationMs"])
    func fieldsThatAreNotNullableAreRequired(key: String) throws {
        let text = pausedText.replacing(#""\#(key)""#, with: #""other""#)
        #expect(throws: DecodingError.self) { try decoded(Timers.Timer.self, text) }
    }

    @Test func anUnknownStateIsRejected() {
        let text = pausedText.replacing(#""paused""#, with: #""poached""#)
        #expect(throws: DecodingError.self) { try decoded(Timers.Timer.self, text) }
    }

    /// Each event has all timers, so a kind of a newer daemon can be taken for a snapshot.
    @Test func anUnknownKindOfEventIsASnapshot() throws {
        let text = #"{"event":{"kind":"scrambled","sequence":7},"timers":[\#(pausedText)]}"#
        let reply = try decoded(Timers.Watch.Reply.self, text)
        #expect(reply.event == .init(kind: .snapshot, timer: nil, sequence: 7) && reply.timers == [paused])
        for kind in Timers.EventKind.allCases {
            #expect(try decoded(Timers.EventKind.self, json(kind)) == kind)
        }
    }
}

@Suite struct TimersErrorTests {
    /// The error that a client receives for a refusal.
    private func sent(_ reply: ErrorReply) throws -> RemoteError? {
        let bytes = Reply.encode(reply)
        let client = try Client.served { peer in
            peer.send(bytes)
            _ = peer.waitForClose()
        }
        do {
            _ = try client.call(Timers.List.self, Nothing())
            return nil
        } catch {
            guard case .refused(let refusal) = error else { throw error }
            return refusal
        }
    }

    @Test(arguments: TimersError.samples)
    func anErrorIsReceivedAsItWasSent(error: TimersError) throws {
        let arrived = try #require(try sent(error.reply))
        #expect(TimersError(arrived) == error)
    }

    @Test func anErrorHasItsNameAndParameters() {
        let error = TimersError.noSuchTimer(name: "left")
        #expect(
            String(decoding: Reply.encode(error.reply), as: UTF8.self)
                == #"{"error":"io.eggtimer.Timers.NoSuchTimer","parameters":{"name":"left"}}"# + "\0")
    }

    @Test(arguments: [
        ErrorReply("io.eggtimer.Timers.Nope", ["name": "left"]), ErrorReply("io.eggtimer.Timers.", ["name": "left"]),
        ErrorReply("io.eggtimer.TimersNoSuchTimer", ["name": "left"]), ErrorReply("NoSuchTimer", ["name": "left"]),
        ErrorReply("io.eggtimer.Timers.NoSuchTimer"), ErrorReply("io.eggtimer.Timers.NoSuchTimer", ["name": 5]),
        ErrorReply("io.eggtimer.Timers.WrongState", ["name": "egg", "state": "poached"]),
        ServiceError.methodNotFound("io.eggtimer.Timers.Nope").reply,
    ])
    func otherErrorsDoNotBelongToTheInterface(reply: ErrorReply) throws {
        let arrived = try #require(try sent(reply))
        #expect(TimersError(arrived) == nil)
    }
}
