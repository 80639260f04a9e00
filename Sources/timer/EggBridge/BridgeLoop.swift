import EggClient
import EggConfig
import EggLoop
import EggRequests
import EggSystemd
import EggWire
import MQTT
import Varlink

/// Connects eggd and the broker, and performs what `Bridge` and `BrokerLink` decide.
// Unchecked: everything belongs to the loop's queue.
final class BridgeLoop: @unchecked Sendable {
    /// For how many seconds the broker keeps the commands that arrive while the bridge is away: a day.
    private static let sessionTime: UInt32 = 24 * 60 * 60
    private static let firstAgainDelay: Duration = .seconds(15)

    private let settings: MQTTSettings
    private var client: MQTTClientSettings
    private let loop: EventLoop
    private let thread: WorkThread
    private let calls: EggdCalls
    private let output: ServiceOutput
    private let clock = SystemClock()
    private lazy var watch = EventLoopWatch(loop: loop) { [weak self] report in
        guard let self else { return }
        perform(bridge.watched(report, at: moment))
    }
    private var clockSteps: ClockStepWatch?
    private var bridge: Bridge
    private var link = BrokerLink()
    private var connection: MQTTConnection?
    private var outbox = Outbox()
    /// When something has arrived last from the broker; nil before its first message.
    private var lastHeard: ContinuousClock.Instant?
    private lazy var delay = OneShot(loop: loop) { [weak self] in self?.connect() }
    private lazy var announcement = OneShot(loop: loop) { [weak self] in self?.endAnnouncement() }
    private lazy var again = OneShot(loop: loop) { [weak self] in self?.publishAgain() }
    /// After how long the retained messages are published again that the broker may not have kept; longer each time.
    private var againDelay = firstAgainDelay
    private lazy var kitchens = OneShot(loop: loop) { [weak self] in self?.passTime() }
    private var report: BrokerReport
    /// What the status line has.
    private var status: BridgeStatus?
    /// How many commands eggd has not answered yet.
    private var unanswered = 0
    /// Called when all answers are confirmed.
    private var finished: (@Sendable () -> Void)?
    private var done: (@Sendable () -> Void)?

    /// A bridge that does nothing before `start`.
    init(
        _ settings: MQTTSettings, _ client: MQTTClientSettings, kitchen: BridgedKitchen, _ endpoint: Endpoint,
        loop: EventLoop, output: ServiceOutput
    ) throws(SystemError) {
        (self.settings, self.client, self.loop, self.output) = (settings, client, loop, output)
        report = BrokerReport(broker: settings.broker)
        bridge = Bridge(kitchen, describes: settings.discovery == .homeAssistant, follow: settings.follow)
        thread = try WorkThread()
        // With the twelve seconds of a call, each command has its answer within twenty.
        calls = try EggdCalls(endpoint, lifetime: .seconds(4), answerTime: .seconds(3))
        self.client.will = MQTTMessage(bridge.end())
        self.client.sessionTime = bridge.keepsSession ? Self.sessionTime : 0
    }

    /// Connects to eggd and to the broker.
    func start() {
        do {
            try calls.serve(on: loop)
            clockSteps = try ClockStepWatch(loop: loop) { [weak self] in self?.clockWasSet() }
        } catch {
            output.say("replies of eggd, or steps of the clock, are not noticed: \(error)")
        }
        beginWatch()
        connect()
    }

    private func clockWasSet() {
        perform(bridge.clockWasSet(at: moment))
        // Without ticks, only a new watch tells the ends of timers on the new clock.
        beginWatch()
    }

    private func beginWatch() { watch.begin(TimerWatch(calls.endpoint, ticks: false)) }

    /// Carries out no more commands, and waits until the broker has confirmed the answers to those before.
    func finish(done: @escaping @Sendable () -> Void) {
        bridge.refuseCommands()
        finished = done
        checkFinished()
    }

    /// Without a connection, answers can't be waited for.
    private func checkFinished() {
        let isWaiting = connection?.isAccepted == true && (unanswered > 0 || outbox.hasAnswers)
        guard let finished, !isWaiting else { return }
        self.finished = nil
        finished()
    }

    /// Says that the kitchen is offline, and ends the connection to the broker.
    func end(done: @escaping @Sendable () -> Void) {
        watch.end()
        for timer in [delay, announcement, again, kitchens] { timer.disarm() }
        self.done = done
        perform(link.exit())
    }

    private var moment: Moment {
        Moment(
            unixMs: LocalTime.unixMilliseconds, isClockRight: clock.isSynchronised(),
            bootMs: clock.now().sinceBoot.millisecondsRoundedDown)
    }

    // MARK: eggd

    private func readMenu() {
        let queries = [
            EggdCall(Timers.Eggs.self, .init()), .init(Timers.Health.self, .init()),
            .init(Timers.History.self, .init(limit: 64)),
        ]
        calls.make(queries) { [weak self] endings in
            guard let self else { return }
            if let reply = endings.first?.reply(to: Timers.Eggs.self) { perform(bridge.menuArrived(reply.eggs)) }
            guard endings.count == queries.count, let health = endings[1].reply(to: Timers.Health.self) else { return }
            let runs = endings[2].reply(to: Timers.History.self)?.runs ?? []
            perform(bridge.healthArrived(health, runs, at: moment))
        }
    }

    // MARK: The broker

    private func connect() { perform(link.connect()) }

    private func connect(_ version: MQTTClientSettings.Version, dropsSession: Bool) {
        (client.version, client.dropsSession) = (version, dropsSession)
        do {
            connection = try MQTTConnection(client, loop: loop, thread: thread) { [weak self] in self?.handle($0) }
        } catch {
            handle(.ended(error))
        }
    }

    private func handle(_ event: MQTTConnection.Event) {
        switch event {
        case .connected(let hasSession):
            link.accepted(at: .now)
            againDelay = Self.firstAgainDelay
            show(report.connected())
            perform(bridge.connected(at: moment))
            if hasSession {
                perform(bridge.resumed(away: lastHeard.map { .now - $0 }, number: .random(in: 0...(.max)), at: .now))
            }
        case .message(let message):
            perform(bridge.received(message, room: outbox.room, at: .now, moment))
        case .published(let number, let refusal):
            if outbox.answered(number) { again.arm(after: againDelay) }
            send()
            show(refusal.map { report.refused($0) } ?? report.published(at: LocalTime.now.clockWithSeconds))
            checkFinished()
            perform(link.answered(number))
        case .subscriptionRefused(let topic):
            // Without these, only what was published with other settings is not removed.
            if topic.hasPrefix("+") { break }
            show(report.subscriptionRefused(topic))
        case .failed(let error): show(report.failed(error))
        case .ended(let error):
            lastHeard = connection?.lastHeard ?? lastHeard
            connection = nil
            again.disarm()
            let dropped = outbox.disconnected()
            checkFinished()
            perform(bridge.disconnected(dropping: dropped, at: moment))
            perform(link.failed(error, at: .now, jitter: .random(in: 0...1)))
        }
    }

    private func perform(_ action: BrokerLink.Action?) {
        switch action {
        case .connect(let version, let dropsSession): connect(version, dropsSession: dropsSession)
        case .retry(let time, let error, let end):
            show(report.ended(settings.trouble(error, end), as: error.message))
            delay.arm(after: time)
        case .retryQuietly(let time): delay.arm(after: time)
        case .publishLast: link.published(last: connection?.publish(MQTTMessage(bridge.end())))
        case .close:
            connection?.close()
            connection = nil
            done?()
        case nil: break
        }
    }

    private func endAnnouncement() { perform(bridge.announcementIsOver(at: moment)) }

    private func publishAgain() {
        againDelay *= 2
        perform(bridge.all(at: moment))
    }

    private func passTime() { perform(bridge.timePassed(at: moment)) }

    private func show(_ line: BrokerReport.Line) {
        showStatus(line.report)
        if line.isLogged { output.say(line.report.sentence) }
    }

    private func showStatus(_ broker: BridgeReport) {
        var new = BridgeStatus(broker: broker)
        new.kitchens = bridge.kitchenReports
        if new != status { output.notify(.status(new.status)) }
        status = new
    }

    // MARK: Effects

    private func perform(_ effects: [Bridge.Effect]) {
        defer {
            send()
            if let status { showStatus(status.broker) }
            if let wake = bridge.nextWake {
                kitchens.arm(after: .milliseconds(max(0, wake - moment.bootMs)))
            } else {
                kitchens.disarm()
            }
        }
        for effect in effects {
            switch effect {
            case .publish(let message): outbox.add(MQTTMessage(message))
            case .answer(let payload, let request): answer(payload, to: request)
            case .call(let calls, let request):
                unanswered += 1
                self.calls.make(calls) { [weak self] endings in
                    guard let self else { return }
                    unanswered -= 1
                    if endings.allSatisfy(\.isNotMade) { bridge.notCarriedOut(request) }
                    for (call, ending) in zip(calls, endings) {
                        answer(bridge.answer(to: call, ending, at: moment), to: request)
                    }
                    send()
                    checkFinished()
                }
            case .subscribe(let topic, let wantsRetained, let keeps):
                connection?.subscribe(topic, wantsRetained: wantsRetained, keeps: keeps)
            case .readMenu: readMenu()
            case .waitAfterAnnouncement: announcement.arm(after: .milliseconds(Int.random(in: 500...3000)))
            case .say(let line): output.say(line)
            case .tell(let call, let kitchen):
                self.calls.make([call]) { [weak self] endings in
                    guard let self, let kitchen, let ending = endings.first else { return }
                    perform(bridge.told(kitchen, ending, at: moment))
                }
            }
        }
    }

    private func answer(_ payload: AnswerPayload, to request: Bridge.Request) {
        var answer = payload
        answer.command = request.command
        let full = MQTTMessage(answer, to: request)
        // Only parameters make an answer long.
        answer.parameters = nil
        let shorter = payload.parameters.map { _ in MQTTMessage(answer, to: request) }
        outbox.add(full, shorter: shorter, isAnswer: true)
    }

    /// Sends what may be sent now.
    private func send() {
        guard let connection, connection.isAccepted else { return }
        outbox.send(connection.publish)
    }
}

extension MQTTMessage {
    init(_ message: BridgeMessage) {
        self.init(topic: message.topic, payload: Array(message.payload.utf8), isRetained: message.isRetained)
    }

    fileprivate init(_ answer: AnswerPayload, to request: Bridge.Request) {
        self.init(
            topic: request.topic, payload: Array(answer.text.utf8), correlationData: request.correlationData)
    }
}
