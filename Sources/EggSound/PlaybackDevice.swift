/// A device that plays sound; used by one thread at a time. A fake one stands in its place in tests.
public protocol PlaybackDevice: AnyObject {
    /// How many frames fit into it.
    var bufferFrames: Int { get }

    /// Hands over interleaved samples without waiting.
    ///
    /// - Returns: how many frames were taken; 0 when it is full.
    func write(_ samples: UnsafeBufferPointer<Int16>) throws(DeviceFault) -> Int

    /// Waits until it takes more, or for this long.
    func wait(upTo time: Duration) throws(DeviceFault)

    /// How many of the frames that it has taken are still to be heard.
    func framesToBeHeard() throws(DeviceFault) -> Int

    /// Makes it ready to be written to again after an underrun or a stop.
    func prepare() throws(DeviceFault)

    /// Ends the sound at once; what has not been heard will not be.
    func stop()

    /// The mixer that its sound goes through; nil when it has none.
    var mixer: MixerAddress? { get }
}

/// Finds and opens devices.
public protocol PlaybackDriver: Sendable {
    /// The devices that are tried before those of the cards, by their names, the preferred one first; opens nothing.
    func candidates(preferring device: String) -> [String]

    /// The sound cards by the names of their controls (`hw:0`), in their order; opens nothing.
    func cards() -> [String]

    /// The playback devices of a card by their names. This opens the card, and takes as long as the card does.
    func playbackDevices(ofCard card: String) -> [String]

    /// Opens a device for 16-bit samples, without waiting for it to be free.
    func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice
}

/// What a device failed in.
public struct DeviceFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function, or the step in plain words.
    public let call: String
    /// The device by its name.
    public let device: String
    /// The code that came back.
    public let code: ALSAError

    /// The failure of a call on a device.
    public init(_ call: String, device: String, code: ALSAError) {
        self.call = call
        self.device = device
        self.code = code
    }

    /// The same fault, of a device whose name was not known where it was found.
    func on(_ device: String) -> DeviceFault {
        DeviceFault(call, device: device, code: code)
    }

    /// The call by which a device is opened: what is missing then was not there before.
    public static let opening = "snd_pcm_open"

    private var missing: String { "there is no sound device '\(device)'; is a sound card connected?" }

    /// A sentence without its full stop, for people.
    public var description: String {
        switch code {
        case .noEntry: missing
        case .noDevice where call == Self.opening: missing
        case .noAnswer: "the sound device '\(device)' does not answer"
        case .noAccess: "eggd may not use the sound device '\(device)'; is its user in the group audio?"
        case .busy: "the sound device '\(device)' is in use by another program"
        case .hostDown: "the sound server behind '\(device)' is not running"
        case .noDevice, .badDescriptor: "the sound device '\(device)' has been unplugged"
        case .stalled: "the sound device '\(device)' takes sound but does not play it"
        default: "the sound device '\(device)' failed: \(call): \(code)"
        }
    }
}
