import Glibc

/// The name of a user (`getpwuid_r`); nil if the system knows none.
public func userName(of user: uid_t) -> String? {
    var (entry, result) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    // The entry points into this memory.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
        guard let base = text.baseAddress,
            getpwuid_r(user, &entry, base, text.count, &result) == 0, result != nil, let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}
