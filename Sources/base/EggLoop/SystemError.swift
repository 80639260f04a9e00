import Glibc

/// A failed system call: its function, its object and the kernel's reason.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function.
    public let call: String
    /// The path or other object, if there is one.
    public let subject: String?
    /// The kernel's reason.
    public let code: Errno

    /// The failure of a call that has just set errno.
    public init(_ call: String, on subject: String? = nil, code: Errno = .current) {
        self.call = call
        self.subject = subject
        self.code = code
    }

    public var description: String {
        let place = subject.map { " \($0)" } ?? ""
        return "\(call)\(place): \(code)"
    }
}

/// A code of `errno(3)`.
public struct Errno: RawRepresentable, Equatable, Sendable, CustomStringConvertible {
    /// The number.
    public let rawValue: Int32

    /// The code of this number.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error of this thread's last failed call.
    public static var current: Errno { Errno(rawValue: errno) }

    /// The C library's description.
    public var description: String { String(cString: strerror(rawValue)) }
}
