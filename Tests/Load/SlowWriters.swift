import EggTestSupport
import Foundation
import Synchronization

/// Clients that write one byte at a time, with long pauses, and still expect their replies.
final class SlowWriters: Sendable {
    private let isOver = Mutex(false)
    private let result = Mutex<Result<Int, any Error>?>(nil)
    private let hasEnded = DispatchSemaphore(value: 0)

    init(_ socket: String, count: Int, pause: Duration) throws {
        nonisolated(unsafe) let peers = try (0..<count).map { _ in try RawPeer(socket, timeout: 300) }
        Thread.detachNewThread { [self] in
            let outcome = Result { try write(peers, pause) }
            result.withLock { $0 = outcome }
            hasEnded.signal()
        }
    }

    /// - Returns: how many calls have been answered.
    private func write(_ peers: [RawPeer], _ pause: Duration) throws -> Int {
        let call = Array(#"{"method":"io.eggtimer.Timers.Eggs"}"#.utf8) + [0]
        var (place, answered) = (0, 0)
        while answered == 0 || !isOver.withLock({ $0 }) {
            for peer in peers { try require(peer.send([call[place]]), "a slow writer was disconnected") }
            place = (place + 1) % call.count
            if place == 0 {
                for peer in peers {
                    try require(peer.receive()?.contains("soft") == true, "a slow writer got no answer")
                    answered += 1
                }
            }
            Thread.sleep(forTimeInterval: pause / .seconds(1))
        }
        return answered
    }

    /// Stops the clients.
    ///
    /// - Returns: how many of their calls were answered.
    func end() throws -> Int {
        isOver.withLock { $0 = true }
        hasEnded.wait()
        return try result.withLock { try $0?.get() ?? 0 }
    }
}
