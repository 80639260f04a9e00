import SimulatedKernel

/// One kitchen for a year. Everything in it follows from the seed.
final class Kitchen {
    /// How a year went.
    struct Result {
        var counts: [String: Int] = [:]
        var worstLateness = Duration.zero
        /// The promise that was broken; nil if none was.
        var failure: String?
        /// The last events before a failure.
        var events: [String] = []
    }

    /// A client of the kitchen.
    enum Role: String, CaseIterable {
        case ada, ben, cleo
        case script = "scripts"
        case watcher = "watchers"
        case page = "pages"
        case rooms = "other rooms"
        case tester = "tests of the rules"
    }

    /// The names of all that can be left out of a year.
    static let parts = Role.allCases.map(\.rawValue) + Faults.Kind.allCases.map(\.rawValue)

    private let seed: UInt64
    private let chronicle: Chronicle
    private var failure: String?

    init(seed: UInt64, isPrinted: Bool = false) {
        self.seed = seed
        chronicle = Chronicle(isPrinted: isPrinted)
    }

    /// Simulates the year, or less if a check fails, without these parts.
    func pass(omitting omitted: Set<String> = []) -> Result {
        func start(_ role: Role, _ run: @escaping () -> Void) {
            if !omitted.contains(role.rawValue) { Tasks.start(run) }
        }
        sim_begin(seed)
        sim_set_synchronised(true)
        let machine = Machine(chronicle)
        let ledger = Ledger()
        let judge = Judge(machine, ledger, chronicle) { [self] verdict in
            if failure == nil { failure = verdict.words }
            chronicle.note("BROKEN: \(verdict.words)")
            sim_stop()
        }
        machine.onReturn = { judge.audit() }
        machine.onBreach = { judge.find($0) }
        machine.boot()
        let scene = Scene(seed: seed, machine: machine, ledger: ledger, chronicle: chronicle, judge: judge)
        // Three people, with two thousand eggs a year.
        for role in [Role.ada, .ben, .cleo] {
            let person = Person(role.rawValue, of: scene, rhythm: .hours(26))
            start(role) { person.run() }
        }
        let script = Script("script", of: scene)
        start(.script) { script.run() }
        let watcher = Watcher("watcher", of: scene)
        start(.watcher) { watcher.run() }
        let page = Page("page", of: scene)
        start(.page) { page.run() }
        let rooms = Rooms("rooms", of: scene)
        start(.rooms) { rooms.run() }
        let tester = Tester("tester", of: scene)
        start(.tester) { tester.run() }
        let faults = Faults(of: scene, omitting: omitted, watcher: watcher)
        Tasks.start { faults.run() }
        Tasks.start {
            while TrueTime.now.sinceBeginning < .days(365) {
                // Without a timer, little can go wrong.
                Tasks.sleep(ledger.entries.isEmpty ? .hours(4) : .minutes(19))
                judge.audit()
                judge.auditRest()
            }
            Tasks.sleep(.seconds(30))
            judge.audit()
            judge.auditHistory()
            sim_stop()
        }
        sim_run()
        return Result(
            counts: chronicle.counts, worstLateness: chronicle.worstLateness, failure: failure,
            events: failure == nil ? [] : Array(chronicle.lastLines))
    }
}
