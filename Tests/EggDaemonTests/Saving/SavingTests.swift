import EggLoop
import EggTestSupport
import EggTimers
import EggWire
import Foundation
import Instants
import Synchronization
import Testing
import Varlink

@testable import EggDaemon

/// Acknowledged timers are saved and restored, with clocks that a test moves, within one process.
@Suite struct SavingTests: SavingSuite {
    let folder = TemporaryFolder()

    /// After a restart, and after a reboot, whose clock begins anew.
    @Test func anAnswerToACallWithAKeyIsRestored() throws {
        func start(_ client: Client) throws -> Timers.Start.Reply {
            try client.call(Timers.Start.self, .init(egg: "soft", key: "a"))
        }
        let first = try visit(firstBoot()) { (_: Kitchen, client: Client) throws in try start(client) }
        for clock in [firstBoot(30), secondBoot(700)] {
            try visit(clock) { (kitchen: Kitchen, client: Client) throws in
                #expect(try start(client) == first && client.timers().map(\.id) == [first.timer.id])
                kitchen.pass(.minutes(11))
            }
        }
    }

    @Test func theLogCountsRestoredTimersAndNotTheKitchensEgg() throws {
        let lines = Mutex<[String]>([])
        let log = Log { line in lines.withLock { $0.append(line) } }
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.call(Timers.SetKitchen.self, .init(massG: 68))
        }
        try visit(firstBoot(1), log: log) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
        }
        try visit(firstBoot(2), log: log) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().count == 1)
        }
        #expect(lines.withLock { $0 }.filter { $0.hasPrefix("restored") } == ["restored 1 timer"])
    }

    /// Does something while the disk is blocked, until the engine has reached a condition.
    private func whileTheStoreIsBlocked(
        in kitchen: Kitchen, until isReached: @Sendable (isolated Engine) -> Bool, _ work: () throws -> Void
    ) throws {
        let resumption = DispatchSemaphore(value: 0)
        try #require(kitchen.storeWriter).perform { _ in resumption.wait() }
        defer { resumption.signal() }
        try work()
        try kitchen.waitUntil(isReached)
    }

    /// Each history is read on the store writer's thread; a commit waits for one reading at most.
    @Test func aCommitDoesNotWaitForManyHistoryCalls() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            let callers = try (0..<30).map { _ in try kitchen.client() }
            // The store writer has got one of the calls; the commit is next, and the other calls wait.
            try whileTheStoreIsBlocked(
                in: kitchen,
                until: {
                    $0.connections.pending.count >= 29 && $0.saving?.isWaitedFor == true
                }
            ) {
                for number in callers.indices {
                    try callers[number].send(Timers.History.self, .init(limit: Int64(number)))
                }
                try client.send(Timers.Start.self, .init(egg: "soft"))
            }
            #expect(try client.receive(Timers.Start.self).value.timer.egg == "soft")
            for peer in callers { #expect(try peer.receive(Timers.History.self).value.runs.isEmpty) }
        }
    }

    /// A hundred readings for clients that have left would keep the others waiting.
    @Test func aHistoryWhoseClientsHaveLeftIsNotRead() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            var callers = try (0..<30).map { _ in try kitchen.client() }
            try whileTheStoreIsBlocked(in: kitchen, until: { $0.connections.pending.count >= 29 }) {
                for number in callers.indices {
                    try callers[number].send(Timers.History.self, .init(limit: Int64(number)))
                }
                callers.removeLast(29)
            }
            // The first call's history is being read; none of the others is.
            #expect(try callers[0].receive(Timers.History.self).value.runs.isEmpty)
            #expect(kitchen.engine.enter { $0.connections.pending.count == 0 })
        }
    }

    /// Two thousand runs are half a megabyte, and a hundred and fifty clients that never read ask for them.
    @Test func repliesThatNobodyReadsDoNotPileUp() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            let name = String(repeating: "x", count: 64)
            for _ in 0..<2_000 { try client.send(Timers.Start.self, .init(egg: "soft", name: name), oneway: true) }
            #expect(try client.start("soft", name: name).replaced != nil)
            let callers = try (0..<150).map { _ in try kitchen.client() }
            for peer in callers { try peer.send(Timers.History.self, .init(limit: 2_000)) }
            // The calls give the engine its turns until the first of them has been disconnected.
            for _ in 0..<20_000 where kitchen.engine.enter({ $0.connections.all.count }) == 151 {
                _ = try client.call(Timers.Eggs.self, .init())
            }
            kitchen.engine.enter { engine in
                #expect(engine.connections.unreadBytes <= 32 * 1024 * 1024)
                #expect(
                    engine.connections.unreadBytes == engine.connections.all.map(\.socket.waitingBytes).reduce(0, +))
                #expect(engine.connections.all.count < 151)
            }
            #expect(try client.timers().count == 1)
        }
    }

    /// A clock that ran behind until a time server sets it.
    @Test func anUntrustedClockIsCorrectedWhenItIsSet() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in _ = try client.start("soft") }
        let clock = secondBoot(120, synchronised: false, wallError: -50)
        try visit(clock) { (kitchen: Kitchen, client: Client) throws in
            #expect(try client.timers().first?.remainingMs == 230_000)
            let (watcher, _) = try kitchen.watcher()
            clock.advance(by: .seconds(20))
            clock.synchronise(wall: Self.wall + .seconds(140))
            kitchen.engine.enter { $0.watchClock(.stepped) }
            #expect(try watcher.nextEvent().event.timer == "egg")
            let timer = try #require(try client.timers().first)
            #expect(timer.state == .cooking && timer.remainingMs == 160_000)
        }
        // The correction has been saved.
        try visit(firstBoot(150)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().first?.remainingMs == 150_000)
        }
    }

    /// A slewed clock causes no step: the next call finds the clock synchronised.
    @Test func aSlewedClockIsNoticedAtTheNextCall() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in _ = try client.start("soft") }
        let clock = secondBoot(120, synchronised: false, wallError: -1)
        try visit(clock) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().first?.remainingMs == 181_000)
            clock.synchronise(wall: Self.wall + .seconds(120))
            #expect(try client.timers().first?.remainingMs == 180_000)
        }
    }

    /// After a power cut the timer is restored by a clock that had stopped, and dismissed; then the clock is set.
    @Test func theHistoryIsCorrectedWhenTheClockIsSetLater() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in _ = try client.start("soft") }
        let clock = secondBoot(350, synchronised: false, wallError: -44)
        try visit(clock) { (kitchen: Kitchen, client: Client) throws in
            kitchen.pass(.seconds(6))
            let timer = try #require(try client.timers().first)
            #expect(timer.state == .ringing && timer.overdueMs == 6_000 && timer.isEstimated == true)
            _ = try client.call(Timers.Dismiss.self, .init())
            let before = try #require(try client.call(Timers.History.self, .init()).runs.first)
            #expect(before.overdueMs == 6_000 && before.isEstimated == true)
            clock.advance(by: .seconds(20))
            clock.synchronise(wall: Self.wall + .seconds(376))
            let after = try #require(try client.call(Timers.History.self, .init()).runs.first)
            #expect(after.overdueMs == 56_000 && after.isEstimated == nil)
            #expect(after.startedAtUnixMs == 1_800_000_000_000 && after.endedAtUnixMs == 1_800_000_356_000)
        }
        // The correction was saved at the end.
        try visit(firstBoot(9_000)) { (_: Kitchen, client: Client) throws in
            let run = try #require(try client.call(Timers.History.self, .init()).runs.first)
            #expect(run.overdueMs == 56_000 && run.isEstimated == nil)
        }
    }

    @Test func theWallClockIsSavedWhenItIsSet() throws {
        // The timer was started under a wrong clock, which is set afterwards: from then on the next boot can measure
        // the time.
        let clock = ManualClock(boot: Self.start, wall: .seconds(5), isSynchronised: false, bootID: "first")
        try visit(clock) { (kitchen: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            clock.advance(by: .seconds(10))
            clock.synchronise(wall: Self.wall + .seconds(10))
            kitchen.engine.enter { $0.watchClock(.stepped) }
        }
        try visit(secondBoot(100)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().first?.remainingMs == 200_000)
        }
    }

    @Test func theHistoryIsSaved() throws {
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            kitchen.pass(.seconds(60))
            _ = try client.call(Timers.Pause.self, .init())
            kitchen.pass(.seconds(30))
            _ = try client.call(Timers.Resume.self, .init())
            kitchen.pass(.seconds(252))
            _ = try client.call(Timers.Dismiss.self, .init())
            _ = try client.start("hard")
            _ = try client.call(Timers.Cancel.self, .init())
        }
        try visit(firstBoot(9_000)) { (_: Kitchen, client: Client) throws in
            let runs = try client.call(Timers.History.self, .init()).runs
            #expect(runs.map(\.ending) == [.cancelled, .dismissed])
            let first = try #require(runs.last)
            #expect(first.startedAtUnixMs == 1_800_000_000_000 && first.endedAtUnixMs == 1_800_000_342_000)
            #expect(first.overdueMs == 12_000)
            #expect(first.pauses == [.init(atUnixMs: 1_800_000_060_000, durationMs: 30_000)])
            #expect(try client.call(Timers.History.self, .init(limit: 1)).runs.count == 1)
            #expect(
                errorName { _ = try client.call(Timers.History.self, .init(limit: -1)) }?.hasSuffix("InvalidParameter")
                    == true)
        }
    }

    @Test func aSecondStoreWriterInTheSameFolderIsRefused() throws {
        try visit(firstBoot()) { (_: Kitchen, _: Client) throws in
            let second = try StoreWriter(folder: folder.path("state"), log: Log { _ in }) { _ in }
            #expect(throws: StoreWriter.Taken(folder: folder.path("state"))) {
                try second.restore(within: .seconds(20))
            }
        }
        #expect(throws: Never.self) { try visit(firstBoot()) { (_: Kitchen, _: Client) throws in } }
    }

    /// A disk that fails at the start and works later: its timers join the board, whatever their state.
    @Test func timersFoundLateJoinTheBoardAndAreSaved() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft", name: "cooking")
            _ = try client.start("soft", name: "held")
            _ = try client.call(Timers.Pause.self, .init("held"))
        }
        let state = folder.path("state")
        #expect(rename(state, state + ".away") == 0)
        folder.write([], to: "state")
        try visit(firstBoot(10)) { (kitchen: Kitchen, client: Client) throws in
            #expect(try client.timers().isEmpty)
            #expect(try client.call(Timers.Health.self, Nothing()).storeOut != nil)
            let (watcher, _) = try kitchen.watcher()
            _ = try client.start("hard", name: "new")
            unlink(state)
            #expect(rename(state + ".away", state) == 0)
            kitchen.retrySaving()
            // They are published like any other change.
            #expect(try watcher.nextEvent().event.timer == "new")
            for name in ["cooking", "held"] {
                let event = try watcher.nextEvent().event
                #expect(event.kind == .started && event.timer == name)
            }
            #expect(try client.timers().count == 3)
            try waitUntil("it saves again") {
                kitchen.retrySaving()
                return try client.saves()
            }
        }
        try visit(firstBoot(20)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.name).sorted() == ["cooking", "held", "new"])
        }
    }

    @Test func aRemovedFolderIsCreatedAgain() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            try FileManager.default.removeItem(atPath: folder.path("state"))
            _ = try client.start("hard", name: "left")
        }
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.egg) == ["soft", "hard"])
        }
    }

    @Test func aFolderThatAnotherHasTakenMeanwhileIsReported() throws {
        let state = folder.path("state")
        try visit(firstBoot()) { (kitchen: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            try FileManager.default.removeItem(atPath: state)
            let other = try StoreWriter(folder: state, log: Log { _ in }) { _ in }
            #expect(try other.restore(within: .seconds(20)).isEmpty)
            _ = try client.start("hard", name: "left")
            #expect(
                try client.call(Timers.Health.self, Nothing()).storeOut == "\(StoreWriter.Taken(folder: state))")
            other.close(within: .seconds(20))
            try waitUntil("it saves again") {
                kitchen.retrySaving()
                return try client.saves()
            }
        }
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.egg) == ["soft", "hard"])
        }
    }

    @Test func theValidTimersOfADamagedDatabaseAreRestored() throws {
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            _ = try client.start("hard", name: "left")
        }
        try sqlite(folder.path("state/eggtimer.db"), "UPDATE timer SET state = 'poached' WHERE name = 'egg'")
        for seconds in [1.0, 2] {
            try visit(firstBoot(seconds)) { (_: Kitchen, client: Client) throws in
                #expect(try client.timers().map(\.egg) == ["hard"])
            }
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
        #expect(files.contains { $0.contains(".damaged-") })
    }

    @Test func aDamagedDatabaseIsClosedBeforeItIsMoved() throws {
        folder.write(Array("no database, but a recipe for pancakes".utf8), to: "state/eggtimer.db")
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            let files = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
                .compactMap { try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)") }
                .filter { $0.hasPrefix(folder.path("state/eggtimer.db")) }
            #expect(files.contains(folder.path("state/eggtimer.db")))
            #expect(!files.contains { $0.contains(".damaged-") })
        }
    }

    /// Databases with a foreign layout are replaced at once: without tables, of another program, or refusing a change.
    @Test(arguments: [
        "DROP TABLE timer; DROP TABLE run; DROP TABLE boot",
        "DROP TABLE timer; CREATE TABLE timer (recipe TEXT)",
        "PRAGMA user_version = 0",
        "CREATE TRIGGER refusal BEFORE INSERT ON timer BEGIN SELECT RAISE(ABORT, 'no'); END",
    ])
    func aWrongLayoutIsSetAsideAndTimersAreSaved(sql: String) throws {
        try visit(firstBoot()) { (_: Kitchen, _: Client) throws in }
        try sqlite(folder.path("state/eggtimer.db"), sql)
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            _ = try client.start("soft")
            #expect(try client.call(Timers.Health.self, Nothing()).storeOut == nil)
        }
        try visit(firstBoot(2)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.egg) == ["soft"])
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
        #expect(files.filter { $0.contains(".damaged-") }.count == 1)
    }

    /// A pipe in the database's place must not block.
    @Test func aPipeInPlaceOfTheDatabaseIsSetAside() throws {
        #expect(mkfifo(folder.makeFolder("state") + "/eggtimer.db", 0o600) == 0)
        try visit(firstBoot()) { (_: Kitchen, client: Client) throws in _ = try client.start("soft") }
        try visit(firstBoot(1)) { (_: Kitchen, client: Client) throws in
            #expect(try client.timers().map(\.egg) == ["soft"])
        }
    }
}
