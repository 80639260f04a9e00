import Dispatch
import EggSound
import Glibc
import Synchronization

/// A device that plays in real time and misbehaves as a test tells it to.
final class FakeDriver: PlaybackDriver {
    /// A fault of a device.
    enum Behaviour: Equatable {
        case plays
        /// It can't be opened.
        case refuses(ALSAError)
        /// Every write returns this code.
        case failsWrites(ALSAError)
        /// It takes at most this many frames at once.
        case takesLittle(Int)
        /// It plays, and then never finishes.
        case neverEnds
        /// Opening it does not return until it is released.
        case hangs
    }

    struct History {
        var opened = 0
        var names: [String] = []
        /// The cards whose devices were listed.
        var listed: [String] = []
        var closed = 0
        var stopped = 0
        var prepared = 0
        var written: [Int16] = []
    }

    let rate = 8_000
    private let names: [String]
    private let cardsByName: [(name: String, devices: [String], hangs: Bool)]
    private let behaviours: Mutex<[String: [Behaviour]]>
    let history = Mutex(History())
    /// The cards that another program uses.
    let used = Mutex<Set<String>>([])
    /// Called once, on the playback thread, when the first frames are written.
    let onFirstWrite = Mutex<(@Sendable () -> Void)?>(nil)
    /// Releases one call that hangs.
    let resumption = DispatchSemaphore(value: 0)

    /// One device, `fake`: each opening takes the next behaviour; the last stays.
    convenience init(_ behaviours: Behaviour...) {
        self.init([("fake", behaviours)])
    }

    /// Several candidates, each with its behaviours; and cards with their devices, some of which hang when they are
    /// opened until `resumption` is signalled.
    init(
        _ candidates: [(name: String, behaviours: [Behaviour])],
        cards: [(name: String, devices: [String], hangs: Bool)] = []
    ) {
        names = candidates.map(\.name)
        cardsByName = cards
        behaviours = Mutex(Dictionary(uniqueKeysWithValues: candidates.map { ($0.name, $0.behaviours) }))
    }

    func candidates(preferring device: String) -> [String] { names }

    func cards() -> [String] { cardsByName.map(\.name) }

    func playbackDevices(ofCard card: String) -> [String] {
        history.withLock { $0.listed.append(card) }
        guard let found = cardsByName.first(where: { $0.name == card }) else { return [] }
        if found.hangs { resumption.wait() }
        return found.devices
    }

    func isInUse(card: String) -> Bool { used.withLock { $0.contains(card) } }

    func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice {
        history.withLock {
            $0.opened += 1
            $0.names.append(name)
        }
        let behaviour = behaviours.withLock { all -> Behaviour in
            let own = all[name] ?? []
            if own.count > 1 { all[name] = Array(own.dropFirst()) }
            return own.first ?? .plays
        }
        if behaviour == .hangs { resumption.wait() }
        if case .refuses(let code) = behaviour { throw DeviceFault("open", device: name, code: code) }
        return FakeDevice(behaviour, name: name, rate: format.rate, driver: self)
    }
}

private final class FakeDevice: PlaybackDevice {
    let bufferFrames = 800
    var mixer: MixerAddress? { nil }
    private let behaviour: FakeDriver.Behaviour
    private let name: String
    private let rate: Int
    private let driver: FakeDriver
    private var begin: ContinuousClock.Instant?
    private var written = 0

    init(_ behaviour: FakeDriver.Behaviour, name: String, rate: Int, driver: FakeDriver) {
        self.name = name
        self.behaviour = behaviour
        self.rate = rate
        self.driver = driver
    }

    deinit {
        driver.history.withLock { $0.closed += 1 }
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(DeviceFault) -> Int {
        var most = Int.max
        switch behaviour {
        case .failsWrites(let code): throw DeviceFault("write", device: name, code: code)
        case .takesLittle(let frames): most = frames
        case .plays, .refuses, .neverEnds, .hangs: break
        }
        if begin == nil { begin = .now }
        let count = min(samples.count, bufferFrames - waiting, most)
        driver.history.withLock { $0.written += samples.prefix(count) }
        written += count
        driver.onFirstWrite.withLock { action in
            defer { action = nil }
            return action
        }?()
        return count
    }

    func wait(upTo time: Duration) throws(DeviceFault) {
        let deadline = ContinuousClock.now + time
        while ContinuousClock.now < deadline, waiting >= bufferFrames { pause() }
    }

    func framesToBeHeard() throws(DeviceFault) -> Int {
        behaviour == .neverEnds ? 1 : waiting
    }

    func prepare() throws(DeviceFault) {
        driver.history.withLock { $0.prepared += 1 }
        (begin, written) = (nil, 0)
    }

    func stop() {
        driver.history.withLock { $0.stopped += 1 }
        (begin, written) = (nil, 0)
    }

    private var waiting: Int {
        guard let begin else { return written }
        return max(0, written - Int((ContinuousClock.now - begin) / .seconds(1) * Double(rate)))
    }

    private func pause() {
        var time = timespec(tv_sec: 0, tv_nsec: 2_000_000)
        nanosleep(&time, nil)
    }
}

/// The reports of a ringer or of its mixer thread, in the order in which they were made.
final class Reports: Sendable {
    private let all = Mutex<[Ringer.Report]>([])
    private let arrived = DispatchSemaphore(value: 0)

    func add(_ report: Ringer.Report) {
        all.withLock { $0.append(report) }
        arrived.signal()
    }

    /// Waits for the next report; nil if none is made in half a minute.
    func next() -> Ringer.Report? {
        guard arrived.wait(timeout: .now() + 30) == .success else { return nil }
        return all.withLock { $0.removeFirst() }
    }
}
