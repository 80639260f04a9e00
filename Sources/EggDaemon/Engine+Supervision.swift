import EggSystemd

/// What the service manager is told, and when there is nothing more to do for it.
extension Engine {
    /// Is supervised from now on; `onIdle` is told when nobody needs the daemon, where something would bring it back.
    func begin(under manager: ServiceManager?, onIdle: (@Sendable () -> Void)?) {
        self.onIdle = onIdle
        supervisor = Supervisor(
            manager, canLeave: onIdle != nil, queue: executor.queue, beat: door { $0.supervisor?.showLife() },
            leave: door { $0.leaveIfIdle() })
        supervisor?.isReady()
        tellManager()
        supervisor?.showLife()
        // Started with the machine and with nothing to do, it leaves at once.
        if onIdle == nil || !leaveIfIdle() { checkSound() }
    }

    /// The timers have changed, or the wall clock that their ends are told by.
    func tellManager() {
        supervisor?.timersChange(
            StatusLine.text(board.timers, at: clock.now(), wall: clock.wallNow()), areThere: !board.timers.isEmpty)
        considerLeaving()
    }

    /// Whether somebody is there, or something is to be counted, rung or kept.
    var isNeeded: Bool {
        !peers.isEmpty || !board.timers.isEmpty || commits.trouble != nil || !examinations.listeners.isEmpty
    }

    /// Somebody has come or gone, or a timer has.
    func considerLeaving() {
        supervisor?.isNeeded(isNeeded)
    }

    /// Nobody has needed the daemon for some time. Whoever comes at this moment is served; whoever comes later finds
    /// the socket open all the same, and brings the daemon back.
    ///
    /// - Returns: whether it leaves.
    @discardableResult
    func leaveIfIdle() -> Bool {
        welcomePeers()
        guard !isNeeded else { return false }
        stopListening()
        onIdle?()
        return true
    }
}
