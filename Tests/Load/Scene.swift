import EggTestSupport
import EggWire
import Glibc

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

    /// The measurements since the last call: deadlines have passed, and no call was lost. There may be more events than a
    /// subscriber can read.
    func show() throws {
        let seen = try witness.report()
        let now = try Vitals(of: daemon.process.pid)
        say("  deadlines late by \(seen.lateness.summary); answer to a new client \(seen.answers.summary)")
        say("  eggctl status \(eggctl.summary); memory \(now.memory) kB, at most \(now.maxMemory) kB")
        eggctl = Times()
        try require(seen.lateness.count > 0, "no deadline has passed")
        if seen.disconnections > 0 { say("  the witness fell behind and was disconnected: \(seen.disconnections)") }
        try require(seen.lostCalls == 0, "a client that has called was disconnected")
        if let maxMemory {
            try require(now.maxMemory <= maxMemory, "\(now.maxMemory) kB of memory, more than \(maxMemory)")
        }
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
