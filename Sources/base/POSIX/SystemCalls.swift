import Glibc

/// Makes a system call again for as long as a signal interrupts it (EINTR); other failures are left in `errno`.
///
/// It is not for a wait until a deadline, because each call waits for the whole timeout again.
package func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}

/// Writes all bytes (`write`).
///
/// - Returns: how many were written; fewer than all if that fails, with the reason in `errno`.
package func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int {
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

/// Reads a descriptor to its end (`read`).
///
/// - Returns: nil if that fails, with the reason in `errno`: `EFBIG` if there are more bytes than the limit.
package func readToEnd(of descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
        let count = uninterrupted { read(descriptor, &chunk, chunk.count) }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
    errno = EFBIG
    return nil
}

/// Waits for the end of a child process (`waitpid`), and returns its `exitStatus`.
package func waitForEnd(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = uninterrupted { waitpid(process, &status, 0) }
    return exitStatus(ofWaited: status)
}

/// The exit status in what `waitpid` tells, or 128 plus the number of the signal that ended the process, as in shells.
package func exitStatus(ofWaited status: Int32) -> Int32 {
    status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
}
