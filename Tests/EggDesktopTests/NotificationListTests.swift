import EggTestSupport
import EggWire
import Testing

@testable import EggDesktop
@testable import EggSystemd

@Suite struct NotificationListTests {
    private typealias Action = NotificationList.Action

    private func timer(
        _ state: Timers.State, name: String = "egg", egg: String = "soft", remainingMs: Int64 = 0
    ) -> Timers.Timer {
        Timers.Timer(
            name: name, egg: egg, state: state, durationMs: 300_000, remainingMs: remainingMs, overdueMs: 0,
            progress: 1, endsAtUnixMs: nil)
    }

    private func reply(
        _ timers: [Timers.Timer], _ kind: Timers.EventKind = .snapshot, of name: String? = nil, soundOut: String? = nil,
        storeOut: String? = nil
    ) -> Timers.Watch.Reply {
        Timers.Watch.Reply(
            event: Timers.Event(kind: kind, timer: name, sequence: 1), timers: timers, soundOut: soundOut,
            storeOut: storeOut)
    }

    /// The only notification of these actions; nil if there are other actions.
    private func shown(_ actions: [Action]) -> (notification: NotificationList.Notification, replaced: UInt32)? {
        guard actions.count == 1, case .show(let notification, _, let replaced) = actions[0] else { return nil }
        return (notification, replaced)
    }

    private let egg = NotificationList.Timer("egg")

    private func at(_ id: UInt32) -> NotificationServer.Shown { .init(id: id, server: ":1.1") }

    @Test func anAlarmIsShownOnceAndWithdrawnWhenItIsAnswered() throws {
        var list = NotificationList()
        #expect(list.handle(reply([timer(.cooking, remainingMs: 1)])).isEmpty)
        let rang = try #require(shown(list.handle(reply([timer(.ringing)], .rang, of: "egg"))))
        #expect(rang.notification.summary == "soft egg: done")
        #expect(rang.notification.buttons.count == 3)
        #expect(rang.notification.urgency == .critical && !rang.notification.expires)
        #expect(rang.replaced == 0)
        list.showed(egg, at(7))
        #expect(list.timer(of: at(7)) == egg && list.id(of: egg) == timer(.ringing).id)
        #expect(list.handle(reply([timer(.ringing)])).isEmpty)
        #expect(list.handle(reply([timer(.snoozed, remainingMs: 60_000)], .snoozed, of: "egg")) == [.close(7)])
        #expect(list.timer(of: at(7)) == nil)
    }

    @Test func nothingInANotificationWasForgotten() {
        let names = ["Zoë", "1"]
        let kinds = [Timers.EventKind.snapshot, .cued, .warned]
        PseudoLanguage.language.speak {
            for state in Timers.State.allCases {
                for (name, egg) in [("egg", "soft"), ("egg 2", "medium"), ("Zoë", "hard"), ("timer", "custom")] {
                    for kind in kinds {
                        var list = NotificationList()
                        let event = reply(
                            [timer(state, name: name, egg: egg)], kind, of: name, soundOut: "1", storeOut: "1")
                        for case .show(let notification, _, _) in list.handle(event) {
                            let bare = notification.adapted(to: [])
                            let texts = [notification.summary, bare.body] + notification.buttons.map(\.label)
                            let forgotten = texts.flatMap { PseudoLanguage.forgotten(in: $0, names: names) }
                            #expect(forgotten.isEmpty, "\(texts)")
                        }
                    }
                }
            }
        }
    }

    @Test func aMissedAlarmReplacesTheRingingOne() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing)]))
        list.showed(egg, at(3))
        let missed = try #require(shown(list.handle(reply([timer(.missed)], .missed, of: "egg"))))
        #expect(missed.replaced == 3)
        #expect(missed.notification.summary == "soft egg: done, and nobody answered")
        #expect(missed.notification.urgency == .critical && !missed.notification.expires)
        list.showed(egg, at(3))
        #expect(list.handle(reply([])) == [.close(3)])
    }

    @Test func aNotificationThatWasClosedIsNotShownAgainUntilItChanges() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing)]))
        list.showed(egg, at(3))
        list.closed(at(3))
        #expect(list.handle(reply([timer(.ringing)])).isEmpty)
        let missed = try #require(shown(list.handle(reply([timer(.missed)]))))
        #expect(missed.replaced == 0)
    }

    @Test func anotherServerGetsWhatIsRinging() throws {
        var list = NotificationList()
        let warned = timer(.cooking, name: "left", remainingMs: 30_000)
        _ = list.handle(reply([timer(.ringing), warned], .warned, of: "left"))
        list.showed(egg, at(3))
        let again = try #require(shown(list.serverAppeared(":1.2")))
        #expect(again.notification.summary == "soft egg: done" && again.replaced == 0)
        #expect(list.timer(of: at(3)) == nil)
    }

    @Test func aServerThatTheAlarmStartedIsNotAskedTwice() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing), timer(.ringing, name: "left")]))
        list.showed(NotificationList.Timer("left"), .init(id: 1, server: ":1.0"))
        list.showed(egg, at(1))
        guard case .show(_, of: let left, replacing: 0) = try #require(list.serverAppeared(":1.1").first) else {
            Issue.record("the notification of the other server was not shown again")
            return
        }
        #expect(left.name == "left")
        list.showed(left, at(2))
        #expect(list.serverAppeared(":1.1").isEmpty)
        #expect(list.timer(of: at(1)) == egg)
    }

    @Test func onlyTheServerThatShowsANotificationAnswersOrClosesIt() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing)]))
        list.showed(egg, at(3))
        let forged = NotificationServer.Shown(id: 3, server: ":1.9")
        #expect(list.timer(of: forged) == nil)
        list.closed(forged)
        #expect(list.timer(of: at(3)) == egg)
    }

    @Test func aNotificationThatFailedIsShownAtTheNextEvent() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing)], .rang, of: "egg"))
        #expect(try #require(shown(list.handle(reply([timer(.ringing)], .tick)))).replaced == 0)
        list.showed(egg, at(3))
        #expect(list.handle(reply([timer(.ringing)], .tick)).isEmpty)
        // The server has refused another text, and still shows this one.
        _ = list.handle(reply([timer(.missed)], .missed, of: "egg"))
        #expect(try #require(shown(list.handle(reply([timer(.missed)], .tick)))).replaced == 3)
        #expect(list.handle(reply([])) == [.close(3)])
    }

    @Test func aNotificationThatFailedAtAnotherServerIsShownAtTheNextEvent() throws {
        var list = NotificationList()
        _ = list.handle(reply([timer(.ringing)], .rang, of: "egg"))
        list.showed(egg, at(3))
        #expect(list.serverAppeared(":1.2").count == 1)
        #expect(try #require(shown(list.handle(reply([timer(.ringing)], .tick)))).replaced == 0)
        list.showed(egg, .init(id: 1, server: ":1.2"))
        #expect(list.handle(reply([timer(.ringing)], .tick)).isEmpty)
    }

    @Test func aWarningThatFailedIsNotShownLater() {
        var list = NotificationList()
        let cooking = timer(.cooking, remainingMs: 29_999)
        _ = list.handle(reply([cooking], .warned, of: "egg"))
        #expect(list.handle(reply([cooking], .tick)).isEmpty)
    }

    @Test func theWarningPassesAndIsReplacedByTheAlarm() throws {
        var list = NotificationList()
        let cooking = timer(.cooking, remainingMs: 29_999)
        let warning = try #require(shown(list.handle(reply([cooking], .warned, of: "egg"))))
        #expect(warning.notification.summary == "soft egg: done in 30 s")
        #expect(warning.notification.expires && warning.notification.buttons.isEmpty)
        list.showed(egg, at(5))
        // A tick neither repeats nor withdraws it.
        #expect(list.handle(reply([cooking], .tick)).isEmpty)
        #expect(try #require(shown(list.handle(reply([timer(.ringing)], .rang, of: "egg")))).replaced == 5)
        var other = NotificationList()
        _ = other.handle(reply([cooking], .warned, of: "egg"))
        other.showed(egg, at(6))
        #expect(other.handle(reply([timer(.paused, remainingMs: 20_000)], .paused, of: "egg")) == [.close(6)])
    }

    @Test func aCueSaysWhichEggsGoIn() throws {
        var list = NotificationList()
        var eggs = timer(.cooking, name: "2 soft eggs", remainingMs: 300_000)
        eggs.count = 2
        var reply = reply([eggs])
        reply.event = Timers.Event(kind: .cued, timer: "2 soft eggs", sequence: 1, cue: "2 soft eggs in")
        let cue = try #require(shown(list.handle(reply)))
        #expect(cue.notification.summary == "now: 2 soft eggs in" && cue.notification.expires)
        #expect(cue.notification.buttons.isEmpty)
    }

    @Test func eggsThatWereNotPutInInTimeAreNotCalledDone() throws {
        var list = NotificationList()
        var late = timer(.missed, name: "2 q10 eggs", egg: "q10")
        late.count = 2
        late.cue = .init(text: "2 q10 eggs in", cookMs: 600_000)
        let missed = try #require(shown(list.handle(reply([late], .missed, of: "2 q10 eggs"))))
        #expect(missed.notification.summary == "2 q10 eggs: not put into the water in time")
    }

    @Test(arguments: [(59_000, "59 s"), (59_001, "1 min"), (60_001, "2 min"), (120_000, "2 min")] as [(Int64, String)])
    func aWarningIsGivenInSecondsOrInMinutes(remainingMs: Int64, text: String) throws {
        var list = NotificationList()
        let cooking = timer(.cooking, remainingMs: remainingMs)
        let warning = try #require(shown(list.handle(reply([cooking], .warned, of: "egg"))))
        #expect(warning.notification.summary == "soft egg: done in \(text)")
    }

    @Test func timersAreToldApartByteByByte() {
        var list = NotificationList()
        let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
        let actions = list.handle(reply([timer(.ringing, name: composed), timer(.ringing, name: decomposed)]))
        #expect(actions.count == 2)
        list.showed(NotificationList.Timer(composed), at(1))
        list.showed(NotificationList.Timer(decomposed), at(2))
        #expect(list.handle(reply([timer(.ringing, name: decomposed)])) == [.close(1)])
        #expect(list.timer(of: at(2))?.name.utf8.elementsEqual(decomposed.utf8) == true)
    }

    @Test func aSilentAlarmSaysWhy() throws {
        var list = NotificationList()
        let silent = try #require(shown(list.handle(reply([timer(.ringing)], soundOut: "the card is muted"))))
        #expect(silent.notification.body == "No sound: the card is muted")
    }

    @Test func aNotificationSaysThatTimersAreNotSaved() throws {
        var list = NotificationList()
        let full = reply([timer(.cooking)], storeOut: "the disk is full")
        let first = try #require(shown(list.handle(full))).notification
        #expect(first.summary == "Timers are not saved" && first.body == "the disk is full")
        #expect(first.buttons.isEmpty && first.urgency == .normal)
        list.showed(.init(""), at(5))
        #expect(list.handle(full).isEmpty)
        list.closed(at(5))
        #expect(list.handle(full).isEmpty, "it was closed on the desktop")
        #expect(try #require(shown(list.handle(reply([], storeOut: "the disk is gone")))).replaced == 0)
        list.showed(.init(""), at(6))
        #expect(list.handle(reply([], .saving)) == [.close(6)])
    }

    @Test func textIsEscapedOnlyForServersThatReadMarkup() {
        let notification = NotificationList.Notification(
            "a < b", body: "1 < 2 & 3 > 2", buttons: [.init(key: "dismiss", label: "Dismiss")], urgency: .critical,
            expires: false)
        #expect(notification.adapted(to: ["actions"]) == notification)
        let marked = notification.adapted(to: ["actions", "body-markup"])
        #expect(marked.body == "1 &lt; 2 &amp; 3 &gt; 2" && marked.summary == "a < b")
        let plain = notification.adapted(to: [])
        #expect(plain.buttons.isEmpty && plain.body == "1 < 2 & 3 > 2\nDismiss it with: eggctl dismiss")
    }
}
