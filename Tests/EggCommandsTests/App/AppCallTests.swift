import EggClient
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Instants
import Testing
import Varlink

@testable import EggCommands

/// The app's calls, with a real socket whose other end the tests hold.
@Suite struct AppCallTests {
    private let eggd: PlayedEggd
    private let calls: AppCalls

    init() throws {
        eggd = try PlayedEggd()
        calls = try AppCalls(Endpoint(path: eggd.path))
    }

    /// Makes a call and accepts its connection.
    private func make(_ call: TimerRequest, timers: [Timers.Timer] = []) throws -> RawPeer {
        calls.make(call, timers: { timers })
        return try eggd.accept()
    }

    /// Asks for the menu.
    private func askForEggs() throws -> RawPeer {
        calls.askForEggs()
        return try eggd.accept()
    }

    private func setKitchen(_ rawEgg: RawEgg.Properties) throws -> RawPeer {
        calls.setKitchen(rawEgg)
        return try eggd.accept()
    }

    /// `TimerRequestTests` has the calls of the other requests.
    @Test func aCallIsSentAndDoesNotBlock() throws {
        let peer = try make(.start(egg: "soft", name: "left"))
        #expect(peer.receive() == #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"soft","name":"left"}}"#)
        // The reply has not arrived.
        #expect(calls.inputs().isEmpty && calls.changeTimers)
        withExtendedLifetime(peer) {}
    }

    private func texts() -> [String] {
        calls.inputs().map { input in
            switch input {
            case .eggs(let eggs): "eggs: \(eggs.map(\.name))"
            case .started(let reply): "started: \(reply.timer.name)"
            case .kitchen(let reply): "kitchen: \(reply.rawEgg.massG)"
            case .refused(let sentence): sentence
            case .key, .event, .lost, .stalled, .resized, .time: "another input"
            }
        }
    }

    @Test func eachReplyArrivesOnceInAnyOrder() throws {
        let eggs = try askForEggs()
        #expect(eggs.receive() == #"{"method":"io.eggtimer.Timers.Eggs","parameters":{}}"# && !calls.changeTimers)
        let start = try make(.start(egg: "soft"))
        let dismissal = try make(.change(.dismiss, "egg"))
        start.send(Reply.encode(Timers.Start.Reply(timer: .example(.cooking), replaced: nil)))
        #expect(texts() == ["started: egg"] && calls.changeTimers)
        // The events of the watch say what another change has done.
        dismissal.send(Reply.encode(Timers.Dismiss.Reply(timers: [])))
        #expect(texts().isEmpty && !calls.changeTimers)
        let egg = Timers.RawEgg(massG: 58, fromCelsius: 4, altitudeM: 0)
        eggs.send(Reply.encode(Timers.Eggs.Reply(eggs: AppFixture.menu, rawEgg: egg)))
        #expect(texts() == [#"eggs: ["soft", "medium", "hard", "poached"]"#])
        #expect(texts().isEmpty)
    }

    @Test func theKitchensEggIsSet() throws {
        let peer = try setKitchen(.init(grams: 68))
        #expect(peer.receive() == #"{"method":"io.eggtimer.Timers.SetKitchen","parameters":{"massG":68.0}}"#)
        let egg = Timers.RawEgg(massG: 68, fromCelsius: 4, altitudeM: 0)
        peer.send(Reply.encode(Timers.Kitchen.Reply(rawEgg: egg, configured: egg, isSet: true)))
        #expect(texts() == ["kitchen: 68.0"])
        let refused = try setKitchen(.init(grams: 500))
        refused.send(
            Reply.encode(TimersError.impossibleEgg(parameter: "massG", value: 500, minimum: 5, maximum: 200).reply))
        #expect(texts() == ["500 is out of range for the weight in grams; it must be 5 to 200"])
    }

    @Test func aRefusalIsASentenceAboutTheTimersOfThatMoment() throws {
        let timers = ["tea", "left"].map { Timers.Timer.example(.cooking, name: $0) }
        let cancel = try make(.change(.cancel, "pot"), timers: timers)
        cancel.send(Reply.encode(TimersError.noSuchTimer(name: "pot").reply))
        #expect(texts() == ["there is no timer 'pot'; the timers are tea, left"])
        let word = try make(.change(.cancel, .typed("Tea")), timers: timers)
        word.send(Reply.encode(TimersError.ambiguousTimer(typed: "Tea", names: ["TEA", "tea"]).reply))
        #expect(texts() == ["'Tea' can mean 'TEA' or 'tea'; write the name as it is"])
        let other = try make(.change(.cancel, "pot"))
        other.send(Reply.encode(ErrorReply("org.example.No")))
        #expect(texts() == ["eggd refused: org.example.No"])
        #expect(!calls.changeTimers)
    }

    @Test(arguments: [true, false]) func aCallWithoutAReplyIsReportedOnce(changesTimers: Bool) throws {
        let peer = changesTimers ? try make(.change(.pause, "egg")) : try askForEggs()
        let end = " closed the connection" + (changesTimers ? ", and may have carried out the command" : "")
        peer.hangUp()
        let sentences = texts()
        #expect(sentences.count == 1 && sentences.first?.hasSuffix(end) == true)
        #expect(texts().isEmpty && !calls.changeTimers)
    }

    @Test func withoutEggdTheReasonIsReportedAtOnce() throws {
        let folder = TemporaryFolder()
        let calls = try AppCalls(Endpoint(path: folder.path("socket")))
        calls.make(.change(.pause, "egg"), timers: { [] })
        guard case .refused(let sentence)? = calls.inputs().first else {
            Issue.record("no refusal")
            return
        }
        #expect(sentence.hasPrefix("eggd can't be reached at \(folder.path)") && !calls.changeTimers)
    }
}
