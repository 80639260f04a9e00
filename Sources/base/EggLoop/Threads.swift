import CLinux

/// Runs a body on a new thread that is not joined.
package func startThread(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
    let box = Unmanaged.passRetained(ThreadBody(body))
    let code = clinux_start_thread(
        { context in
            if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
            return nil
        }, box.toOpaque())
    guard code == 0 else {
        box.release()
        throw SystemError("pthread_create", code: Errno(rawValue: code))
    }
}

private final class ThreadBody {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
