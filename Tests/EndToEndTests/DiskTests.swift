import EggTestSupport
import EggTimers
import EggWire
import Glibc
import Testing
import Varlink

/// Disks that fail, each with its message; the countdown and the alarm are not affected.
@Suite struct DiskTests {
    private let folder = TemporaryFolder()

    private static let canMakeNamespaces = (try? Program.run("/usr/bin/unshare", ["-m", "-T", "true"]).status) == 0

    private func storeOut(_ daemon: RunningDaemon) throws -> String? {
        try daemon.client().call(Timers.Health.self, Nothing()).storeOut
    }

    /// Waits for a line of the log that contains this text.
    private func logged(_ text: String, by daemon: RunningDaemon) throws -> String {
        try daemon.said.first { $0.contains(text) } ?? daemon.process.errorLine(with: text)
    }

    private func expectItHeals(_ daemon: RunningDaemon) throws {
        try waitUntil("saving works again", within: .seconds(120)) { try storeOut(daemon) == nil }
        #expect(try !daemon.eggctl("status").output.contains("timers are not being saved"))
    }

    /// Kills the daemon and starts another on the same state.
    private func restart(_ daemon: RunningDaemon) throws -> RunningDaemon {
        try daemon.kill()
        return try RunningDaemon(folder: daemon.folder, state: daemon.state)
    }

    @Test func aStateFolderThatCannotBeCreatedIsReportedAndTimersStillRing() throws {
        let daemon = try RunningDaemon(state: "/proc/nowhere/eggtimer")
        #expect(try daemon.eggctl("start", "soft").status == 0)
        try expectAnEggRings(daemon)
        let status = try daemon.eggctl("status").output
        #expect(status.contains("soft egg: "))
        #expect(
            status.contains("timers are not being saved; a restart would lose them: /proc/nowhere: "))
        daemon.process.signal(SIGTERM)
        let log = daemon.said.joined(separator: "\n") + (try daemon.process.finish().errors)
        #expect(log.split(separator: "\n").count { $0.contains("timers are not being saved") } == 1, "\(log)")
    }

    @Test func withoutAnyFolderItSaysWhatToSet() throws {
        let process = try Program(
            BuiltPrograms.eggd, environment: ["EGGD_SOCKET": folder.path("s"), "ALSA_CONFIG_PATH": "/nonexistent"])
        try process.errorLine(with: "timers are not being saved")
        let status = try Program.run(BuiltPrograms.eggctl, ["status", "--socket", folder.path("s")])
        #expect(status.output.contains("set HOME or XDG_STATE_HOME, or use --state-dir"))
    }

    @Test func aDamagedDatabaseIsMovedAsideAndReported() throws {
        let damage = Array("A recipe for pancakes is no database. ".utf8)
        folder.write(damage, to: "state/eggtimer.db")
        let daemon = try RunningDaemon(folder: folder)
        // The first answer says it.
        #expect(try daemon.eggctl("status").output.contains("timers may be missing; the damaged file is"))
        let message = try logged("is damaged", by: daemon)
        #expect(message.contains("a new database takes its place"))
        let aside = try #require(message.split(separator: " ").first { $0.contains(".damaged-") }).dropLast()
        #expect(contents(of: String(aside)) == damage)
        #expect(try daemon.eggctl("start", "soft").status == 0)
        try expectAnEggRings(daemon)
        #expect(try storeOut(daemon) == nil)
        let again = try restart(daemon)
        let status = try again.eggctl("status").output
        #expect(status.hasPrefix("soft egg: "))
        #expect(status.contains("timers may be missing; the damaged file is \(aside)"))
        let json = try again.eggctl("status", "--json").output
        #expect(json.contains(#""storeNotice":"the database was damaged and replaced, and timers may be missing; "#))
        #expect(try again.eggctl("doctor").output.contains("eggctl doctor --seen"))
        #expect(try !again.eggctl("doctor", "--seen").output.contains("timers may be missing"))
        #expect(try !again.eggctl("status").output.contains("missing"))
    }

    // MARK: Real file systems, which only root can mount

    /// The kinds of file systems that can be mounted here.
    private static let fileSystems = access("/sbin/mkfs.ext4", X_OK) == 0 ? ["tmpfs", "ext4"] : ["tmpfs"]

    /// A small file system of its own while the body runs.
    private func withSmallDisk(_ kind: String = "tmpfs", _ body: (String) throws -> Void) throws {
        let path = folder.makeFolder("disk")
        if kind == "ext4" {
            let image = folder.write(Array(repeating: 0, count: 4 << 20), to: "image")
            // Blocks smaller than SQLite's pages, and none reserved for root.
            let made = try Program.run("/sbin/mkfs.ext4", ["-q", "-m", "0", "-b", "1024", image])
            try #require(made.status == 0, "\(made.errors)")
            try mount("-o", "loop", image, path)
        } else {
            try mount("-t", "tmpfs", "-o", "size=1m", "none", path)
        }
        defer { _ = try? Program.run("/bin/umount", ["-l", path]) }
        try body(path)
    }

    private func mount(_ arguments: String...) throws {
        let result = try Program.run("/bin/mount", arguments)
        try #require(result.status == 0, "mount \(arguments): \(result.errors)")
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func onAFullDiskTimersStillRingAndAreSavedWhenThereIsRoom() throws {
        try withSmallDisk { (disk: String) throws in
            let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
            #expect(try daemon.eggctl("start", "soft").status == 0)
            let watch = try daemon.startEggctl("watch", "--json")
            #expect(try watch.line()?.contains(#""storeOut":null"#) == true)
            let filler = disk + "/filler"
            _ = try Program.run("/bin/dd", ["if=/dev/zero", "of=\(filler)", "bs=4k"])
            #expect(try daemon.eggctl("start", "hard", "--name", "left").status == 0)
            #expect(try storeOut(daemon)?.hasSuffix("the disk is full") == true)
            #expect(try daemon.eggctl("status").output.contains("timers are not being saved"))
            try expectAnEggRings(daemon)
            try watch.line(with: #""kind":"saving""#)
            unlink(filler)
            try expectItHeals(daemon)
            let last = try watch.line(with: #""kind":"saving""#)
            #expect(last.contains(#""storeOut":null"#))
            watch.signal(SIGINT)
            _ = try watch.finish()
            let again = try restart(daemon)
            #expect(try again.timers().map(\.egg) == ["soft", "hard"])
            #expect(try again.client().call(Timers.History.self, .init()).runs.map(\.name) == ["witness"])
            _ = try again.end()
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"))
    func aStateFolderThatCannotBeCreatedOnAReadOnlyDiskIsExplained() throws {
        try withSmallDisk { (disk: String) throws in
            try mount("-o", "remount,ro", disk)
            let daemon = try RunningDaemon(folder: folder, state: disk + "/state/eggtimer")
            let reason = "\(disk)/state: Read-only file system"
            #expect(try storeOut(daemon) == reason)
            let doctor = try daemon.eggctl("doctor").output
            #expect(doctor.contains(": \(reason)\n      fix: mkdir -p \(disk)/state/eggtimer\n"), "\(doctor)")
            let warning = "the kitchen's egg is not being saved; a restart would lose it: \(reason)\n"
            #expect(try daemon.eggctl("kitchen", "--size", "L").output.hasSuffix(warning))
            #expect(try daemon.eggctl("kitchen", "--reset", "--json").output.contains(#""storeOut":"\#(disk)"#))
            #expect(try !daemon.eggctl("kitchen").output.contains("saved"))
        }
    }

    /// Writes to a disk until it has no room for another byte.
    private func fill(_ disk: String) throws {
        for size in ["4k", "1k", "1"] {
            _ = try Program.run("/bin/dd", ["if=/dev/zero", "of=\(disk)/filler-\(size)", "bs=\(size)"])
        }
    }

    /// The state after a power cut: the timers are in the write-ahead log, and there is no other file.
    private func cutPower(_ disk: String, egg: String = "soft") throws {
        let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
        #expect(try daemon.eggctl("start", egg).status == 0)
        try daemon.kill()
        #expect(try #require(contents(of: disk + "/state/eggtimer.db-wal")).count > 0)
        #expect(access(disk + "/state/eggtimer.db-shm", F_OK) != 0)
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"), arguments: DiskTests.fileSystems)
    func afterAPowerCutTimersAreRestoredFromAFullDisk(kind: String) throws {
        try withSmallDisk(kind) { (disk: String) throws in
            try cutPower(disk)
            try fill(disk)
            let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
            #expect(daemon.said.contains { $0.contains("restored 1 timer") })
            #expect(try daemon.timers().map(\.egg) == ["soft"])
            #expect(try daemon.eggctl("start", "hard", "--name", "left").status == 0)
            try expectAnEggRings(daemon)
            for size in ["4k", "1k", "1"] { unlink(disk + "/filler-\(size)") }
            try expectItHeals(daemon)
            let again = try restart(daemon)
            #expect(try again.timers().map(\.egg) == ["soft", "hard"])
            _ = try again.end()
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can mount a disk"), arguments: DiskTests.fileSystems)
    func afterAPowerCutTimersAreRestoredFromAReadOnlyDisk(kind: String) throws {
        try withSmallDisk(kind) { (disk: String) throws in
            try cutPower(disk)
            try mount("-o", "remount,ro", disk)
            let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
            #expect(try daemon.timers().map(\.egg) == ["soft"])
            #expect(try storeOut(daemon)?.contains("Read-only file system") == true)
            try expectAnEggRings(daemon)
            try mount("-o", "remount,rw", disk)
            try expectItHeals(daemon)
            let again = try restart(daemon)
            #expect(try again.timers().map(\.egg) == ["soft"])
            _ = try again.end()
        }
    }

    /// Writing hangs on a frozen disk: neither the start, nor an alarm, nor the exit waits for it.
    @Test(
        .enabled(if: geteuid() == 0, "only root can freeze a disk"),
        .enabled(if: DiskTests.fileSystems.contains("ext4"), "there is no mkfs.ext4"))
    func aFrozenDiskDelaysNothingAndItsTimersAreFoundAfterwards() throws {
        try withSmallDisk("ext4") { (disk: String) throws in
            try cutPower(disk)
            #expect(try Program.run("/sbin/fsfreeze", ["-f", disk]).status == 0)
            do {
                // If anything fails here the disk must still be thawed; otherwise everything that follows would hang.
                defer { _ = try? Program.run("/sbin/fsfreeze", ["-u", disk]) }
                let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
                let started = try daemon.eggctl("start", "hard", "--name", "unsaved")
                #expect(started.status == 0 && started.output.contains("timers are not being saved"))
                try expectAnEggRings(daemon)
                #expect(try storeOut(daemon)?.contains("has not answered") == true)
                daemon.process.signal(SIGTERM)
                // The process exits when the disk answers, but its socket is removed before.
                try waitUntil("its socket is removed") { access(daemon.socket, F_OK) != 0 }
                #expect(try Program.run("/sbin/fsfreeze", ["-u", disk]).status == 0)
                _ = try daemon.process.finish()
            }
            let daemon = try RunningDaemon(folder: folder, state: disk + "/state")
            #expect(try daemon.timers().map(\.egg) == ["soft"])
            _ = try daemon.end()
        }
    }

    /// Trap 2: another boot, imitated by a time namespace and a bind-mounted boot_id; the boot clock starts again.
    @Test(.enabled(if: DiskTests.canMakeNamespaces, "root can make a time namespace, and not within a chroot"))
    func afterARebootTheTimerFollowsTheWallClock() throws {
        let (end, before) = try { () throws -> (Int64, Int64) in
            let daemon = try RunningDaemon(folder: folder)
            let timer = try daemon.client().call(Timers.Start.self, .init(egg: "soft")).timer
            try daemon.kill()
            return (try #require(timer.endsAtUnixMs), timer.remainingMs)
        }()
        folder.write(Array("11111111-2222-3333-4444-555555555555\n".utf8), to: "boot_id")
        let enter =
            "mount --make-rprivate / && mount --bind \(folder.path("boot_id")) /proc/sys/kernel/random/boot_id && exec \"$@\""
        let daemon = try RunningDaemon(
            folder: folder,
            wrapper: [
                "/usr/bin/unshare", "-m", "-T", "--boottime", "500000", "--monotonic", "500000", "sh", "-c", enter,
                "sh",
            ])
        #expect(daemon.said.contains { $0.contains("restored 1 timer") })
        let timer = try #require(try daemon.timers().first)
        #expect(timer.state == .cooking && timer.remainingMs < before)
        #expect(isSameMoment(timer.endsAtUnixMs, end))
    }
}
