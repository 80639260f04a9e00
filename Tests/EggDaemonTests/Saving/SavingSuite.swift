import EggTestSupport
import EggTimers
import EggWire
import Instants
import Varlink

@testable import EggDaemon

/// A suite whose kitchens save their timers in one folder, with clocks that a test moves.
protocol SavingSuite {
    var folder: TemporaryFolder { get }
}

extension SavingSuite {
    static var start: Instant { Instant(sinceBoot: .seconds(1_000_000_000)) }
    static var wall: Duration { .seconds(1_800_000_000) }

    /// Opens a kitchen on the same folder while the body runs.
    func visit<Value>(
        _ clock: ManualClock, restoreTimeout: Duration = .seconds(20), log: Log = Log { _ in },
        _ body: (Kitchen, Client) throws -> Value
    ) throws -> Value {
        let kitchen = try Kitchen(
            folder: folder, clock: clock, saves: true, restoreTimeout: restoreTimeout, log: log)
        return try body(kitchen, kitchen.client())
    }

    /// The first boot, this long after it began.
    func firstBoot(_ seconds: Double = 0, synchronised: Bool = true) -> ManualClock {
        ManualClock(
            boot: Self.start.advanced(by: .seconds(seconds)), wall: Self.wall + .seconds(seconds),
            isSynchronised: synchronised, bootID: "first")
    }

    /// Another boot, this many seconds after the first one began.
    func secondBoot(_ seconds: Double, synchronised: Bool = true, wallError: Double = 0) -> ManualClock {
        ManualClock(
            boot: Self.start.advanced(by: .hours(100)), wall: Self.wall + .seconds(seconds + wallError),
            isSynchronised: synchronised, bootID: "second")
    }
}
