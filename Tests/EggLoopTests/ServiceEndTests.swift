import Dispatch
import EggLoop
import EggTestSupport
import Synchronization
import Testing

@Suite struct ServiceEndTests {
    /// An ending whose time is not over within a test.
    private func ending() throws -> ServiceEnd {
        try ServiceEnd(on: [], within: .seconds(3600)) {}
    }

    @Test func thePartsEndInOrderEachInItsOwnTime() throws {
        let ended = Mutex<[Duration]>([])
        let parts = [3, 1, 2].map { seconds in
            ServiceEnd.Part("part \(seconds)", within: .seconds(seconds)) { time in
                ended.withLock { $0.append(time) }
                return true
            }
        }
        #expect(try ending().end(parts) { Issue.record("\($0)") })
        #expect(ended.withLock { $0 } == [.seconds(3), .seconds(1), .seconds(2)])
    }

    @Test func aPartThatTakesTooLongIsReportedAndLeft() throws {
        var said: [String] = []
        let last = Semaphore()
        let parts: [ServiceEnd.Part] = [
            .init("closing the disk", within: .milliseconds(200)) { _ in false },
            .init("writing", within: .zero) { _ in
                last.signal()
                return true
            },
        ]
        #expect(try !ending().end(parts) { said.append($0) })
        #expect(said == ["closing the disk takes longer than 200 ms; exiting without it"])
        #expect(last.wait(upTo: .zero))
    }

    /// A part that doesn't return is ended by the time for all.
    @Test func theTimeForAllBeginsWhenTheEndIsAskedFor() throws {
        let isGivenUp = Semaphore()
        let ending = try ServiceEnd(on: [], within: .milliseconds(1)) { isGivenUp.signal() }
        ending.begin()
        ending.wait()
        #expect(ending.end([.init("hanging", within: .zero) { _ in isGivenUp.wait(upTo: .seconds(20)) }]) { _ in })
    }

    // MARK: The end of a loop

    @Test func aLoopEndsAfterItsLastWork() throws {
        let loop = try EventLoop(queue: DispatchQueue(label: "ending"))
        try loop.start()
        let isDone = Semaphore()
        #expect(loop.end(within: .seconds(20)) { isDone.signal() })
        #expect(isDone.wait(upTo: .zero))
    }

    @Test func aLoopThatHangsIsNotWaitedFor() throws {
        let loop = try EventLoop(queue: DispatchQueue(label: "ending"))
        try loop.start()
        let release = Semaphore()
        loop.post { release.wait() }
        #expect(!loop.end(within: .milliseconds(1)) {})
        release.signal()
    }
}
