import Glibc

/// A file descriptor that is closed when its owner is destroyed.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, for system calls; valid as long as its owner exists.
    public let number: Int32

    /// Takes ownership of a descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Hands over the number; the caller must close it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
