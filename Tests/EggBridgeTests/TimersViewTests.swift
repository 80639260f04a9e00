import EggWire
import Testing
import Varlink

@testable import EggBridge

@Suite struct TimersViewTests {
    private func topics(_ messages: [BridgeMessage]) -> [String] {
        messages.map { String($0.topic.dropFirst("eggtimer/1a2b/".count)) }
    }

    private struct Published: Decodable {
        struct Timer: Decodable {
            let id, timer_id, name, status, created_at: String
            let created_duration, total_duration: Double
            let finishes_at: String?
            let paused_remaining: Double?
        }
        let kitchen: String
        let timers: [Timer]
        let sentAtUnixMs: Int64
        let isClockRight: Bool
    }

    private func published(_ messages: [BridgeMessage]) throws -> Published {
        let message = try #require(messages.first { $0.topic.hasSuffix("/timers") })
        #expect(message.isRetained)
        return try decodeJSON(from: Array(message.payload.utf8))
    }

    @Test func aSnapshotPublishesTheTimersAndTheSound() throws {
        var view = TimersView(someKitchen())
        let messages = view.update(reply([timer()], soundOut: "no device"), at: now)
        #expect(topics(messages) == ["timers", "sound"])
        #expect(messages.last == BridgeMessage("eggtimer/1a2b/sound", "no device", isRetained: true))
        let published = try published(messages)
        #expect(published.kitchen == "Kitchen" && published.sentAtUnixMs == now.unixMs && published.isClockRight)
    }

    @Test func timersHaveTheNamesOfTimerList() throws {
        var view = TimersView(someKitchen())
        let timers = try published(view.update(reply([timer(), timer(.paused, name: "tea")]), at: now)).timers
        #expect(timers[0].timer_id == timers[0].id && timers[0].status == "active")
        #expect(timers[0].created_duration == 300 && timers[0].total_duration == 300)
        #expect(timers[0].created_at == "2027-01-15T07:59:00.000+00:00")
        #expect(timers[0].finishes_at == "2027-01-15T08:04:00.000+00:00" && timers[0].paused_remaining == nil)
        #expect(timers[1].status == "paused" && timers[1].finishes_at == nil && timers[1].paused_remaining == 240)
        let due = [Timers.State.ringing, .snoozed, .missed].map { timer($0, name: "\($0)") }
        let statuses = try published(view.update(reply(due), at: now)).timers.map(\.status)
        #expect(statuses == ["finished", "active", "finished"])
    }

    @Test func theDurationAtTheStartStaysWhenATimerIsExtended() throws {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        var longer = timer(remainingMs: 300_000)
        longer.durationMs = 360_000
        let timers = try published(view.update(reply([longer], .extended, of: "egg"), at: now)).timers
        #expect(timers[0].created_duration == 300 && timers[0].total_duration == 360)
        #expect(timers[0].created_at == "2027-01-15T07:59:00.000+00:00")
    }

    @Test func theStartIsRightOnceTheClockIsSet() throws {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: Moment(unixMs: 0, isClockRight: false))
        var longer = timer(remainingMs: 300_000)
        longer.durationMs = 360_000
        let timers = try published(view.update(reply([longer], .tick), at: now)).timers
        #expect(timers[0].created_at == "2027-01-15T07:59:00.000+00:00" && timers[0].created_duration == 300)
    }

    @Test func ticksPublishNothing() {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        for second in 1...60 {
            var later = timer(remainingMs: 240_000 - Int64(second) * 1000)
            (later.progress, later.yolkCelsius) = (0.5, Double(second))
            // Two readings of the clock differ.
            later.endsAtUnixMs = now.unixMs + 240_000 + Int64(second % 3)
            let moment = Moment(unixMs: now.unixMs + Int64(second) * 1000, isClockRight: true)
            #expect(view.update(reply([later], .tick), at: moment).isEmpty)
        }
    }

    @Test func aStepOfTheClockIsPublished() {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        let stepped = reply([timer(endsAt: now.unixMs + 3_600_000)], .tick)
        #expect(topics(view.update(stepped, at: now)) == ["timers"])
        #expect(topics(view.update(stepped, at: Moment(unixMs: now.unixMs, isClockRight: false))) == ["timers"])
    }

    @Test func anEventIsPublishedAfterTheTimersItLeadsTo() throws {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        let messages = view.update(reply([timer(.ringing, remainingMs: 0)], .rang, of: "egg"), at: now)
        #expect(topics(messages) == ["timers", "event"])
        let event = try #require(messages.last)
        #expect(!event.isRetained && event.payload.contains(#""kind":"rang""#))
        #expect(event.payload.contains(#""timer":"egg""#) && event.payload.contains(#""egg":"soft""#))
    }

    @Test func theEventOfATimerThatIsGoneHasItsEgg() throws {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        let messages = view.update(reply([], .cancelled, of: "egg"), at: now)
        #expect(messages.last?.payload.contains(#""egg":"soft""#) == true)
    }

    @Test func soundIsPublishedWhenItChanges() {
        var view = TimersView(someKitchen())
        _ = view.update(reply([]), at: now)
        let messages = view.update(reply([], .sound, soundOut: "muted"), at: now)
        // A broker can't retain the empty text, so the timers also have it.
        #expect(topics(messages) == ["timers", "event", "sound"])
        #expect(messages.first?.payload.contains(#""soundOut":"muted""#) == true)
        let later = view.update(reply([], .sound), at: now)
        #expect(later.last?.payload == "" && later.first?.payload.contains(#""soundOut":null"#) == true)
    }

    @Test func afterForgettingEverythingIsPublishedAgain() {
        var view = TimersView(someKitchen())
        _ = view.update(reply([timer()]), at: now)
        #expect(view.update(reply([timer()]), at: now).isEmpty)
        view.forget()
        #expect(topics(view.update(reply([timer()]), at: now)) == ["timers", "sound"])
    }

    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000+00:00"), (951_827_696_007, "2000-02-29T12:34:56.007+00:00"),
            (-1, "1969-12-31T23:59:59.999+00:00"),
        ] as [(Int64, String)])
    func momentsAreInUTC(_ unixMs: Int64, _ text: String) {
        #expect(utcText(unixMs) == text)
    }
}
