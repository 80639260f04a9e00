import EggClient
import EggLoop
import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Glibc
import Synchronization
import Testing
import Varlink

@testable import EggCommands

/// A view that shows nothing and waits for eggd.
private final class EmptyView: WatchView {
    var name: TimerName?
    let startsWithoutEggd = true

    func show(_ reply: Timers.Watch.Reply) {}
    func warn(_ sentence: String) {}
}

@Suite struct WatchingTests {
    private func event(_ kind: Timers.EventKind, _ sequence: Int64, timer: String? = "egg") -> [UInt8] {
        let event = Timers.Event(kind: kind, timer: timer, sequence: sequence)
        let reply = Timers.Watch.Reply(event: event, timers: [.example(.cooking)], soundOut: nil)
        return Reply.encode(reply, continues: true)
    }

    /// The next connection, on which a watch has called; both are waited for.
    private func acceptedCall(_ eggd: PlayedEggd) throws -> RawPeer {
        let peer = try eggd.accept()
        #expect(peer.receive()?.contains("Timers.Watch") == true)
        return peer
    }

    /// The event of its start was lost with the connection, so a second start is another egg's.
    @Test func anEggThatIsFoundAfterAReconnectHasBegun() throws {
        let eggd = try PlayedEggd()
        let path = eggd.path
        let status = Mutex<Int32?>(nil)
        let isOver = Semaphore()
        // A thread and not a task, because the watch blocks.
        Thread.detachNewThread {
            let watching = Watching(endpoint: Endpoint(path: path), name: .standard, view: EmptyView())
            let end = try? watching.run(starting: {})
            status.withLock { $0 = end?.status }
            isOver.signal()
        }
        let first = try acceptedCall(eggd)
        first.send(event(.snapshot, 1, timer: nil))
        first.hangUp()
        let second = try acceptedCall(eggd)
        second.send(event(.snapshot, 1, timer: nil) + event(.replaced, 2) + event(.dismissed, 3))
        #expect(isOver.wait(upTo: .seconds(60)))
        // It was replaced; after its dismissal the status would be 0.
        #expect(status.withLock { $0 } == 1)
    }

    /// The first event arrives without both timers; the second one can still be told by its label.
    @Test func timersThatOneCallRemovesAreKnownUntilTheirEvents() {
        let left = Timers.Timer.example(.cooking, name: "left")
        let timers = [.example(.ringing), .example(.ringing, name: "tea"), left]
        func event(_ kind: Timers.EventKind, _ timer: String?) -> Timers.Watch.Reply {
            .init(event: .init(kind: kind, timer: timer, sequence: 1), timers: [left], soundOut: nil)
        }
        let known = event(.dismissed, "tea").known(before: timers)
        #expect(known.map(\.name) == ["left", "egg"])
        #expect(event(.dismissed, "egg").known(before: known).map(\.name) == ["left"])
        #expect(event(.snapshot, nil).known(before: timers).map(\.name) == ["left"])
    }

    @Test func aSignalThatEndsAWatchIsInItsStatus() {
        #expect(Watching.End.signal(SIGINT).status == 130)
    }
}
