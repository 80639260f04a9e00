import EggLoop
import EggTestSupport
import EggWire
import Foundation
import Testing
import Varlink

@testable import EggPage

/// eggd takes over the egg of the file, once. It replies only when the test does.
@Suite(.timeLimit(.minutes(1))) struct KitchenFileTests {
    private let folder = TemporaryFolder()
    private let eggd: ScriptedEggd
    private let running: RunningLoop
    private let calls: EggdCalls

    init() throws {
        (eggd, running) = (try ScriptedEggd(), try RunningLoop())
        calls = try EggdCalls(eggd.endpoint, loop: running.loop)
    }

    private var exists: Bool { FileManager.default.fileExists(atPath: folder.path("kitchen.json")) }

    private static let kitchen = #"{"altitudeM":0,"fromCelsius":4,"massG":58}"#

    private func reply(isSet: Bool) -> String {
        #"{"parameters":{"rawEgg":\#(Self.kitchen),"configured":\#(Self.kitchen),"isSet":\#(isSet)}}"#
    }

    private let healthy = #"{"parameters":{"version":"0.1.0"}}"#

    /// Hands over the file, answers its calls in order, and waits for the end.
    ///
    /// - Returns: the calls, without the name of the interface.
    private func handOver(_ text: String, answers: [String]) throws -> [String] {
        folder.write(text.utf8, to: "kitchen.json")
        calls.handOver(try #require(KitchenFile(folder: folder.path)))
        var asked: [String] = []
        var peer: RawPeer?
        for answer in answers {
            let call: String?
            if let peer {
                call = peer.receive()
            } else {
                let first = try eggd.next()
                (peer, call) = (first.peer, first.text)
            }
            asked.append(try #require(call).replacing("io.eggtimer.Timers.", with: ""))
            peer?.send(message: answer)
        }
        peer?.closeSending()
        let ended = DispatchSemaphore(value: 0)
        calls.make([(Timers.Cancel.name, .none)]) { _ in ended.signal() }
        try eggd.next().peer.hangUp()
        #expect(ended.wait(timeout: .now() + 20) == .success)
        return asked
    }

    private let large = #"{"altitudeM":null,"fromCelsius":null,"massG":68}"#

    @Test func anEggIsSetAndTheFileRemoved() throws {
        let asked = try handOver(large, answers: [reply(isSet: false), reply(isSet: true), healthy])
        #expect(
            asked == [
                #"{"method":"Kitchen"}"#, #"{"method":"SetKitchen","parameters":{"massG":68.0}}"#,
                #"{"method":"Health"}"#,
            ])
        #expect(!exists && KitchenFile(folder: folder.path) == nil && KitchenFile(folder: nil) == nil)
    }

    @Test func anEggThatWasSetMeanwhileCounts() throws {
        #expect(try handOver(large, answers: [reply(isSet: true), healthy]).count == 2)
        #expect(!exists)
    }

    @Test(arguments: ["", "{", "[]", #"{"massG":"L"}"#])
    func aFileWithoutAnEggIsRemoved(text: String) throws {
        #expect(try handOver(text, answers: [reply(isSet: false), healthy]).count == 2)
        #expect(!exists)
    }

    @Test func anEggThatEggdRefusesIsRemoved() throws {
        let parameters = #"{"parameter":"massG","value":500,"minimum":5,"maximum":200}"#
        let refusal = #"{"error":"io.eggtimer.Timers.ImpossibleEgg","parameters":\#(parameters)}"#
        #expect(try handOver(#"{"massG":500}"#, answers: [reply(isSet: false), refusal]).count == 2)
        #expect(!exists)
    }

    /// The next start tries again.
    @Test func theFileStaysUntilEggdHasSavedTheEgg() throws {
        #expect(try handOver(large, answers: [reply(isSet: false)]).count == 1)
        #expect(exists)
        let unsaved = #"{"parameters":{"version":"0.1.0","storeOut":"no space"}}"#
        #expect(try handOver(large, answers: [reply(isSet: false), reply(isSet: true), unsaved]).count == 3)
        #expect(exists)
        // An older eggd.
        let unknown = #"{"error":"org.varlink.service.MethodNotFound","parameters":{"method":"Kitchen"}}"#
        #expect(try handOver(large, answers: [unknown]).count == 1)
        #expect(exists)
    }
}
