import Glibc

/// A failed system call: its function, its object and the kernel's reason.
public struct SystemError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The C function.
    package let call: String
    /// The path or other object, if there is one.
    package let subject: String?
    /// The kernel's reason.
    package let code: Errno

    /// The failure of a call that has just set errno.
    package init(_ call: String, on subject: String? = nil, code: Errno = .current) {
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
package struct Errno: RawRepresentable, Equatable, Sendable, CustomStringConvertible {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// The error of this thread's last failed call.
    package static var current: Errno { Errno(rawValue: errno) }

    /// The C library's description.
    public var description: String { String(cString: strerror(rawValue)) }
}
