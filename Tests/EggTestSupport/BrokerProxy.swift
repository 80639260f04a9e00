import CLinux
import EggLoop
import Glibc
import POSIX
import Synchronization

/// Stands between clients and a broker on this machine, and can cut their connections or hold back what it sends.
public final class BrokerProxy: Sendable {
    /// Where it listens.
    public let port: Int
    private let shared = Shared()

    private final class Shared: Sendable {
        let sockets = Mutex<[Int32]>([])
        let isHolding = Mutex(false)
    }

    /// Listens for clients of the broker at this port.
    ///
    /// - Parameter isOld: whether it throws out clients of MQTT 5, as some brokers of MQTT 3.1.1 do.
    public init(to broker: Int, isOld: Bool = false) throws {
        let listener = Listener(try PlayedBroker())
        port = listener.broker.port
        let shared = shared
        try startThread {
            // After a minute without a client, nobody needs it any more.
            while let client = try? listener.broker.accept() {
                let pair = (client.take(), clinux_internet_connect("127.0.0.1", UInt16(broker), 3600))
                guard pair.1 >= 0 else {
                    close(pair.0)
                    continue
                }
                shared.sockets.withLock { $0 += [pair.0, pair.1] }
                try? startThread { Self.pass(from: pair.0, to: pair.1, refusesFive: isOld) }
                try? startThread { Self.pass(from: pair.1, to: pair.0, shared) }
            }
        }
    }

    /// Ends all connections.
    public func cut() {
        shared.sockets.withLock { sockets in
            for socket in sockets { shutdown(socket, Int32(SHUT_RDWR)) }
            sockets = []
        }
    }

    /// Holds back what the broker sends, or lets it pass.
    public func hold(_ isHolding: Bool) { shared.isHolding.withLock { $0 = isHolding } }

    /// Unchecked: only the thread that accepts uses it.
    private struct Listener: @unchecked Sendable {
        let broker: PlayedBroker
        init(_ broker: PlayedBroker) { self.broker = broker }
    }

    /// Passes bytes on until one end is gone. The sockets stay open, so that their numbers aren't used again.
    private static func pass(
        from source: Int32, to sink: Int32, _ shared: Shared? = nil, refusesFive: Bool = false
    ) {
        var isFirst = refusesFive
        var bytes = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            let count = uninterrupted { recv(source, &bytes, bytes.count, 0) }
            while shared?.isHolding.withLock({ $0 }) == true { usleep(10_000) }
            // The version is the byte after the protocol's name.
            if isFirst, bytes[..<max(0, count)].firstIndex(of: UInt8(ascii: "Q")).map({ bytes[$0 + 3] }) == 5 { break }
            isFirst = false
            guard count > 0, sendAll(Array(bytes[..<count]), to: sink) else { break }
        }
        shutdown(source, Int32(SHUT_RDWR))
        shutdown(sink, Int32(SHUT_RDWR))
    }
}
