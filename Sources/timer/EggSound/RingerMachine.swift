/// How an alarm is played, as a value: it takes the result of each call to a device and returns the next call.
///
/// Candidates are tried in order. When one fails, the next is tried at once, and the failed one again later, between
/// two rings. So the alarm continues wherever it can be heard, and returns when the better device works again.
///
///     choosing ── opened ──▶ preparing ──▶ playing ── all written ──▶ ending ── heard ──▶ stopping ──▶ pausing
///        ▲                                   │ ▲ └─ runs dry: prepares again                             │
///        │                                full: waits                                                    │
///        └── closing ◀── fails, stalls ──────┘                                                           │
///        └────────────────────────────────────── next ring ──────────────────────────────────────────────┘
struct RingerMachine: Sendable {
    typealias Instant = SuspendingClock.Instant

    /// The next call to make.
    enum Action: Equatable, Sendable {
        /// Open this candidate; if it opens, it replaces the open device.
        case open(candidate: Int)
        case close
        case prepare
        case write(Range<Int>)
        case writeSilence(Int)
        /// Wait until the device takes more, at most this long.
        case waitForRoom(Duration)
        case askWhatIsLeft
        case stop
        /// Do nothing for this long, or until the order changes.
        case rest(Duration)
    }

    enum Outcome: Equatable, Sendable {
        case done
        /// The device is open; its buffer holds this many frames.
        case opened(bufferFrames: Int)
        case wrote(Int)
        /// This many frames are still to be heard.
        case left(Int)
        case failed(DeviceFault)
    }

    enum Hearing: Equatable, Sendable {
        /// Too early to tell.
        case unknown
        /// This candidate plays frames.
        case sounding(candidate: Int)
        /// No candidate plays it; this is the fault of the first.
        case failing(DeviceFault)
    }

    /// The longest wait in a device, so that a new order is read in time.
    static let step: Duration = .milliseconds(50)
    /// A device that plays nothing for this long is given up; the next one is then open within two seconds.
    static let stallTimeout: Duration = .milliseconds(1_500)
    /// The time until a candidate that could not be opened is tried again.
    static let retry: Duration = .seconds(1)
    /// The time until a candidate that failed during playback is tried again; each further failure interrupts the
    /// alarm.
    static let longRetry: Duration = .seconds(10)
    /// A device with more underruns than this in one ring does not work.
    static let maxRecoveries = 10
    /// How far ahead silence is written in a lead-in; the first sample of the alarm is heard this much late.
    static let silenceAhead: Duration = .milliseconds(60)

    /// A device that fails or stalls leads from every phase with an open device to closing.
    private enum Phase: Equatable {
        /// Looks for the best candidate; then preparing.
        case choosing
        /// The device is given up; then choosing.
        case closing
        /// The device is made ready for a ring; then playing.
        case preparing
        /// Writes frames; then waiting, recovering or, after the last frame, ending.
        case playing
        /// The device is full; then playing, or recovering.
        case waiting
        /// It ran dry, and is prepared again to continue where it was; then playing.
        case recovering
        /// All frames are written; at this time the device is asked whether all were heard. Once they were: stopping.
        case ending(askAt: Instant)
        /// The device is stopped after a ring; then pausing.
        case stopping
        /// The pause before the next ring; then choosing.
        case pausing(until: Instant)
    }

    private struct Candidate {
        /// When it failed last, since it last opened.
        var failedAt: Instant?
        var fault: DeviceFault?
        /// How long it is not tried while another can be heard.
        var retry: Duration = .zero
    }

    /// Whether the alarm is heard, as far as is known.
    private(set) var hearing = Hearing.unknown
    private let frames: Int
    private let rate: Int
    private let pause: Duration
    private var candidates: [Candidate]
    private var phase = Phase.choosing
    private var current: Int?
    private var bufferFrames = 1
    private var position = 0
    private var begin: Instant
    private var lastProgress: Instant
    private var recoveries = 0
    /// Silence is played until the sound may begin.
    private var isLeading: Bool

    /// Plays a sound of this many frames, with a pause between rings, on this many candidates.
    init(frames: Int, rate: Int, pause: Duration, candidates: Int, isLeading: Bool = false, at now: Instant) {
        self.isLeading = isLeading
        self.frames = frames
        self.rate = rate
        self.pause = pause
        self.candidates = Array(repeating: Candidate(), count: candidates)
        (begin, lastProgress) = (now, now)
    }

    /// No device is open, so nothing can be heard at this moment.
    var isWithoutDevice: Bool { current == nil }

    /// The lead-in is over: the sound follows the remaining silence, on the same device.
    mutating func beginSound(at now: Instant) {
        guard isLeading else { return }
        isLeading = false
        (begin, position) = (now, 0)
    }

    // MARK: The next call

    /// The next call; determined anew after each call and each pause.
    mutating func next(at now: Instant) -> Action {
        switch phase {
        case .choosing: return choose(at: now)
        case .closing: return .close
        case .preparing, .recovering: return .prepare
        case .playing: return play(at: now)
        case .waiting: return .waitForRoom(Self.step)
        case .ending(let askAt): return askAt > now ? .rest(askAt - now) : .askWhatIsLeft
        case .stopping: return .stop
        case .pausing(let until):
            if until > now { return .rest(until - now) }
            phase = .choosing
            return choose(at: now)
        }
    }

    /// The best candidate that may be tried, if it is better than the open one; else the open one; else a pause.
    private mutating func choose(at now: Instant) -> Action {
        let better = candidates.indices.prefix(current ?? candidates.count)
        if let index = better.first(where: { mayBeTried($0).map { $0 <= now } ?? true }) {
            return .open(candidate: index)
        }
        if current != nil {
            phase = .preparing
            return .prepare
        }
        if let fault = candidates.lazy.compactMap(\.fault).first { hearing = .failing(fault) }
        let soonest = candidates.indices.compactMap(mayBeTried).min() ?? now + Self.retry
        return .rest(max(.milliseconds(1), min(Self.retry, soonest - now)))
    }

    /// When a failed candidate may be tried again. While nothing is heard, that is soon.
    private func mayBeTried(_ index: Int) -> Instant? {
        candidates[index].failedAt.map { $0 + (current == nil ? Self.retry : candidates[index].retry) }
    }

    /// At most one buffer ahead of the clock, whatever the device would take, because not every device is paced.
    private mutating func play(at now: Instant) -> Action {
        if isLeading { return playSilence(at: now) }
        guard position < frames else {
            phase = .ending(askAt: now)
            return .askWhatIsLeft
        }
        let heard = Int(min((now - begin) / .seconds(1), 86_400) * Double(rate))
        let end = min(frames, heard + bufferFrames)
        guard end > position else {
            // This wait is our own, not a stall of the device.
            lastProgress = now
            return .rest(Self.step)
        }
        return .write(position..<end)
    }

    private mutating func playSilence(at now: Instant) -> Action {
        let ahead = (now - begin + Self.silenceAhead) / .seconds(1)
        let room = Int(min(ahead, 86_400) * Double(rate)) - position
        guard room > 0 else {
            lastProgress = now
            return .rest(.milliseconds(20))
        }
        return .writeSilence(min(room, bufferFrames))
    }

    // MARK: Results

    /// Handles the result of the call that was returned last.
    mutating func handle(_ outcome: Outcome, of action: Action, at now: Instant) {
        switch (action, outcome) {
        case (.rest, _): break
        case (.open(let index), .opened(let size)):
            candidates[index] = Candidate()
            current = index
            bufferFrames = max(1, size)
            phase = .preparing
        case (.open(let index), .failed(let fault)):
            candidates[index] = Candidate(failedAt: now, fault: fault, retry: Self.retry)
        case (.close, _):
            current = nil
            phase = .choosing
        case (.prepare, .done):
            if phase != .recovering { (begin, position, recoveries) = (now, 0, 0) }
            lastProgress = now
            phase = .playing
        case (.write, .wrote(let count)), (.writeSilence, .wrote(let count)):
            position += count
            if count > 0 { lastProgress = now }
            phase = count > 0 ? .playing : .waiting
            // More frames have gone in than fit, so some must have come out.
            if position > bufferFrames, !isLeading { sounds() }
            giveUpIfStalled(since: lastProgress, at: now)
        case (.waitForRoom, .done):
            phase = .playing
            giveUpIfStalled(since: lastProgress, at: now)
        case (.askWhatIsLeft, .left(let left)): handleRemaining(left, at: now)
        case (.stop, _): phase = .pausing(until: now + pause)
        case (.write, .failed(let fault)), (.writeSilence, .failed(let fault)), (.waitForRoom, .failed(let fault)):
            recover(from: fault, at: now)
        case (_, .failed(let fault)): giveUp(fault, at: now)
        case (.open, _), (.prepare, _), (.write, _), (.writeSilence, _), (.waitForRoom, _), (.askWhatIsLeft, _):
            // No device answers like this; the alarm continues with another.
            giveUp(DeviceFault("\(action)", device: "", code: .stalled), at: now)
        }
    }

    /// Waits for the last frame. `snd_pcm_drain` can't be used: on some devices it never returns.
    private mutating func handleRemaining(_ left: Int, at now: Instant) {
        let end = begin + .seconds(Double(frames) / Double(rate))
        if left == 0, now >= end {
            sounds()
            phase = .stopping
        } else {
            phase = .ending(askAt: now + min(Self.step, max(end - now, .milliseconds(5))))
            giveUpIfStalled(since: end, at: now)
        }
    }

    private mutating func recover(from fault: DeviceFault, at now: Instant) {
        let canRecover = fault.code == .underrun || fault.code == .suspended
        guard canRecover, recoveries < Self.maxRecoveries else { return giveUp(fault, at: now) }
        recoveries += 1
        phase = .recovering
    }

    private mutating func giveUpIfStalled(since progress: Instant, at now: Instant) {
        guard now - progress >= Self.stallTimeout else { return }
        giveUp(DeviceFault("no frame was played", device: "", code: .stalled), at: now)
    }

    private mutating func giveUp(_ fault: DeviceFault, at now: Instant) {
        if let current { candidates[current] = Candidate(failedAt: now, fault: fault, retry: Self.longRetry) }
        phase = .closing
    }

    private mutating func sounds() {
        if let current { hearing = .sounding(candidate: current) }
    }
}
