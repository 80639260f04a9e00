import EggLoop
import EggTimers
import Instants
import Synchronization

/// A clock that moves only when a test says so.
public final class ManualClock: Clock {
    private let times: Mutex<(boot: Instant, wall: Duration, isSynchronised: Bool)>
    public let bootID: String

    /// The clock starts at a time after boot that no real timer will reach while a test runs.
    public init(
        boot: Instant = Instant(sinceBoot: .seconds(1_000_000_000)), wall: Duration = .seconds(1_800_000_000),
        isSynchronised: Bool = true, bootID: String = "a boot"
    ) {
        times = Mutex((boot, wall, isSynchronised))
        self.bootID = bootID
    }

    public func isSynchronised() -> Bool { times.withLock { $0.isSynchronised } }

    /// Sets the wall clock right, as a time server does.
    public func synchronise(wall: Duration) {
        times.withLock { times in
            times.wall = wall
            times.isSynchronised = true
        }
    }

    public func now() -> Instant { times.withLock { $0.boot } }

    public func wallNow() -> Duration { times.withLock { $0.wall } }

    /// Lets time pass on both clocks.
    public func advance(by duration: Duration) {
        times.withLock { times in
            times.boot = times.boot.advanced(by: duration)
            times.wall += duration
        }
    }

    /// Moves the wall clock alone, as a clock step does.
    public func stepWall(by duration: Duration) {
        times.withLock { $0.wall += duration }
    }
}
