import CLinux
import EggLoop
import Foundation
import Glibc
import Varlink

/// An eggd whose part the test has: it accepts each connection, reads the calls and sends the replies.
public final class PlayedEggd {
    private let folder = TemporaryFolder()
    private let claim: SocketClaim
    private let listener: Descriptor

    /// - Parameter path: the socket; nil for one in a folder of its own.
    public init(_ path: String? = nil) throws {
        claim = try SocketClaim(path ?? folder.path("socket"))
        listener = try claim.bind()
    }

    public var path: String { claim.path }

    /// Whether a connection waits to be accepted.
    public var isAsked: Bool { waits(0) }

    /// The next connection, which is waited for; the kernel has completed it, so one thread can have both ends.
    public func accept() throws -> RawPeer {
        guard waits(60_000) else { throw ProgramError("accept4 \(path)", ETIMEDOUT) }
        let number = accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        // Not inheritable: a program that another test starts would hold the connection open.
        guard number >= 0 else { throw ProgramError("accept4 \(path)", errno) }
        return RawPeer(owning: number)
    }

    private func waits(_ milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, milliseconds) == 1
    }
}

extension Client {
    /// A client whose service runs on a thread: it gets the other end, which is closed afterwards.
    public static func served(
        replyLimit: Int = 1024 * 1024, by service: @escaping @Sendable (RawPeer) -> Void
    ) throws -> Client {
        let server = try PlayedEggd()
        let client = try Client(connectingTo: server.path, replyLimit: replyLimit)
        // Only the thread uses it.
        nonisolated(unsafe) let peer = try server.accept()
        // A thread and not a task: both ends block, and the task pool may have a single thread.
        Thread.detachNewThread {
            service(peer)
            peer.hangUp()
        }
        return client
    }
}
