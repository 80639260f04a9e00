import Glibc

/// A file descriptor that is closed when its one owner lets it go.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, for system calls; valid as long as its owner lives.
    public let number: Int32

    /// Takes over a descriptor that nobody else will close.
    public init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Gives the number to somebody who will close it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }
}
