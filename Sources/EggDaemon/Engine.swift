import Dispatch
import EggConfig
import EggLoop
import EggSound
import EggStore
import EggTimers
import EggWire
import Synchronization
import Varlink

/// The daemon's heart: one actor on one private serial queue, and one direction through it.
///
/// Calls, deadlines, ticks and the ringer's reports come in by the doors below, each on the queue. A door steps the
/// board and performs the effects that this returns. No door waits for anything.
public actor Engine {
    nonisolated let executor: QueueExecutor
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    let clock: any Clock
    private(set) var menu: EggMenu
    /// What of the configuration is not in force, in words; nil when all of it is.
    private(set) var configOut: String?
    let log: Log
    let service: Service
    /// More than these and somebody has to go.
    let mostPeers: Int
    var board: TimerBoard
    var peers: [Peer.ID: Peer] = [:]
    var audience = Audience()
    var lastPeerID: Peer.ID = 0
    var poller: Poller?
    /// Peers whose calls wait until others have been served.
    var line = Line()
    /// Its next turn has been arranged.
    var lineMoves = false
    var lastCall = 0
    /// Bytes of all peers that wait for the rest of their message.
    var bufferedBytes = 0
    /// Bytes of replies that wait to be read.
    var unreadBytes = 0
    /// Set from outside the queue: whoever has many calls waiting is served no more.
    private nonisolated let ending = Atomic(false)
    nonisolated var isEnding: Bool { ending.load(ordering: .relaxed) }
    /// Counts the steps of the board.
    private var steps = 0
    /// Between two looks at the ringer while an alarm rings.
    static let pulseInterval: Duration = .milliseconds(500)
    /// Between two looks at a clock that is not synchronised yet.
    static let clockInterval: Duration = .seconds(10)
    var alarms: Set<EggTimer.ID> = []
    var soundOut: String?
    /// The device that the alarm is heard on.
    var soundDevice: String?
    /// The ringer is looking at the devices.
    var isChecking = false
    /// It has looked at them once; until then those who ask for the health wait.
    var isSoundKnown = false
    var askers: [Peer.ID] = []
    var firstLook: OneShot?
    var bell: (any Bell)?
    var storeWriter: StoreWriter?
    /// What a person should know about the database besides.
    var storeNotices = StoreNotices()
    var commits = Commits()
    /// Who waits for how much of the history.
    var historians: [(peer: Peer.ID, limit: Int)] = []
    var isLookingUp = false
    private var clockSteps: ClockStepWatch?
    var clockLook: OneShot?
    var clockWait: Duration = .zero
    private var devices: FolderWatch?
    var deviceCheck: OneShot?
    var commitTimeout: OneShot?
    var pulse: OneShot?
    var supervisor: Supervisor?
    /// Ends the daemon when nobody needs it; nil where nothing would bring it back.
    var onIdle: (@Sendable () -> Void)?
    let examiner = Examiner()
    var examinations = Examinations()
    let configFile: String?
    let admission = Admission.ofThisProcess()
    private var listener: UnixListener?
    private var deadline: DeadlineTimer?
    private var ticker: Ticker?

    /// An engine at rest.
    public init(
        clock: any Clock = SystemClock(), menu: EggMenu = .presets, settings: TimerBoard.Settings = .init(),
        configFile: String? = nil, configOut: String? = nil, mostPeers: Int = 16_384, log: Log
    ) {
        executor = QueueExecutor(label: "eggd.engine")
        self.clock = clock
        self.menu = menu
        self.configFile = configFile
        self.configOut = configOut
        self.mostPeers = mostPeers
        self.log = log
        board = TimerBoard(settings: settings)
        service = Service(
            vendor: Product.vendor, product: Product.daemon, version: Product.version, url: "",
            interfaces: [Timers.description])
    }

    /// From now on clients get no more turns, so that the end comes soon however many there are.
    nonisolated func prepareToEnd() {
        ending.store(true, ordering: .relaxed)
    }

    /// Enters the engine from outside its queue and waits until the work is done there.
    public nonisolated func enter<Value: Sendable>(_ work: @Sendable (isolated Engine) throws -> Value) rethrows
        -> Value
    {
        try executor.queue.sync { try assumeIsolated { try work($0) } }
    }

    /// Enters the engine from a handler on its queue, or later on it from any thread.
    nonisolated func later(_ work: @escaping @Sendable (isolated Engine) -> Void) {
        executor.queue.async { [weak self] in self?.assumeIsolated(work) }
    }

    /// Where the store writer reports to, from its own thread.
    public nonisolated func report(_ report: StoreWriter.Report) {
        later { $0.storeReported(report) }
    }

    /// Where the ringer reports to, from its own thread.
    public nonisolated func report(_ report: Ringer.Report) {
        later { $0.soundReported(report) }
    }

    /// A handler for a source on the engine's queue.
    nonisolated func door(_ work: @escaping @Sendable (isolated Engine) -> Void) -> @Sendable () -> Void {
        { [weak self] in self?.assumeIsolated(work) }
    }

    /// Begins to serve on a bound socket.
    private func start(on socket: consuming Descriptor, bell: any Bell) throws(SystemError) {
        self.bell = bell
        clockLook = OneShot(queue: executor.queue, handler: door { $0.clockIsDue() })
        clockSteps = try ClockStepWatch(queue: executor.queue, handler: door { $0.clockStepped() })
        deviceCheck = OneShot(queue: executor.queue, handler: door { $0.checkSound() })
        // Without inotify the alarm still rings; it is only not known beforehand whether it would.
        devices = try? FolderWatch("/dev/snd", queue: executor.queue, handler: door { $0.devicesChange() })
        pulse = OneShot(queue: executor.queue, handler: door { $0.feelPulse() })
        commitTimeout = OneShot(queue: executor.queue, handler: door { $0.commitTimesOut() })
        deadline = try DeadlineTimer(queue: executor.queue, handler: door { $0.deadlinesPass(wakeFired: true) })
        ticker = try Ticker(queue: executor.queue, handler: door { $0.tick() })
        poller = try Poller(queue: executor.queue, onEvents: door { $0.peersStir() })
        listener = try UnixListener(socket, queue: executor.queue, onArrival: door { $0.welcomePeers() })
    }

    /// Enters the engine to start it.
    nonisolated func begin(
        on socket: consuming Descriptor, bell: any Bell, storeWriter: StoreWriter? = nil, kept: [KeptTimer] = []
    ) throws(SystemError) {
        // A noncopyable value can't be captured by the closure that enters; its number can, and is owned again inside.
        let number = socket.release()
        let result = enter { engine -> Result<Void, SystemError> in
            do throws(SystemError) {
                try engine.start(on: Descriptor(owning: number), bell: bell)
                engine.restore(kept, savedBy: storeWriter)
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    /// Restores the timers of the last run, and saves all timers from now on.
    private func restore(_ kept: [KeptTimer], savedBy storeWriter: StoreWriter?) {
        self.storeWriter = storeWriter
        if !kept.isEmpty { restore(kept) }
    }

    /// Who comes from now on is left to another daemon.
    func stopListening() {
        listener = nil
    }

    /// Falls silent, and lets go of everybody.
    public func stop() {
        listener = nil
        deadline = nil
        ticker = nil
        clockSteps = nil
        clockLook = nil
        commitTimeout = nil
        pulse = nil
        supervisor = nil
        firstLook = nil
        devices = nil
        deviceCheck = nil
        examinations = Examinations()
        // The better the next boot can tell how long it was away; and a clock that is right now corrects the history.
        if !board.timers.isEmpty || clock.isSynchronised() { keep([]) }
        beginCommit(isLast: true)
        bell?.silence()
        bell = nil
        for peer in Array(peers.values) { part(with: peer) }
        poller = nil
    }

    /// Takes up another configuration. What rings already rings on as it is.
    func adopt(_ configuration: Configuration, bell: any Bell) {
        menu = configuration.menu
        configOut = nil
        self.bell = bell
        perform(board.adopt(configuration.alarm.settings, at: clock.now()))
        checkSound()
    }

    /// What was to be taken up has something wrong with it; the running configuration stands.
    func refuse(_ problems: [String]) {
        configOut = "what was read last was not taken up: " + problems.joined(separator: "; ")
    }

    // MARK: Doors

    /// The deadline timer has fired, or there is something else to do: whatever is due by now happens now.
    func deadlinesPass(wakeFired: Bool = false) {
        if board.isEstimated, clock.isSynchronised() { correct() }
        perform(board.deadlinesPass(at: clock.now(), wakeFired: wakeFired))
    }

    /// A second has passed for those who watch.
    func tick() {
        deadlinesPass()
        if board.timers.contains(where: \.isCounting) { tell(.tick, nil) }
    }

    // MARK: Listening

    func welcomePeers() {
        if let listener {
            deadlinesPass()
            welcome(from: listener)
        }
        // Who has come has nearly always said something already.
        peersStir()
    }

    // MARK: Effects

    /// Performs a step's effects. If the step changed anything, the timers are saved, ticks and the service manager's
    /// status brought up to date.
    ///
    /// - Returns: the commit that saves the change; nil when nothing has changed, or there is no store.
    @discardableResult
    func perform<Answer>(_ step: Step<Answer>) -> Commits.Number? {
        var ended: [Run] = []
        var next: Instant??
        steps += 1
        for effect in step.effects {
            switch effect {
            case .wake(let instant): next = .some(instant)
            case .prepareAlarm(let timer, let deadline):
                bell?.prepare(for: timer.egg, within: clock.now().duration(to: deadline))
            case .startAlarm(let timer):
                // Alarms that overlap ring as one.
                if alarms.isEmpty {
                    bell?.ring(for: timer.egg)
                    pulse?.arm(after: Self.pulseInterval)
                }
                alarms.insert(timer.id)
            case .stopAlarm(let id):
                alarms.remove(id)
                if alarms.isEmpty {
                    bell?.silence()
                    soundDevice = nil
                    pulse?.disarm()
                    // What could not be heard may heal, and nobody rings any more to find out.
                    if soundOut != nil { checkSound() }
                }
            case .record(let run):
                ended.append(run)
            case .publish(let happening, let timer):
                log(
                    "\(timer.name) (\(timer.egg), \(DurationText.clock(timer.duration))): \(happening.rawValue)",
                    .timer,
                    .info, .init("EGG_TIMER", timer.name.text), .init("EGG_EVENT", happening.rawValue),
                    .init("EGG_NAME", timer.egg))
                tell(Timers.EventKind(happening), timer)
            }
        }
        // Last: somebody waits for the alarm, and nobody for this.
        if let next { deadline?.arm(at: next) }
        guard step.changed else { return nil }
        keepTime()
        tellManager()
        return keep(ended)
    }

    /// Ticks while something counts down and somebody watches, and at no other time.
    func keepTime() {
        let counting = board.timers.filter(\.isCounting).compactMap(\.due)
        if let next = counting.min(), !audience.isEmpty {
            ticker?.run(towards: next, now: clock.now())
        } else {
            ticker?.stop()
        }
    }

    /// Tells all watchers, in one message that is encoded once.
    func tell(_ kind: Timers.EventKind, _ timer: EggTimer?) {
        let event = audience.nextEvent(kind, timer: timer?.name.text)
        guard !audience.isEmpty else { return }
        let message = Reply.encode(watchReply(event), continues: true)
        for id in audience.members {
            guard let peer = peers[id] else { continue }
            // What one step has to tell, a machine's waking with many eggs due, is nobody's fault.
            let isOfEarlierStep = peer.lastStep != steps
            let hasStopped = peer.connection.waitingBytes > Audience.longestQueue && isOfEarlierStep
            peer.lastStep = steps
            if hasStopped || !peer.connection.send(message, superseding: kind == .tick) { part(with: peer) }
        }
    }

    /// All timers with an event, as of now.
    func watchReply(_ event: Timers.Event) -> Timers.Watch.Reply {
        Timers.Watch.Reply(event: event, timers: readings(of: board.timers), soundOut: soundOut)
    }

    /// Timers as they stand now, for the wire.
    func readings(of timers: [EggTimer]) -> [Timers.Timer] {
        let (now, wall) = (clock.now(), clock.wallNow())
        return timers.map { Timers.Timer($0, at: now, wall: wall) }
    }
}
