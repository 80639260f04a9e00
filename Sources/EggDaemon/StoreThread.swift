import CLinux
import EggLoop

/// Starts the store writer's thread.
enum StoreThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// Runs a body on a new thread (`pthread_create`).
    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) {
        let box = Unmanaged.passRetained(Body(body))
        let code = clinux_start_thread(
            { context in
                context.map { Unmanaged<Body>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, box.toOpaque())
        guard code == 0 else {
            box.release()
            throw SystemError("pthread_create", code: Errno(rawValue: code))
        }
    }
}
