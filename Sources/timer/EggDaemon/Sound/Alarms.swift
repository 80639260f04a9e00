import EggLoop
import EggSound
import EggTimers
import EggWire
import Glibc
import Instants
import Varlink

/// Plays, prepares and tests alarms, and performs the effects of the sound watch. It belongs to the engine's queue.
final class Alarms {
    private static let testTime: Duration = .seconds(2)
    /// How much longer to wait for a device that does not answer.
    private static let testGrace: Duration = .seconds(8)

    /// Another one after the configuration was read again; an alarm that is being played continues unchanged.
    var output: any AlarmOutput
    private weak var engine: Engine?
    private var watch: SoundWatch
    private let connections: Connections
    private let clock: any Clock
    private let log: Log
    private let wakeTimer: OneShot
    private let testTimeout: OneShot

    /// - Parameters:
    ///   - wake: calls `wake`.
    ///   - testTimeout: calls `testTakesTooLong`.
    init(
        _ output: any AlarmOutput, of engine: Engine, connections: Connections, clock: any Clock,
        log: Log,
        wake: OneShot, testTimeout: OneShot
    ) {
        self.output = output
        watch = SoundWatch(unmutes: output.setup.unmutes, fault: output.setup.fault)
        self.engine = engine
        self.connections = connections
        self.clock = clock
        self.log = log
        self.wakeTimer = wake
        self.testTimeout = testTimeout
    }

    /// Why an alarm would not be heard; nil when it would.
    var soundOut: String? { watch.soundOut }

    /// A device is open for a sound, a test or a lead-in.
    var holdsDevice: Bool { watch.holdsDevice }

    var isPlaying: Bool { watch.isPlaying }

    var setup: AlarmSetup { output.setup }

    func checkedSound(_ name: String?) throws(ErrorReply) -> String? {
        guard let name, !output.sounds.contains(name) else { return name }
        guard name.utf8.count <= NAME_MAX else { throw ServiceError.invalidParameter("sound").reply }
        throw TimersError.noSuchSound(
            sound: name, known: output.sounds, problem: output.problem(ofSound: name)
        ).reply
    }

    /// Why a timer will ring with another sound than its own, in words; nil if it won't.
    func soundProblem(of timer: EggTimer) -> String? {
        guard let sound = timer.sound, !output.sounds.contains(sound) else { return nil }
        let reason = output.problem(ofSound: sound) ?? "there is no sound '\(sound)'"
        return "the timer '\(timer.name)' will ring with its egg's sound: \(reason)"
    }

    // MARK: Alarms

    func prepare(for timer: EggTimer, before deadline: Instant) {
        let time = clock.now().duration(to: deadline)
        output.prepare(for: timer, within: time)
        handle(.opens(for: time))
    }

    /// Plays the short sound of a warning or a cue, unless the output is busy with something else.
    func warn() {
        if let time = output.warn() { handle(.opens(for: time)) }
    }

    /// Overlapping alarms are played as one, with the sound of the first.
    func start(for timer: EggTimer) {
        if !watch.isPlaying { output.start(for: timer) }
        handle(.alarmStarted(timer.id))
    }

    func stop(_ id: EggTimer.ID) {
        // The output must stop before it is asked to check anything.
        if watch.alarms == [id] { output.stop() }
        handle(.alarmStopped(id))
    }

    // MARK: Events

    func handle(_ event: SoundWatch.Event) {
        for effect in watch.handle(event, at: clock.now()) {
            switch effect {
            case .publish: engine?.assumeIsolated { $0.publish(.sound, nil) }
            case .log(.unheard(let reason)): log("no alarm can be heard: \(reason)", .warning)
            case .log(.heardAgain): log("an alarm can be heard again")
            case .log(.moved(let device)): log("the alarm is now heard on '\(device)'")
            case .answer: engine?.assumeIsolated { $0.answerHealth() }
            case .request(let request): output.request(request)
            case .wake(let time):
                if let time { wakeTimer.arm(after: time) } else { wakeTimer.disarm() }
            // An event that one of these effects causes is handled by itself, so nothing follows them.
            case .giveUpStuckCall:
                if let call = output.giveUpStuckCall() { handle(.stuck(call)) }
            case .check(let card):
                if !output.check(ifInUse: card) { handle(.checkRefused) }
            }
        }
    }

    func handle(_ report: Ringer.Report) {
        // After the test the mixer is set back, so its state during the test is no longer valid.
        let playedFault = watch.playedFault
        handle(.reported(report))
        if case .tested(let device, let framesPlayed, let fault) = report {
            testEnds(on: device, framesPlayed: framesPlayed, problem: playedFault ?? fault?.description)
        }
    }

    /// The time that the sound watch asked for has passed.
    func wake() {
        // This file exists while udev is processing devices.
        handle(.woken(isUdevBusy: access("/run/udev/queue", F_OK) == 0))
    }

    // MARK: The test

    /// Plays a test alarm; the reply waits until it has ended.
    func test(for ticket: Ticket) {
        if !connections.pending.isWaiting(for: .test),
            watch.isPlaying || !output.test(for: Self.testTime)
        {
            return connections.answer(ticket, busyReply, at: clock.now())
        }
        guard connections.pending.add(ticket, for: .test) else { return }
        testTimeout.arm(after: Self.testTime + Self.testGrace)
        handle(.testStarted)
    }

    /// A test has ended, by itself or because of an alarm.
    private func testEnds(on device: String?, framesPlayed: Int, problem: String?) {
        if framesPlayed > 0 {
            // Frames that were played through a muted mixer were not heard.
            answerTests(testReply(problem == nil ? device : nil, framesPlayed, problem))
        } else if watch.isPlaying {
            answerTests(busyReply)
        } else {
            answerTests(testReply(nil, 0, problem ?? "nothing was played"))
        }
    }

    func testTakesTooLong() {
        answerTests(testReply(nil, 0, soundOut ?? "the sound device does not answer"))
    }

    private var busyReply: [UInt8] {
        // The last test was answered, because it took too long.
        if watch.isTesting { return testReply(nil, 0, "the test before this one has not ended") }
        let device = soundOut == nil ? watch.soundDevice ?? setup.device : nil
        return testReply(device, 0, "an alarm is ringing, or about to")
    }

    private func testReply(_ device: String?, _ frames: Int, _ problem: String?) -> [UInt8] {
        Reply.encode(
            Timers.TryAlarm.Reply(
                device: device, framesPlayed: Int64(frames), rate: Int64(setup.format.rate),
                problem: problem))
    }

    private func answerTests(_ reply: [UInt8]) {
        testTimeout.disarm()
        connections.answerAll(.test, reply, at: clock.now())
        engine?.assumeIsolated { $0.updateNeed() }
    }
}
