import EggTestSupport
import EggWire
import Glibc
import Testing

/// `eggd` under a service manager: its notifications, and the passed socket.
@Suite struct SupervisionTests {
    private let folder = TemporaryFolder()

    /// A socket on which a service manager receives notifications.
    private func openManager() throws -> Datagrams {
        try Datagrams(folder.path("notify"))
    }

    /// Opens sockets as a service manager does and then executes the daemon; each is `NAME:KIND`.
    private func activation(_ sockets: String...) -> [String] { activation(sockets) }

    private func activation(_ sockets: [String]) -> [String] {
        let script = """
            import os, socket, sys
            names = []
            for number, word in enumerate(sys.argv[1].split(",")):
                name, kind = word.split(":")
                made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM if kind == "stream" else socket.SOCK_DGRAM)
                path = "\(folder.path)/%s.sock" % name
                if os.path.exists(path): os.unlink(path)
                made.bind(path)
                if kind == "stream": made.listen(64)
                # A client that connected before the daemon ran.
                if os.environ.get("EARLY"):
                    early = socket.socket(socket.AF_UNIX); early.connect(path); os.set_inheritable(early.fileno(), True)
                    os.dup2(early.fileno(), 20)
                os.dup2(made.fileno(), 30 + number)
                names.append(name)
            for number in range(len(names)): os.dup2(30 + number, 3 + number)
            os.closerange(3 + len(names), 20); os.closerange(21, 64)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS=str(len(names)), LISTEN_FDNAMES=":".join(names))
            os.execv(sys.argv[2], sys.argv[2:])
            """
        return ["/usr/bin/python3", "-c", script, sockets.joined(separator: ",")]
    }

    @Test func itSendsStatusAndSignsOfLifeOnlyWhileThereIsATimer() throws {
        let manager = try openManager()
        let daemon = try RunningDaemon(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2500000"])
        #expect(try manager.next() == "READY=1")
        #expect(try manager.next() == "STATUS=No timer is running")
        // No timer is saved, so nothing wakes up.
        #expect(try manager.next() == "WATCHDOG_USEC=0")
        _ = try daemon.eggctl("start", "soft")
        let timer = try #require(try daemon.timers().first)
        let status = try manager.next()
        #expect(status == "STATUS=egg (soft) is done at \(NoonZone.clock(unixMilliseconds: timer.endsAtUnixMs ?? 0))")
        #expect(try manager.next() == "WATCHDOG_USEC=2500000")
        for _ in 0..<3 { #expect(try manager.next() == "WATCHDOG=1") }
        _ = try daemon.eggctl("pause")
        #expect(try manager.nextBesidesLife() == "STATUS=egg (soft) is paused")
        _ = try daemon.eggctl("cancel")
        #expect(try manager.nextBesidesLife() == "STATUS=No timer is running")
        #expect(try manager.nextBesidesLife() == "WATCHDOG_USEC=0")
        daemon.process.signal(SIGTERM)
        #expect(try manager.next() == "STOPPING=1")
        #expect(try daemon.process.finish().status == 0)
    }

    /// A manager that does not read must not delay any client: notifications wait on another thread.
    @Test func aStuckManagerDelaysNothing() throws {
        let manager = try openManager()
        // A sign of life every five milliseconds fills the socket within a moment.
        let daemon = try RunningDaemon(environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "10000"])
        let watch = try daemon.startEggctl("watch", "--json")
        _ = try daemon.eggctl("start", "2s")
        try watch.line(with: #""kind":"rang""#)
        #expect(try daemon.eggctl("dismiss").output.hasPrefix("timer: dismissed "))
        #expect(try daemon.end() == 0)
    }

    @Test func restoredTimersTurnTheWatchdogOn() throws {
        let first = try RunningDaemon()
        _ = try first.eggctl("start", "soft")
        try first.kill()
        let manager = try openManager()
        let second = try RunningDaemon(
            state: first.state, environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "60000000"])
        #expect(try manager.next() == "READY=1")
        #expect(try manager.next().hasPrefix("STATUS=egg (soft) is done at "))
        #expect(try manager.next() == "WATCHDOG=1")
        withExtendedLifetime(second) {}
    }

    /// Trap 14: the socket belongs to the manager.
    @Test func anIdleDaemonLeavesTheSocketToItsManager() throws {
        let manager = try openManager()
        let daemon = try RunningDaemon(
            folder: folder, environment: ["NOTIFY_SOCKET": manager.path], wrapper: activation("eggd:stream"))
        #expect(try manager.next() == "READY=1")
        let result = try daemon.process.finish()
        #expect(result.status == 0, "\(result.errors)")
        #expect(access(folder.path("eggd.sock"), F_OK) == 0)
    }

    /// Timers on a disk that can't be read at the start are found only by an eggd that tries it again.
    @Test func aDaemonThatCannotReadItsTimersDoesNotExitAsIdle() throws {
        let state = folder.path("state")
        do {
            let daemon = try RunningDaemon(folder: folder)
            _ = try daemon.eggctl("start", "soft")
            try daemon.kill()
        }
        #expect(rename(state, state + ".away") == 0)
        folder.write([], to: "state")
        let daemon = try RunningDaemon(folder: folder, wrapper: activation("eggd:stream"))
        unlink(state)
        #expect(rename(state + ".away", state) == 0)
        try daemon.process.errorLine(with: "restored 1 timer")
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
    }

    @Test func aClientThatConnectedBeforeTheStartIsServed() throws {
        let daemon = try RunningDaemon(
            folder: folder, environment: ["EARLY": "1"], wrapper: activation("other:stream", "eggd:stream"))
        #expect(daemon.said.last?.hasSuffix("is listening on \(folder.path("eggd.sock"))") == true)
        #expect(try daemon.eggctl("start", "soft").status == 0)
        // With a timer it runs until it is told to end.
        #expect(try daemon.eggctl("status").output.hasPrefix("soft egg: "))
        #expect(try daemon.end() == 0)
        #expect(access(folder.path("eggd.sock"), F_OK) == 0)
        // With a saved timer it keeps running without any call.
        let again = try RunningDaemon(folder: folder, wrapper: activation("eggd:stream"))
        #expect(try again.eggctl("status").output.hasPrefix("soft egg: "))
    }
}
