import Glibc

/// A server could not be started; the code is errno's.
public struct ServerError: Error, Equatable, CustomStringConvertible {
    /// The C function.
    public let call: String
    /// Why it failed.
    public let code: Int32

    init(_ call: String, _ code: Int32) {
        (self.call, self.code) = (call, code)
    }

    public var description: String { "\(call): \(String(cString: strerror(code)))" }
}
