import EggSound
import EggTimers

/// Decides whether an alarm would be heard, and is heard. It is a value: events come in with the time, effects go out.
///
///     resting ── check ──▶ checking ── reported ──▶ resting
///        ▲                    │
///        │                 lead-in, alarm or test: what it reports is worth more than a check
///        │                    ▼
///        └── over ── preparing, playing, testing
///
/// The output is polled for stuck calls in every state but `resting`; in that state nothing wakes up.
struct SoundWatch: Sendable {
    /// An event that concerns the alarm's sound.
    enum Event: Equatable, Sendable {
        /// eggd serves from now on.
        case started
        /// The configuration was read again: whether an alarm unmutes the mixer, and why it can't be heard at all.
        case configured(unmutes: Bool, fault: String?)
        /// Sound devices were added or removed, or their permissions have changed.
        case devicesChanged
        /// There are now timers or subscribers, or none any more.
        case needed(Bool)
        /// A client asks whether an alarm would be heard.
        case asked
        /// A lead-in has begun; it ends by itself some time after the deadline.
        case alarmNears(within: Duration)
        case alarmStarted(EggTimer.ID)
        case alarmStopped(EggTimer.ID)
        case testStarted
        /// The output is busy and can't check the devices.
        case checkRefused
        case reported(Ringer.Report)
        case stuck(Ringer.StuckCall)
        /// The time that was asked for has passed.
        case woken(isUdevBusy: Bool)
    }

    /// The effects. Those that can cause an event at once come last.
    enum Effect: Equatable, Sendable {
        /// `soundOut` has changed.
        case publish
        case log(Message)
        /// The check is done, and clients that asked are answered.
        case answer
        case request(MixerRequest)
        /// Wake after this time, in place of any earlier request; never if nil.
        case wake(after: Duration?)
        /// Give up a call to a device that has not returned.
        case giveUpStuckCall
        /// Check whether an alarm would be heard.
        case check
    }

    enum Message: Equatable, Sendable {
        case unheard(String)
        case heardAgain
        /// The alarm continues on another device.
        case moved(to: String)
    }

    /// The state of the alarm output.
    private enum Output: Equatable {
        case resting
        case checking
        case preparing(until: Instant)
        /// The alarms that are played as one, and the device on which they were last heard.
        case playing(Set<EggTimer.ID>, on: String?)
        case testing
    }

    /// The latest result of checking the devices.
    private enum Devices: Equatable {
        case unknown
        case audible(device: String, mixer: MixerAddress?)
        /// `changesTell` if a change of the device files will show that the fault is gone.
        case failing(reason: String, changesTell: Bool)
    }

    /// The latest result of reading the mixer.
    private enum MixerState: Equatable {
        /// There is no mixer, or none is known.
        case none
        /// A reading was requested; in the one before it these controls were too quiet.
        case asked(quiet: [Mixer.Control])
        case known(quiet: [Mixer.Control])
        /// The mixer has not answered in time; until it does, clients' questions don't wait for it.
        case stuck(quiet: [Mixer.Control])

        var quiet: [Mixer.Control] {
            switch self {
            case .none: []
            case .asked(let quiet), .known(let quiet), .stuck(let quiet): quiet
            }
        }
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
    static let longestAnswer: Duration = .seconds(2)
    /// A machine that was booted less than this long ago may still be detecting its sound cards.
    static let bootTime: Duration = .seconds(60)
    /// How long a booting machine may be without sound before this is logged.
    static let grace: Duration = .seconds(10)

    private var output = Output.resting
    private var devices = Devices.unknown
    private var mixer = MixerState.none
    private var unmutes: Bool
    /// Why the configured alarm can't be heard on any device.
    private var alarmFault: String?
    private var isNeeded = false
    /// When to poll the output; never while it rests.
    private var pollAt: Instant?
    /// When to check the devices; later if the output is busy then.
    private var checkAt: Instant?
    /// When the devices and the mixer were last checked.
    private var checkedAt: Instant?
    /// The time until which clients' questions wait.
    private var answerAt: Instant?
    /// The time until which missing sound is not logged.
    private var graceEnds: Instant?
    private var wakeAt: Instant?
    private var request = MixerRequest()
    private var published: String?
    private var logged: String?

    /// A watch that knows nothing yet.
    init(unmutes: Bool = false, fault: String? = nil) {
        (self.unmutes, alarmFault) = (unmutes, fault)
    }

    // MARK: What is known

    /// Why an alarm would not be heard, or is not; nil when it is, or when nothing is known.
    var soundOut: String? {
        switch devices {
        case .unknown: alarmFault
        case .failing(let reason, _): reason
        case .audible: swallowed
        }
    }

    /// Why an alarm that a device plays is not heard.
    var swallowed: String? { alarmFault ?? mixerFault }

    /// Why the mixer would make an alarm inaudible.
    private var mixerFault: String? {
        guard case .audible(let device, _) = devices else { return nil }
        // An alarm raises the mixer when it starts; a mixer that is too quiet after that stays so.
        if unmutes, !isSounding { return nil }
        return Mixer.fault(of: device, quiet: mixer.quiet)
    }

    /// An alarm is being played.
    var isPlaying: Bool { if case .playing = output { true } else { false } }

    /// The alarms that are being played as one.
    var alarms: Set<EggTimer.ID> { if case .playing(let alarms, _) = output { alarms } else { [] } }

    /// An alarm or a test is being played.
    private var isSounding: Bool { isPlaying || output == .testing }

    /// A device is open for an alarm, a test or a lead-in.
    var holdsDevice: Bool {
        if case .failing = devices { return false }
        return isSounding || isPreparing
    }

    private var isPreparing: Bool { if case .preparing = output { true } else { false } }

    /// The device on which an alarm was last heard.
    var soundDevice: String? {
        if case .playing(_, let device) = output, soundOut == nil { return device }
        return nil
    }

    // MARK: Events

    /// Handles an event.
    ///
    /// - Returns: the effects, in this order.
    mutating func take(_ event: Event, at now: Instant) -> [Effect] {
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
        take(event, at: now, &step)
        beginCheck(at: now, &step)
        return finish(step, at: now)
    }

    /// The event's own effects, besides those that follow from the state.
    private struct Step {
        var messages: [Message] = []
        var wantsMixer = false
        var givesUp = false
        var checks = false
    }

    private mutating func take(_ event: Event, at now: Instant, _ step: inout Step) {
        switch event {
        case .started:
            if output == .resting, !wasChecked(within: Self.checkInterval, of: now) { checkAt = now }
            // Levels that a crash has left raised are set back.
            step.wantsMixer = true
        case .configured(let unmutes, let fault):
            (self.unmutes, alarmFault) = (unmutes, fault)
            checkAt = now
        case .devicesChanged: checkAt = now.advanced(by: Self.settling)
        case .needed(let isNeeded):
            guard isNeeded != self.isNeeded else { return }
            self.isNeeded = isNeeded
            if isNeeded, output == .resting, !wasChecked(within: Self.checkInterval, of: now) {
                checkAt = now
            }
        case .asked: ask(at: now, &step)
        case .alarmNears(let time):
            guard !isPlaying else { return }
            become(.preparing(until: now.advanced(by: time + .seconds(2))), at: now)
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
        case .reported(let report): take(report, at: now, &step)
        case .woken(let isUdevBusy): wake(isUdevBusy: isUdevBusy, at: now, &step)
        case .stuck(.givenUp): break
        case .stuck(.noThread(let device, let error)):
            let fault = DeviceFault(DeviceFault.opening, device: device, code: .noAnswer)
            fail("\(fault), and no thread can be created to use another: \(error)", changesTell: false, at: now)
        }
    }

    private mutating func take(_ report: Ringer.Report, at now: Instant, _ step: inout Step) {
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
        case .failing(let fault):
            endCheck(at: now)
            fail(fault.description, changesTell: fault.changesTell, at: now)
        case .tested:
            // An alarm or its lead-in may have replaced it.
            if output == .testing { rest(at: now) }
        case .mixer(let address, let quiet):
            guard case .audible(_, address) = devices else { return }
            mixer = .known(quiet: quiet)
        case .mixerGone(let address):
            guard case .audible(_, address) = devices else { return }
            mixer = .none
            let soonest = checkedAt?.advanced(by: Self.checkInterval) ?? now
            checkAt = max(now.advanced(by: Self.settling), soonest)
        }
    }

    private mutating func noteHeard(_ device: String, _ address: MixerAddress?, at now: Instant, _ step: inout Step) {
        (checkedAt, graceEnds) = (now, nil)
        if case .audible(_, address) = devices {} else { mixer = .none }
        devices = .audible(device: device, mixer: address)
        step.wantsMixer = true
    }

    private mutating func fail(_ reason: String, changesTell: Bool, at now: Instant) {
        checkedAt = now
        devices = .failing(reason: reason, changesTell: changesTell)
        mixer = .none
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
        if output == .resting, !isListening, !wasChecked(within: Self.freshness, of: now) {
            // A device that opens is not opened again for each question, because on some cards opening is audible.
            switch (devices, mixer) {
            case (.audible, .stuck): break
            case (.audible, _):
                checkedAt = now
                step.wantsMixer = true
            case (.unknown, _), (.failing, _): checkAt = now
            }
        }
        if answerAt == nil { answerAt = now.advanced(by: Self.longestAnswer) }
    }

    private func wasChecked(within time: Duration, of now: Instant) -> Bool {
        checkedAt.map { $0.advanced(by: time) > now } ?? false
    }

    private var isListening: Bool {
        if case .audible = devices { request.listens } else { false }
    }

    // MARK: Time

    private mutating func wake(isUdevBusy: Bool, at now: Instant, _ step: inout Step) {
        if let graceEnds, graceEnds <= now {
            let mayWait = isUdevBusy && now.sinceBoot < Self.bootTime
            self.graceEnds = mayWait ? now.advanced(by: Self.settling) : nil
        }
        if case .preparing(let until) = output, until <= now { become(.resting, at: now) }
        if let pollAt, pollAt <= now {
            self.pollAt = now.advanced(by: Self.pollInterval)
            step.givesUp = true
        }
        // A mixer that does not answer must not make others wait as well.
        if let answerAt, answerAt <= now, case .asked(let quiet) = mixer { mixer = .stuck(quiet: quiet) }
    }

    private mutating func beginCheck(at now: Instant, _ step: inout Step) {
        // If no event will tell when a failing device works again, it is checked again as long as it is needed.
        if case .failing(_, changesTell: false) = devices, checkAt == nil, isNeeded, output == .resting {
            checkAt = (checkedAt ?? now).advanced(by: Self.checkInterval)
        }
        guard output == .resting, let checkAt, checkAt <= now else { return }
        self.checkAt = nil
        become(.checking, at: now)
        step.checks = true
    }

    /// The effects of a step: those that follow from the state, and the event's own.
    private mutating func finish(_ step: Step, at now: Instant) -> [Effect] {
        var effects: [Effect] = []
        if let request = nextRequest(isWanted: step.wantsMixer) { effects.append(.request(request)) }
        if soundOut != published {
            published = soundOut
            effects.append(.publish)
        }
        effects += step.messages.map { .log($0) }
        if let message = nextMessage() { effects.append(.log(message)) }
        if let answerAt, isSettled || answerAt <= now {
            self.answerAt = nil
            effects.append(.answer)
        }
        let next = nextWake
        if next != wakeAt {
            wakeAt = next
            effects.append(.wake(after: next.map { max(.milliseconds(1), now.duration(to: $0)) }))
        }
        if step.givesUp { effects.append(.giveUpStuckCall) }
        if step.checks { effects.append(.check) }
        return effects
    }

    /// The request to the mixer thread, if it has changed or the mixer must be read again.
    private mutating func nextRequest(isWanted: Bool) -> MixerRequest? {
        var new = MixerRequest(listens: isNeeded || isSounding, raises: unmutes && isSounding)
        if case .audible(_, let address) = devices { new.mixer = address }
        guard isWanted || new != request else { return nil }
        let isSame = new.mixer == request.mixer && new.raises == request.raises
        request = new
        guard new.mixer != nil else {
            mixer = .none
            return new
        }
        mixer = .asked(quiet: isSame ? mixer.quiet : [])
        return new
    }

    private mutating func nextMessage() -> Message? {
        guard logged != soundOut, graceEnds == nil || soundOut == nil else { return nil }
        logged = soundOut
        return soundOut.map { .unheard($0) } ?? .heardAgain
    }

    /// No check is under way whose result could change the answer.
    private var isSettled: Bool {
        if case .asked = mixer { return false }
        return output != .checking && !(devices == .unknown && checkAt != nil)
    }

    private var nextWake: Instant? {
        let check = output == .resting ? checkAt : nil
        return [pollAt, check, answerAt, graceEnds].compactMap { $0 }.min()
    }
}

extension DeviceFault {
    /// Whether a change of the device files will show when a fault is gone. It will for a card that is missing or
    /// forbidden, but not for one that is in use or for a sound server that is down.
    fileprivate var changesTell: Bool {
        switch code {
        case .noEntry, .noDevice, .badDescriptor, .noAccess: true
        default: false
        }
    }
}
