import CLinux

/// A thread that is not joined.
enum DetachedThread {
    /// Starts a thread; 0, or errno's number.
    typealias Start = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// `pthread_create`.
    static let start: Start = { body in
        let context = Unmanaged.passRetained(Body(body))
        let code = clinux_start_thread(
            { context in
                context.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, context.toOpaque())
        if code != 0 { context.release() }
        return code
    }
}
