import EggLoop
import Synchronization

@testable import EggSound

/// A card's mixer, which lasts while programs open and close it.
final class FakeCard: MixerDriver {
    struct State {
        var levels: [String: Mixer.Levels] = [:]
        var isThere = true
        var opened = 0
        var closed = 0
        var locks: [ObjectIdentifier: MixerLock] = [:]
    }

    let state = Mutex(State())
    let changes: Event

    init() throws {
        changes = try Event()
        set("Master", volume: 70, isOn: true)
    }

    func set(_ control: String, volume: Int, isOn: Bool) {
        state.withLock { $0.levels[control] = .init(volumes: [volume, volume], switches: [isOn]) }
    }

    /// Like `set`, but open mixers are notified.
    func turn(_ control: String, volume: Int, isOn: Bool) {
        set(control, volume: volume, isOn: isOn)
        changes.signal()
    }

    func levels(_ control: String) -> Mixer.Levels? { state.withLock { $0.levels[control] } }

    func open(_ name: String) -> (any MixerDevice)? {
        guard name == "hw:0", state.withLock({ $0.isThere }) else { return nil }
        state.withLock { $0.opened += 1 }
        return FakeMixer(self)
    }
}

private final class FakeMixer: MixerDevice {
    private let card: FakeCard

    init(_ card: FakeCard) { self.card = card }

    deinit {
        lock(.none)
        card.state.withLock { $0.closed += 1 }
    }

    func controls() -> [Mixer.Control] {
        card.state.withLock { state in
            state.levels.sorted { $0.key < $1.key }.map { name, levels in
                Mixer.Control(name: name, percent: levels.volumes.max(), isOn: levels.switches.first)
            }
        }
    }

    func levels(of control: String) -> Mixer.Levels? { card.levels(control) }

    func set(_ control: String, to levels: Mixer.Levels) { card.state.withLock { $0.levels[control] = levels } }

    func audible(_ control: String) -> Mixer.Levels? { card.levels(control)?.audible(in: 0...100) }

    @discardableResult
    func lock(_ lock: MixerLock) -> Bool {
        card.state.withLock { state in
            state.locks[ObjectIdentifier(self)] = nil
            let isFree = state.locks.isEmpty || lock == .shared && !state.locks.values.contains(.exclusive)
            if isFree, lock != .none { state.locks[ObjectIdentifier(self)] = lock }
            return lock == .none || isFree
        }
    }

    var descriptors: [Int32] { [card.changes.descriptor] }

    func update() -> Bool {
        card.changes.wait(upTo: .zero)
        return card.state.withLock { $0.isThere }
    }
}
