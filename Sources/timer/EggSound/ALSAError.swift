import CALSA

/// A code of alsa-lib: errno's numbers, negative as the library returns them.
public struct ALSAError: Equatable, Sendable, CustomStringConvertible {
    /// The number as returned.
    public let rawValue: Int32

    /// `-ENOENT`: no such device.
    public static let noEntry = ALSAError(rawValue: -ENOENT)
    /// `-EBUSY`: in use.
    public static let busy = ALSAError(rawValue: -EBUSY)
    /// `-ENODEV`: removed while in use.
    public static let noDevice = ALSAError(rawValue: -ENODEV)
    /// `-EBADFD`: removed while in use, with some cards.
    public static let badDescriptor = ALSAError(rawValue: -EBADFD)
    /// `-EHOSTDOWN`: the plugin's server does not answer.
    public static let hostDown = ALSAError(rawValue: -EHOSTDOWN)
    /// `-EINVAL`: not in this format.
    public static let invalid = ALSAError(rawValue: -EINVAL)
    /// `-EACCES`: not for this user.
    public static let noAccess = ALSAError(rawValue: -EACCES)
    /// `-EAGAIN`: full.
    public static let again = ALSAError(rawValue: -EAGAIN)
    /// `-EPIPE`: ran dry.
    public static let underrun = ALSAError(rawValue: -EPIPE)
    /// `-ESTRPIPE`: the machine was suspended.
    public static let suspended = ALSAError(rawValue: -ESTRPIPE)
    /// `-ETIME`, eggd's own: a call does not return.
    public static let noAnswer = ALSAError(rawValue: -ETIME)
    /// `-ETIMEDOUT`, eggd's own: frames went in and none came out.
    public static let stalled = ALSAError(rawValue: -ETIMEDOUT)
    /// `-ENOMEDIUM`, eggd's own: the sound server has no output, and plays to nothing.
    public static let noOutput = ALSAError(rawValue: -ENOMEDIUM)

    /// `snd_strerror`'s words.
    public var description: String {
        String(cString: snd_strerror(rawValue))
    }
}
