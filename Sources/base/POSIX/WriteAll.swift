import Glibc

/// Writes all bytes (`write`).
///
/// - Returns: how many were written; fewer than all if that fails, with the reason in `errno`.
public func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int {
    var written = 0
    while written < bytes.count {
        let count = uninterrupted {
            bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        }
        // The kernel gives no reason for this.
        if count == 0 { errno = EIO }
        guard count > 0 else { break }
        written += count
    }
    return written
}
