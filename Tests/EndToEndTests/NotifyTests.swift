import EggTestSupport
import Glibc
import Testing

/// `eggnotify` with a real bus, a server of notifications on it, and a real `eggd`.
@Suite struct NotifyTests {
    private func start(_ daemon: RunningDaemon, _ desktop: DesktopBus) throws -> Program {
        try Program(BuiltPrograms.eggnotify, environment: daemon.environment.merging(desktop.environment) { $1 })
    }

    /// A timer that rings soon.
    private func ring(_ daemon: RunningDaemon, name: String = "timer") throws {
        #expect(try daemon.eggctl("start", "1s", "--name", name).status == 0)
    }

    /// The next notification, which replaces none.
    private func shown(on desktop: DesktopBus) throws -> DesktopBus.Shown {
        guard case .notify(let shown, replaced: 0)? = desktop.next() else {
            throw ProgramError("no notification was shown", ETIMEDOUT)
        }
        return shown
    }

    private func states(_ daemon: RunningDaemon) throws -> [String] {
        try daemon.eggctl("status", "--json").output.split(separator: "\"state\":\"").dropFirst().map {
            String($0.prefix { $0 != "\"" })
        }
    }

    @Test func theButtonsAnswerTheAlarm() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let notify = try start(daemon, desktop)
        defer { withExtendedLifetime(notify) {} }
        try ring(daemon)
        let first = try shown(on: desktop)
        #expect(first.summary == "timer: done")
        #expect(first.actions == ["default", "Dismiss", "dismiss", "Dismiss", "snooze", "Snooze"])
        #expect(first.hints == ["urgency": 2, "resident": 1, "suppress-sound": 1] && first.expiry == 0)
        desktop.press("snooze", of: desktop.id)
        #expect(desktop.next() == .close(1))
        #expect(try states(daemon) == ["snoozed"])
        #expect(try daemon.eggctl("snooze", "1s", "timer").status == 0)
        _ = try shown(on: desktop)
        desktop.press("default", of: desktop.id)
        #expect(desktop.next() == .close(2))
        #expect(try states(daemon) == [])
    }

    @Test func aButtonThatAnotherClientOfTheBusPressesDoesNothing() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let notify = try start(daemon, desktop)
        defer { withExtendedLifetime(notify) {} }
        try ring(daemon)
        #expect(desktop.next() != nil)
        try desktop.forge("dismiss", of: desktop.id, to: "io.eggtimer.Notify")
        desktop.press("snooze", of: desktop.id)
        #expect(desktop.next() == .close(1))
        #expect(try states(daemon) == ["snoozed"])
    }

    @Test func anAnswerElsewhereWithdrawsIt() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus(capabilities: ["body"]))
        let notify = try start(daemon, desktop)
        defer { withExtendedLifetime(notify) {} }
        try ring(daemon, name: "left")
        let notification = try shown(on: desktop)
        #expect(notification.actions.isEmpty && notification.body.hasSuffix("eggctl dismiss"))
        #expect(try daemon.eggctl("dismiss").status == 0)
        #expect(desktop.next() == .close(desktop.id))
    }

    @Test func aServerThatStartsLaterShowsWhatRings() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus(hasServer: false))
        let notify = try start(daemon, desktop)
        try ring(daemon)
        #expect(try notify.errorLine()?.contains("notifications can't be reached") == true)
        desktop.startServer()
        _ = try shown(on: desktop)
        // Closed on the desktop, it keeps ringing; a server that starts then shows it.
        desktop.close(desktop.id)
        desktop.stopServer()
        desktop.startServer()
        _ = try shown(on: desktop)
        #expect(try states(daemon) == ["ringing"])
    }

    @Test func anAnswerWhileTheServerIsSlowWithdrawsTheNotificationLater() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let notify = try start(daemon, desktop)
        defer { withExtendedLifetime(notify) {} }
        desktop.holdsReplies = true
        try ring(daemon)
        _ = try shown(on: desktop)
        // Longer than a time limit of five seconds.
        #expect(desktop.next(within: 6) == nil)
        #expect(try daemon.eggctl("dismiss").status == 0)
        desktop.holdsReplies = false
        #expect(desktop.next() == .close(1))
    }

    @Test func itContinuesWhenEggdHasBeenRestarted() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let notify = try start(daemon, desktop)
        try ring(daemon)
        #expect(desktop.next() != nil)
        try daemon.kill()
        #expect(try notify.errorLine()?.contains("eggd can't be reached; reconnecting") == true)
        let second = try RunningDaemon(folder: daemon.folder)
        #expect(try second.eggctl("dismiss").status == 0)
        #expect(desktop.next() == .close(1))
    }

    @Test func itEndsWithTheSession() throws {
        let daemon = try RunningDaemon()
        var desktop: DesktopBus? = try DesktopBus()
        let notify = try start(daemon, try #require(desktop))
        try ring(daemon)
        #expect(desktop?.next() != nil)
        desktop = nil
        #expect(try notify.finish().status == 0)
        #expect(try states(daemon) == ["ringing"])
    }

    @Test func oneIsEnoughForASession() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let first = try start(daemon, desktop)
        defer { withExtendedLifetime(first) {} }
        try ring(daemon)
        #expect(desktop.next() != nil)
        let second = try start(daemon, desktop).finish()
        #expect(second.status == 0 && second.errors.contains("another eggnotify runs"), "\(second)")
    }

    @Test func withoutADesktopOrEggdItSaysSo() throws {
        let folder = TemporaryFolder()
        let nowhere = [
            "DBUS_SESSION_BUS_ADDRESS": "unix:path=\(folder.path("bus"))", "EGGD_SOCKET": folder.path("eggd.sock"),
        ]
        let alone = try Program.run(BuiltPrograms.eggnotify, environment: nowhere)
        #expect(alone.status == EX_UNAVAILABLE && alone.errors.contains("no desktop session"), "\(alone)")
        let desktop = try DesktopBus()
        let unheard = try Program.run(
            BuiltPrograms.eggnotify, environment: nowhere.merging(desktop.environment) { $1 })
        #expect(unheard.status == EX_UNAVAILABLE && unheard.errors.contains("eggd can't be reached"), "\(unheard)")
    }

    @Test func itsSocketCanBeNamed() throws {
        let (daemon, desktop) = (try RunningDaemon(), try DesktopBus())
        let notify = try Program(
            BuiltPrograms.eggnotify, ["--socket", daemon.socket], environment: desktop.environment)
        defer { withExtendedLifetime(notify) {} }
        try ring(daemon)
        #expect(desktop.next() != nil)
    }
}
