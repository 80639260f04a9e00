import CLinux
import EggLoop
import Foundation
import Glibc
import Varlink

extension Client {
    /// A client whose service runs on a thread: it gets the other end, which is closed afterwards.
    public static func served(
        replyLimit: Int = 1024 * 1024, by service: @escaping @Sendable (RawPeer) -> Void
    ) throws -> Client {
        let folder = TemporaryFolder()
        let claim = try SocketClaim(folder.path("socket"))
        let listener = try claim.bind()
        // The backlog takes the connection, so one thread can open both ends, one after the other.
        let client = try Client(connectingTo: claim.path, replyLimit: replyLimit)
        // Not inheritable: a program that another test starts would hold the connection open.
        let number = accept4(listener.number, nil, nil, Int32(SOCK_CLOEXEC.rawValue))
        guard number >= 0 else { throw SystemError("accept4", on: claim.path) }
        withExtendedLifetime((folder, claim)) {}
        // A thread and not a task: both ends block, and the task pool may have a single thread.
        Thread.detachNewThread { service(RawPeer(owning: number)) }
        return client
    }
}
