import EggLoop
import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Instants
import SQLite
import Synchronization
import Testing
import Varlink

@testable import EggDaemon

/// Disks that fail, hang or answer late: nothing but replies waits for them, and nothing that was acknowledged is lost.
@Suite struct SlowDiskTests: SavingSuite {
    let folder = TemporaryFolder()

    // MARK: A disk that fails

    /// A program that opens the database before the daemon, and locks and unlocks it on request.
    private func otherProgram() throws -> Program {
        try visit(firstBoot()) { (_: Kitchen, _: Client) throws in }
        let program = try Program(
            "/usr/bin/python3",
            [
                "-c",
                """
                import signal, sqlite3, sys
                signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1])
                database = sqlite3.connect(sys.argv[1], isolation_level=None)
                database.execute("SELECT count(*) FROM timer").fetchone()
                print("open", flush=True)
                signal.sigwait([signal.SIGUSR1])
                database.execute("BEGIN IMMEDIATE")
                print("locked", flush=True)
                signal.sigwait([signal.SIGUSR1])
                database.execute("ROLLBACK")
                """, folder.path("state/eggtimer.db"),
            ])
        #expect(try program.line() == "open")
        return program
    }

    /// Trap 3: the disk has a thread of its own. While another program has the database locked, only the replies that
    /// wait for it are late.
    @Test func aBlockedStoreDelaysOnlyTheRepliesThatWaitForIt() throws {
        let other = try otherProgram()
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            _ = try client.start("soft", name: "witness")
            other.signal(SIGUSR1)
            #expect(try other.line() == "locked")
            let waiting = try kitchen.client()
            try waiting.send(Timers.Start.self, .init(egg: "hard"))
            // The engine has got the call, and other calls are answered at once.
            try waitUntil("the call") { try client.timers().contains { $0.egg == "hard" } }
            #expect(try waiting.received(Timers.Start.self) == nil)
            kitchen.pass(.minutes(5))
            #expect(kitchen.output.heard() == ["start"])
            #expect(try waiting.received(Timers.Start.self) == nil)
            #expect(try client.call(Timers.Health.self, Nothing()).storeOut == nil)
            // When the lock is released, the wait ends.
            other.signal(SIGUSR1)
            #expect(try waiting.receive(Timers.Start.self).value.timer.egg == "hard")
            #expect(try other.finish().status == 0)
        }
        try visit(firstBoot(301)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.egg) == ["soft", "hard"])
        }
    }

    /// A command that is run when an alarm is dismissed asks at once which egg that was.
    @Test func theHistoryHasRunsThatWaitForACommit() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            let store = try #require(kitchen.storeWriter)
            _ = try client.start("soft", name: "ended")
            let lock = DispatchSemaphore(value: 0)
            store.perform { _ in lock.wait() }
            try client.send(Timers.Start.self, .init(egg: "hard"))
            let (other, reader) = (try kitchen.client(), try kitchen.client())
            try waitUntil("the commit under way") { try reader.timers().contains { $0.egg == "hard" } }
            try other.send(Timers.Cancel.self, .init("ended"))
            try waitUntil("the next change") { try !reader.timers().contains { $0.name == "ended" } }
            try reader.send(Timers.History.self, .init(limit: 1))
            try waitUntil("the question") { kitchen.engine.enter { $0.connections.pending.nextHistory != nil } }
            lock.signal()
            #expect(try reader.receive(Timers.History.self).value.runs.map(\.name) == ["ended"])
        }
    }

    /// Changes that were acknowledged while a commit hung are only in the next one. Its end is the recovery: what is
    /// on disk then, as after kill -9, has them.
    @Test func savingHasRecoveredOnlyWhenEveryAcknowledgedChangeIsSaved() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            let store = try #require(kitchen.storeWriter)
            let (first, second, reached) = (
                DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
            )
            store.perform { _ in first.wait() }
            try client.send(Timers.Start.self, .init(egg: "hard"))
            let other = try kitchen.client()
            try waitUntil("the call") { try !other.timers().isEmpty }
            kitchen.engine.enter { $0.saving?.timesOut() }
            _ = try client.receive(Timers.Start.self)
            _ = try other.start("soft", name: "acknowledged")
            // The commit that hangs ends, and the store writer stops before the next one.
            store.perform { _ in
                reached.signal()
                second.wait()
            }
            first.signal()
            try #require(reached.wait(timeout: .now() + 60) == .success)
            defer { second.signal() }
            #expect(try other.call(Timers.Health.self, Nothing()).storeOut == "the disk has not answered for 10 s")
            second.signal()
            try waitUntil("it saves again") { try other.saves() }
            try FileManager.default.copyItem(atPath: folder.path("state"), toPath: folder.path("copy"))
        }
        try FileManager.default.removeItem(atPath: folder.path("state"))
        #expect(rename(folder.path("copy"), folder.path("state")) == 0)
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.name) == ["egg", "acknowledged"])
        }
    }

    // MARK: A disk that hangs

    private func hangingDisk() throws -> HangingFile {
        try HangingFile(folder.path("state/eggtimer.db"))
    }

    /// A reply waits ten seconds for such a disk, as for one that hangs later.
    private func stopWaiting(_ kitchen: Kitchen) {
        kitchen.engine.enter { $0.saving?.timesOut() }
    }

    /// A slow disk is no fault: nothing was refused yet, and replies wait for what they acknowledge.
    @Test func aDiskThatAnswersAMomentAfterTheStartIsNoFault() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft", name: "saved")
        }
        let disk = try hangingDisk()
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        try visit(firstBoot(10), restoreTimeout: .zero, log: log) { (kitchen: Kitchen, client: Client) throws in
            let missing = "timers that are saved there are missing until it can be read"
            let health = try client.call(Timers.Health.self, Nothing())
            #expect(health.storeOut == nil && health.storeNotice?.hasSuffix(missing) == true)
            let waiting = try kitchen.client()
            try waiting.send(Timers.Start.self, .init(egg: "hard", name: "new"))
            try waitUntil("the call") { try !client.timers().isEmpty }
            #expect(try waiting.received(Timers.Start.self) == nil)
            try disk.release()
            #expect(try waiting.receive(Timers.Start.self).value.timer.egg == "hard")
            #expect(try client.call(Timers.Health.self, Nothing()).storeNotice == nil)
            #expect(lines.withLock { lines in !lines.contains { $0.hasPrefix("timers are not being saved") } })
        }
        try visit(firstBoot(20)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.name).sorted() == ["new", "saved"])
        }
    }

    /// A timer of the same name was started before the disk answered: both cook, and the log says what the other is called.
    @Test func aTimerFoundLateWhoseNameIsTakenGetsAnother() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in _ = try client.start("soft") }
        let disk = try hangingDisk()
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        try visit(firstBoot(10), restoreTimeout: .zero, log: log) { (kitchen: Kitchen, client: Client) throws in
            stopWaiting(kitchen)
            _ = try client.start("hard")
            let (watcher, _) = try kitchen.watcher()
            try disk.release()
            let event = try watcher.nextEvent()
            #expect(event.event.kind == .started && event.event.timer == "egg 2")
            #expect(event.timers.map(\.egg) == ["hard", "soft"])
            #expect(lines.withLock { $0 }.contains("the name 'egg' was taken; the restored timer is 'egg 2'"))
            try waitUntil("it saves again") { try client.saves() }
        }
        try visit(firstBoot(20)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.name) == ["egg", "egg 2"])
        }
    }

    /// An empty answer would say that there never was a countdown.
    @Test func aHistoryThatCannotBeReadIsNoEmptyHistory() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            _ = try client.call(Timers.Cancel.self, .init())
            let whole = try client.call(Timers.History.self, .init())
            #expect(whole.runs.count == 1 && whole.historyOut == nil)
        }
        let other = try SQLiteConnection(folder.path("state/eggtimer.db"))
        try other.execute("SELECT count(*) FROM run")
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            // Afterwards eggd does not write.
            _ = try client.start("hard")
            try other.execute("ALTER TABLE run RENAME TO gone")
            let reply = try client.call(Timers.History.self, .init())
            #expect(reply.runs.isEmpty && reply.historyOut?.contains("no such table: run") == true)
            other.close()
        }
    }

    @Test func withoutADatabaseTheRunsInMemoryAreShown() throws {
        folder.write([], to: "state")
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            _ = try client.call(Timers.Cancel.self, .init())
            // The run may still be in a commit that has not begun.
            var reply = Timers.History.Reply(runs: [])
            try waitUntil("the run") {
                reply = try client.call(Timers.History.self, .init())
                return !reply.runs.isEmpty
            }
            #expect(reply.runs.map(\.egg) == ["soft"] && reply.historyOut != nil)
        }
    }

    /// The client that starts eggd is told: the report comes before the timers.
    @Test func damageIsReportedBeforeTheFirstAnswer() throws {
        folder.write(Array("no database, but a recipe for pancakes".utf8), to: "state/eggtimer.db")
        let reports = Mutex<[StoreWriter.Report]>([])
        let writer = try StoreWriter(folder: folder.path("state"), log: Log { _ in }) { report in
            reports.withLock { $0.append(report) }
        }
        #expect(try writer.restore(within: .seconds(60)).isEmpty)
        guard case .notices(let notices)? = reports.withLock({ $0 }).last else {
            Issue.record("the damage is not reported yet")
            return
        }
        #expect(notices.text?.contains("timers may be missing") == true)
        writer.close(within: .seconds(20))
    }

    /// The disk may answer when the start has just stopped waiting and the engine is not running yet.
    @Test func timersThatAreFoundDuringTheStartAreRestoredAndSaved() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft", name: "saved")
        }
        let disk = try hangingDisk()
        let engine = try Engine(clock: firstBoot(10), log: Log { _ in })
        let found = DispatchSemaphore(value: 0)
        let writer = try StoreWriter(folder: folder.path("state"), log: Log { _ in }) { [weak engine] report in
            engine?.report(report)
            if case .found = report { found.signal() }
        }
        let saved = try writer.restore(within: .zero)
        try disk.release()
        #expect(found.wait(timeout: .now() + 20) == .success)
        // The engine has the report before it begins.
        engine.enter { _ in }
        let claim = try SocketClaim(folder.path("other.sock"))
        try engine.begin(on: claim.bind(), output: Kitchen.RecordingOutput(), storeWriter: writer, saved: saved)
        let client = try Client(connectingTo: claim.path)
        #expect(try client.timers().map(\.name) == ["saved"])
        _ = try client.start("hard", name: "new")
        engine.enter { $0.stop() }
        writer.close(within: .seconds(20))
        try visit(firstBoot(20)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.name).sorted() == ["new", "saved"])
        }
    }

    /// Otherwise the report that the disk does not answer could follow the one that it does again.
    @Test func aLateRestorationIsReportedBeforeTheTimersAreTaken() {
        let restoration = Restoration()
        let delivered = DispatchSemaphore(value: 0)
        let result = restoration.wait(upTo: .zero) {
            Thread.detachNewThread {
                #expect(!restoration.fulfil(.success(SavedContent())))
                delivered.signal()
            }
            #expect(delivered.wait(timeout: .now() + .milliseconds(100)) == .timedOut)
        }
        #expect(result == nil)
        #expect(delivered.wait(timeout: .now() + 20) == .success)
    }

    /// It counts from then on, and clients are told.
    @Test func aKitchensEggThatIsFoundLateCounts() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.call(Timers.SetKitchen.self, .init(massG: 68))
        }
        let disk = try hangingDisk()
        try visit(firstBoot(10), restoreTimeout: .zero) { (kitchen: Kitchen, client: Client) throws in
            let (watcher, _) = try kitchen.watcher()
            #expect(try client.call(Timers.Kitchen.self, Nothing()).rawEgg.massG == 58)
            try disk.release()
            #expect(try watcher.nextEvent().event.kind == .kitchen)
            #expect(try client.start("soft").timer.durationMs == 334_000)
            try waitUntil("it saves again") { try client.saves() }
        }
        try visit(firstBoot(20)) { (_: Kitchen, client: Client) throws in
            #expect(try client.call(Timers.Kitchen.self, Nothing()).rawEgg.massG == 68)
            _ = try client.call(Timers.ResetKitchen.self, Nothing())
        }
        try visit(firstBoot(30)) { (_: Kitchen, client: Client) throws in
            #expect(try !client.call(Timers.Kitchen.self, Nothing()).isSet)
        }
    }
}
