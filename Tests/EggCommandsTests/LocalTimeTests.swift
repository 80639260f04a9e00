import EggRequests
import Testing

@Suite struct LocalTimeTests {
    @Test func clocksHaveTwoDigits() {
        #expect(Kitchen.time(0, 0).clock == "00:00")
        #expect(Kitchen.time(8, 5, 7).clockWithSeconds == "08:05:07")
        #expect(Kitchen.time(23, 59, 59).clockWithSeconds == "23:59:59")
    }

    @Test func aMinuteIsNotRoundedUp() {
        #expect(LocalTime(unixMilliseconds: Kitchen.unixMilliseconds(8, 35) - 1).clock == "08:34")
    }
}
