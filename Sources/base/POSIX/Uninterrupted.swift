import Glibc

/// Makes a system call again for as long as a signal interrupts it (EINTR); other failures are left in `errno`.
///
/// It is not for a wait until a deadline, because each call waits for the whole timeout again.
public func uninterrupted<Result: SignedInteger>(_ call: () -> Result) -> Result {
    while true {
        let result = call()
        if result >= 0 || errno != EINTR { return result }
    }
}
