import EggClient
import EggSystemd
import EggWire
import Languages
import Text

/// The notifications that the timers need, at most one for each timer, and one while they aren't saved. It does no I/O.
struct NotificationList {
    typealias Notification = NotificationServer.Notification

    enum Action: Equatable {
        /// Show it, and call `showed` if the server did.
        case show(Notification, of: Timer, replacing: UInt32)
        case close(UInt32)
    }

    /// A timer's name; names are compared byte by byte.
    struct Timer: Hashable {
        private let bytes: [UInt8]

        init(_ name: String) { bytes = Array(name.utf8) }

        var name: String { String(decoding: bytes, as: UTF8.self) }
    }

    enum Button: String {
        /// A click on the notification itself, which desktops don't show as a button.
        case standard = "default"
        case dismiss, snooze
    }

    private struct Entry {
        var notification: Notification
        var id: String?
        /// Nil before it is shown, and after it was closed on the desktop; only a new text or a server that appears
        /// shows it again then.
        var shown: NotificationServer.Shown?
        /// Whether it is still to be shown; the next event tries it again.
        var isPending = true
    }

    private var entries: [Timer: Entry] = [:]
    /// The key of the notification that timers aren't saved; no timer has an empty name.
    private static let saving = Timer("")

    mutating func handle(_ reply: Timers.Watch.Reply) -> [Action] {
        var actions: [Action] = []
        var old = entries
        let timers = reply.timers.map { timer in
            (Timer(timer.name), timer.id, Self.notification(of: timer, reply), timer.state.traits.isCountingDown)
        }
        let warning = reply.storeOut.map {
            Notification(tr("Timers are not saved"), body: said($0), buttons: [], urgency: .normal, expires: false)
        }
        for (key, id, wanted, isCountingDown) in timers + [(Self.saving, "", warning, false)] {
            let entry = old.removeValue(forKey: key)
            if let wanted {
                entries[key]?.id = id
                if let entry, entry.notification == wanted, !entry.isPending { continue }
                entries[key] = Entry(notification: wanted, id: id, shown: entry?.shown)
                actions.append(.show(wanted, of: key, replacing: entry?.shown?.id ?? 0))
            } else if let entry, !(entry.notification.expires && isCountingDown) {
                old[key] = entry
            }
        }
        for (key, entry) in old {
            entries[key] = nil
            if let shown = entry.shown { actions.append(.close(shown.id)) }
        }
        return actions
    }

    mutating func showed(_ timer: Timer, _ shown: NotificationServer.Shown) {
        entries[timer]?.shown = shown
        entries[timer]?.isPending = false
    }

    /// A notification was closed on the desktop. The alarm continues.
    mutating func closed(_ shown: NotificationServer.Shown) {
        for (key, entry) in entries where entry.shown == shown { entries[key]?.shown = nil }
    }

    /// A server with this unique name has started. It shows only what it was asked to show by the call that started it.
    mutating func serverAppeared(_ server: String) -> [Action] {
        entries = entries.filter { $0.value.shown?.server == server || !$0.value.notification.expires }
        var actions: [Action] = []
        for (key, entry) in entries where entry.shown?.server != server {
            entries[key] = Entry(notification: entry.notification, id: entry.id)
            actions.append(.show(entry.notification, of: key, replacing: 0))
        }
        return actions
    }

    /// The timer of a notification, if this server shows it.
    func timer(of shown: NotificationServer.Shown) -> Timer? {
        entries.first { $0.value.shown == shown }?.key
    }

    /// The run that the notification of a timer is about.
    func id(of timer: Timer) -> String? { entries[timer]?.id }

    private static func notification(of timer: Timers.Timer, _ reply: Timers.Watch.Reply) -> Notification? {
        var buttons = [Button.standard, .dismiss].map {
            NotificationServer.Button(key: $0.rawValue, label: tr("Dismiss"))
        }
        if timer.offers(Timers.Snooze.self) { buttons.append(.init(key: Button.snooze.rawValue, label: tr("Snooze"))) }
        guard let alarm = timer.alarm(seenFrom: .now) else {
            guard reply.event.timer.map(Timer.init) == Timer(timer.name), let news = news(of: timer, reply.event)
            else { return nil }
            return Notification(news, body: "", buttons: [], urgency: .normal, expires: true)
        }
        let rings = timer.state.traits.rings
        return Notification(
            alarm, body: rings ? reply.soundOut.map { tr("No sound: {reason}", ["reason": said($0)]) } ?? "" : "",
            buttons: buttons, urgency: .critical, expires: false)
    }

    /// An event of a countdown that a person wants to know at once; nil for all others.
    private static func news(of timer: Timers.Timer, _ event: Timers.Event) -> String? {
        if event.kind == .cued { return timer.cueNow }
        return event.kind == .warned ? timer.doneSoon : nil
    }
}

extension NotificationServer.Notification {
    /// The notification in the form that a server with these abilities can show.
    func adapted(to capabilities: Set<String>) -> Self {
        var adapted = self
        if !buttons.isEmpty, !capabilities.contains("actions") {
            adapted.buttons = []
            adapted.body = [body, tr("Dismiss it with: eggctl dismiss")].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        if capabilities.contains("body-markup") {
            adapted.body = MarkupText.escaped(adapted.body)
        }
        return adapted
    }
}
