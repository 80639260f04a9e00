import EggClient
import EggWire
import Glibc
import SimulatedKernel
import Varlink

@testable import EggDaemon

/// The machine in the kitchen, on which eggd runs: the real program, on the simulated kernel.
final class Machine {
    /// Where eggd saves its timers.
    static let folder = "/home/state"
    private static let (socket, configuration) = ("/run/eggd.sock", "/etc/eggd.conf")

    let cards = SoundCards()
    private let chronicle: Chronicle
    /// The process of eggd.
    private(set) var process: Int32 = 0
    /// The number of the boot; the next one begins as soon as the machine ends.
    private(set) var boots = 0
    /// Since when eggd has served without a fault of its machine; nil while it doesn't.
    private(set) var servesSince: TrueTime?
    /// Whether the judge has compared eggd's timers with the ledger since eggd was started.
    var isAudited = false
    /// Whether eggd was started, or the machine slept, since the judge last compared.
    var wasInterrupted = false
    /// How the disk behaves.
    var disk = SIM_DISK_WORKS {
        didSet {
            sim_set_disk(disk)
            diskChanged = .now
        }
    }
    private var diskChanged = TrueTime.beginning
    /// Whether a fault of the disk is under way.
    var isDiskDisturbed: Bool { disk != SIM_DISK_WORKS }
    /// Whether no change can be saved, and each attempt fails at once.
    var refusesWrites: Bool { isDiskDisturbed && disk != SIM_DISK_FULL && disk != SIM_DISK_HANGS }
    /// How much longer each operation of the disk takes than usual.
    var diskDelay: Duration = .zero { didSet { sim_set_disk_delay(diskDelay.nanoseconds) } }
    /// The number of watchers that run.
    var watchers = 0
    var hasWatchers: Bool { watchers > 0 }
    /// How often anything was done to the machine, or to eggd.
    var events = 0
    /// How often a fault has begun or ended, and whether one is under way.
    var faults = 0
    var hasFault: Bool { faults % 2 == 1 }
    /// An alarm unmutes the sound card.
    var unmutes = false
    /// Somebody has stopped eggd or the machine, and starts it again; no fault may begin meanwhile.
    var isRestarting = false
    /// A tester of the rules waits or works, and nobody else begins anything.
    var isReserved = false
    /// Called when eggd answers again after a restart.
    var onReturn: () -> Void = {}
    /// Called if eggd does not start or end as it promises.
    var onBreach: (String) -> Void = { _ in }
    /// Since when eggd starts: it was started then, or the machine woke up.
    private var startsSince = TrueTime.beginning
    /// eggd answers this soon after its start, and ends this soon after it was asked to, whatever the disk does.
    private static let (maxStart, maxEnd) = (Duration.seconds(6), Duration.seconds(5))

    init(_ chronicle: Chronicle) {
        self.chronicle = chronicle
    }

    /// Connects to eggd.
    func connect() throws(EndpointError) -> Client {
        try Endpoint(path: Self.socket).connect()
    }

    /// The socket, for clients that connect by themselves.
    var endpoint: Endpoint { Endpoint(path: Self.socket) }

    /// Whether a fault of the disk is under way, or ended less than this long ago.
    func wasDiskDisturbed(within time: Duration) -> Bool {
        isDiskDisturbed || diskChanged > .beginning && TrueTime.now - diskChanged < time
    }

    /// Whether the eggd that has served since this moment still does.
    func stillServes(since moment: TrueTime?) -> Bool { moment != nil && moment == servesSince }

    /// Whether eggd has served for this long without a fault of its machine.
    func hasServed(for time: Duration) -> Bool {
        servesSince.map { TrueTime.now - $0 > time } ?? false && !sim_is_stopped()
    }

    /// Starts the machine, and eggd with it.
    func boot() {
        write("boot-\(boots)\n", to: "/proc/sys/kernel/random/boot_id")
        startService()
    }

    /// Starts eggd, as its service manager does.
    func startService() {
        let (cards, chronicle) = (cards, chronicle)
        (isAudited, wasInterrupted, startsSince) = (false, true, .now)
        events += 1
        process = sim_new_process()
        Tasks.start(in: process) {
            do {
                let log = Log { chronicle.note("eggd: \($0)") }
                _ = try Daemon.serve(
                    ["socket": Self.socket, "state-dir": Self.folder], ConfigurationSource(option: Self.configuration),
                    log, playback: cards, mixers: cards)
            } catch {
                chronicle.note("eggd can't start: \(error)")
            }
            sim_end_process()
        }
        let started = process
        Tasks.start { [self] in
            Tasks.wait(every: .milliseconds(10)) { process != started || answers() || !sim_is_running(started) }
            guard process == started else { return }
            guard sim_is_running(started) else { return onBreach("eggd has ended by itself") }
            servesSince = .now
            onReturn()
        }
        Tasks.start { [self] in
            Tasks.wait(every: .milliseconds(100)) {
                process != started || servesSince != nil || !sim_is_stopped() && .now - startsSince > Self.maxStart
            }
            if process == started, servesSince == nil {
                onBreach("eggd was started \(Self.maxStart) ago and does not answer")
            }
        }
    }

    private func answers() -> Bool {
        guard let client = try? connect() else { return false }
        return (try? client.call(Timers.List.self, .init())) != nil
    }

    /// eggd ends at once.
    func kill() {
        servesSince = nil
        sim_kill(process)
        process = 0
        cards.release()
    }

    /// Asks eggd to end, and waits until it has.
    func stopService() {
        servesSince = nil
        let (stopped, asked) = (process, TrueTime.now)
        process = 0
        sim_signal(stopped, SIGTERM)
        Tasks.wait(every: .milliseconds(10)) { !sim_is_running(stopped) || .now - asked > Self.maxEnd }
        if sim_is_running(stopped) { onBreach("eggd was asked to end \(Self.maxEnd) ago and has not") }
        cards.release()
    }

    /// The power fails, and comes back after a while.
    func losePower(for time: Duration) {
        servesSince = nil
        process = 0
        cards.release()
        boots += 1
        sim_cut_power(time.nanoseconds)
    }

    /// The machine is shut down, and booted after a while.
    func reboot(for time: Duration) {
        stopService()
        boots += 1
        sim_shut_down(time.nanoseconds)
    }

    /// The machine sleeps.
    func suspend(for time: Duration) {
        cards.cut(at: .now)
        sim_suspend(time.nanoseconds)
        (wasInterrupted, startsSince) = (true, .now)
        disturb()
    }

    /// Something on the machine fails that may delay eggd: what it promises holds again from now on.
    func disturb() {
        events += 1
        if servesSince != nil { servesSince = .now }
    }

    /// Has eggd read a new configuration.
    func configure(_ text: String) {
        write(text, to: Self.configuration)
        if process != 0 { sim_signal(process, SIGHUP) }
    }

    /// Creates or replaces a file on the disk of the machine.
    func write(_ text: String, to path: String) {
        let bytes = Array(text.utf8)
        sim_put_file(path, bytes, Int64(bytes.count))
    }
}
