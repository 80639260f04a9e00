import SimulatedKernel

/// Tasks of the simulated kernel, and its time. All of them run on one thread, one at a time.
enum Tasks {
    /// Starts a task of a process.
    static func start(in process: Int32, _ body: @escaping () -> Void) {
        let box = Unmanaged.passRetained(Body(body))
        sim_start_task(
            process,
            { context in
                if let context { Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run() }
            }, box.toOpaque())
    }

    /// Starts a task of the world, which no fault of the machine ends.
    static func start(_ body: @escaping () -> Void) {
        start(in: Int32(SIM_WORLD), body)
    }

    /// Has the calling task wait.
    static func sleep(_ time: Duration) {
        sim_sleep(time.nanoseconds)
    }

    /// Has the calling task wait until a true time; time that the machine sleeps counts.
    static func sleep(until instant: TrueTime) {
        while TrueTime.now < instant { sleep(instant - .now) }
    }

    /// Has the calling task wait until a condition holds, which is checked this often.
    static func wait(every interval: Duration = .seconds(1), until condition: () -> Bool) {
        while !condition() { sleep(interval) }
    }

    private final class Body {
        let run: () -> Void

        init(_ run: @escaping () -> Void) { self.run = run }
    }
}

/// A moment of the simulated world, which passes steadily, whatever the machine's clocks show.
struct TrueTime: Comparable, CustomStringConvertible {
    let sinceBeginning: Duration

    static var now: TrueTime { TrueTime(sinceBeginning: .nanoseconds(sim_now())) }
    static let beginning = TrueTime(sinceBeginning: .zero)
    static let never = TrueTime(sinceBeginning: .seconds(1 << 40))

    /// `day 12 07:30:05.250`.
    var description: String {
        func padded(_ number: Int64, _ digits: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, digits - text.count)) + text
        }
        let milliseconds = sinceBeginning.nanoseconds / 1_000_000
        let seconds = milliseconds / 1000
        let clock = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
        return "day \(seconds / 86_400) \(clock).\(padded(milliseconds % 1000, 3))"
    }

    static func < (one: TrueTime, other: TrueTime) -> Bool { one.sinceBeginning < other.sinceBeginning }
    static func + (time: TrueTime, wait: Duration) -> TrueTime {
        TrueTime(sinceBeginning: time.sinceBeginning + wait)
    }
    static func - (one: TrueTime, other: TrueTime) -> Duration { one.sinceBeginning - other.sinceBeginning }
}

extension Duration {
    var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
    static func hours(_ count: Int) -> Duration { .seconds(3600 * count) }
    static func days(_ count: Int) -> Duration { .hours(24 * count) }
    static func minutes(_ count: Int) -> Duration { .seconds(60 * count) }
}
