import Glibc

/// A moment in this machine's time zone as text (`strftime`), such as `08:35` for the format `%H:%M`.
public func localTimeText(_ format: String, unixSeconds: Int) -> String {
    var (seconds, broken) = (time_t(unixSeconds), tm())
    localtime_r(&seconds, &broken)
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, format, &broken)
    return String(decoding: text.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}

/// The date and the time of this moment for the name of a file: `2026-11-20T08.35.00`.
public func fileDate() -> String { localTimeText("%Y-%m-%dT%H.%M.%S", unixSeconds: time(nil)) }
