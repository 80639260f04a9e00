import EggClient
import EggRequests
import EggSystemd
import EggWire
import Glibc

/// Shows the notifications of all timers on the desktop, and carries out their buttons.
struct Notifier {
    private let watch: TimerWatch
    private let calls: EggdCalls
    private let server: NotificationServer
    private var list = NotificationList()
    /// The abilities of the server; nil until it is first needed, because a question would start it.
    private var capabilities: Set<String>?
    /// The reason why the last notification was not shown, which is said once; nil if it was.
    private var failure: String?
    /// Writes a line for the user.
    private let say: (String) -> Void

    init(_ endpoint: Endpoint, _ calls: EggdCalls, _ server: NotificationServer, say: @escaping (String) -> Void) {
        self.calls = calls
        // It runs for the whole session, also without eggd.
        watch = TimerWatch(endpoint, ticks: false, maxDelay: .seconds(60))
        self.server = server
        self.say = say
    }

    /// Runs until the session's bus ends, or until eggd can't be reached at the start.
    mutating func run() throws {
        var isConnected = false
        while true {
            for event in try server.takeEvents() { handle(event) }
            while let report = watch.next() {
                switch report {
                case .event(let reply), .resumed(let reply, _):
                    isConnected = true
                    perform(list.handle(reply))
                case .lost(let error):
                    guard isConnected else { throw error }
                    say("eggd can't be reached; reconnecting")
                case .stalled: say("eggd does not answer")
                }
            }
            // A call handles messages that have arrived, so they can be waiting although nothing can be read.
            let events = try server.takeEvents()
            for event in events { handle(event) }
            guard events.isEmpty else { continue }
            var entries = [
                pollfd(fd: server.descriptor, events: server.pollEvents, revents: 0),
                pollfd(fd: watch.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
                pollfd(fd: calls.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&entries, nfds_t(entries.count), watch.nextWake?.pollTimeout ?? -1)
            if entries[2].revents != 0 { calls.advance() }
        }
    }

    private mutating func handle(_ event: NotificationServer.Event) {
        switch event {
        case .pressed(let shown, let key):
            if let timer = list.timer(of: shown), let button = NotificationList.Button(rawValue: key) {
                answer(timer.name, list.id(of: timer), button)
            }
        case .closed(let shown): list.closed(shown)
        case .appeared(let server):
            capabilities = nil
            perform(list.serverAppeared(server))
        }
    }

    /// Answers an alarm; its event withdraws the notification.
    private func answer(_ name: String, _ id: String?, _ button: NotificationList.Button) {
        let call =
            switch button {
            case .standard, .dismiss: EggdCall(Timers.Dismiss.self, .init(name: name, id: id))
            case .snooze: EggdCall(Timers.Snooze.self, .init(name: name, id: id))
            }
        calls.make([call]) { [say] endings in
            for ending in endings {
                switch ending {
                // Another client was faster.
                case .reply, .refused: break
                case .unreachable, .impossible, .late: say("eggd can't be reached, so '\(name)' was not answered")
                case .uncertain: say("eggd has not answered, so '\(name)' may still ring")
                }
            }
        }
    }

    private mutating func perform(_ actions: [NotificationList.Action]) {
        for action in actions {
            do throws(BusError) {
                switch action {
                case .show(let notification, let timer, let replaced):
                    list.showed(timer, try show(notification, replacing: replaced))
                    failure = nil
                case .close(let id): try server.close(id)
                }
            } catch {
                if failure != error.description {
                    say("the desktop's notifications can't be reached: \(error)")
                }
                failure = error.description
            }
        }
    }

    private mutating func show(
        _ notification: NotificationServer.Notification, replacing replaced: UInt32
    ) throws(BusError) -> NotificationServer.Shown {
        let known: Set<String>
        if let capabilities { known = capabilities } else { known = try server.capabilities() }
        capabilities = known
        return try server.show(
            notification.adapted(to: known), replacing: replaced, program: "eggnotify", icon: "alarm-symbolic")
    }
}
