import EggTimers
import EggWire
import Instants
import Testing

@testable import EggDaemon

/// The connections that watch, without sockets.
@Suite struct SubscribersTests {
    @Test func eventsAreNumberedWhetherOrNotAnybodyWatches() {
        var subscribers = Subscribers()
        #expect(subscribers.snapshot() == Timers.Event(kind: .snapshot, timer: nil, sequence: 0))
        #expect(subscribers.nextEvent(.kitchen) == Timers.Event(kind: .kitchen, timer: nil, sequence: 1))
        subscribers.add(7, ticks: true)
        #expect(subscribers.nextEvent(.tick) == Timers.Event(kind: .tick, timer: nil, sequence: 2))
        // A snapshot contains everything up to the latest event, and is not one itself.
        #expect(subscribers.snapshot().sequence == 2 && subscribers.snapshot().sequence == 2)
    }

    @Test func subscribersStayInTheOrderInWhichTheySubscribed() {
        var subscribers = Subscribers()
        #expect(subscribers.isEmpty)
        for id in [5, 2, 9] { subscribers.add(id, ticks: true) }
        subscribers.remove(2)
        subscribers.remove(3)
        #expect(subscribers.receivers(of: .started) == [5, 9] && !subscribers.isEmpty)
    }

    @Test func ticksAreForThoseThatWantThem() {
        var subscribers = Subscribers()
        subscribers.add(5, ticks: false)
        #expect(!subscribers.wantTicks && subscribers.receivers(of: .tick) == [])
        subscribers.add(2, ticks: true)
        #expect(subscribers.wantTicks && subscribers.receivers(of: .tick) == [2])
        #expect(subscribers.receivers(of: .rang) == [5, 2])
        subscribers.remove(2)
        #expect(!subscribers.wantTicks)
    }

    private static let limits: [(bytes: Int, waited: Duration?, hasStopped: Bool)] = [
        (0, nil, false),
        (Subscribers.maxOldBytes + 1, Subscribers.readingTime + .nanoseconds(1), true),
        // Either limit alone is not enough.
        (Subscribers.maxOldBytes, Subscribers.readingTime + .nanoseconds(1), false),
        (Subscribers.maxOldBytes + 1, Subscribers.readingTime, false),
        // This much is too much at any time.
        (Subscribers.maxBytes, .zero, false),
        (Subscribers.maxBytes + 1, .zero, true),
    ]

    @Test(arguments: limits)
    func aSubscriberHasStoppedReadingWhenMuchHasWaitedForLong(bytes: Int, waited: Duration?, hasStopped: Bool) {
        let now = Instant(sinceBoot: .minutes(1))
        let since = waited.map { now.advanced(by: .zero - $0) }
        #expect(Subscribers.hasStoppedReading(waitingBytes: bytes, since: since, now: now) == hasStopped)
    }
}
