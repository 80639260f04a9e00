import EggClient
import EggRequests
import EggTimers
import EggWire
import Glibc
import Languages
import POSIX
import Program
import Terminal
import Varlink

/// The loop of the terminal app: waits for events, keys, signals and the time, and draws.
final class AppLoop {
    private let endpoint: Endpoint
    private let screen: Screen
    private let signals = Signals()
    private let watch: TimerWatch
    private let calls: AppCalls
    private var app: App
    private var bars: [AppPicture.Bar] = []

    /// The loop on the terminal of standard input and output.
    init(endpoint: Endpoint, style: Style, flashes: Bool) throws(Failure) {
        self.endpoint = endpoint
        // A failed write must not end the app: the loop notices that the terminal has hung up.
        screen = Screen(.window, .ofStandardOutput, colors: style.colors) {
            _ = writeAll(Array($0.utf8), to: STDOUT_FILENO)
        }
        watch = TimerWatch(endpoint)
        calls = try AppCalls(endpoint)
        let size = Screen.size
        app = App(style: style, flashes: flashes, columns: size.columns, rows: size.rows, now: .now)
    }

    /// Runs until the user leaves; returns the exit status.
    func run() -> Int32 {
        defer { screen.leave() }
        draw()
        while true {
            if let end = wait() {
                screen.leave()
                let status = finishCalls() ?? end
                if status == 0 || status == 128 + SIGINT { showContinuing() }
                return status
            }
            draw()
        }
    }

    private func draw() {
        let drawing = AppPicture(app: app, now: .now).draw()
        screen.draw(drawing.canvas)
        screen.setTitle(drawing.title)
        bars = drawing.bars
    }

    private func showContinuing() {
        guard app.link == .connected else { return }
        for line in Sentences().continuing(app.timers(at: .now)) { Output.line(line) }
    }

    /// Passes one input to the app, and carries out its actions; the exit status if the user leaves.
    private func handle(_ input: App.Input) -> Int32? {
        for action in app.handle(input, at: .now) {
            switch action {
            case .call(let request): make(request)
            case .carryOut(let command): carryOut(command)
            case .askForEggs: calls.askForEggs()
            case .setKitchen(let rawEgg): calls.setKitchen(rawEgg)
            case .bell: screen.ringBell()
            case .quit: return 0
            }
        }
        return nil
    }

    private func carryOut(_ command: TimerCommand) {
        let timers = app.timers(at: .now)
        do throws(Complaint) {
            if case .again(let name) = command { return calls.startAgain(name) }
            for request in try command.requests(timers, at: LocalTime.unixMilliseconds) { make(request) }
        } catch {
            _ = app.handle(.refused(error.message), at: .now)
        }
    }

    private func make(_ request: TimerRequest) {
        let timers = app.timers(at: .now)
        calls.make(request, timers: { timers })
    }

    /// Waits for the replies to the last calls: eggd doesn't carry out a call whose connection has been closed. A signal
    /// ends the wait.
    ///
    /// - Returns: the exit status if a call failed or a signal came.
    private func finishCalls() -> Int32? {
        var status: Int32?
        var noticeable: SuspendingClock.Instant? = .now + Conversation.noticeableDelay
        while calls.changeTimers {
            var entries = [signals.descriptor, calls.descriptor].map {
                pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
            }
            poll(&entries, nfds_t(entries.count), noticeable?.pollTimeout ?? -1)
            while let signal = signals.next() {
                switch signal {
                case SIGWINCH, SIGCONT: break
                case SIGTSTP: signals.stop()
                default:
                    Eggctl.program.complain(
                        tr("eggd hasn't answered the last key; see what it did with: eggctl status"))
                    return 128 + signal
                }
            }
            for case .refused(let sentence) in calls.inputs() {
                Eggctl.program.complain(sentence)
                status = 1
            }
            if let end = noticeable, end <= .now {
                noticeable = nil
                Conversation.reportSlowEggd()
            }
        }
        // The events of these calls arrived before their replies.
        while let report = watch.next() { _ = app.handle(input(report), at: .now) }
        return status
    }

    private func wait() -> Int32? {
        let change = app.nextWake(at: .now, bars: bars).map { ContinuousClock.now.duration(to: $0).pollTimeout }
        let escape = screen.keyDeadline.map { ContinuousClock.now.duration(to: $0).pollTimeout }
        let timeout = [watch.nextWake?.pollTimeout, change, escape].compactMap { $0 }.min() ?? -1

        // poll(2) ignores negative descriptors.
        var entries = [
            signals.descriptor, watch.descriptor ?? -1, screen.keyDescriptor ?? -1, calls.descriptor,
        ].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        poll(&entries, nfds_t(entries.count), timeout)

        while let signal = signals.next() {
            if let status = handle(signal: signal) { return status }
        }
        while let report = watch.next() {
            if let status = handle(input(report)) { return status }
        }
        for input in calls.inputs() {
            if let status = handle(input) { return status }
        }
        let keys: [Key]
        if entries[2].revents != 0 {
            guard let read = screen.readKeys() else { return 128 + SIGHUP }
            keys = read
        } else {
            keys = screen.lateKeys()
        }
        for key in keys {
            if let status = handle(.key(key)) { return status }
        }
        return handle(.time)
    }

    private func input(_ report: WatchReport) -> App.Input {
        switch report {
        case .event(let reply), .resumed(let reply, _): return .event(reply)
        case .stalled: return .stalled
        case .lost(let error): return .lost(endpoint.failure(error).reconnecting)
        }
    }

    private func handle(signal: Int32) -> Int32? {
        switch signal {
        case SIGWINCH, SIGCONT:
            if signal == SIGCONT { screen.enter() }
            screen.forgetPicture()
            let size = Screen.size
            return handle(.resized(columns: size.columns, rows: size.rows))
        case SIGTSTP:
            screen.leave()
            signals.stop()
            screen.enter()
            return nil
        default: return 128 + signal
        }
    }
}

/// The calls of the terminal app. Their replies and refusals become its inputs; the events of its watch say what changes
/// have done.
final class AppCalls {
    private let endpoint: Endpoint
    private let calls: EggdCalls
    private var arrived: [App.Input] = []

    init(_ endpoint: Endpoint) throws(Failure) {
        self.endpoint = endpoint
        calls = try endpoint.calls()
    }

    var descriptor: Int32 { calls.descriptor }

    /// Whether any call that changes timers waits for its reply.
    var changeTimers: Bool { calls.hasChanges }

    func make(_ request: TimerRequest, timers: @escaping () -> [Timers.Timer]) {
        make(request.eggdCall, Refusals(request: request, isNamed: true, timers: timers)) { ending in
            guard case .start = request else { return [] }
            return ending.reply(to: Timers.Start.self).map { [.started($0)] }
        }
    }

    func startAgain(_ name: TimerName?) {
        make(.again(name), Refusals(request: nil, isNamed: true, timers: { [] })) { ending in
            ending.reply(to: Timers.Start.self).map { [.started($0)] }
        }
    }

    func askForEggs() {
        ask(Timers.Eggs.self, .init()) { .eggs($0.eggs) }
    }

    func setKitchen(_ rawEgg: RawEgg.Properties) {
        ask(Timers.SetKitchen.self, .init(rawEgg)) { .kitchen($0) }
    }

    func inputs() -> [App.Input] {
        calls.advance()
        defer { arrived = [] }
        return arrived
    }

    private func ask<M: Method>(
        _ method: M.Type, _ parameters: M.Parameters, _ input: @escaping (M.Reply) -> App.Input
    ) {
        make(EggdCall(method, parameters), Refusals(request: nil, isNamed: true, timers: { [] })) { ending in
            ending.reply(to: method).map { [input($0)] }
        }
    }

    /// - Parameter inputs: those of a reply; nil if it can't be read.
    private func make(
        _ call: EggdCall, _ refusals: Refusals, _ inputs: @escaping (EggdCalls.Ending) -> [App.Input]?
    ) {
        calls.make([call]) { [weak self] endings in
            guard let self, let ending = endings.first else { return }
            if case .refused(let error) = ending, let refusal = TimersError(error) {
                arrived.append(.refused(refusals.failure(refusal).message))
            } else if let failure = endpoint.failure(ending, changes: call.kind != .query) {
                arrived.append(.refused(failure.message))
            } else {
                arrived += inputs(ending) ?? [.refused(endpoint.failure(.malformedReply).message)]
            }
        }
    }
}
