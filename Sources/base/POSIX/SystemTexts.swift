import Glibc

extension String {
    /// The text in a buffer that a C function has filled, up to its NUL.
    package init(buffer: [CChar]) {
        self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

/// A moment in this machine's time zone as text (`strftime`), such as `08:35` for the format `%H:%M`.
package func localTimeText(_ format: String, unixSeconds: Int) -> String {
    var (seconds, broken) = (time_t(unixSeconds), tm())
    localtime_r(&seconds, &broken)
    return timeText(format, broken)
}

/// A time in its parts as text (`strftime`).
package func timeText(_ format: String, _ time: tm) -> String {
    var (time, text) = (time, [CChar](repeating: 0, count: 64))
    // Without room, the content would be undefined.
    return strftime(&text, text.count, format, &time) > 0 ? String(buffer: text) : ""
}

/// The date and the time of this moment for the name of a file: `2026-11-20T08.35.00`.
package func fileDate() -> String { localTimeText("%Y-%m-%dT%H.%M.%S", unixSeconds: time(nil)) }

/// The name of a user (`getpwuid_r`); nil if the system knows none.
package func userName(of user: uid_t) -> String? {
    var (entry, result) = (passwd(), UnsafeMutablePointer<passwd>?.none)
    // The entry points into this memory.
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
        guard let base = text.baseAddress,
            getpwuid_r(user, &entry, base, text.count, &result) == 0, result != nil, let name = entry.pw_name
        else { return nil }
        return String(cString: name)
    }
}
