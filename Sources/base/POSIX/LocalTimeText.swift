import Glibc

/// A moment in this machine's time zone as text (`strftime`), such as `08:35` for the format `%H:%M`.
public func localTimeText(_ format: String, unixSeconds: Int) -> String {
    var (seconds, broken) = (time_t(unixSeconds), tm())
    localtime_r(&seconds, &broken)
    var text = [CChar](repeating: 0, count: 64)
    // Without room, the content would be undefined.
    return strftime(&text, text.count, format, &broken) > 0 ? String(buffer: text) : ""
}

/// The date and the time of this moment for the name of a file: `2026-11-20T08.35.00`.
public func fileDate() -> String { localTimeText("%Y-%m-%dT%H.%M.%S", unixSeconds: time(nil)) }
