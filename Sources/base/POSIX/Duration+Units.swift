import Glibc

extension Duration {
    /// Whole nanoseconds, rounded towards zero and limited to 64 bits.
    package var nanoseconds: Int64 { split(into: Duration.nanoseconds, perSecond: 1_000_000_000).whole }

    /// Whole microseconds, rounded towards zero and limited to 64 bits.
    package var microseconds: Int64 { split(into: Duration.microseconds, perSecond: 1_000_000).whole }

    /// Whole milliseconds, rounded up and limited to 64 bits, so that a countdown reads as zero only when it is over.
    package var millisecondsRoundedUp: Int64 {
        let (milliseconds, rest) = split(into: Duration.milliseconds, perSecond: 1_000)
        return rest > 0 ? milliseconds + 1 : milliseconds
    }

    /// Whole milliseconds, rounded down and limited to 64 bits, for elapsed time.
    package var millisecondsRoundedDown: Int64 {
        let (milliseconds, rest) = split(into: Duration.milliseconds, perSecond: 1_000)
        return rest < 0 ? milliseconds - 1 : milliseconds
    }

    /// Whole units, rounded towards zero and limited to 64 bits, and the attoseconds that are left.
    private func split(into unit: (Int64) -> Duration, perSecond: Int64) -> (whole: Int64, rest: Int64) {
        // Beyond these limits, `components` and the product would overflow. At a limit nothing is left to round.
        let (seconds, attoseconds) = max(unit(.min), min(self, unit(.max))).components
        let size = 1_000_000_000_000_000_000 / perSecond
        return (seconds * perSecond + attoseconds / size, attoseconds % size)
    }
}

// Glibc's module has `timespec(Duration)` and `timeval(Duration)`, but Swift 6.0 to 6.3 do not find them on Linux.
extension Duration {
    /// Milliseconds for poll(2), epoll_wait(2) and the like, rounded up, so that no wait ends too early.
    ///
    /// A negative duration is 0, because poll(2) would wait for ever. The longest one is 24 days.
    package var pollTimeout: Int32 { Int32(clamping: max(0, millisecondsRoundedUp)) }

    /// Seconds and nanoseconds, limited to 292 years like the kernel's own times.
    ///
    /// The parts of a negative duration are negative, and system calls refuse it (EINVAL).
    package var timespec: Glibc.timespec {
        let (seconds, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000_000_000)
        return Glibc.timespec(tv_sec: Int(seconds), tv_nsec: Int(rest))
    }

    /// Seconds and microseconds; the parts of a negative duration are negative.
    package var timeval: Glibc.timeval {
        let (seconds, rest) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return Glibc.timeval(tv_sec: Int(seconds), tv_usec: Int(rest))
    }
}
