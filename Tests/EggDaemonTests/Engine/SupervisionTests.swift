import EggTestSupport
import EggTimers
import EggWire
import Instants
import Synchronization
import Testing
import Varlink

@testable import EggDaemon

/// Which users may connect, what is reported to a service manager, and when the daemon exits.
@Suite struct SupervisionTests {
    @Test func onlyRootAndTheSameUserAreAdmitted() {
        let admission = Admission(user: 1000, userMap: "         0          0 4294967295\n")
        #expect(admission.admits(0) && admission.admits(1000))
        for user in [1001, 65_534, -1] { #expect(!admission.admits(user), "\(user)") }
    }

    /// In a sandbox root has no number and appears as nobody.
    @Test func inAUserNamespaceNobodyMayBeRoot() {
        let admission = Admission(user: 1000, userMap: "      1000       1000          1\n")
        #expect(admission.admits(65_534) && admission.admits(1000))
        #expect(!admission.admits(1001) && !admission.admits(-1))
        // A kernel that does not provide the file has no namespaces.
        #expect(!Admission(user: 1000, userMap: "").admits(65_534))
    }

    private final class Count: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    @Test func itExitsOnlyWhenItIsNotNeeded() throws {
        let kitchen = try Kitchen()
        let leaves = Count()
        let client = try kitchen.client()
        _ = try client.call(Timers.Health.self, Nothing())
        kitchen.engine.enter { $0.begin(under: nil, onIdle: { leaves.add() }) }
        #expect(leaves.value == 0)
        _ = try client.start("soft")
        #expect(!kitchen.engine.enter { $0.leaveIfIdle() })
        _ = try client.call(Timers.Cancel.self, .init())
        // A client is connected.
        #expect(!kitchen.engine.enter { $0.leaveIfIdle() })
        #expect(leaves.value == 0)
    }

    @Test func withoutClientsItExitsAtOnceButServesOneThatHasJustConnected() throws {
        let kitchen = try Kitchen()
        let leaves = Count()
        // The client has connected, but the engine has not handled the connection yet.
        let socket = kitchen.socket
        let client = try kitchen.engine.enter { engine in
            let client = try Client(connectingTo: socket)
            engine.begin(under: nil, onIdle: { leaves.add() })
            #expect(leaves.value == 0)
            return Holder(client: client)
        }
        #expect(try client.client.timers() == [])
        #expect(leaves.value == 0)
        let empty = try Kitchen()
        empty.engine.enter { $0.begin(under: nil, onIdle: { leaves.add() }) }
        #expect(leaves.value == 1)
    }

    /// A client is used by one thread at a time, here the test's own.
    private struct Holder: @unchecked Sendable {
        let client: Client
    }

    @Test func theStatusLineNamesThreeAndCountsTheRest() throws {
        var board = TimerBoard()
        let now = Instant(sinceBoot: .seconds(1000))
        let wall: Duration = .seconds(0)
        #expect(StatusLine.text([], at: now, wall: wall) == "No timer is running")
        for name in ["left", "right", "back", "front"] {
            let order = try #require(try EggMenu.presets.order(egg: "soft", duration: nil)?.get())
            _ = board.start(order, name: TimerName(name) ?? .standard, elapsed: .zero, at: now)
        }
        _ = board.pause(TimerName("left"), at: now)
        let text = StatusLine.text(board.timers, at: now, wall: wall)
        #expect(text.hasPrefix("left (soft) is paused, right (soft) is done at "))
        #expect(text.hasSuffix(", 1 more"))
    }
}
