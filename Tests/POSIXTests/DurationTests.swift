import Glibc
import POSIX
import Testing

/// More than `Duration.components` can say.
private let endless: Duration = .seconds(Int64.max) * 2

@Suite struct DurationTests {
    private typealias Units = (Duration, Int64, Int64, Int64, Int64)

    @Test(
        arguments: [
            (.zero, 0, 0, 0, 0),
            (.nanoseconds(1), 1, 0, 1, 0),
            (.nanoseconds(-1), -1, 0, 0, -1),
            (.microseconds(1_999), 1_999_000, 1_999, 2, 1),
            (.microseconds(-1_999), -1_999_000, -1_999, -1, -2),
            (.milliseconds(7), 7_000_000, 7_000, 7, 7),
            (.milliseconds(-7), -7_000_000, -7_000, -7, -7),
            (.seconds(2) + .nanoseconds(5), 2_000_000_005, 2_000_000, 2_001, 2_000),
            (.seconds(-2) - .nanoseconds(5), -2_000_000_005, -2_000_000, -2_000, -2_001),
            (Duration(secondsComponent: 0, attosecondsComponent: 1), 0, 0, 1, 0),
            (Duration(secondsComponent: 0, attosecondsComponent: -1), 0, 0, 0, -1),
        ] as [Units])
    func unitsAreWhole(time: Duration, nanoseconds: Int64, microseconds: Int64, roundedUp: Int64, roundedDown: Int64) {
        #expect(time.nanoseconds == nanoseconds && time.microseconds == microseconds)
        #expect(time.millisecondsRoundedUp == roundedUp && time.millisecondsRoundedDown == roundedDown)
    }

    @Test(arguments: [.min, .min + 1, .max - 1, .max] as [Int64])
    func everyNumberOf64BitsIsExact(count: Int64) {
        #expect(Duration.nanoseconds(count).nanoseconds == count)
        #expect(Duration.microseconds(count).microseconds == count)
        #expect(Duration.milliseconds(count).millisecondsRoundedUp == count)
        #expect(Duration.milliseconds(count).millisecondsRoundedDown == count)
    }

    @Test(arguments: [.nanoseconds(1), .seconds(1), .seconds(Int64.max), endless] as [Duration])
    func moreIsLimitedTo64Bits(more: Duration) {
        #expect((.nanoseconds(Int64.max) + more).nanoseconds == .max)
        #expect((.nanoseconds(Int64.min) - more).nanoseconds == .min)
        #expect((.microseconds(Int64.max) + more).microseconds == .max)
        #expect((.microseconds(Int64.min) - more).microseconds == .min)
        let (longest, shortest) = (.milliseconds(Int64.max) + more, .milliseconds(Int64.min) - more)
        #expect(longest.millisecondsRoundedUp == .max && longest.millisecondsRoundedDown == .max)
        #expect(shortest.millisecondsRoundedUp == .min && shortest.millisecondsRoundedDown == .min)
    }

    @Test(
        arguments: [
            (.zero, 0), (.nanoseconds(1), 1), (.milliseconds(1), 1), (.microseconds(1_001), 2), (.seconds(12), 12_000),
            (.nanoseconds(-1), 0), (.seconds(-5), 0), (.seconds(Int64.min), 0), (endless * -1, 0),
            (.milliseconds(Int32.max), .max), (.seconds(86_400 * 25), .max), (.seconds(Int64.max), .max),
            (endless, .max),
        ] as [(Duration, Int32)])
    func aPollTimeoutRoundsUpAndIsNeverNegative(time: Duration, milliseconds: Int32) {
        #expect(time.pollTimeout == milliseconds)
    }

    @Test(
        arguments: [
            (.zero, 0, 0), (.nanoseconds(1), 0, 1), (.milliseconds(1_500), 1, 500_000_000),
            (.milliseconds(-1_500), -1, -500_000_000),
            (Duration(secondsComponent: 3, attosecondsComponent: 999_999_999), 3, 0),
            (.seconds(Int64.max), 9_223_372_036, 854_775_807), (.seconds(Int64.min), -9_223_372_036, -854_775_808),
        ] as [(Duration, Int, Int)])
    func aTimespecHasSecondsAndNanoseconds(time: Duration, seconds: Int, nanoseconds: Int) {
        let converted = time.timespec
        #expect(converted.tv_sec == seconds && converted.tv_nsec == nanoseconds)
    }

    @Test(
        arguments: [
            (.zero, 0, 0), (.nanoseconds(999), 0, 0), (.seconds(12), 12, 0), (.milliseconds(1_500), 1, 500_000),
            (.milliseconds(-1_500), -1, -500_000), (.seconds(Int64.max), 9_223_372_036_854, 775_807),
            (.seconds(Int64.min), -9_223_372_036_854, -775_808),
        ] as [(Duration, Int, Int)])
    func aTimevalHasSecondsAndMicroseconds(time: Duration, seconds: Int, microseconds: Int) {
        let converted = time.timeval
        #expect(converted.tv_sec == seconds && converted.tv_usec == microseconds)
    }
}
