import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing

/// If the system lacks something that others have, eggd serves or says why it can't. It never hangs.
@Suite struct ScarcityTests {
    private let folder = TemporaryFolder()

    /// A command in front of eggd that gives it a file system view of its own.
    private func hiding(_ script: String) -> [String] {
        ["/usr/bin/unshare", "-m", "sh", "-ec", "mount --make-rprivate /; \(script); exec \"$@\"", "sh"]
    }

    /// The message with which eggd exits under this limit instead of serving; nil if it serves and exits in order.
    private func refusal(under limit: [String], _ about: Comment) throws -> String? {
        let folder = TemporaryFolder()
        chmod(folder.path, 0o777)
        let process = try Program(
            limit[0], limit.dropFirst() + [BuiltPrograms.eggd, "--state-dir", folder.path("state")],
            environment: ["EGGD_SOCKET": folder.path("s"), "ALSA_CONFIG_PATH": "/nonexistent"])
        var said = ""
        while let line = try process.errorLine() {
            said += line + "\n"
            guard line.contains("listening") else { continue }
            let start = try Program.run(BuiltPrograms.eggctl, ["start", "soft", "--socket", folder.path("s")])
            #expect(start.status == 0, about)
            #expect(start.errors == "", about)
            process.signal(SIGTERM)
            #expect(try process.finish().status == 0, about)
            return nil
        }
        #expect(try process.finish().status != 0 && !said.isEmpty, about)
        return said
    }

    /// Under each limit eggd serves or says why it doesn't, and with more than enough it also serves.
    private func expectAnAnswer(
        under limits: some Sequence<Int>, _ unit: String, saying words: String, _ limited: (Int) -> [String]
    ) throws {
        var (served, refused) = (0, 0)
        for limit in limits {
            if let reason = try refusal(under: limited(limit), "with \(limit) \(unit)") {
                #expect(served == 0, "with \(limit) \(unit) it does not serve, with less it did")
                if reason.contains(words) { refused += 1 }
            } else {
                served += 1
            }
        }
        #expect(served > 0 && refused > 0)
    }

    // MARK: Memory

    private static let enough: Comment = "a sanitizer needs addresses without end"

    /// Dispatch waits for ever, and without a message, for a thread that it can't create.
    @Test(.enabled(if: !Build.isSanitized, ScarcityTests.enough))
    func underAnyMemoryLimitItServesOrSaysWhyNot() throws {
        let sizes = stride(from: 32, through: 416, by: 32)
        try expectAnAnswer(under: sizes, "MB", saying: "the limit on memory leaves less than") {
            Limited.addresses(mebibytes: $0)
        }
    }

    /// Stacks count against this limit; eggd used to wait without end for a thread that can't be created.
    @Test(.enabled(if: !Build.isSanitized, ScarcityTests.enough))
    func underAnyWritableMemoryLimitItServesOrSaysWhyNot() throws {
        let sizes = [4, 8, 16, 32, 64, 72, 96, 128]
        try expectAnAnswer(under: sizes, "MB", saying: "the limit on memory leaves less than") {
            Limited.data(mebibytes: $0)
        }
    }

    // MARK: Threads

    private static let canChangeUser = geteuid() == 0

    /// All threads exist from the start. So either they can't all be created, and it says so, or none is ever missing.
    @Test(
        .enabled(if: ScarcityTests.canChangeUser, "only root can become a user without processes"),
        .enabled(if: !Build.isSanitized, "a sanitizer needs a thread of its own"))
    func underAnyThreadLimitItServesAndRingsOrSaysWhyNot() throws {
        var (served, refused) = (0, 0)
        for limit in 1...12 {
            let folder = TemporaryFolder()
            #expect(chmod(folder.path, 0o777) == 0)
            let wrapper = Limited.threads(limit, user: 54_321)
            guard let daemon = try? RunningDaemon(folder: folder, wrapper: wrapper) else {
                #expect(served == 0, "with \(limit) threads it does not serve, with fewer it did")
                refused += 1
                continue
            }
            served += 1
            try expectAnEggRings(daemon)
            // The examination needs threads of its own; without them it is answered all the same.
            #expect(try daemon.eggctl("doctor").output.contains("eggd answers at"))
            #expect(try daemon.end() == 0)
        }
        #expect(served > 0 && refused > 0)
    }

    @Test(
        .enabled(if: ScarcityTests.canChangeUser, "only root can become a user without processes"),
        .enabled(if: !Build.isSanitized, "a sanitizer needs a thread of its own"))
    func withoutRoomForItsThreadsItSaysWhichLimitToRaise() throws {
        let reason = try refusal(under: Limited.threads(5, user: 54_322), "with five threads")
        let text = reason ?? "it serves"
        #expect(text.contains("no thread can be started") && text.contains("ulimit -u"), "\(text)")
    }

    /// A lack of memory ends or stops it sooner or later. All acknowledged timers are on disk.
    @Test(.enabled(if: !Build.isSanitized, ScarcityTests.enough))
    func ifMemoryRunsOutLaterAcknowledgedTimersAreRestored() throws {
        let daemon = try RunningDaemon(folder: folder)
        let client = try RawPeer(daemon.socket)
        var promised: [String: Int64] = [:]
        func start() throws -> Bool {
            let name = "pot \(promised.count)"
            client.send(
                message: #"{"method":"io.eggtimer.Timers.Start","parameters":{"egg":"hard","name":"\#(name)"}}"#)
            guard let reply = client.receive() else { return false }
            let end = try #require(reply.firstMatch(of: /"endsAtUnixMs":(\d+)/)?.output.1)
            promised[name] = Int64(end)
            return true
        }
        for _ in 0..<8 { #expect(try start()) }
        // From here on it gets no further memory.
        let limit = try addresses(of: daemon.process.pid)
        let limiting = try Program.run("/usr/bin/prlimit", ["--pid", "\(daemon.process.pid)", "--as=\(limit)"])
        try #require(limiting.status == 0, "\(limiting.errors)")
        // Messages without an end use all memory there is. Meanwhile timers are started as long as that works.
        var peers: [RawPeer] = []
        for number in 0..<600 {
            guard let peer = try? RawPeer(daemon.socket) else { break }
            _ = fcntl(peer.descriptor, F_SETFL, O_NONBLOCK)
            peer.send([UInt8](repeating: UInt8(ascii: "x"), count: 60_000))
            peers.append(peer)
            guard number % 20 == 0 else { continue }
            guard try start() else { break }
        }
        // A process that hangs is killed by its service manager, whose watchdog gets no signs of life.
        daemon.process.signal(SIGKILL)
        #expect(try daemon.process.finish().status != 0)
        #expect(peers.count < 600, "everything fitted into memory, so this shows nothing")
        let second = try RunningDaemon(folder: folder)
        let timers = try second.timers()
        for (name, end) in promised {
            let found = timers.first { $0.name == name }?.endsAtUnixMs ?? 0
            #expect(isSameMoment(found, end), "\(name) was to end at \(end), not \(found)")
        }
        // A timer may have been saved without its reply being received.
        #expect((promised.count...promised.count + 1).contains(timers.count))
    }

    /// The address space of a process, in bytes.
    private func addresses(of pid: pid_t) throws -> Int {
        let pages = try #require(text(of: "/proc/\(pid)/statm"))
        return try #require(pages.split(separator: " ").first.flatMap { Int($0) }) * sysconf(Int32(_SC_PAGESIZE))
    }

    // MARK: Descriptors

    /// It neither spins nor exits without a message.
    @Test func underAnyDescriptorLimitItServesOrSaysWhyNot() throws {
        try expectAnAnswer(
            under: stride(from: 4, through: 40, by: 2), "descriptors", saying: "files may be open at a time"
        ) {
            Limited.descriptors($0)
        }
    }

    @Test func underAnyDescriptorLimitEggctlWorksOrSaysWhyNot() throws {
        let daemon = try RunningDaemon(folder: folder)
        for limit in 3...8 {
            let command = Limited.descriptors(limit) + [BuiltPrograms.eggctl, "status"]
            let result = try Program.run(command[0], Array(command.dropFirst()), environment: daemon.environment)
            #expect(result.status == 0 || !result.errors.isEmpty, "with \(limit) descriptors")
            if limit == 8 { #expect(result.status == 0, "\(result.errors)") }
        }
    }

    // MARK: Files

    @Test(.ownMounts)
    func ifEverythingIsReadOnlyItSaysSo() throws {
        let all = "for place in $(findmnt -rno TARGET); do mount -o remount,bind,ro \"$place\" || :; done 2>/dev/null"
        let command = hiding("\(all); ! touch \(folder.path) 2>/dev/null") + [BuiltPrograms.eggd]
        let result = try Program.run(
            command[0], Array(command.dropFirst()),
            environment: ["EGGD_SOCKET": folder.path("eggd.sock"), "STATE_DIRECTORY": folder.path("state")])
        #expect(result.status == 1)
        let lock = folder.path("eggd.sock.lock")
        #expect(result.errors.hasSuffix("eggd: can't listen: open \(lock): Read-only file system\n"))
    }

    /// As with a disk that has failed, the timers in memory continue.
    @Test(.ownMounts)
    func ifOnlyTheSocketIsWritableTimersStillRing() throws {
        // The socket is in a file system of its own, which the tests can see as well.
        let mount = try Program.run("/bin/mount", ["-t", "tmpfs", "-o", "size=1m", "none", folder.path])
        try #require(mount.status == 0, "\(mount.errors)")
        defer { _ = try? Program.run("/bin/umount", ["-l", folder.path]) }
        let others = "for place in $(findmnt -rno TARGET | grep -vx \(folder.path)); do"
        let daemon = try RunningDaemon(
            folder: folder, state: "/var/lib/eggtimer-test",
            wrapper: hiding("\(others) mount -o remount,bind,ro \"$place\" || :; done 2>/dev/null"))
        try expectAnEggRings(daemon)
        let status = try daemon.eggctl("status").output
        #expect(status.contains("timers are not being saved"), "\(status)")
        #expect(try daemon.end() == 0)
    }

    // MARK: Variables

    /// The folder that it usually names is also missing.
    @Test(.ownMounts)
    func withoutXDGRuntimeDirBothSayWhatToSet() throws {
        for (words, status) in [([BuiltPrograms.eggd], 1), ([BuiltPrograms.eggctl, "status"], EX_UNAVAILABLE)] {
            let command = hiding("if test -d /run/user; then mount -t tmpfs none /run/user; fi") + words
            let result = try Program.run(command[0], Array(command.dropFirst()))
            #expect(result.status == status)
            #expect(result.errors.contains("XDG_RUNTIME_DIR is not set, as after su or sudo; log in as "))
            #expect(result.errors.contains(" such as: EGGD_SOCKET=~/eggd.sock\n"))
        }
    }

    /// Twenty connections that can't be accepted are one line of the log, and wait.
    @Test func aLackOfDescriptorsIsLoggedOnce() throws {
        let daemon = try RunningDaemon()
        #expect(try daemon.eggctl("status").status == 0)
        func limit(_ descriptors: Int) throws {
            let words = ["--pid", "\(daemon.process.pid)", "--nofile=\(descriptors):"]
            let limited = try Program.run("/usr/bin/prlimit", words)
            try #require(limited.status == 0, "\(limited.errors)")
        }
        let descriptors = "/proc/\(daemon.process.pid)/fd"
        let used = try FileManager.default.contentsOfDirectory(atPath: descriptors).compactMap { Int($0) }
        let most = (used.max() ?? 0) + 1
        try limit(most)
        // The first of them get the descriptors that are free below the limit.
        let peers = try (0..<most - used.count + 20).map { _ in try RawPeer(daemon.socket) }
        _ = try daemon.process.errorLine(with: "new connections wait: accept4: Too many open files")
        try limit(most + peers.count)
        let call = #"{"method":"org.varlink.service.GetInfo"}"#
        for peer in peers {
            peer.send(message: call)
            #expect(peer.receive() != nil)
        }
        daemon.process.signal(SIGTERM)
        let log = try daemon.process.finish().errors
        #expect(!log.contains("new connections wait"), "\(log)")
    }
}
