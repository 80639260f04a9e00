import Glibc

/// A file descriptor that is closed when its owner is destroyed.
package struct Descriptor: ~Copyable, Sendable {
    /// The number, for system calls; valid as long as its owner exists.
    package let number: Int32

    package init(owning number: Int32) {
        self.number = number
    }

    deinit {
        close(number)
    }

    /// Hands over the number; the caller must close it.
    package consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    /// Raises the limit on open descriptors (`RLIMIT_NOFILE`) as far as this process may, and returns it.
    package static func raiseLimit() -> Int {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = limit.rlim_max
        setrlimit(resource, &limit)
        getrlimit(resource, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
