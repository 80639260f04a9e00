import EggSystemd

/// What the service manager is told, and when the daemon ends because it is not needed.
extension Engine {
    /// Reports to the manager from now on; `onIdle` is called when the daemon is not needed, where something would start
    /// it again.
    func begin(under manager: ServiceManager?, onIdle: (@Sendable () -> Void)?) {
        supervisor = Supervisor(
            manager, onIdle: onIdle, loop: loop, beat: door { $0.supervisor?.showLife() },
            leave: door { $0.leaveIfIdle() })
        supervisor?.isReady()
        tellManager()
        supervisor?.showLife()
        // Started with the machine and with nothing to do, it ends at once.
        if onIdle == nil || !leaveIfIdle() { sound(.started) }
    }

    /// The timers have changed, or the wall clock that their ends are read by.
    func tellManager() {
        supervisor?.timersChange(
            StatusLine.text(board.timers, at: clock.now(), wall: clock.wallNow()), areThere: !board.timers.isEmpty)
        updateNeed()
    }

    /// Whether a client is connected, or something is to be counted, rung or saved.
    private var isNeeded: Bool {
        !connections.isEmpty || !board.timers.isEmpty || commits.trouble != nil || pending.isWaiting(for: .trial)
    }

    func updateNeed() {
        supervisor?.isNeeded(isNeeded)
    }

    /// The daemon has not been needed for some time. A client that connects at this moment is served; a later one finds
    /// the socket open, and the manager starts the daemon again.
    ///
    /// - Returns: whether it ends.
    @discardableResult
    func leaveIfIdle() -> Bool {
        connections.accept(at: clock.now())
        guard !isNeeded else { return false }
        connections.stopListening()
        supervisor?.leave()
        return true
    }
}
