import EggTimers

/// A run of the history, its times on the wall clock.
public struct KeptRun: Equatable, Sendable {
    /// A time for which it was held.
    public struct Pause: Equatable, Sendable {
        /// When it began, as time since 1970.
        public let began: Duration
        /// How long it lasted.
        public let length: Duration
    }

    /// The timer's name.
    public let name: String
    /// The egg's.
    public let egg: String
    /// When the egg went in, as time since 1970.
    public let started: Duration
    /// The whole countdown.
    public let duration: Duration
    /// How it ended.
    public let ending: Ending
    /// When it ended, as time since 1970.
    public let ended: Duration
    /// How long after its deadline; zero when it had not been done.
    public let overdue: Duration
    /// The times for which it was held.
    public let pauses: [Pause]
}

extension KeptRun {
    /// A run as it has just ended, its instants read off the wall clock of this moment.
    public init(_ run: Run, in boot: Boot) {
        func wall(_ instant: Instant) -> Duration { boot.wall + boot.reading.duration(to: instant) }
        self.init(
            name: run.timer.name.text, egg: run.timer.egg, started: wall(run.timer.startedAt),
            duration: run.timer.duration, ending: run.ending, ended: wall(run.endedAt), overdue: run.overdue,
            pauses: run.timer.pauses.map { pause in
                Pause(began: wall(pause.began), length: pause.length ?? pause.began.duration(to: run.endedAt))
            })
    }
}
