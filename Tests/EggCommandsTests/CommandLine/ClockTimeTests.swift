import EggRequests
import Testing

@testable import EggRequests

@Suite struct ClockTimeTests {
    private static let minute: Int64 = 60_000
    private static let day = 24 * 60 * minute

    @Test(arguments: [
        ("18:30", 18, 30), ("7:05", 7, 5), ("07:05", 7, 5), ("0:00", 0, 0), ("23:59", 23, 59), ("6pm", 18, 0),
        ("6 PM", 18, 0), ("6:30pm", 18, 30), ("11am", 11, 0), ("12am", 0, 0), ("12:15pm", 12, 15),
    ])
    func aTimeOfDayIsRead(text: String, hour: Int, minute: Int) throws {
        #expect(try ClockTime(text) == ClockTime(hour: hour, minute: minute))
    }

    @Test(arguments: [(0, 0, "00:00"), (9, 9, "09:09"), (10, 10, "10:10"), (23, 59, "23:59")])
    func itHasTwoDigitsEach(hour: Int, minute: Int, text: String) {
        #expect(ClockTime(hour: hour, minute: minute).text == text)
    }

    @Test(arguments: [
        "", ":", "18", "18:", ":30", "24:00", "18:60", "18:3", "018:30", "18:030", "18:30:00", ":18:30", "18::30",
        "18:30:", "-1:30", "+1:30",
        " 18:30",
        "18.30", "6", "pm", "0am", "13pm", "18:30pm", "6:5pm", "6:30:00pm", "18:30\u{0}",
    ])
    func anythingElseIsRefused(text: String) {
        let complaint = Complaint("'\(text)' isn't a time of day; write it like 18:30, 7:05 or 6pm")
        #expect(throws: complaint) { try ClockTime(text) }
    }

    private func next(_ hour: Int, _ minute: Int) -> Int64? {
        ClockTime(hour: hour, minute: minute).next(after: Kitchen.unixMilliseconds(8, 30))
    }

    @Test func itIsTodayOrTomorrow() {
        #expect(next(18, 30) == Kitchen.unixMilliseconds(18, 30))
        #expect(next(8, 31) == Kitchen.unixMilliseconds(8, 31))
        #expect(next(8, 29) == Kitchen.unixMilliseconds(8, 29, days: 1))
        // The minute that has begun is tomorrow's.
        #expect(next(8, 30) == Kitchen.unixMilliseconds(8, 30, days: 1))
        let late = Kitchen.unixMilliseconds(8, 30, 59)
        #expect(ClockTime(hour: 8, minute: 31).next(after: late) == Kitchen.unixMilliseconds(8, 31))
    }

    /// Clocks that are moved at an hour of the first day, by so many hours.
    private func next(_ hour: Int, _ minute: Int, after now: Int64, movedAt change: Int64, by hours: Int64) -> Int64? {
        ClockTime(hour: hour, minute: minute).next(after: now) { moment in
            let shown = moment >= change ? moment + hours * 60 * Self.minute : moment
            let minutes = Int(shown / Self.minute % (24 * 60))
            return ClockTime(hour: minutes / 60, minute: minutes % 60)
        }
    }

    @Test func aTimeThatIsSkippedIsNotFound() {
        let two = 2 * 60 * Self.minute
        #expect(next(2, 30, after: 0, movedAt: two, by: 1) == nil)
        #expect(next(3, 0, after: 0, movedAt: two, by: 1) == two)
        #expect(next(1, 59, after: 0, movedAt: two, by: 1) == two - Self.minute)
        // The day has 23 hours.
        #expect(next(8, 0, after: 0, movedAt: two, by: 1) == 7 * 60 * Self.minute)
    }

    @Test func aTimeThatIsShownTwiceIsFoundOnce() {
        let three = 3 * 60 * Self.minute
        let half = 2 * 60 * Self.minute + 30 * Self.minute
        #expect(next(2, 30, after: 0, movedAt: three, by: -1) == half)
        #expect(next(2, 30, after: half, movedAt: three, by: -1) == half + 60 * Self.minute)
    }

    @Test func onADayWithTwentyFiveHoursEveryTimeIsFound() {
        let now = 60 * Self.minute
        #expect(next(0, 0, after: now, movedAt: 3 * 60 * Self.minute, by: -1) == now + Self.day)
        #expect(next(0, 30, after: now, movedAt: 3 * 60 * Self.minute, by: -1) == now + Self.day + 30 * Self.minute)
    }
}

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
