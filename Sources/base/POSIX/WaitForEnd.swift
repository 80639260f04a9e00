import Glibc

/// Waits for the end of a child process (`waitpid`).
///
/// - Returns: its exit status, or 128 plus the number of the signal that ended it, as shells have it.
public func waitForEnd(of process: pid_t) -> Int32 {
    var status: Int32 = 0
    _ = uninterrupted { waitpid(process, &status, 0) }
    return status & 0x7f == 0 ? status >> 8 & 0xff : 128 + status & 0x7f
}
