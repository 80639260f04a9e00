import EggTestSupport
import Foundation
import HTTP
import Synchronization
import Testing

@testable import EggPage

@Suite(.timeLimit(.minutes(1))) struct InProcessCallsTests {
    @Test func aCallThatWaitsDelaysOnlyThoseThatMayHaveToWait() throws {
        let running = try RunningLoop()
        let (begun, go) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let interface = InProcessInterface(
            name: "test",
            callAtOnce: { method, _, _ in method == "Quick" ? .init(body: Array(method.utf8)) : nil },
            call: { method, _, _ in
                begun.signal()
                go.wait()
                return .init(body: Array(method.utf8))
            })
        let calls = try InProcessCalls([interface], loop: running.loop)
        #expect(calls.interface("test") != nil && calls.interface("other") == nil)
        let request = Request(method: "POST", target: "/call/", peer: .init(address: .loopback))
        let answers = Answers()
        for method in ["First", "Second"] { calls.make(interface, method, [], request, done: answers.add) }
        begun.wait()
        calls.make(interface, "Quick", [], request, done: answers.add)
        answers.wait()
        #expect(answers.all == ["Quick"])
        go.signal()
        go.signal()
        answers.wait()
        answers.wait()
        #expect(answers.all == ["Quick", "First", "Second"])
    }
}

private final class Answers: Sendable {
    private let list = Mutex<[String]>([])
    private let added = DispatchSemaphore(value: 0)

    var all: [String] { list.withLock { $0 } }

    @Sendable func add(_ answer: InProcessInterface.Answer?) {
        list.withLock { $0.append(answer.map { String(decoding: $0.body, as: UTF8.self) } ?? "refused") }
        added.signal()
    }

    func wait() { added.wait() }
}
