import EggLoop
import EggTestSupport
import Glibc
import Synchronization
import Testing

@testable import EggSound

@Suite struct RingerTests {
    /// A tenth of a second of a ramp, so that each sample shows where it belongs.
    let sound = Sound(samples: (0..<800).map { Float($0) / 1000 }, channels: 1, rate: 8_000)
    var samples: [Int16] { sound.samples.map { Int16(($0 * 32768).rounded()) } }
    var alarm: Ringer.Alarm { Ringer.Alarm(sound, pause: .milliseconds(20)) }

    func ringer(_ driver: FakeDriver) throws -> (ringer: Ringer, reports: Reports) {
        let reports = Reports()
        return (try Ringer(driver: driver) { reports.add($0) }, reports)
    }

    /// Waits until a call of a device that hangs has been given up.
    private func giveUp(_ device: String, of ringer: Ringer) throws {
        try waitUntil("a call that hangs") {
            ringer.giveUpStuckCall(after: .milliseconds(50)) == .givenUp(device: device)
        }
    }

    @Test func theSoundIsPlayedRepeatedlySampleForSample() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        try waitUntil("three rings") { driver.history.withLock { $0.written.count >= 3 * 800 } }
        ringer.end(within: .seconds(30))
        #expect(reports.next() == .sounding(device: "fake"))
        driver.history.withLock { history in
            #expect(Array(history.written.prefix(2400)) == samples + samples + samples)
            #expect(history.opened == 1 && history.closed == 1)
        }
    }

    @Test func aTestPlaysForItsTimeAndReportsWhatWasHeard() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.test(alarm, for: .seconds(1)))
        #expect(reports.next() == .sounding(device: "fake"))
        guard case .tested(let device, let frames, nil) = reports.next() else {
            Issue.record("no report of the test")
            return
        }
        // Frames that are still in the device when the time is over have not been heard.
        #expect(device == "fake" && frames > 0)
        #expect(frames <= driver.history.withLock { $0.written.count })
        #expect(driver.history.withLock { $0.closed } == 1)
    }

    @Test func aSoundIsPlayedASingleTime() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.playOnce(Ringer.Alarm(sound, pause: .seconds(1))) != nil)
        #expect(reports.next() == .sounding(device: "fake"))
        try waitUntil("the device is closed") { driver.history.withLock { $0.closed == 1 } }
        ringer.end(within: .seconds(30))
        driver.history.withLock { #expect($0.written == samples && $0.opened == 1) }
    }

    @Test func anAlarmIsNotReplacedByASingleSoundButReplacesIt() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.playOnce(Ringer.Alarm(sound, pause: .seconds(60))) != nil)
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "fake"))
        #expect(ringer.playOnce(alarm) == nil)
        ringer.end(within: .seconds(30))
        #expect(driver.history.withLock { $0.opened } == 2)
    }

    @Test func aTestOnAMissingDeviceSaysWhy() throws {
        let (ringer, reports) = try ringer(FakeDriver(.refuses(.noEntry)))
        #expect(ringer.test(alarm, for: .seconds(1)))
        let fault = DeviceFault("open", device: "fake", code: .noEntry)
        #expect(reports.next() == .failing(fault))
        #expect(reports.next() == .tested(device: nil, framesPlayed: 0, fault: fault))
    }

    @Test func anAlarmReplacesATest() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.test(alarm, for: .seconds(60)))
        // During a test a second one is refused.
        #expect(!ringer.test(alarm, for: .seconds(60)))
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.start(alarm)
        guard case .tested(device: "fake", _, fault: nil) = reports.next() else {
            Issue.record("the test did not end")
            return
        }
        #expect(reports.next() == .sounding(device: "fake"))
        // While it rings, no test is possible.
        #expect(!ringer.test(alarm, for: .seconds(60)))
        ringer.end(within: .seconds(30))
        #expect(driver.history.withLock { $0.opened } == 2)
    }

    @Test func volumeScalesTheSamples() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        ringer.start(Ringer.Alarm(sound, volume: 0.5, pause: .milliseconds(20)))
        try waitUntil("a ring") { driver.history.withLock { $0.written.count >= 800 } }
        ringer.end(within: .seconds(30))
        driver.history.withLock { history in
            #expect(Array(history.written.prefix(800)) == sound.samples.map { Int16(($0 * 16384).rounded()) })
        }
    }

    @Test func fullScaleDoesNotWrapAround() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        ringer.start(Ringer.Alarm(Sound(samples: [1, -1, 1.5, -1.5], channels: 1, rate: 8_000)))
        try waitUntil("four samples") { driver.history.withLock { $0.written.count >= 4 } }
        ringer.end(within: .seconds(30))
        driver.history.withLock { #expect($0.written.prefix(4) == [32767, -32768, 32767, -32768]) }
    }

    @Test func stoppingClosesTheDeviceAndTheNextAlarmOpensItAgain() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        for round in 1...3 {
            ringer.start(alarm)
            try waitUntil("sound") { driver.history.withLock { $0.opened == round && !$0.written.isEmpty } }
            ringer.stop()
            try waitUntil("silence") { driver.history.withLock { $0.closed == round } }
        }
    }

    @Test func aLongSoundIsStoppedInItsMiddle() throws {
        let driver = FakeDriver(.plays)
        let (ringer, _) = try ringer(driver)
        let minute = Sound(samples: Array(repeating: 0.5, count: 8_000 * 60), channels: 1, rate: 8_000)
        ringer.start(Ringer.Alarm(minute))
        try waitUntil("sound") { driver.history.withLock { !$0.written.isEmpty } }
        ringer.stop()
        try waitUntil("silence") { driver.history.withLock { $0.closed == 1 } }
        // At most as much as the clock and one buffer allow: nowhere near the minute.
        #expect(driver.history.withLock { $0.written.count } < 8_000 * 40)
    }

    @Test func aDeviceThatCannotBeOpenedIsTriedAgainUntilItPlays() throws {
        let driver = FakeDriver(.refuses(.busy), .refuses(.busy), .plays)
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        // The fault is reported once, however often the device is tried.
        #expect(reports.next() == .failing(DeviceFault("open", device: "fake", code: .busy)))
        #expect(reports.next() == .sounding(device: "fake"))
        #expect(driver.history.withLock { $0.opened } == 3)
        ringer.end(within: .seconds(30))
    }

    @Test func aDeviceThatDisappearsIsOpenedAgain() throws {
        let driver = FakeDriver(.failsWrites(.noDevice), .plays)
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        #expect(reports.next() == .failing(DeviceFault("write", device: "fake", code: .noDevice)))
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.end(within: .seconds(30))
    }

    /// Trap 13: there is always one more frame to be heard.
    @Test func aDeviceThatNeverFinishesIsGivenUp() throws {
        let driver = FakeDriver(.neverEnds, .plays)
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        #expect(reports.next() == .failing(DeviceFault("no frame was played", device: "fake", code: .stalled)))
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.end(within: .seconds(30))
    }

    @Test func shortWritesLoseNothing() throws {
        let driver = FakeDriver(.takesLittle(7))
        let (ringer, _) = try ringer(driver)
        ringer.start(alarm)
        try waitUntil("a ring") { driver.history.withLock { $0.written.count >= 800 } }
        ringer.end(within: .seconds(30))
        driver.history.withLock { #expect(Array($0.written.prefix(800)) == samples) }
    }

    @Test func aCheckOpensTheDeviceAndReports() throws {
        let driver = FakeDriver([("one", [.refuses(.busy)]), ("two", [.plays])])
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.check(alarm))
        #expect(reports.next() == .ready(device: "two"))
        let broken = FakeDriver([("one", [.refuses(.busy)]), ("two", [.refuses(.noEntry)])])
        let (other, others) = try self.ringer(broken)
        #expect(other.check(alarm))
        #expect(others.next() == .failing(DeviceFault("open", device: "one", code: .busy)))
        // The thread is idle again, ready for an alarm.
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "two"))
        ringer.end(within: .seconds(30))
    }

    /// Trap 6: a call that never returns blocks its thread, but not the alarm.
    @Test func aStuckCallIsGivenUpAndTheAlarmContinuesOnAnotherDevice() throws {
        let driver = FakeDriver([("one", [.hangs, .plays]), ("two", [.plays])])
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        try giveUp("one", of: ringer)
        #expect(reports.next() == .sounding(device: "two"))
        #expect(ringer.giveUpStuckCall(after: .seconds(60)) == nil)
        // As long as the call is stuck, the device is not used, not even by the next alarm.
        ringer.stop()
        try waitUntil("silence") { driver.history.withLock { $0.closed == 1 } }
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "two"))
        #expect(driver.history.withLock { $0.names } == ["one", "two", "two"])
        // When the call returns, the device is the preferred one again.
        driver.resumption.signal()
        try waitUntil("the device that was let go") { driver.history.withLock { $0.closed >= 2 } }
        ringer.stop()
        try waitUntil("silence") { driver.history.withLock { $0.closed >= 3 || $0.opened == $0.closed } }
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "one"))
        ringer.end(within: .seconds(30))
    }

    /// The preferred device hangs and holds its card, so the card itself is in use by it.
    @Test func theFaultOfADeviceThatHangsIsReportedAndNotThatOfItsCard() throws {
        let driver = FakeDriver([("default", [.hangs, .plays]), ("plughw:0,0", [.refuses(.busy)])])
        let fault = DeviceFault(DeviceFault.opening, device: "default", code: .noAnswer)
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        try giveUp("default", of: ringer)
        #expect(reports.next() == .failing(fault))
        ringer.stop()
        try waitUntil("a check") { ringer.check(alarm) }
        #expect(reports.next() == .failing(fault))
        driver.resumption.signal()
        ringer.end(within: .seconds(30))
    }

    @Test func aCheckOfACardThatNobodyUsesOpensNothing() throws {
        let driver = FakeDriver([("default", [.refuses(.busy)])])
        let (ringer, reports) = try ringer(driver)
        #expect(ringer.check(alarm, ifInUse: "hw:0"))
        #expect(reports.next() == .unchanged)
        driver.used.withLock { _ = $0.insert("hw:0") }
        try waitUntil("another check") { ringer.check(alarm, ifInUse: "hw:0") }
        #expect(reports.next() == .failing(DeviceFault("open", device: "default", code: .busy)))
        #expect(driver.history.withLock { $0.opened } == 1)
    }

    @Test func stereoIsCountedInFrames() throws {
        let driver = FakeDriver(.plays)
        let (ringer, reports) = try ringer(driver)
        let stereo = Sound(samples: sound.samples, channels: 2, rate: 8_000)
        #expect(stereo.frames == 400 && stereo.duration == .milliseconds(50))
        ringer.start(Ringer.Alarm(stereo, pause: .milliseconds(20)))
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.end(within: .seconds(30))
    }

    /// Listing a card's devices is as likely to hang as opening a device.
    @Test func aCardThatHangsWhileItsDevicesAreListedIsGivenUp() throws {
        let driver = FakeDriver(
            [("one", [.plays])], cards: [("hw:0", [], hangs: true), ("hw:1", ["two"], hangs: false)])
        let (ringer, reports) = try ringer(driver)
        ringer.start(alarm)
        try giveUp("hw:0", of: ringer)
        #expect(reports.next() == .sounding(device: "one"))
        ringer.stop()
        try waitUntil("silence") { driver.history.withLock { $0.closed == 1 } }
        // The card is not listed again before it has answered, and a check uses the other cards.
        #expect(ringer.check(alarm))
        #expect(reports.next() == .ready(device: "one"))
        #expect(driver.history.withLock { $0.listed } == ["hw:0", "hw:1", "hw:1"])
        driver.resumption.signal()
        ringer.end(within: .seconds(30))
    }

    /// Every request gets a report, even if every device hangs.
    @Test func withAllDevicesStuckACheckAndAnAlarmReportThatNoneAnswers() throws {
        let driver = FakeDriver(.hangs, .plays)
        let (ringer, reports) = try ringer(driver)
        let fault = DeviceFault(DeviceFault.opening, device: "default", code: .noAnswer)
        #expect(ringer.check(alarm))
        try giveUp("fake", of: ringer)
        #expect(reports.next() == .failing(fault))
        ringer.start(alarm)
        #expect(reports.next() == .failing(fault))
        driver.resumption.signal()
        #expect(reports.next() == .sounding(device: "fake"))
        ringer.end(within: .seconds(30))
    }

    /// The system may have no thread left just when one is needed; as soon as it has one, the alarm continues.
    @Test func aStuckCallIsGivenUpOnceAThreadCanBeCreated() throws {
        let driver = FakeDriver([("one", [.hangs]), ("two", [.plays])])
        let reports = Reports()
        let hasThreads = Mutex(true)
        let error = SystemError("pthread_create", code: Errno(rawValue: EAGAIN))
        let ringer = try Ringer(
            driver: driver, mixers: nil, levelsFile: nil,
            startThread: { body throws(SystemError) in
                guard hasThreads.withLock({ $0 }) else { throw error }
                try startThread(body)
            },
            report: { reports.add($0) })
        ringer.start(alarm)
        hasThreads.withLock { $0 = false }
        try waitUntil("a thread in vain") {
            ringer.giveUpStuckCall(after: .milliseconds(50)) == .noThread(device: "one", error)
        }
        hasThreads.withLock { $0 = true }
        #expect(ringer.giveUpStuckCall(after: .milliseconds(50)) == .givenUp(device: "one"))
        #expect(reports.next() == .sounding(device: "two"))
        driver.resumption.signal()
        ringer.end(within: .seconds(30))
    }

    @Test func aCheckIsRefusedWhileAnAlarmIsPlayed() throws {
        let (ringer, reports) = try ringer(FakeDriver(.plays))
        ringer.start(alarm)
        #expect(reports.next() == .sounding(device: "fake"))
        #expect(!ringer.check(alarm))
        ringer.end(within: .seconds(30))
    }

    @Test func aRampStartsTwentyDecibelsBelowItsEnd() {
        let alarm = Ringer.Alarm(sound, ramp: .seconds(30))
        #expect(abs(alarm.rampGain(after: .zero) - 0.1) < 0.001)
        #expect(alarm.rampGain(after: .seconds(15)) > 0.3)
        #expect(alarm.rampGain(after: .seconds(30)) == 1)
        // The ramp rises all the time.
        let gains = (0...30).map { alarm.rampGain(after: .seconds($0)) }
        #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 < $1 })
    }
}
