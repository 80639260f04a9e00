import Synchronization

/// Which device the playback thread is calling, and since when, so that another thread can see a call that hangs.
final class CallWatch: Sendable {
    private struct State {
        var device: String?
        var since: SuspendingClock.Instant?
        /// The device on which the thread was given up.
        var abandoned: String?
    }

    private let state = Mutex(State())

    /// The thread is about to call a device.
    func enter(_ device: String) {
        state.withLock { ($0.device, $0.since) = (device, SuspendingClock().now) }
    }

    func leave() {
        state.withLock { $0.since = nil }
    }

    /// Gives up the thread if it has been in one call for this long; returns the device that it is stuck in.
    func abandon(after time: Duration) -> String? {
        state.withLock { state in
            guard let since = state.since, SuspendingClock().now - since >= time else { return nil }
            state.abandoned = state.device
            return state.device
        }
    }

    /// The device on which the thread was given up, if it was.
    var abandonedDevice: String? { state.withLock(\.abandoned) }
}

/// Devices and cards in which a call is stuck; they are not called again until it has returned.
final class StuckDevices: Sendable {
    private let names = Mutex<Set<String>>([])

    /// Returns false if it is already among them.
    func insert(_ name: String) -> Bool { names.withLock { $0.insert(name).inserted } }

    func remove(_ name: String) { names.withLock { _ = $0.remove(name) } }

    /// The candidates that are not stuck; there may be none.
    func filter(_ candidates: [String]) -> [String] {
        names.withLock { stuck in candidates.filter { !stuck.contains($0) } }
    }
}
