import EggSound
import EggTimers

/// Whether an alarm would be heard, and is, as a value: events come in, with the time, and effects go out.
///
///     resting ── check ──▶ checking ── reported ──▶ resting
///        ▲                    │
///        │                 lead-in, alarm or test: what it reports is worth more than a check
///        │                    ▼
///        └── over ── preparing, playing, testing
///
/// The output is polled for stuck calls in every state but `resting`, in which nothing wakes up.
struct SoundWatch: Sendable {
    /// What happens to the alarm's sound.
    enum Event: Equatable, Sendable {
        /// eggd serves from now on.
        case started
        /// The configuration was read again: whether an alarm unmutes the mixer, and why it can't be heard at all.
        case configured(unmutes: Bool, fault: String?)
        /// Sound devices were added or removed, or their permissions have changed.
        case devicesChanged
        /// There are timers or subscribers, or there are none any more.
        case needed(Bool)
        /// A client asks how things are.
        case asked
        /// A lead-in has begun, which ends by itself some time after the deadline.
        case alarmNears(within: Duration)
        case alarmStarted(EggTimer.ID)
        case alarmStopped(EggTimer.ID)
        case testStarted
        /// The output has something else to do than to check the devices.
        case checkRefused
        case reported(Ringer.Report)
        case stuck(Ringer.StuckCall)
        /// The time that was asked for has passed.
        case woken(isUdevBusy: Bool)
    }

    /// What is to be done; those that can bring an event at once come last.
    enum Effect: Equatable, Sendable {
        /// `soundOut` has changed.
        case publish
        case log(Message)
        /// The sound has been checked: clients that have asked are answered.
        case answer
        case request(MixerRequest)
        /// Wake after this time, in place of any earlier wish; not at all when nil.
        case wake(after: Duration?)
        /// Give up a call to a device that has not come back.
        case giveUpStuckCall
        /// Check whether an alarm would be heard.
        case check
    }

    enum Message: Equatable, Sendable {
        case unheard(String)
        case heardAgain
        /// The alarm goes on on another device.
        case moved(to: String)
    }

    /// What the alarm output does.
    private enum Output: Equatable {
        case resting
        case checking
        case preparing(until: Instant)
        /// The alarms that sound as one, and the device on which they were heard last.
        case playing(Set<EggTimer.ID>, on: String?)
        case testing
    }

    /// What the devices have shown last.
    private enum Devices: Equatable {
        case unknown
        case audible(device: String, mixer: MixerAddress?)
        /// `heals` if a change of the devices will tell when it is over.
        case failing(reason: String, changesTell: Bool)
    }

    /// What the mixer has shown last.
    private enum MixerState: Equatable {
        /// There is none, or none is known.
        case none
        /// Asked how it is; before, these of its controls swallowed an alarm.
        case asked(quiet: [Mixer.Control])
        case known(quiet: [Mixer.Control])
        /// It has not answered in time, and is not asked by clients' questions until it does.
        case stuck(quiet: [Mixer.Control])

        var quiet: [Mixer.Control] {
            switch self {
            case .none: []
            case .asked(let quiet), .known(let quiet), .stuck(let quiet): quiet
            }
        }
    }

    /// Between two looks for a stuck call.
    static let pollInterval: Duration = .milliseconds(500)
    /// udev works on a device for a while after it has appeared.
    static let settling: Duration = .milliseconds(500)
    /// Until failing devices are checked again where nothing tells that they have healed. A check that is not older need
    /// not be repeated for a timer that is started.
    static let checkInterval: Duration = .seconds(10)
    /// A client that asks is answered by a check that is not older than this, unless changes are listened to.
    static let freshness: Duration = .seconds(2)
    /// How long a client that asks waits for a check.
    static let longestAnswer: Duration = .seconds(2)
    /// A machine that was booted less than this long ago may still be looking for its sound cards.
    static let bootTime: Duration = .seconds(60)
    /// How long a machine that boots is given before silence is logged.
    static let grace: Duration = .seconds(10)

    private var output = Output.resting
    private var devices = Devices.unknown
    private var mixer = MixerState.none
    private var unmutes: Bool
    /// Why the alarm that is configured can't be heard on any device.
    private var alarmFault: String?
    private var isNeeded = false
    /// When to poll the output; while it rests, never.
    private var pollAt: Instant?
    /// When to check the devices, or as soon after as the output rests.
    private var checkAt: Instant?
    /// When the devices and the mixer were looked at last.
    private var checkedAt: Instant?
    /// Until when clients wait that have asked.
    private var answerAt: Instant?
    /// Until when silence is not logged.
    private var graceEnds: Instant?
    private var wakeAt: Instant?
    private var request = MixerRequest()
    private var published: String?
    private var logged: String?

    /// Nothing is known yet.
    init(unmutes: Bool = false, fault: String? = nil) {
        (self.unmutes, alarmFault) = (unmutes, fault)
    }

    // MARK: What is known

    /// Why an alarm would not be heard, or is not; nil when it is, or nothing is known.
    var soundOut: String? {
        switch devices {
        case .unknown: alarmFault
        case .failing(let reason, _): reason
        case .audible: swallowed
        }
    }

    /// Why nothing is heard of an alarm that a device plays.
    var swallowed: String? { alarmFault ?? mixerFault }

    /// Why the mixer would swallow an alarm.
    private var mixerFault: String? {
        guard case .audible(let device, _) = devices else { return nil }
        // An alarm raises it when it starts; if it is still quiet then, that is how it is.
        if unmutes, !isSounding { return nil }
        return Mixer.fault(of: device, quiet: mixer.quiet)
    }

    /// An alarm is being played.
    var isPlaying: Bool { if case .playing = output { true } else { false } }

    /// The alarms that are being played as one.
    var alarms: Set<EggTimer.ID> { if case .playing(let alarms, _) = output { alarms } else { [] } }

    /// An alarm or a test is being played.
    private var isSounding: Bool { isPlaying || output == .testing }

    /// A device is open for an alarm, a test or the silence before an alarm.
    var holdsDevice: Bool {
        if case .failing = devices { return false }
        return isSounding || isPreparing
    }

    private var isPreparing: Bool { if case .preparing = output { true } else { false } }

    /// The device on which an alarm was heard last.
    var soundDevice: String? {
        if case .playing(_, let device) = output, soundOut == nil { return device }
        return nil
    }

    // MARK: Events

    /// Takes an event.
    ///
    /// - Returns: what is to be done, in this order.
    mutating func take(_ event: Event, at now: Instant) -> [Effect] {
        var step = Step()
        var now = now
        if case .woken = event {
            // The timer goes by another clock than this instant: what it was armed for is due.
            if let wakeAt { now = max(now, wakeAt) }
            wakeAt = nil
        }
        // Timers that are restored have the devices checked before eggd serves.
        if checkedAt == nil, graceEnds == nil, now.sinceBoot < Self.bootTime {
            graceEnds = now.advanced(by: Self.grace)
        }
        take(event, at: now, &step)
        beginCheck(at: now, &step)
        return finish(step, at: now)
    }

    /// What an event brings about besides what follows from the state.
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
            // What a crash has left raised is put back.
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
            hear(device, mixer, at: now, &step)
        case .ready(let device, let mixer):
            endCheck(at: now)
            hear(device, mixer, at: now, &step)
        case .failing(let fault):
            endCheck(at: now)
            fail(fault.description, changesTell: fault.changesTell, at: now)
        case .tried:
            // An alarm, or the silence before it, may have taken its place.
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

    private mutating func hear(_ device: String, _ address: MixerAddress?, at now: Instant, _ step: inout Step) {
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

    /// An alarm or a test is over. What could not be heard may heal, and nobody plays any more to find out.
    private mutating func rest(at now: Instant) {
        if soundOut != nil { checkAt = now }
        become(.resting, at: now)
    }

    private mutating func become(_ new: Output, at now: Instant) {
        // A check that gives way is made up for.
        if output == .checking, new != .resting, checkAt == nil { checkAt = now }
        output = new
        pollAt = new == .resting ? nil : now.advanced(by: Self.pollInterval)
    }

    private mutating func ask(at now: Instant, _ step: inout Step) {
        if output == .resting, !isListening, !wasChecked(within: Self.freshness, of: now) {
            // A device that opens is not opened again for each question: that can be heard on some cards.
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
        // A mixer that does not answer is no reason to make others wait as well.
        if let answerAt, answerAt <= now, case .asked(let quiet) = mixer { mixer = .stuck(quiet: quiet) }
    }

    private mutating func beginCheck(at now: Instant, _ step: inout Step) {
        // Where nothing tells that a failing device has healed, it is checked again while somebody needs it.
        if case .failing(_, changesTell: false) = devices, checkAt == nil, isNeeded, output == .resting {
            checkAt = (checkedAt ?? now).advanced(by: Self.checkInterval)
        }
        guard output == .resting, let checkAt, checkAt <= now else { return }
        self.checkAt = nil
        become(.checking, at: now)
        step.checks = true
    }

    /// The effects of a step: what follows from the state as it is now, and what the event has brought about.
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

    /// What is asked of the mixer thread, if that has changed or the mixer is to be read anew.
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

    /// Nothing is being looked at whose result would change the answer.
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
    /// Whether a change of the devices' files will tell when it is over: a card that is missing or may not be used is,
    /// one that is in use or a sound server that is down is not.
    fileprivate var changesTell: Bool {
        switch code {
        case .noEntry, .noDevice, .badDescriptor, .noAccess: true
        default: false
        }
    }
}
