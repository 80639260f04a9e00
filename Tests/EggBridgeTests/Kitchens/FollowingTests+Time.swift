import Testing

@testable import EggBridge

extension FollowingTests {
    @Test func withoutRightClocksACopyIsEstimatedUntilTheAnswer() throws {
        var (far, room) = (Far(), room("kitchen"))
        far.isClockRight = false
        let messages = far.has([soft()], at: 0)
        let effects = take(messages, &room, at: at(60_000))
        #expect(try copies(carryOut(effects, &room, at: at(60_000))).first?.copies?.first?.isEstimated == true)
        let question = try #require(questions(effects).first)
        #expect(questions(effects).count == 1)
        let answered = far.answer(question, at: 60_100)
        let answer = try #require(answered)
        #expect(answer.topic.hasPrefix("eggtimer/aaaaaaaaaaaa/reply/0123456789ab-") && !answer.isRetained)
        let told = try copies(carryOut(take([answer], &room, at: at(60_200)), &room, at: at(60_200)))
        let last = told.last?.copies?.first
        let copy = try #require(last)
        #expect(!copy.isEstimated && abs((copy.deadlineBootMs ?? 0) - 240_000) <= 100)
        // The next message is dated without another question.
        let later = take(far.has([soft(.ringing)], at: 250_000), &room, at: at(250_010))
        #expect(questions(later).isEmpty)
        #expect(try copies(carryOut(later, &room, at: at(250_010))).last?.copies?.first?.state == .ringing)
    }

    @Test(arguments: [nil, true] as [Bool?])
    func anEstimateNeverReplacesWhatIsExact(_ isEstimatedHere: Bool?) throws {
        var (far, room) = (Far(), room("kitchen"))
        far.isClockRight = false
        _ = room.watched(reply([copy(remainingMs: 100_000, isEstimated: isEstimatedHere)]), isFirst: true, at: at(1000))
        let told = try copies(carryOut(take(far.has([soft()], at: 0), &room, at: at(2000)), &room, at: at(2000)))
        let last = told.last?.copies?.first
        let copy = try #require(last)
        #expect(copy.isEstimated == (isEstimatedHere ?? false))
        #expect((copy.deadlineBootMs == 101_000) == (isEstimatedHere == nil))
        // Another alarm is another countdown.
        let next = far.has([soft(alarm: 2)], at: 0)
        let other = try copies(carryOut(take(next, &room, at: at(2000)), &room, at: at(2000)))
        #expect(other.last?.copies?.first?.isEstimated == true)
    }

    @Test func aDeadlineThatHardlyDiffersStays() throws {
        var (far, room) = (Far(), room("kitchen"))
        _ = carryOut(take(far.has([soft()], at: 0), &room, at: at(0)), &room, at: at(0))
        var later = soft()
        (later.remainingMs, later.durationMs) = (230_060, 300_001)
        let told = try copies(
            carryOut(take(far.has([later], at: 10_000), &room, at: at(10_000)), &room, at: at(10_000)))
        #expect(told.last?.copies?.first?.deadlineBootMs == 240_000)
    }

    /// A slow answer, or one that a broker sends twice, doesn't take back what was told after it.
    @Test func anOlderMessageOfOneBootChangesNothing() throws {
        var (far, room) = (Far(), room("kitchen"))
        let (old, new) = (far.has([soft()], at: 0), far.has([soft(.paused)], at: 1000))
        _ = carryOut(take(old + new, &room, at: at(1000)), &room, at: at(1000))
        #expect(carryOut(take(old, &room, at: at(2000)), &room, at: at(2000)).isEmpty)
        // Nor does one that a broker had saved before its own power failed.
        let latest = far.has([soft()], at: 400_000)
        _ = carryOut(take(latest, &room, at: at(400_000)), &room, at: at(400_000))
        #expect(carryOut(take(new, &room, at: at(401_000)), &room, at: at(401_000)).isEmpty)
        // A machine that was restored from its image has an earlier boot clock from then on.
        far.uptime -= 3_600_000
        let restored = far.has([soft(.paused)], at: 403_000)
        #expect(try copies(carryOut(take(restored, &room, at: at(403_000)), &room, at: at(403_000))).count == 1)
    }

    /// A machine without a clock of its own has started, and got the time later.
    @Test func aClockThatIsSetDatesTheTimersAnew() throws {
        var (far, room) = (Far(), room("kitchen"))
        let behind = Moment(unixMs: now.unixMs - 840_000, isClockRight: false, bootMs: 60_000)
        var told = try copies(carryOut(take(far.has([soft()], at: 0), &room, at: behind), &room, at: behind))
        #expect(told.last?.copies?.first?.isEstimated == true)
        told = try copies(carryOut(room.clockWasSet(at: at(60_000)), &room, at: at(60_000)))
        let copy = told.last?.copies?.first
        #expect(copy?.deadlineBootMs == 240_000 && copy?.isEstimated == false)
    }
}
