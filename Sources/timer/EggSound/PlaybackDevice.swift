import CALSA

/// A device that plays sound. Use it on one thread at a time; tests use a fake one.
package protocol PlaybackDevice: AnyObject {
    var bufferFrames: Int { get }

    /// Hands over interleaved samples without waiting; returns how many frames were taken, 0 when it is full.
    func write(_ samples: UnsafeBufferPointer<Int16>) throws(DeviceFault) -> Int

    /// Waits until it takes more, at most this long.
    func wait(upTo time: Duration) throws(DeviceFault)

    /// How many of the frames that it has taken are still to be heard.
    func framesToBeHeard() throws(DeviceFault) -> Int

    /// Makes it ready to be written to again after an underrun or a stop.
    func prepare() throws(DeviceFault)

    /// Stops the sound at once and discards the rest.
    func stop()

    /// The mixer that its sound goes through; nil when it has none.
    var mixer: MixerAddress? { get }
}

package protocol PlaybackDriver: Sendable {
    /// The devices to try before those of the cards, by name, the preferred one first; opens nothing.
    func candidates(preferring device: String) -> [String]

    /// The sound cards by the names of their controls (`hw:0`), in order; opens nothing.
    func cards() -> [String]

    /// The playback devices of a card by name. This opens the card, and takes as long as the card does.
    func playbackDevices(ofCard card: String) -> [String]

    /// Whether any program has a playback device of a card open; opens nothing.
    func isInUse(card: String) -> Bool

    /// Opens a device for 16-bit samples, without waiting for it to be free.
    func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice
}

package struct DeviceFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function, or the step in plain words.
    package let call: String
    package let device: String
    package let code: ALSAError

    package init(_ call: String, device: String, code: ALSAError) {
        self.call = call
        self.device = device
        self.code = code
    }

    /// The same fault, with the name of the device, which was not known where it occurred.
    func on(_ device: String) -> DeviceFault {
        DeviceFault(call, device: device, code: code)
    }

    /// The call that opens a device: a device that is missing then was not there before.
    package static let opening = "snd_pcm_open"

    private var missing: String { "there is no sound device '\(device)'; is a sound card connected?" }

    /// A sentence for people, without its full stop.
    package var description: String {
        switch code {
        case .noEntry: missing
        case .noDevice where call == Self.opening: missing
        case .noAnswer: "the sound device '\(device)' does not answer"
        case .noAccess:
            "eggd may not use the sound device '\(device)': its user must be in the group audio, and after joining it the "
                + "machine must be restarted"
        case .busy: "the sound device '\(device)' is in use by another program"
        case .hostDown: "the sound server behind '\(device)' is not running"
        case .noDevice, .badDescriptor: "the sound device '\(device)' has been unplugged"
        case .noOutput:
            "no speaker is connected: the sound server behind '\(device)' plays to nothing; connect a speaker, or turn it on"
        case .stalled: "the sound device '\(device)' takes sound but does not play it"
        default: "the sound device '\(device)' failed: \(call): \(code)"
        }
    }
}

/// A code of alsa-lib: errno's numbers, negative as the library returns them.
package struct ALSAError: Equatable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    /// `-ENOENT`: no such device.
    package static let noEntry = ALSAError(rawValue: -ENOENT)
    /// `-EBUSY`: in use.
    package static let busy = ALSAError(rawValue: -EBUSY)
    /// `-ENODEV`: removed while in use.
    package static let noDevice = ALSAError(rawValue: -ENODEV)
    /// `-EBADFD`: removed while in use, with some cards.
    package static let badDescriptor = ALSAError(rawValue: -EBADFD)
    /// `-EHOSTDOWN`: the plugin's server does not answer.
    package static let hostDown = ALSAError(rawValue: -EHOSTDOWN)
    /// `-EINVAL`: not in this format.
    package static let invalid = ALSAError(rawValue: -EINVAL)
    /// `-EACCES`: not for this user.
    package static let noAccess = ALSAError(rawValue: -EACCES)
    /// `-EAGAIN`: full.
    package static let again = ALSAError(rawValue: -EAGAIN)
    /// `-EPIPE`: ran dry.
    package static let underrun = ALSAError(rawValue: -EPIPE)
    /// `-ESTRPIPE`: the machine was suspended.
    package static let suspended = ALSAError(rawValue: -ESTRPIPE)
    /// `-ETIME`, eggd's own: a call does not return.
    package static let noAnswer = ALSAError(rawValue: -ETIME)
    /// `-ETIMEDOUT`, eggd's own: frames went in and none came out.
    package static let stalled = ALSAError(rawValue: -ETIMEDOUT)
    /// `-ENOMEDIUM`, eggd's own: the sound server has no output, and plays to nothing.
    package static let noOutput = ALSAError(rawValue: -ENOMEDIUM)

    /// `snd_strerror`'s words.
    package var description: String {
        String(cString: snd_strerror(rawValue))
    }
}
