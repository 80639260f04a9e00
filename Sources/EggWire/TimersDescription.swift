import Varlink

extension Timers {
    /// The interface for `GetInterfaceDescription`.
    public static let description = Service.Interface(name: interface, description: text)

    private static let text = """
        # Egg timers: start, watch and dismiss them.
        interface io.eggtimer.Timers

        type State (cooking, paused, ringing, snoozed, missed)

        # name: "egg" unless named. egg: soft, medium, hard, one from the configuration, or "custom".
        # durationMs: the whole countdown. remainingMs: to the next ringing, 0 once it is due.
        # overdueMs: since the first deadline, 0 before it. progress: 0.0 to 1.0.
        # endsAtUnixMs: the deadline on the wall clock as that reads now; null while paused.
        # isEstimated: true while remainingMs, overdueMs and what follows from them rest on a guess of how long the
        # machine was off, because its clock isn't known to be right; null if they are exact.
        type Timer (
          name: string,
          egg: string,
          state: State,
          durationMs: int,
          remainingMs: int,
          overdueMs: int,
          progress: float,
          endsAtUnixMs: ?int,
          isEstimated: ?bool
        )

        type Egg (name: string, durationMs: int, description: string)

        # snapshot: all timers, when a watch begins. tick: a second of a countdown has passed. sound: an alarm can be
        # heard again, or no longer. The others are events of one timer. started: also a timer that was restored from a
        # disk which could not be read before. extended: also a deadline that was estimated and is exact now. resumed:
        # also a countdown whose alarm had begun too early, because the clock was ahead.
        type EventKind (
          snapshot,
          tick,
          started,
          replaced,
          paused,
          resumed,
          extended,
          rang,
          snoozed,
          missed,
          dismissed,
          cancelled,
          sound
        )

        # timer: null for snapshot, tick and sound. sequence: grows by one with each event of this daemon; a snapshot
        # has that of the event before it.
        type Event (kind: EventKind, timer: ?string, sequence: int)

        # Starts a countdown; a timer of that name that already exists is reset. Give an egg, or a duration, or both
        # (the egg's name with another time). elapsedMs: how much of it has already passed.
        method Start(egg: ?string, durationMs: ?int, name: ?string, elapsedMs: ?int) -> (timer: Timer, replaced: ?Timer)

        # Removes a timer in any state. The reply has the timer as it last was.
        method Cancel(name: ?string) -> (timer: Timer)

        # Pauses a cooking timer.
        method Pause(name: ?string) -> (timer: Timer)

        # Resumes a paused timer.
        method Resume(name: ?string) -> (timer: Timer)

        # Makes a cooking or paused countdown longer, or shorter by a negative time; a second at least must remain. A
        # timer that rings, is snoozed or was missed cooks again, to end byMs from now; durationMs grows by that and by
        # what has passed since the deadline.
        method Extend(name: ?string, byMs: int) -> (timer: Timer)

        # Removes a timer that rings, is snoozed or was missed; without a name, all such timers. To find none is no
        # error. The reply has the timers as they last were.
        method Dismiss(name: ?string) -> (timers: []Timer)

        # Silences a ringing timer until forMs have passed; without a name, all that ring.
        method Snooze(name: ?string, forMs: ?int) -> (timers: []Timer)

        # All timers, in order of creation.
        method List() -> (timers: []Timer)

        # With more: a snapshot at once, then every event as it happens and, while anything cooks or is snoozed, a tick
        # each second. soundOut: why an alarm would not be heard now, in words; null if it would.
        method Watch() -> (event: Event, timers: []Timer, soundOut: ?string)

        type Ending (dismissed, missed, cancelled, replaced)

        type Interval (atUnixMs: int, durationMs: int)

        # A run that has ended. overdueMs: how long after its deadline, 0 if it was not done. pauses: the times for which
        # it was paused. isEstimated: true if startedAtUnixMs and overdueMs rest on a guess of how long the machine was
        # off; null if they are exact.
        type Run (
          name: string,
          egg: string,
          startedAtUnixMs: int,
          durationMs: int,
          ending: Ending,
          endedAtUnixMs: int,
          overdueMs: int,
          pauses: []Interval,
          isEstimated: ?bool
        )

        # The runs that have ended, the newest first; twenty unless limit says otherwise, 10,000 at most.
        method History(limit: ?int) -> (runs: []Run)

        # soundOut: why an alarm would not be heard now. storeOut: why timers aren't saved, so that a restart would lose
        # them. configOut: which part of the configuration is not in force. storeNotice: what else a person should know
        # about the stored timers, such as that timers may be missing because the database was damaged. All in words;
        # null if all is well.
        method Health() -> (
          version: string,
          soundOut: ?string,
          storeOut: ?string,
          configOut: ?string,
          storeNotice: ?string
        )

        # Stops reporting a damaged database that was set aside; a person has seen it.
        method DismissDamage() -> ()

        # ok: as it should be. warning: not so, but an alarm would be heard. failed: no alarm would be heard.
        type Verdict (ok, warning, failed)

        # finding: in words. mend: the command that fixes it, if there is one.
        type Check (subject: string, verdict: Verdict, finding: string, mend: ?string)

        # Checks everything that an alarm needs in order to be heard; takes some seconds at most.
        method Examine() -> (checks: []Check)

        # Rings for two seconds, as an alarm would. device: where it was played. framesPlayed: how many frames the device
        # has played, at so many a second as rate says. problem: why it was not heard, in words; null if it was.
        method TryAlarm() -> (device: ?string, framesPlayed: int, rate: int, problem: ?string)

        # The eggs that can be chosen.
        method Eggs() -> (eggs: []Egg)

        error NoSuchTimer (name: string)
        error NoSuchEgg (egg: string, known: []string)
        error InvalidDuration (ms: int, minimumMs: int, maximumMs: int)
        error InvalidName (name: string)
        error WrongState (name: string, state: State)
        error TooManyTimers (limit: int)

        """
}
