import Dispatch
import EggLoop

/// An event loop that runs as long as this value exists.
public final class RunningLoop: Sendable {
    public let queue = DispatchQueue(label: "test")
    public let loop: EventLoop

    public init() throws {
        let queue = queue
        let loop = try EventLoop(queue: queue)
        self.loop = loop
        try loop.start()
    }

    deinit {
        let loop = loop
        queue.sync { loop.stop() }
    }

    /// Does something on the loop's queue.
    public func sync<Value>(_ work: () throws -> Value) rethrows -> Value {
        try queue.sync(execute: work)
    }
}
