import Dispatch
import EggConfig
import EggLoop
import EggSound
import EggStore
import EggTimers
import EggWire
import Instants
import Program
import Varlink

/// The board, the clock and the effects: an actor on one private serial queue, which one thread enters.
///
/// Calls, deadlines, ticks and reports arrive through the event loop. Each of them steps the board, and the engine
/// performs the resulting effects. Nothing here blocks.
actor Engine {
    nonisolated let executor: QueueExecutor
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    nonisolated let loop: EventLoop
    let clock: any Clock
    let log: Log
    let configFile: String?
    /// The eggs and the kitchen's egg; all clients are told when they change.
    var kitchen: KitchenMenu {
        didSet { if kitchen != oldValue { publish(.kitchen, nil) } }
    }
    /// Which part of the configuration is not in effect, and why; nil when all of it is.
    var configOut: String?
    private(set) var board: TimerBoard
    var answers = KeptAnswers()
    let connections: Connections
    // These exist from start to stop.
    private(set) var saving: Saving?
    private(set) var alarms: Alarms?
    private var sources: EventSources?
    var supervisor: Supervisor?
    private var clockWatch = ClockWatch()
    private(set) var commandSender: CommandSender
    var commandTest: CommandTest?
    var questions = Questions()
    private let service: Service<MethodHandler>

    /// The sources of events, besides connections and reports.
    private struct EventSources {
        let deadline: DeadlineTimer
        let ticker: Ticker
        let clockSteps: ClockStepWatch
        let clockCheck: OneShot
        /// Without inotify an alarm still rings; only a missing sound device is noticed later.
        let devices: FolderWatch?
    }

    let examiner = Examiner()

    /// An engine that is not running yet.
    init(
        clock: any Clock = SystemClock(), menu: EggMenu = .presets, settings: TimerBoard.Settings = .init(),
        commands: UserCommands = .init(), configFile: String? = nil, configOut: String? = nil,
        maxConnections: Int = 1_024, log: Log
    ) throws(SystemError) {
        executor = QueueExecutor(label: "eggd.engine")
        loop = try EventLoop(queue: executor.queue)
        self.clock = clock
        kitchen = KitchenMenu(menu)
        self.configFile = configFile
        self.configOut = configOut
        self.log = log
        board = TimerBoard(settings: settings, seed: .random(in: .min ... .max))
        commandSender = CommandSender(commands, log)
        connections = Connections(limit: maxConnections, admission: .ofThisProcess(), loop: loop, log: log)
        service = Service(
            vendor: "The egg timer's authors", product: "eggd", version: Product.version, url: "",
            interfaces: [Timers.description],
            methods: Dictionary(MethodHandler.all.map { ($0.name, $0) }) { first, _ in first })
    }

    // MARK: Entering the queue

    /// Enters the engine's queue from outside and waits for the work.
    nonisolated func enter<Value: Sendable>(_ work: @Sendable (isolated Engine) throws -> Value) rethrows
        -> Value
    {
        try executor.queue.sync { try assumeIsolated { try work($0) } }
    }

    /// Enters the engine's queue soon, from any thread.
    nonisolated func later(_ work: @escaping @Sendable (isolated Engine) -> Void) {
        loop.post { [weak self] in self?.assumeIsolated(work) }
    }

    /// Reports of the store, from its own thread.
    nonisolated func report(_ report: StoreWriter.Report) {
        later { engine in
            if let found = engine.saving?.handle(report) { engine.restore(found) }
        }
    }

    /// Reports of the ringer, from its own thread.
    nonisolated func report(_ report: Ringer.Report) {
        later { $0.alarms?.handle(report) }
    }

    /// A handler for the event loop, which calls it on the queue.
    nonisolated func onQueue(_ work: @escaping @Sendable (isolated Engine) -> Void) -> @Sendable () -> Void {
        { [weak self] in self?.assumeIsolated(work) }
    }

    // MARK: Start and stop

    /// Starts to serve on a bound socket, with the saved timers and the kitchen's saved egg.
    nonisolated func begin(
        on socket: consuming Descriptor, output: any AlarmOutput, storeWriter: StoreWriter? = nil,
        saved: SavedContent = SavedContent()
    ) throws(SystemError) {
        // A closure can't capture a noncopyable value, so it captures the number and takes ownership inside.
        let number = socket.release()
        let result = enter { engine -> Result<Void, SystemError> in
            do throws(SystemError) {
                try engine.start(output: output, storeWriter: storeWriter)
                try engine.connections.listen(
                    on: Descriptor(owning: number),
                    handler: engine.onQueue { $0.connections.accept(at: $0.clock.now()) })
                if !saved.isEmpty { engine.restore(saved) }
                return .success(())
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        try loop.start()
    }

    /// Starts everything but the socket and the loop's thread.
    func start(output: any AlarmOutput, storeWriter: StoreWriter? = nil) throws(SystemError) {
        func oneShot(_ handler: @escaping @Sendable (isolated Engine) -> Void) -> OneShot {
            OneShot(loop: loop, handler: onQueue(handler))
        }
        saving = Saving(
            storeWriter, of: self, connections: connections, clock: clock, log: log,
            timeout: oneShot { $0.saving?.timesOut() })
        alarms = Alarms(
            output, of: self, connections: connections, clock: clock, log: log,
            wake: oneShot { $0.alarms?.wake() }, testTimeout: oneShot { $0.alarms?.testTakesTooLong() })
        sources = EventSources(
            deadline: try DeadlineTimer(
                loop: loop, order: .deadline,
                onFailure: { [log] in log("the deadline timer can't be armed: \($0)", .warning) },
                handler: onQueue { $0.deadlinesPass(wakeFired: true) }),
            ticker: try Ticker(loop: loop, handler: onQueue { $0.tick() }),
            clockSteps: try ClockStepWatch(loop: loop, handler: onQueue { $0.watchClock(.stepped) }),
            clockCheck: oneShot { $0.watchClock(.checkIsDue) },
            devices: try? FolderWatch("/dev/snd", loop: loop, handler: onQueue { $0.alarms?.handle(.devicesChanged) }))
        connections.onReady = { [weak self] id, readiness in
            self?.assumeIsolated { $0.connections.becomesReady(id, readiness) }
        }
        loop.afterEvents = { [weak self] in self?.assumeIsolated { $0.serveConnections() } ?? false }
    }

    /// Stops listening, saves, stops the alarm and closes everything else, in this order.
    func stop() {
        connections.stopListening()
        // This helps the next boot to tell how long the machine was off, and a clock that is right now corrects the
        // history.
        if !board.timers.isEmpty || clock.isSynchronised() { saving?.save(content) }
        saving?.saveForTheLastTime(content)
        alarms?.output.stop()
        connections.closeAll()
        (saving, alarms, commandTest) = (nil, nil, nil)
        supervisor = nil
        sources = nil
        loop.stop()
    }

    /// Stops on the loop's thread, and waits for its end, at most this long; returns whether it has ended.
    nonisolated func end(within time: Duration) -> Bool {
        loop.end(within: time) { [self] in assumeIsolated { $0.stop() } }
    }

    // MARK: Events

    /// The deadline timer has fired, or another event has arrived: everything that is due by now happens first.
    func deadlinesPass(wakeFired: Bool = false) {
        if board.isEstimated, clock.isSynchronised() {
            log("the clock is synchronised; estimates made after the restart are corrected")
            perform(board.correct(in: clock.boot()))
        }
        perform(board.deadlinesPass(at: clock.now(), wakeFired: wakeFired))
    }

    /// A second has passed, and the subscribers that want ticks get one.
    func tick() {
        deadlinesPass()
        if board.timers.contains(where: \.isCounting) { publish(.tick, nil) }
    }

    /// Steps the board; the caller takes the answer, and then finishes the step.
    func begin<Answer>(_ event: (inout TimerBoard, Instant) -> Step<Answer>) -> Step<Answer> {
        event(&board, clock.now())
    }

    /// Applies another configuration. An alarm that is already ringing continues unchanged.
    func adopt(_ configuration: Configuration, output: any AlarmOutput, configOut: String? = nil) {
        guard let alarms else { return }
        kitchen.configured = configuration.menu
        self.configOut = configOut
        alarms.output = output
        commandSender.commands = configuration.commands
        logSoundProblems()
        let before = board.settings
        perform(board.adopt(configuration.alarm.settings, at: clock.now()))
        // Kitchens that follow this one ring by its settings.
        if board.settings != before { publish(.kitchen, nil) }
        alarms.handle(.configured(unmutes: output.setup.unmutes, fault: output.setup.fault))
    }

    /// Carries out a call, now or later.
    private func answer(_ call: Call, _ ticket: Ticket) {
        // Deadlines don't wait for calls, however many there are.
        deadlinesPass()
        switch service.route(call) {
        case .reply(let reply): connections.answer(ticket, reply, at: clock.now())
        case .handler(let handler): handler.run(self, call, ticket)
        }
    }

    /// All descriptors have been checked; now connections are served.
    private func serveConnections() -> Bool {
        let hasMore = connections.serve { answer($0, $1) }
        if connections.takeChange() {
            updateTicks()
            updateNeed()
        }
        return hasMore
    }

    // MARK: Effects

    /// Performs the effects of a step. If it changed anything, the timers are saved, and the tick and the manager's
    /// status are updated. The user's commands come last, because nothing depends on them.
    ///
    /// - Returns: the commit that saves the change; nil if nothing has changed or nothing is saved.
    @discardableResult
    func perform<Answer>(_ step: Step<Answer>) -> Commits.Number? {
        var history = HistoryChange()
        var next: Instant??
        var timerEvents: [(TimerEvent, EggTimer)] = []
        for effect in step.effects {
            switch effect {
            case .wake(let instant): next = .some(instant)
            case .prepareAlarm(let timer, let deadline): alarms?.prepare(for: timer, before: deadline)
            case .warn: alarms?.warn()
            case .startAlarm(let timer): alarms?.start(for: timer)
            case .stopAlarm(let id): alarms?.stop(id)
            case .record(let run): history.end(SavedRun(run, in: clock.boot()))
            case .withdraw(let id): history.withdraw(id)
            case .publish(let timerEvent, let timer):
                log(
                    "\(timer.name) (\(timer.egg), \(DurationText.clock(timer.duration))): \(timerEvent.rawValue)",
                    .info, Log.event, .init("EGG_NAME", timer.name.text), .init("EGG_EVENT", timerEvent.rawValue),
                    .init("EGG_EGG", timer.egg))
                publish(Timers.EventKind(timerEvent), timer)
                // Commands for a copy are run in its kitchen.
                if timer.origin == nil { timerEvents.append((timerEvent, timer)) }
            }
        }
        // This comes last, because starting the alarm matters more.
        if let next { sources?.deadline.arm(at: next) }
        defer { for (timerEvent, timer) in timerEvents { commandSender.handle(timerEvent, timer, at: clock.now()) } }
        guard step.changed else { return nil }
        updateTicks()
        notifyManager()
        watchClock(.timersChanged)
        return saving?.save(content, history)
    }

    /// Ticks only while something counts down and a subscriber wants them.
    private func updateTicks() {
        alarms?.handle(.needed(!board.timers.isEmpty || !connections.subscribers.isEmpty))
        let counting = board.timers.filter(\.isCounting).compactMap(\.due)
        if let next = counting.min(), connections.subscribers.wantTicks {
            sources?.ticker.run(towards: next, now: clock.now())
        } else {
            sources?.ticker.stop()
        }
    }

    func publish(_ kind: Timers.EventKind, _ timer: EggTimer?) {
        connections.publish(kind, of: timer, at: clock.now()) { event in
            Reply.encode(watchReply(event), continues: true)
        }
    }

    // MARK: The wall clock

    /// Countdowns don't depend on the wall clock, but the time between two boots is measured by it.
    func watchClock(_ event: ClockWatch.Event) {
        if event != .timersChanged { deadlinesPass() }
        let effects = clockWatch.handle(
            event, isSynchronised: clock.isSynchronised(), hasTimers: !board.timers.isEmpty,
            isEstimated: board.isEstimated)
        for effect in effects {
            switch effect {
            case .save: saving?.save(content)
            case .notifyManager: notifyManager()
            case .check(let time): sources?.clockCheck.arm(after: time)
            case .stopChecking: sources?.clockCheck.disarm()
            }
        }
    }
}

/// One private serial queue as an actor's executor.
///
/// Dispatch handlers that run on the queue enter the actor with `assumeIsolated`, without a hop. No `Task` and no
/// global queue is involved, because either would start a thread pool that wakes up every second.
final class QueueExecutor: SerialExecutor {
    /// The queue, for sources whose handlers run on it.
    let queue: DispatchQueue

    init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    func checkIsolated() {
        dispatchPrecondition(condition: .onQueue(queue))
    }
}
