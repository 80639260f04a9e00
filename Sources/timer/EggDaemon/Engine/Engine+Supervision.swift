import EggSystemd

/// Reports to the service manager, and the exit when the daemon is not needed.
extension Engine {
    /// Reports to the manager from now on. `onIdle` is called when the daemon is not needed, if something would start
    /// it again.
    func begin(under manager: ServiceManager?, onIdle: (@Sendable () -> Void)?) {
        supervisor = Supervisor(
            manager, onIdle: onIdle, loop: loop, beat: onQueue { $0.supervisor?.reportAlive() },
            leave: onQueue { $0.leaveIfIdle() })
        notifyManager()
        supervisor?.reportAlive()
        // If it was started with the machine and has nothing to do, it exits at once.
        if onIdle == nil || !leaveIfIdle() { alarms?.handle(.started) }
    }

    /// The timers have changed, or the wall clock by which their ends are shown.
    func notifyManager() {
        let (now, wall) = clock.bothNow()
        supervisor?.report(StatusLine.text(board.timers, at: now, wall: wall), hasTimers: !board.timers.isEmpty)
        updateNeed()
    }

    /// Whether a client is connected, or anything has to be counted, rung or saved.
    private var isNeeded: Bool {
        !connections.isEmpty || !board.timers.isEmpty || saving?.trouble != nil || saving?.notices.isReading == true
            || connections.pending.isWaiting(for: .test)
    }

    func updateNeed() {
        supervisor?.setNeeded(isNeeded)
    }

    /// The daemon has not been needed for some time. A client that connects at this moment is still served; a later one
    /// finds the socket open, and the manager starts the daemon again.
    ///
    /// - Returns: whether the daemon exits.
    @discardableResult
    func leaveIfIdle() -> Bool {
        connections.accept(at: clock.now())
        guard !isNeeded else { return false }
        connections.stopListening()
        supervisor?.onIdle?()
        return true
    }
}
