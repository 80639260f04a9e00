import CALSA

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
