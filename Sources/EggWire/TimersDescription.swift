import Varlink

extension Timers {
    /// The interface for `GetInterfaceDescription`.
    public static let description = InterfaceDescription(name: interface, description: text)

    private static let text = """
        # Egg timers: start, watch and answer them.
        interface io.eggtimer.Timers

        type State (cooking, paused, ringing, snoozed, missed)

        # name: "egg" unless named. egg: soft, medium, hard, one from the configuration, or "custom".
        # durationMs: the whole countdown. remainingMs: to the next ringing, 0 once it is due.
        # overdueMs: since the first deadline, 0 before it. progress: 0.0 to 1.0.
        # endsAtUnixMs: the deadline's reading on the wall clock as of now; null while paused.
        type Timer (
          name: string,
          egg: string,
          state: State,
          durationMs: int,
          remainingMs: int,
          overdueMs: int,
          progress: float,
          endsAtUnixMs: ?int
        )

        type Egg (name: string, durationMs: int, description: string)

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
        # bears that of the event before it.
        type Event (kind: EventKind, timer: ?string, sequence: int)

        # Starts a countdown; a timer of that name that already exists is reset. Give an egg, or a duration, or both
        # (the egg's name with another time). elapsedMs: how much of it has already passed.
        method Start(egg: ?string, durationMs: ?int, name: ?string, elapsedMs: ?int) -> (timer: Timer, replaced: ?Timer)

        # Takes a timer away, in every state. The reply has it as it last stood.
        method Cancel(name: ?string) -> (timer: Timer)

        # Holds a cooking timer.
        method Pause(name: ?string) -> (timer: Timer)

        # Lets a paused timer go on.
        method Resume(name: ?string) -> (timer: Timer)

        # Makes a cooking or paused countdown longer, or shorter by a negative time; a second at least must remain.
        method Extend(name: ?string, byMs: int) -> (timer: Timer)

        # Silences what rings, is snoozed or was missed; without a name, all of it. Dismissing what does not ring is
        # no error. The reply has the timers as they last stood.
        method Dismiss(name: ?string) -> (timers: []Timer)

        # Puts off what rings. Without a name, everything that rings.
        method Snooze(name: ?string, forMs: ?int) -> (timers: []Timer)

        # All timers, in order of creation.
        method List() -> (timers: []Timer)

        # With more: a snapshot at once, then every event as it happens and, while anything cooks or is snoozed, a tick
        # each second. soundOut: why an alarm would not be heard now, in words; null when it would.
        method Watch() -> (event: Event, timers: []Timer, soundOut: ?string)

        type Ending (dismissed, missed, cancelled, replaced)

        type Interval (atUnixMs: int, durationMs: int)

        # A run that has ended. overdueMs: how long after its deadline, 0 when it had not been done.
        type Run (
          name: string,
          egg: string,
          startedAtUnixMs: int,
          durationMs: int,
          ending: Ending,
          endedAtUnixMs: int,
          overdueMs: int,
          pauses: []Interval
        )

        # The runs that have ended, the newest first; twenty unless limit says otherwise, 10,000 at most.
        method History(limit: ?int) -> (runs: []Run)

        # What would keep the daemon from its promises. soundOut: why an alarm would not be heard now. storeOut: why
        # nothing is being kept, so that a restart would lose the timers. configOut: what of the configuration is not in
        # force. storeNotice: what else a person should know about the stored timers, such as that timers may be missing
        # because the database was damaged. All in words; null when all is well.
        method Health() -> (
          version: string,
          soundOut: ?string,
          storeOut: ?string,
          configOut: ?string,
          storeNotice: ?string
        )

        # Stops reporting a damaged database that was set aside; a person has seen it.
        method DismissDamage() -> ()

        # ok: as it should be. warning: not so, and an alarm would be heard all the same. failed: none would be heard.
        type Verdict (ok, warning, failed)

        # finding: in words. mend: the command that mends it, if one does.
        type Check (subject: string, verdict: Verdict, finding: string, mend: ?string)

        # Looks at everything that stands between a person and the alarm; takes some seconds at most.
        method Examine() -> (checks: []Check)

        # Rings for two seconds, as an alarm would, and tells how many frames the device has played; rate is how many
        # make a second. problem: why it was not heard, in words; null when it was.
        method TryAlarm() -> (device: ?string, framesPlayed: int, rate: int, problem: ?string)

        # The eggs that can be chosen.
        method Eggs() -> (eggs: []Egg)

        error NoSuchTimer (name: string)
        error NoSuchEgg (egg: string, known: []string)
        error InvalidDuration (ms: int, minimumMs: int, maximumMs: int)
        error InvalidName (name: string)
        error WrongState (name: string, state: State)
        error TooManyTimers (limit: int)

        # Every connection watches, and there is no room for another; sent in place of the first reply.
        error TooManyConnections (limit: int)

        """
}
