import EggSound
import EggTimers
import Instants

/// Decides whether an alarm would be heard, and is heard. It is a value: events come in with the time, effects go out.
///
///     resting ── check ──▶ checking ── reported ──▶ resting
///        ▲                    │
///        │                 lead-in, short sound, alarm or test: its reports are worth more than a check
///        │                    ▼
///        └── over ── open, playing, testing
///
/// The output is polled for stuck calls in every state but `resting`; in that state nothing wakes up. A device that was
/// not tried yet is no fault.
struct SoundWatch: Sendable {
    private enum Output: Equatable {
        /// Nothing is open; every other state can follow.
        case resting
        /// The devices are checked; resting at the report, unless a lead-in, a short sound, an alarm or a test comes first.
        case checking
        /// A device is open for a lead-in or a short sound; resting at the end, unless an alarm or a test comes before.
        case open(until: Instant)
        /// The alarms that are played as one, and the device on which they were last heard; resting after the last one.
        case playing(Set<EggTimer.ID>, on: String?)
        /// A test is played; resting at its end, unless an alarm or its lead-in replaces it.
        case testing
    }

    /// The time between two checks for a stuck call.
    static let pollInterval: Duration = .milliseconds(500)
    /// udev processes a device for a while after it has appeared.
    static let settling: Duration = .milliseconds(500)
    /// The time to the next check of failing devices if no event will tell when they work again. A timer that is
    /// started does not repeat a check newer than this.
    static let checkInterval: Duration = .seconds(10)
    /// A client's question is answered by a check no older than this, unless changes are being watched.
    static let freshness: Duration = .seconds(2)
    /// How long a client's question waits for a check.
    static let maxAnswerWait: Duration = .seconds(2)
    /// How long the first check may take before a device that does not answer is given up, unless an alarm needs another:
    /// a machine that has just started is slow. Clients' questions wait for it.
    static let firstCheckTime: Duration = .seconds(5)
    /// A machine that was booted less than this long ago may still be detecting its sound cards.
    static let bootTime: Duration = .seconds(60)
    /// How long the state of a booting machine's sound must last before it is logged, unless an alarm rings.
    static let grace: Duration = .seconds(10)

    private var output = Output.resting
    private var audibility: Audibility
    private var isNeeded = false
    /// When to poll the output; never while it rests.
    private var pollAt: Instant?
    /// When to check the devices; later if the output is busy then.
    private var checkAt: Instant?
    /// When the devices and the mixer were last checked.
    private var checkedAt: Instant?
    /// The time until which clients' questions wait.
    private var answerAt: Instant?
    /// The time until which the state of the sound is not logged.
    private var graceEnds: Instant?
    private var wakeAt: Instant?
    private var published: String?
    private var logged: String?

    /// A watch that knows nothing yet.
    init(unmutes: Bool = false, fault: String? = nil) {
        audibility = Audibility(unmutes: unmutes, alarmFault: fault)
    }

    // MARK: State

    /// Why an alarm would not be heard, or is not; nil when it is, or when nothing is known.
    var soundOut: String? { audibility.fault(whileSounding: isSounding) }

    /// Why an alarm that a device plays is not heard.
    var playedFault: String? { audibility.playedFault(whileSounding: isSounding) }

    var isPlaying: Bool { if case .playing = output { true } else { false } }

    /// The alarms that are being played as one.
    var alarms: Set<EggTimer.ID> { if case .playing(let alarms, _) = output { alarms } else { [] } }

    var isTesting: Bool { output == .testing }

    private var isSounding: Bool { isPlaying || isTesting }

    /// A device is open for a sound, a test or a lead-in.
    var holdsDevice: Bool { !audibility.isFailing && (isSounding || isOpen) }

    private var isOpen: Bool { if case .open = output { true } else { false } }

    /// The device on which an alarm was last heard.
    var soundDevice: String? {
        if case .playing(_, let device) = output, soundOut == nil { return device }
        return nil
    }

    // MARK: Events

    /// Handles an event; returns the effects, in this order.
    mutating func handle(_ event: Event, at now: Instant) -> [Effect] {
        var step = Step()
        var now = now
        if case .woken = event {
            // The timer uses another clock than this instant, so whatever it was armed for is due.
            if let wakeAt { now = max(now, wakeAt) }
            wakeAt = nil
        }
        // For restored timers the devices are checked before eggd serves.
        if checkedAt == nil, graceEnds == nil, now.sinceBoot < Self.bootTime {
            graceEnds = now.advanced(by: Self.grace)
        }
        handle(event, at: now, &step)
        beginCheck(at: now, &step)
        return finish(step, at: now)
    }

    /// The event's own effects, besides those that follow from the state.
    private struct Step {
        var messages: [Message] = []
        var wantsMixer = false
        var givesUp = false
        /// Check the devices if this card is in use.
        var cardInQuestion: String?
        var check: Effect?
    }

    private mutating func handle(_ event: Event, at now: Instant, _ step: inout Step) {
        switch event {
        case .started:
            checkUnlessKnown(at: now)
            // Levels that a crash has left raised are set back.
            step.wantsMixer = true
        case .configured(let unmutes, let fault):
            (audibility.unmutes, audibility.alarmFault) = (unmutes, fault)
            checkAt = now
        case .devicesChanged: checkAt = now.advanced(by: Self.settling)
        case .needed(let isNeeded):
            guard isNeeded != self.isNeeded else { return }
            self.isNeeded = isNeeded
            if isNeeded { checkUnlessKnown(at: now) }
        case .asked: ask(at: now, &step)
        case .opens(let time):
            guard !isPlaying else { return }
            become(.open(until: now.advanced(by: time + .seconds(2))), at: now)
        case .alarmStarted(let id):
            if case .playing(var alarms, let device) = output {
                alarms.insert(id)
                output = .playing(alarms, on: device)
            } else {
                become(.playing([id], on: nil), at: now)
            }
        case .alarmStopped(let id):
            guard case .playing(var alarms, let device) = output, alarms.remove(id) != nil else { return }
            output = .playing(alarms, on: device)
            if alarms.isEmpty { rest(at: now) }
        case .testStarted: become(.testing, at: now)
        case .checkRefused:
            guard output == .checking else { return }
            become(.resting, at: now)
            checkAt = now.advanced(by: Self.settling)
        case .reported(let report): handle(report, at: now, &step)
        case .woken(let isUdevBusy): wake(isUdevBusy: isUdevBusy, at: now, &step)
        case .stuck(.givenUp): break
        case .stuck(.noThread(let device, let error)):
            let fault = DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
            fail("\(fault), and no thread can be created to use another: \(error)", changesTell: false, at: now)
        }
    }

    private mutating func handle(_ report: Ringer.Report, at now: Instant, _ step: inout Step) {
        switch report {
        case .sounding(let device, let mixer):
            if case .playing(let alarms, let last) = output {
                if let last, last != device { step.messages.append(.moved(to: device)) }
                output = .playing(alarms, on: device)
            }
            noteHeard(device, mixer, at: now, &step)
        case .ready(let device, let mixer):
            endCheck(at: now)
            noteHeard(device, mixer, at: now, &step)
        case .unchanged:
            endCheck(at: now)
            checkedAt = now
        case .failing(let fault):
            endCheck(at: now)
            fail(fault.description, changesTell: fault.changesTell, mixer: fault.mixer, at: now)
        case .tested:
            // An alarm or its lead-in may have replaced it.
            if output == .testing { rest(at: now) }
        case .mixer(let address, let quiet):
            audibility.hasRead(address, quiet: quiet)
        case .mixerLost(let address):
            guard audibility.hasLost(address) else { return }
            // The sound server may play through another mixer now.
            guard !isSounding else {
                step.wantsMixer = true
                return
            }
            let soonest = checkedAt?.advanced(by: Self.checkInterval) ?? now
            checkAt = max(now.advanced(by: Self.settling), soonest)
        }
    }

    private mutating func noteHeard(_ device: String, _ address: MixerAddress?, at now: Instant, _ step: inout Step) {
        checkedAt = now
        audibility.hasPlayed(on: device, through: address)
        step.wantsMixer = true
    }

    private mutating func fail(_ reason: String, changesTell: Bool, mixer: MixerAddress? = nil, at now: Instant) {
        checkedAt = now
        audibility.hasFailed(reason, changesTell: changesTell, mixer: mixer)
        if case .playing(let alarms, _) = output { output = .playing(alarms, on: nil) }
    }

    private mutating func endCheck(at now: Instant) {
        if output == .checking { become(.resting, at: now) }
    }

    /// An alarm or a test is over. A fault may disappear now, and no playback will show it.
    private mutating func rest(at now: Instant) {
        if soundOut != nil { checkAt = now }
        become(.resting, at: now)
    }

    private mutating func become(_ new: Output, at now: Instant) {
        // A check that was skipped is done now.
        if output == .checking, new != .resting, checkAt == nil { checkAt = now }
        output = new
        pollAt = new == .resting ? nil : now.advanced(by: Self.pollInterval)
    }

    private mutating func ask(at now: Instant, _ step: inout Step) {
        if output == .resting, !wasChecked(within: Self.freshness, of: now) {
            // A device that opens is not opened again for each question, because on some cards opening is audible. On a
            // card that another program uses it is not, and that program may keep an alarm from being heard.
            if audibility.hasDevice { step.cardInQuestion = audibility.card } else { checkAt = now }
            if audibility.hasDevice, !audibility.isListening, !audibility.isMixerStuck {
                checkedAt = now
                step.wantsMixer = true
            }
        }
        if answerAt == nil {
            answerAt = now.advanced(by: Self.maxAnswerWait + (audibility.isUnknown ? Self.firstCheckTime : .zero))
        }
    }

    /// While the output is in use, the check waits: an alarm that is dismissed at once ends before it has shown anything.
    private mutating func checkUnlessKnown(at now: Instant) {
        if output != .checking, !wasChecked(within: Self.checkInterval, of: now) { checkAt = now }
    }

    private func wasChecked(within time: Duration, of now: Instant) -> Bool {
        checkedAt.map { $0.advanced(by: time) > now } ?? false
    }

    // MARK: Time

    private mutating func wake(isUdevBusy: Bool, at now: Instant, _ step: inout Step) {
        if let graceEnds, graceEnds <= now {
            let mayWait = isUdevBusy && now.sinceBoot < Self.bootTime
            self.graceEnds = mayWait ? now.advanced(by: Self.settling) : nil
        }
        if case .open(let until) = output, until <= now { become(.resting, at: now) }
        if let pollAt, pollAt <= now {
            self.pollAt = now.advanced(by: Self.pollInterval)
            step.givesUp = true
        }
        // A mixer that does not answer must not make others wait as well.
        if let answerAt, answerAt <= now { audibility.stopWaitingForMixer() }
    }

    private mutating func beginCheck(at now: Instant, _ step: inout Step) {
        // If no event will tell when a failing device works again, it is checked again as long as it is needed.
        if audibility.failsUnnoticed, checkAt == nil, isNeeded, output == .resting {
            checkAt = (checkedAt ?? now).advanced(by: Self.checkInterval)
        }
        guard output == .resting else { return }
        if let checkAt, checkAt <= now {
            self.checkAt = nil
            step.check = .check()
        } else if let card = step.cardInQuestion {
            step.check = .check(ifInUse: card)
        }
        guard step.check != nil else { return }
        become(.checking, at: now)
        if audibility.isUnknown { pollAt = now.advanced(by: Self.firstCheckTime) }
    }

    /// The effects of a step: those that follow from the state, and the event's own.
    private mutating func finish(_ step: Step, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        let request = audibility.nextRequest(
            listens: isNeeded || isSounding, raises: audibility.unmutes && isSounding, isWanted: step.wantsMixer)
        if let request { effects.append(.request(request)) }
        if soundOut != published {
            published = soundOut
            effects.append(.publish)
            // While the machine boots, only a state that lasts is logged.
            if graceEnds != nil, now.sinceBoot < Self.bootTime { graceEnds = now.advanced(by: Self.grace) }
        }
        effects += step.messages.map { .log($0) }
        if let message = nextMessage() { effects.append(.log(message)) }
        if let answerAt, isSettled || answerAt <= now {
            self.answerAt = nil
            effects.append(.answer)
        }
        let next = nextWake
        // The timer stands still while the machine sleeps, so it may still be waiting for a time that has passed.
        if next != wakeAt || next.map({ $0 <= now }) == true {
            wakeAt = next
            effects.append(.wake(after: next.map { max(.milliseconds(1), now.duration(to: $0)) }))
        }
        if step.givesUp { effects.append(.giveUpStuckCall) }
        if let check = step.check { effects.append(check) }
        return effects
    }

    private mutating func nextMessage() -> Message? {
        guard logged != soundOut, graceEnds == nil || isPlaying else { return nil }
        logged = soundOut
        return soundOut.map { .unheard($0) } ?? .heardAgain
    }

    /// No check is under way whose result could change the answer.
    private var isSettled: Bool {
        !audibility.awaitsMixer && output != .checking && !(audibility.isUnknown && checkAt != nil)
    }

    private var nextWake: Instant? {
        let check = output == .resting ? checkAt : nil
        return [pollAt, check, answerAt, graceEnds].compactMap { $0 }.min()
    }
}
