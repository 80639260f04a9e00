import CLinux
import EggClient
import EggLoop
import EggTestSupport
import Glibc
import POSIX
import Synchronization
import Testing

@Suite struct CallThreadsTests {
    private let folder = TemporaryFolder()

    /// The next connection, which is waited for.
    private func accepted(_ listener: borrowing Descriptor) -> RawPeer {
        var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, 60_000)
        return RawPeer(owning: accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue)))
    }

    /// systemd accepts connections to the socket of an eggd that isn't running; one that hangs does as well.
    @Test func aCallThatEggdDoesNotAnswerInTimeIsNeverCarriedOut() throws {
        let claim = try SocketClaim(folder.path("socket"))
        let listener = try claim.bind()
        let running = try RunningLoop()
        let threads = try CallThreads(
            Endpoint(path: claim.path), loop: running.loop, lifetime: .seconds(60), answerTime: .milliseconds(50))
        let outcomes = Mutex<[CallThreads.Outcome]>([])
        let isDone = Semaphore()
        threads.make([EggdCall(method: "Start")]) { outcome in
            outcomes.withLock { $0.append(outcome) }
            isDone.signal()
        }
        #expect(isDone.wait(upTo: .seconds(60)))
        let outcome = try #require(outcomes.withLock { $0.first })
        guard case .unreachable = outcome.endings.first, !outcome.hasReachedEggd else {
            Issue.record("the call has reached eggd: \(outcome)")
            return
        }
        let server = accepted(listener)
        #expect(server.receive() == #"{"method":"org.varlink.service.GetInfo"}"#)
        #expect(server.waitForClose())
    }

    /// eggd replies to a dismissal when it is saved, which may take long; the next alarm's must not wait for it.
    @Test func answersDoNotWaitForEachOther() throws {
        let claim = try SocketClaim(folder.path("socket"))
        let listener = try claim.bind()
        let running = try RunningLoop()
        let threads = try CallThreads(
            Endpoint(path: claim.path), loop: running.loop, lifetime: .seconds(60), answerTime: .seconds(60))
        for _ in 0..<4 { threads.make([EggdCall(method: "Dismiss")]) { _ in } }
        // Each has a connection, and none gets a reply before all have one.
        let servers = (0..<4).map { _ in accepted(listener) }
        for server in servers { #expect(server.receive()?.contains("GetInfo") == true) }
    }
}
