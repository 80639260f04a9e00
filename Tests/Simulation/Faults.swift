import EggWire
import SimulatedKernel
import Varlink

/// Causes the faults of the machine.
final class Faults: Part {
    /// A kind of fault.
    enum Kind: String, CaseIterable {
        case kill = "kills"
        case restart = "restarts"
        case powerCut = "power cuts"
        case powerCutInWrite = "power cuts within a write"
        case reboot = "reboots"
        case bootWithoutClock = "boots without a clock"
        case suspend = "suspends"
        case clockStep = "clock steps"
        case clockDrift = "drifting clocks"
        case diskFull = "full disks"
        case diskReadOnly = "read-only disks"
        case diskFails = "failing disks"
        case syncFails = "failing syncs"
        case diskUnreadable = "unreadable disks"
        case diskHangs = "hanging disks"
        case slowDisk = "slow disks"
        case databaseRemoved = "removed databases"
        case databaseDamaged = "damaged databases"
        case card = "faults of a sound card"
        case otherCard = "second sound cards"
        case goodConfiguration = "good reloads"
        case badConfiguration = "bad reloads"
    }

    private let watcher: Watcher
    /// The names of the kinds that are left out.
    private let omitted: Set<String>

    init(of scene: Scene, omitting omitted: Set<String>, watcher: Watcher) {
        (self.omitted, self.watcher) = (omitted, watcher)
        super.init("faults", of: scene)
    }

    func run() {
        while true {
            Tasks.sleep(chance.time(.hours(4), .days(2)))
            if chance.happens(800) { waitForAnEgg() }
            let kind = chance.one(of: Kind.allCases)
            var own = Chance(seed: UInt64(chance.number(0...Int(Int32.max))), part: kind.rawValue)
            guard !omitted.contains(kind.rawValue) else { continue }
            while machine.isRestarting { Tasks.sleep(.seconds(11)) }
            if own.happens(150) {
                Tasks.start { [watcher, time = own.time(.minutes(2), .hours(1))] in watcher.watch(for: time) }
            }
            machine.events += 1
            machine.faults += 1
            chronicle.count(kind.rawValue)
            chronicle.note("fault: \(kind.rawValue)")
            perform(kind, &own)
            machine.events += 1
            machine.faults += 1
        }
    }

    /// Most faults would meet a kitchen in which nothing cooks.
    private func waitForAnEgg() {
        waitADay(every: .seconds(31)) { !ledger.entries.isEmpty }
        Tasks.sleep(chance.time(.milliseconds(10), .minutes(15)))
    }

    /// Few faults would meet an alarm, because it is soon answered.
    private func waitForAnAlarm() {
        waitADay(every: .seconds(1)) { ledger.isAnyRinging }
    }

    /// Waits until a condition holds, at most a day.
    private func waitADay(every interval: Duration, until condition: () -> Bool) {
        let end = TrueTime.now + .days(1)
        Tasks.wait(every: interval) { condition() || TrueTime.now >= end }
    }

    private func perform(_ kind: Kind, _ chance: inout Chance) {
        switch kind {
        case .kill:
            machine.kill()
            startAgain(after: chance.time(.milliseconds(100), .minutes(2)))
        case .restart:
            machine.stopService()
            startAgain(after: chance.time(.milliseconds(100), .seconds(30)))
        case .powerCut: cutPower(&chance)
        case .powerCutInWrite:
            sim_stop_within_disk(Int32(chance.number(1...60)))
            sim_wait_until_stopped(Duration.hours(4).nanoseconds)
            sim_stop_within_disk(0)
            cutPower(&chance)
        case .reboot:
            let off = chance.time(.seconds(20), .minutes(10))
            machine.reboot(for: off)
            boot(after: off, &chance)
        case .bootWithoutClock:
            let off = chance.time(.seconds(20), .hours(3))
            machine.losePower(for: off)
            // The clock begins where it was last saved, or long ago.
            let behind = chance.happens(700) ? off + chance.time(.seconds(1), .hours(1)) : .days(365 * 30)
            sim_set_synchronised(false)
            sim_set_wall((.zero - behind).nanoseconds, false)
            boot(after: off, &chance)
            if chance.happens(300) {
                // Estimates are estimated once more, or corrected by the next boot.
                Tasks.sleep(chance.time(.seconds(5), .minutes(3)))
                let off = chance.time(.seconds(10), .hours(1))
                machine.losePower(for: off)
                if chance.happens(500) {
                    sim_set_wall(0, false)
                    sim_set_synchronised(true)
                    return boot(after: off, &chance)
                }
                boot(after: off, &chance)
            }
            guard chance.happens(800) else { return chronicle.note("the clock stays wrong") }
            Tasks.sleep(chance.time(.seconds(5), .minutes(20)))
            setClockRight()
        case .suspend:
            let time = chance.time(.seconds(5), .hours(12))
            chronicle.note("asleep for \(time)")
            machine.suspend(for: time)
            judge.audit()
        case .clockStep:
            loseClock()
            let time = chance.happens(100) ? .days(36_500) : chance.time(.seconds(1), .days(2))
            sim_set_wall((chance.happens(500) ? time : .zero - time).nanoseconds, true)
            ledger.noteWallError()
            Tasks.sleep(chance.time(.seconds(1), .hours(2)))
            setClockRight()
        case .clockDrift:
            loseClock()
            sim_set_drift(Int64(chance.number(-200_000...200_000)))
            Tasks.sleep(chance.time(.minutes(1), .hours(6)))
            ledger.noteWallError()
            setClockRight()
        case .diskFull: disturbDisk(SIM_DISK_FULL, &chance)
        case .diskReadOnly: disturbDisk(SIM_DISK_READ_ONLY, &chance)
        case .diskFails: disturbDisk(SIM_DISK_FAILS, &chance)
        case .syncFails: disturbDisk(SIM_DISK_SYNC_FAILS, &chance)
        case .diskUnreadable: disturbDisk(SIM_DISK_UNREADABLE, &chance)
        case .diskHangs: disturbDisk(SIM_DISK_HANGS, &chance)
        case .slowDisk:
            machine.diskDelay = chance.time(.milliseconds(1), .milliseconds(400))
            Tasks.sleep(chance.time(.seconds(10), .minutes(20)))
            machine.diskDelay = .zero
        case .databaseRemoved: removeDatabase(&chance)
        case .databaseDamaged: damageDatabase(&chance)
        case .card:
            let state = chance.one(of: SoundCards.State.allCases.filter { $0 != .works })
            let isDuringAnAlarm = chance.happens(500)
            if isDuringAnAlarm { waitForAnAlarm() }
            chronicle.note("card 0 \(state.rawValue)")
            machine.cards.set(state, ofCard: 0)
            judge.expectTruthAtOnce()
            let time = chance.time(.milliseconds(300), isDuringAnAlarm ? .minutes(3) : .minutes(20))
            Tasks.sleep(time / 2)
            judge.audit()
            // An alarm moves to another card, but not from one that is muted: eggd says that it can't be heard there.
            let hasOther = state != .isMuted && chance.happens(500)
            if hasOther { machine.cards.set(.works, ofCard: 1) }
            Tasks.sleep(time / 2)
            machine.cards.set(.works, ofCard: 0)
            if hasOther { machine.cards.set(.isMissing, ofCard: 1) }
            // By then, eggd knows it.
            Tasks.sleep(.seconds(70))
            judge.audit()
        case .otherCard:
            machine.cards.set(.works, ofCard: 1)
            Tasks.sleep(chance.time(.seconds(1), .minutes(20)))
            machine.cards.set(.isMissing, ofCard: 1)
        case .goodConfiguration:
            let leadIn = chance.happens(500) ? 2 : 0
            machine.configure("[alarm]\nsnooze = \(chance.number(10...300))s\nlead-in = \(leadIn)s\n")
            judge.expectConfiguration(isGood: true)
        case .badConfiguration:
            machine.configure(chance.one(of: ["[alarm]\nsnooze = never\n", "[eggs]\n= 5\n", "\u{0}\u{1}garbage"]))
            judge.expectConfiguration(isGood: false)
        }
    }

    // MARK: Starts

    private func startAgain(after time: Duration) {
        Tasks.sleep(time)
        machine.startService()
    }

    /// eggd is killed, or the power fails.
    private func endAbruptly(_ chance: inout Chance) {
        if chance.happens(500) { return cutPower(&chance) }
        machine.kill()
        startAgain(after: .milliseconds(200))
    }

    private func cutPower(_ chance: inout Chance) {
        let off = chance.time(.seconds(10), .hours(10))
        machine.losePower(for: off)
        boot(after: off, &chance)
    }

    private func boot(after off: Duration, _ chance: inout Chance) {
        // After a boot, even a right clock is not synchronised until a time server has replied.
        let wait = sim_is_synchronised() && chance.happens(700) ? chance.time(.seconds(2), .minutes(5)) : nil
        if wait != nil { sim_set_synchronised(false) }
        chronicle.note("off for \(off), then booted; the wall clock is \(Duration.nanoseconds(sim_wall_error())) off")
        Tasks.sleep(.seconds(8))
        ledger.reboot()
        machine.boot()
        if let wait {
            Tasks.sleep(wait)
            return setClockRight()
        }
        guard sim_is_synchronised() else { return }
        Tasks.sleep(.seconds(3))
        judge.audit()
        judge.expectCorrection()
    }

    private func loseClock() {
        sim_set_synchronised(false)
        ledger.loseClock()
    }

    private func setClockRight() {
        machine.events += 1
        sim_set_wall(0, true)
        sim_set_synchronised(true)
        ledger.noteWallError()
        chronicle.note("the clock is right")
        // Estimates are corrected at once.
        Tasks.sleep(.milliseconds(20))
        judge.audit()
        judge.expectCorrection()
    }

    /// The faults of a disk.
    private static let disks = [
        SIM_DISK_FULL, SIM_DISK_READ_ONLY, SIM_DISK_FAILS, SIM_DISK_SYNC_FAILS, SIM_DISK_UNREADABLE, SIM_DISK_HANGS,
    ]

    private func disturbDisk(_ disk: sim_disk, _ chance: inout Chance) {
        machine.disk = disk
        ledger.isDiskTrusted = false
        Tasks.sleep(chance.time(.seconds(1), .minutes(30)))
        if chance.happens(200) {
            machine.kill()
            startAgain(after: .milliseconds(200))
            Tasks.sleep(chance.time(.seconds(1), .minutes(5)))
        }
        if chance.happens(300) {
            // One fault follows another.
            machine.disk = chance.one(of: Self.disks)
            chronicle.note("another fault of the disk: \(machine.disk.rawValue)")
            Tasks.sleep(chance.time(.seconds(1), .minutes(10)))
        }
        let isRemoved = chance.happens(200)
        if isRemoved {
            sim_remove_files(Machine.folder, "eggtimer.db")
            chronicle.note("the database is deleted")
            ledger.loseDatabase()
            Tasks.sleep(chance.time(.seconds(1), .minutes(10)))
        }
        machine.disk = SIM_DISK_WORKS
        chronicle.note("the disk works")
        machine.disturb()
        if isRemoved { changeSomething() }
        if machine.isAudited, chance.happens(200) {
            // A clean end saves what the disk had refused.
            machine.stopService()
            ledger.isDiskTrusted = true
            ledger.forgetReturns()
            startAgain(after: .milliseconds(200))
        }
        Tasks.sleep(.seconds(1))
        judge.awaitSaving()
        // When eggd says that it saves again, nothing that it lists may be lost.
        if chance.happens(300) { endAbruptly(&chance) }
    }

    // MARK: The database

    /// Somebody deletes the database. The next change is saved to a new one, with all timers.
    private func removeDatabase(_ chance: inout Chance) {
        guard machine.hasServed(for: .seconds(5)), ledger.isDiskTrusted else { return }
        judge.auditHistory()
        sim_remove_files(Machine.folder, "eggtimer.db")
        ledger.forgetHistory()
        changeSomething()
        endAbruptly(&chance)
    }

    /// After the database was deleted, the next change makes a new one.
    private func changeSomething() {
        guard let client = try? machine.connect(),
            (try? client.call(Timers.Start.self, .init(durationMs: 5_000_000, name: Self.scratch))) != nil
        else { return judge.find("after the database was deleted, nothing can be started") }
        // The tester may have removed all timers at the same moment.
        _ = try? client.call(Timers.Cancel.self, .init(Self.scratch))
    }

    /// The database is damaged when eggd starts: it is set aside, as soon as the disk allows, eggd says so until somebody has
    /// seen it, and saves to a new one.
    private func damageDatabase(_ chance: inout Chance) {
        guard machine.hasServed(for: .seconds(5)), ledger.isDiskTrusted, ledger.entries.isEmpty, !ledger.hasUntracked
        else { return }
        judge.auditHistory()
        machine.stopService()
        sim_damage_file("\(Machine.folder)/eggtimer.db")
        ledger.forgetHistory()
        let failsToo = chance.happens(500)
        if failsToo {
            machine.disk = chance.one(of: Self.disks)
            ledger.isDiskTrusted = false
        }
        startAgain(after: .milliseconds(200))
        if failsToo {
            Tasks.sleep(chance.time(.seconds(10), .minutes(10)))
            machine.disk = SIM_DISK_WORKS
            machine.disturb()
            Tasks.sleep(.seconds(1))
            judge.awaitSaving()
        }
        expectNotice(true)
        machine.stopService()
        startAgain(after: .milliseconds(200))
        expectNotice(true)
        if let client = try? machine.connect() { _ = try? client.call(Timers.DismissDamage.self, .init()) }
        Tasks.sleep(.milliseconds(10))
        expectNotice(false)
    }

    private func expectNotice(_ isExpected: Bool) {
        Tasks.sleep(.seconds(1))
        guard let client = try? machine.connect(), let health = try? client.call(Timers.Health.self, .init()) else {
            return judge.find("eggd does not start with a damaged database")
        }
        if (health.storeNotice != nil) != isExpected {
            judge.find("the database was damaged, and eggd's notice is \(health.storeNotice ?? "missing")")
        }
    }

    /// A timer that exists for a moment.
    private static let scratch = Script.names[0]
}
