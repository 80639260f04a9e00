import EggTestSupport
import EggWire
import Glibc

typealias Start = Timers.Start
typealias Pause = Timers.Pause
typealias Resume = Timers.Resume
typealias Cancel = Timers.Cancel

/// A daemon under load, and the measurements made meanwhile.
final class Scene {
    /// A command in front of a daemon that ends it together with this program, however this ends.
    static let endWithParent = ["/usr/bin/setpriv", "--pdeathsig", "KILL"]

    let daemon: RunningDaemon
    private let witness: Witness
    private let maxMemory: Int?
    private let before: Vitals
    private var eggctl = Times()

    /// - Parameters:
    ///   - maxLateness: how late a deadline may be.
    ///   - maxMemory: the peak that the daemon may reach, in kB.
    init(_ daemon: RunningDaemon, maxLateness: Duration, maxMemory: Int) throws {
        self.daemon = daemon
        // A sanitizer uses far more.
        self.maxMemory = Build.isSanitized ? nil : maxMemory
        witness = try Witness(daemon.socket, maxLateness: maxLateness)
        before = try Vitals(of: daemon.process.pid)
    }

    /// One load, and its effect on other clients.
    ///
    /// - Parameter mayLoseCalls: whether there may be so many connections that the oldest is closed before its reply.
    func play(_ title: String, mayLoseCalls: Bool = false, _ load: () throws -> Void) throws {
        say("\(title):")
        do {
            try load()
        } catch {
            throw Failure("\(title): \(error)")
        }
        try show(mayLoseCalls: mayLoseCalls)
    }

    /// The measurements since the last call.
    ///
    /// - Parameters:
    ///   - mayBeDisconnected: whether there may be more events than a subscriber can read.
    ///   - mayLoseCalls: whether a new client may be disconnected before its reply.
    func show(mayBeDisconnected: Bool = false, mayLoseCalls: Bool = false) throws {
        let seen = try witness.report()
        let now = try Vitals(of: daemon.process.pid)
        say("  deadlines late by \(seen.lateness.summary); answer to a new client \(seen.answers.summary)")
        say("  eggctl status \(eggctl.summary); memory \(now.memory) kB, at most \(now.maxMemory) kB")
        eggctl = Times()
        try require(mayBeDisconnected || seen.lateness.count > 0, "no deadline has passed")
        if seen.disconnections > 0 { say("  the witness fell behind and was disconnected: \(seen.disconnections)") }
        try require(mayBeDisconnected || seen.disconnections == 0, "a subscriber that reads was disconnected")
        if seen.lostCalls > 0 { say("  the witness was disconnected before its reply: \(seen.lostCalls)") }
        try require(mayLoseCalls || seen.lostCalls == 0, "a client that has called was disconnected")
        if let maxMemory {
            try require(now.maxMemory <= maxMemory, "\(now.maxMemory) kB of memory, more than \(maxMemory)")
        }
    }

    /// At the height of the load the real program is answered, and a deadline is on time.
    func checkUnderLoad(_ times: Int) throws {
        try askEggctl(times)
        try waitForDeadline()
    }

    /// Waits until the witness has got a deadline that was set after this, and all earlier events.
    func waitForDeadline() throws {
        try witness.waitForDeadline()
    }

    /// The real program makes a call and is answered.
    func askEggctl(_ times: Int) throws {
        for _ in 0..<times {
            let begin = ContinuousClock.now
            let result = try daemon.eggctl("status")
            eggctl.add(ContinuousClock.now - begin)
            try require(result.status == 0, "eggctl status: \(result.errors)")
        }
    }

    /// All clients but the witness have disconnected, and nothing of them remains.
    func expectRest(within time: Duration = .seconds(120)) throws -> Vitals {
        let deadline = ContinuousClock.now + time
        while true {
            let now = try Vitals(of: daemon.process.pid)
            // The witness reconnects, its alarm may ring, and the first timer opens the database.
            if now.descriptors <= before.descriptors + 5 { return now }
            try require(
                ContinuousClock.now < deadline,
                "\(now.descriptors) descriptors are open when all have left, \(before.descriptors) before they came")
            usleep(10_000)
        }
    }

    /// At the end all clients have disconnected, and the daemon exits.
    func end() throws {
        let rest = try expectRest()
        witness.end()
        daemon.process.signal(SIGTERM)
        let result = try daemon.process.finish(within: .seconds(20))
        try require(result.status == 0, "the daemon ended with \(result.status): \(result.errors.suffix(5000))")
        say("afterwards: memory \(rest.memory) kB, \(rest.threads) threads, \(rest.descriptors) descriptors")
    }
}
