import EggTestSupport
import EggWire
import Glibc

typealias Start = Timers.Start
typealias Pause = Timers.Pause
typealias Resume = Timers.Resume
typealias Cancel = Timers.Cancel

/// A daemon under load, and what is measured meanwhile.
final class Scene {
    /// In front of a daemon: it goes with this program, however that ends.
    static let leash = ["/usr/bin/setpriv", "--pdeathsig", "KILL"]

    let daemon: RunningDaemon
    private let witness: Witness
    private let mostMemory: Int?
    private let before: Vitals
    private var eggctl = Times()

    /// - Parameter mostMemory: that the daemon may ever take, in kB.
    init(_ daemon: RunningDaemon, mostMemory: Int) throws {
        self.daemon = daemon
        // A sanitizer takes far more.
        self.mostMemory = Build.isSanitized ? nil : mostMemory
        witness = try Witness(daemon.socket)
        before = try Vitals(of: daemon.process.pid)
    }

    /// One load, with what it did to others.
    func play(_ title: String, _ load: () throws -> Void) throws {
        say("\(title):")
        do {
            try load()
        } catch {
            throw Failure("\(title): \(error)")
        }
        try show()
    }

    /// What has been measured since the last time.
    ///
    /// - Parameter mayBeCutOff: there may be more changes than a watcher can take.
    func show(mayBeCutOff: Bool = false) throws {
        let seen = try witness.report()
        let now = try Vitals(of: daemon.process.pid)
        say("  deadlines late by \(seen.lateness.summary); a newcomer's answer \(seen.answers.summary)")
        say("  eggctl status \(eggctl.summary); memory \(now.memory) kB, at most \(now.mostMemory) kB")
        eggctl = Times()
        try require(mayBeCutOff || seen.lateness.count > 0, "no deadline has passed")
        if seen.cutOffs > 0 { say("  the witness fell behind and was cut off \(seen.cutOffs) times") }
        try require(mayBeCutOff || seen.cutOffs == 0, "a watcher that reads was cut off")
        if let mostMemory {
            try require(now.mostMemory <= mostMemory, "\(now.mostMemory) kB of memory, more than \(mostMemory)")
        }
    }

    /// With the load at its height: the real program is answered, and a deadline is on time.
    func standTheTest(_ times: Int) throws {
        try askEggctl(times)
        try waitForDeadline()
    }

    /// Waits until the witness has been told of a deadline that was set after this, and of all that came before.
    func waitForDeadline() throws {
        try witness.waitForDeadline()
    }

    /// The real program asks, and is answered.
    func askEggctl(_ times: Int) throws {
        for _ in 0..<times {
            let begin = ContinuousClock.now
            let result = try daemon.eggctl("status")
            eggctl.add(ContinuousClock.now - begin)
            try require(result.status == 0, "eggctl status: \(result.errors)")
        }
    }

    /// Everybody but the witness has left, and nothing stays behind.
    func expectRest(within time: Duration = .seconds(10)) throws -> Vitals {
        let deadline = ContinuousClock.now + time
        while true {
            let now = try Vitals(of: daemon.process.pid)
            // The witness comes and goes, its egg may ring, and the first egg has the database opened.
            if now.descriptors <= before.descriptors + 5 { return now }
            try require(
                ContinuousClock.now < deadline,
                "\(now.descriptors) descriptors are open when all have left, \(before.descriptors) before they came")
            usleep(10_000)
        }
    }

    /// The end: everybody has left, and so does the daemon.
    func end() throws {
        let rest = try expectRest()
        witness.end()
        daemon.process.signal(SIGTERM)
        let result = try daemon.process.finish(within: .seconds(20))
        try require(result.status == 0, "the daemon ended with \(result.status): \(result.errors.suffix(500))")
        say("afterwards: memory \(rest.memory) kB, \(rest.threads) threads, \(rest.descriptors) descriptors")
    }
}
