import CLinux
import EggLoop
import Glibc

/// A test of commands; it ends when `eggrun` closes the last copy of the descriptor that came with the requests.
final class CommandTest {
    /// Less than the time for which `eggctl` waits; a command may take longer.
    static let timeout: Duration = .seconds(9)

    private let loop: EventLoop
    private let reader: Descriptor
    private let id: EventLoop.ID
    private let giveUp: OneShot

    /// Begins a test.
    ///
    /// - Parameters:
    ///   - send: sends the requests, each with this descriptor.
    ///   - end: called once, with whether all commands have ended in time.
    init(
        loop: EventLoop, sending send: (Int32) -> Void, end: @escaping @Sendable (_ isOver: Bool) -> Void
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC | O_NONBLOCK) == 0 else { throw SystemError("pipe2") }
        reader = Descriptor(owning: ends[0])
        let writer = Descriptor(owning: ends[1])
        self.loop = loop
        id = try loop.add(reader.number, order: .report) { _ in end(true) }
        giveUp = OneShot(loop: loop) { end(false) }
        giveUp.arm(after: Self.timeout)
        send(writer.number)
    }

    deinit {
        loop.remove(id)
    }
}
