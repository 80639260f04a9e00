import EggTestSupport
import Testing

@testable import EggSound

extension RingerTests {
    /// The device is open before the deadline, and the first sample follows the silence without a gap.
    @Test func afterALeadInTheSoundFollowsTheSilenceOnTheSameDevice() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        ringer.prepare(alarm, within: .seconds(60))
        try waitUntil("silence") { driver.history.withLock { $0.written.count >= 1_600 } }
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.end(within: .seconds(30))
        driver.history.withLock { history in
            #expect(history.opened == 1)
            let silence = history.written.prefix { $0 == 0 }.count
            // The sound's own first sample is a zero.
            #expect(Array(history.written.dropFirst(silence - 1).prefix(800)) == samples)
        }
    }

    @Test func aLeadInWithoutAnAlarmEndsInSilence() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        ringer.prepare(alarm, within: .milliseconds(100))
        try waitUntil("silence") { driver.history.withLock { !$0.written.isEmpty } }
        try waitUntil("its end") { driver.history.withLock { $0.closed == 1 } }
        driver.history.withLock { #expect($0.written.allSatisfy { $0 == 0 }) }
        ringer.start(alarm)
        try waitUntil("an alarm after it") { driver.history.withLock { $0.written.contains { $0 != 0 } } }
    }

    /// A snooze that is shorter than the lead-in stops the alarm and begins the next lead-in at the same moment.
    @Test func aLeadInThatFollowsAnAlarmAtOnceIsSilent() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        // On the playback thread, so that it sees only the second of these orders.
        driver.onFirstWrite.withLock { [alarm] action in
            action = {
                ringer.stop()
                ringer.prepare(alarm, within: .seconds(60))
            }
        }
        ringer.start(alarm)
        try waitUntil("the lead-in") { driver.history.withLock { $0.written.count >= 2_400 } }
        ringer.end(within: .seconds(30))
        driver.history.withLock { history in
            #expect(history.written.prefix(800).contains { $0 != 0 })
            #expect(history.written.dropFirst(800).allSatisfy { $0 == 0 })
        }
    }
}
