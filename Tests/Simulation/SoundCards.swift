import EggLoop
import SimulatedKernel

@testable import EggSound

/// The kitchen's sound cards, as eggd's ringer uses them, and a record of what was heard.
// Unchecked, like all of the world: it runs on one thread.
final class SoundCards: PlaybackDriver, MixerDriver, @unchecked Sendable {
    /// The state of a card.
    enum State: String, CaseIterable {
        case works, isMissing, isBusy, isMuted, hangs
    }

    /// The state of each card. Changing one wakes the programs that watch the devices, if they could notice it.
    private(set) var states: [State] = [.works, .isMissing]
    /// Since when an alarm can be heard; nil while it can't, or while a card hangs.
    private(set) var audibleSince: TrueTime? = TrueTime.now
    /// Since when no card can play an alarm; nil while one can.
    private(set) var deafSince: TrueTime?
    /// The open devices, each with its card.
    fileprivate var devices: [ObjectIdentifier: Int] = [:]
    /// The open mixers, and the events that tell of their changes.
    fileprivate var mixers: [(card: Int, change: Event)] = []
    /// The last times at which a sound was heard, the newest last.
    private(set) var heard: [Range<TrueTime>] = []
    /// Called when a sound begins after silence.
    var onSound: () -> Void = {}

    func set(_ state: State, ofCard card: Int) {
        // Another program can't take a card that is open.
        if state == .isBusy, devices.values.contains(card) { return }
        let isPlugged = (states[card] == .isMissing) != (state == .isMissing)
        states[card] = state
        if states.contains(.works) {
            deafSince = nil
            // A card that hangs delays what another one would play.
            audibleSince = states.contains(.hangs) ? nil : TrueTime.now
        } else {
            audibleSince = nil
            deafSince = deafSince ?? .now
        }
        if isPlugged { sim_devices_changed() }
        for mixer in mixers where mixer.card == card { mixer.change.signal() }
    }

    /// Whether any sound was heard between two times.
    func wasHeard(from: TrueTime, to: TrueTime) -> Bool {
        heard.last { $0.lowerBound < to }.map { $0.upperBound > from } ?? false
    }

    /// When the first sound after a time was heard.
    func firstSound(after time: TrueTime) -> TrueTime? {
        heard.lazy.map(\.lowerBound).first { $0 >= time }
    }

    func record(_ range: Range<TrueTime>) {
        if let last = heard.last, last.upperBound >= range.lowerBound {
            heard[heard.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
        } else {
            heard.append(range)
            onSound()
        }
        // An alarm of ten minutes has 800 of them.
        if heard.count > 4000 { heard.removeFirst(2000) }
    }

    /// The program that used the cards has ended.
    func release() {
        cut(at: .now)
        (devices, mixers) = ([:], [])
    }

    /// A sound was cut off.
    func cut(at time: TrueTime) {
        while let last = heard.last, last.upperBound > time {
            heard.removeLast()
            if last.lowerBound < time { heard.append(last.lowerBound..<time) }
        }
    }

    // MARK: The driver

    func candidates(preferring device: String) -> [String] { [device] }

    func cards() -> [String] { states.indices.filter { states[$0] != .isMissing }.map { "hw:\($0)" } }

    func playbackDevices(ofCard card: String) -> [String] {
        guard let index = Self.index(of: card) else { return [] }
        waitWhileHanging(index)
        return states[index] == .isMissing ? [] : ["plughw:\(index),0"]
    }

    func isInUse(card: String) -> Bool {
        Self.index(of: card).map { states[$0] == .isBusy } ?? false
    }

    func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice {
        let index = Self.index(of: name) ?? 0
        waitWhileHanging(index)
        switch states[index] {
        case .isMissing: throw DeviceFault(DeviceFault.opening, device: name, code: .noEntry)
        case .isBusy: throw DeviceFault(DeviceFault.opening, device: name, code: .busy)
        case .works, .isMuted, .hangs: break
        }
        return Playback(self, card: index, name: name, format: format)
    }

    func open(_ name: String) -> (any MixerDevice)? {
        guard let index = Self.index(of: name), states[index] != .isMissing else { return nil }
        return MixerOfCard(self, card: index)
    }

    /// `hw:1` and `plughw:1,0` are card 1; `default` is none of them by name.
    private static func index(of name: String) -> Int? {
        name.hasSuffix(":0") || name.hasSuffix(":0,0") ? 0 : name.hasSuffix(":1") || name.hasSuffix(":1,0") ? 1 : nil
    }

    func waitWhileHanging(_ card: Int) {
        Tasks.wait(every: .milliseconds(100)) { states[card] != .hangs }
    }
}

/// A device that plays in the world's time.
private final class Playback: PlaybackDevice {
    private let cards: SoundCards
    private let card: Int
    private let name: String
    private let format: Sound.Format
    let bufferFrames: Int
    /// When the frames that it has taken are played; nil before the first ones and after a stop.
    private var end: TrueTime?
    let mixer: MixerAddress?

    init(_ cards: SoundCards, card: Int, name: String, format: Sound.Format) {
        (self.cards, self.card, self.name, self.format) = (cards, card, name, format)
        bufferFrames = format.rate / 5
        mixer = MixerAddress(name: "hw:\(card)", option: "-c \(card)")
        cards.devices[ObjectIdentifier(self)] = card
    }

    deinit {
        stop()
        cards.devices[ObjectIdentifier(self)] = nil
    }

    private func check(_ call: String) throws(DeviceFault) {
        cards.waitWhileHanging(card)
        if cards.states[card] == .isMissing {
            cards.cut(at: .now)
            throw DeviceFault(call, device: name, code: .noDevice)
        }
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(DeviceFault) -> Int {
        try check("snd_pcm_writei")
        let now = TrueTime.now
        if let end, end < now { throw DeviceFault("snd_pcm_writei", device: name, code: .underrun) }
        let begin = end ?? now
        let queued = frames(in: begin - now)
        let count = min(samples.count / format.channels, bufferFrames - queued)
        guard count > 0 else { return 0 }
        let finish = begin + time(of: count)
        end = finish
        let isSilent = samples.prefix(count * format.channels).allSatisfy { $0 == 0 }
        if !isSilent, cards.states[card] == .works { cards.record(begin..<finish) }
        return count
    }

    func wait(upTo time: Duration) throws(DeviceFault) {
        try check("snd_pcm_wait")
        // There is room as soon as a quarter of the buffer has been played.
        let room = end.map { max(.zero, $0 - .now - self.time(of: bufferFrames * 3 / 4)) } ?? .zero
        Tasks.sleep(max(.milliseconds(1), min(time, room)))
        try check("snd_pcm_wait")
    }

    func framesToBeHeard() throws(DeviceFault) -> Int {
        try check("snd_pcm_delay")
        return end.map { frames(in: max(.zero, $0 - .now)) } ?? 0
    }

    func prepare() throws(DeviceFault) {
        try check("snd_pcm_prepare")
        end = nil
    }

    func stop() {
        if let end, end > .now { cards.cut(at: .now) }
        end = nil
    }

    private func frames(in time: Duration) -> Int { Int(time.nanoseconds * Int64(format.rate) / 1_000_000_000) }
    private func time(of frames: Int) -> Duration {
        .nanoseconds(Int64(frames) * 1_000_000_000 / Int64(format.rate))
    }
}

/// The mixer of a card, with one control.
private final class MixerOfCard: MixerDevice {
    private let cards: SoundCards
    private let card: Int

    private let change: Event?

    init(_ cards: SoundCards, card: Int) {
        (self.cards, self.card) = (cards, card)
        change = try? Event()
        if let change { cards.mixers.append((card, change)) }
    }

    deinit {
        cards.mixers.removeAll { $0.change === change }
    }

    func controls() -> [Mixer.Control] {
        [Mixer.Control(name: "Master", percent: 80, isOn: cards.states[card] != .isMuted)]
    }

    func levels(of control: String) -> Mixer.Levels? {
        Mixer.Levels(volumes: [80], switches: [cards.states[card] != .isMuted])
    }

    func set(_ control: String, to levels: Mixer.Levels) {
        guard [.works, .isMuted].contains(cards.states[card]), let isOn = levels.switches.first else { return }
        cards.set(isOn ? .works : .isMuted, ofCard: card)
    }

    func audible(_ control: String) -> Mixer.Levels? { Mixer.Levels(volumes: [80], switches: [true]) }
    func lock(_ lock: MixerLock) -> Bool { true }
    var descriptors: [Int32] { change.map { [$0.descriptor] } ?? [] }

    func update() -> Bool {
        change?.clear()
        return cards.states[card] != .isMissing
    }
}
