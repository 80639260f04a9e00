import Glibc

package struct MixerAddress: Equatable, Sendable {
    /// Its name for alsa-lib: `hw:0`, `default`.
    package let name: String
    /// Its name for `amixer`: `-c 0`, `-D default`.
    package let option: String

    package static let server = MixerAddress(name: "default", option: "-D default")
}

/// An open mixer. Use it on one thread at a time; tests use a fake one.
package protocol MixerDevice: AnyObject {
    func controls() -> [Mixer.Control]

    /// The levels of a control, for setting it back; nil if there is no such control.
    func levels(of control: String) -> Mixer.Levels?

    func set(_ control: String, to levels: Mixer.Levels)

    /// Levels at which a control lets an alarm through, see `Mixer.Levels.audible`.
    func audible(_ control: String) -> Mixer.Levels?

    /// Locks its card for this device until it's closed; other eggds may do the same.
    ///
    /// - Returns: false if one of them holds a lock that excludes this one.
    @discardableResult
    func lock(_ lock: MixerLock) -> Bool

    /// The descriptors that become readable when a control changes.
    var descriptors: [Int32] { get }

    /// Reads what has changed, without waiting; false when the mixer no longer exists, or sound goes through another.
    func update() -> Bool
}

package protocol MixerDriver: Sendable {
    /// Opens a mixer by its name; nil if there is none. It takes as long as the sound server behind it.
    func open(_ name: String) -> (any MixerDevice)?
}

extension Mixer {
    /// The levels of a control by channel, for setting it back.
    package struct Levels: Equatable, Sendable {
        /// The volumes in the mixer's own numbers; empty when the control has none.
        package var volumes: [Int]
        /// Whether each channel is switched on; empty when the control has no switch.
        package var switches: [Bool]

        /// Levels at which an alarm is heard: switched on, and at least 80 % of the range. A control that was muted
        /// may be too low as well.
        func audible(in range: ClosedRange<Int>?) -> Levels {
            let least = range.map { $0.lowerBound + ($0.upperBound - $0.lowerBound) * 4 / 5 } ?? .min
            return Levels(volumes: volumes.map { max($0, least) }, switches: switches.map { _ in true })
        }
    }
}

/// The work of the mixer thread.
package struct MixerRequest: Equatable, Sendable {
    /// The mixer that the alarm uses; nil if none is known.
    package var mixer: MixerAddress?
    /// Keep it open, and report changes of its controls.
    package var listens: Bool
    /// Unmute and raise controls that are too quiet for an alarm; when false, set raised controls back.
    package var raises: Bool

    package init(mixer: MixerAddress? = nil, listens: Bool = false, raises: Bool = false) {
        self.mixer = mixer
        self.listens = listens
        self.raises = raises
    }
}

/// A lock on a card, by which the eggds of several users agree about its mixer: `flock`.
package enum MixerLock: Sendable {
    /// An alarm needs the mixer as loud as it is; other eggds don't restore their levels.
    case shared
    /// Levels are being restored.
    case exclusive
    case none

    /// Locks an open file without waiting, in place of an earlier lock on it.
    ///
    /// - Returns: false if another program holds a lock that excludes this one; the earlier lock is then released.
    func apply(to descriptor: Int32) -> Bool {
        let operation =
            switch self {
            case .shared: LOCK_SH
            case .exclusive: LOCK_EX
            case .none: LOCK_UN
            }
        // A file that can't be locked at all holds nobody up.
        return flock(descriptor, operation | LOCK_NB) == 0 || errno != EWOULDBLOCK
    }
}
