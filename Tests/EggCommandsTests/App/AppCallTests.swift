import CLinux
import EggClient
import EggLoop
import EggRequests
import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Instants
import Testing
import Varlink

@testable import EggCommands

/// The app's calls, with a real socket whose other end the tests hold.
@Suite struct AppCallTests {
    /// A server that accepts the connections of calls.
    private final class Server {
        private let folder = TemporaryFolder()
        private let claim: SocketClaim
        private let listener: Descriptor
        let calls: AppCalls

        init() throws {
            claim = try SocketClaim(folder.path("socket"))
            listener = try claim.bind()
            calls = try AppCalls(Endpoint(path: claim.path))
        }

        /// Makes a call and accepts its connection; the kernel has completed it, so one thread can have both ends.
        func make(_ call: TimerRequest, timers: [Timers.Timer] = []) throws -> RawPeer {
            calls.make(call, timers: { timers })
            return try accept()
        }

        /// Asks for the menu.
        func askForEggs() throws -> RawPeer {
            calls.askForEggs()
            return try accept()
        }

        func setKitchen(_ rawEgg: RawEgg.Properties) throws -> RawPeer {
            calls.setKitchen(rawEgg)
            return try accept()
        }

        private func accept() throws -> RawPeer {
            let number = accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
            try #require(number >= 0)
            return RawPeer(owning: number)
        }
    }

    private let server: Server
    private var calls: AppCalls { server.calls }

    init() throws {
        server = try Server()
    }

    private static let messages: [(call: TimerRequest, message: String)] = [
        (.start(egg: "soft"), #"Start","parameters":{"egg":"soft"}}"#),
        (.start(egg: "soft", name: "left"), #"Start","parameters":{"egg":"soft","name":"left"}}"#),
        (.start(.minutes(9), name: "tea"), #"Start","parameters":{"durationMs":540000,"name":"tea"}}"#),
        (.pause("tea"), #"Pause","parameters":{"name":"tea"}}"#),
        (.resume("tea"), #"Resume","parameters":{"name":"tea"}}"#),
        (.extend("tea", by: .seconds(-30)), #"Extend","parameters":{"byMs":-30000,"name":"tea"}}"#),
        (.cancel("tea"), #"Cancel","parameters":{"name":"tea"}}"#),
        (.dismiss("tea"), #"Dismiss","parameters":{"name":"tea"}}"#),
        (.snooze("tea"), #"Snooze","parameters":{"name":"tea"}}"#),
    ]

    @Test(arguments: messages)
    func aCallIsSentAndDoesNotBlock(call: TimerRequest, message: String) throws {
        let peer = try server.make(call)
        #expect(peer.receive() == #"{"method":"io.eggtimer.Timers."# + message)
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
        let eggs = try server.askForEggs()
        #expect(eggs.receive() == #"{"method":"io.eggtimer.Timers.Eggs","parameters":{}}"# && !calls.changeTimers)
        let start = try server.make(.start(egg: "soft"))
        let dismissal = try server.make(.dismiss("egg"))
        start.send(Reply.encode(Timers.Start.Reply(timer: .example(.cooking), replaced: nil)))
        #expect(texts() == ["started: egg"] && calls.changeTimers)
        // The events of the watch say what another change has done.
        dismissal.send(Reply.encode(Timers.Dismiss.Reply(timers: [])))
        #expect(texts().isEmpty && !calls.changeTimers)
        eggs.send(Reply.encode(Timers.Eggs.Reply(eggs: AppFixture.menu)))
        #expect(texts() == [#"eggs: ["soft", "medium", "hard", "poached"]"#])
        #expect(texts().isEmpty)
    }

    @Test func theKitchensEggIsSet() throws {
        let peer = try server.setKitchen(.init(grams: 68))
        #expect(peer.receive() == #"{"method":"io.eggtimer.Timers.SetKitchen","parameters":{"massG":68.0}}"#)
        let egg = Timers.RawEgg(massG: 68, fromCelsius: 4, altitudeM: 0)
        peer.send(Reply.encode(Timers.Kitchen.Reply(rawEgg: egg, configured: egg, isSet: true)))
        #expect(texts() == ["kitchen: 68.0"])
        let refused = try server.setKitchen(.init(grams: 500))
        refused.send(
            Reply.encode(TimersError.impossibleEgg(parameter: "massG", value: 500, minimum: 5, maximum: 200).reply))
        #expect(texts() == ["500 is out of range for the weight in grams; it must be 5 to 200"])
    }

    @Test func aRefusalIsASentenceAboutTheTimersOfThatMoment() throws {
        let timers = ["tea", "left"].map { Timers.Timer.example(.cooking, name: $0) }
        let cancel = try server.make(.cancel("pot"), timers: timers)
        cancel.send(Reply.encode(TimersError.noSuchTimer(name: "pot").reply))
        #expect(texts() == ["there is no timer 'pot'; the timers are tea, left"])
        let other = try server.make(.cancel("pot"))
        other.send(Reply.encode(ErrorReply("org.example.No")))
        #expect(texts() == ["eggd refused: org.example.No"])
        #expect(!calls.changeTimers)
    }

    @Test(arguments: [true, false]) func aCallWithoutAReplyIsReportedOnce(changesTimers: Bool) throws {
        let peer = changesTimers ? try server.make(.pause("egg")) : try server.askForEggs()
        let end = " closed the connection" + (changesTimers ? ", and may have carried out the command" : "")
        peer.hangUp()
        let sentences = texts()
        #expect(sentences.count == 1 && sentences.first?.hasSuffix(end) == true)
        #expect(texts().isEmpty && !calls.changeTimers)
    }

    @Test func withoutEggdTheReasonIsReportedAtOnce() throws {
        let folder = TemporaryFolder()
        let calls = try AppCalls(Endpoint(path: folder.path("socket")))
        calls.make(.pause("egg"), timers: { [] })
        guard case .refused(let sentence)? = calls.inputs().first else {
            Issue.record("no refusal")
            return
        }
        #expect(sentence.hasPrefix("eggd can't be reached at \(folder.path)") && !calls.changeTimers)
    }
}
