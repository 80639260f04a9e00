import Foundation
import Varlink

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
