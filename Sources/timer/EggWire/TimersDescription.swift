import Varlink

extension Timers {
    /// The interface for `GetInterfaceDescription`.
    public static let description = InterfaceDescription(name: interface, description: text)

    private static let text = """
        # Egg timers: start, watch and dismiss them.
        interface io.eggtimer.Timers

        type State (cooking, paused, ringing, snoozed, missed)

        # The moment at which eggs are put into the water. text: what has to be done then, such as "2 soft eggs in".
        # cookMs: how long the eggs cook afterwards.
        type Cue (text: string, cookMs: int)

        # name: unless named "egg", or "timer" for a duration without an egg. egg: soft, medium, hard, one from the
        # configuration, or "custom" for none. durationMs: the whole countdown. remainingMs: to the next ringing, 0 once
        # it is due. overdueMs: since the first deadline, 0 before it. progress: 0.0 to 1.0. endsAtUnixMs: when it rings
        # next, or when it was done, on the wall clock in its current setting; null while paused. isEstimated: true
        # while remainingMs, overdueMs and the values derived from them are based on an estimate of how long the machine
        # was off, because its clock isn't known to be right; null if they are exact. yolkCelsius, centreCelsius: the
        # temperatures of the yolk's boundary and centre, as estimated for the egg that was given; null once the timer
        # was missed, and if it isn't known what is in the water.
        # group, count: the name of its group and how many eggs it is for; null if it is not of a group. cue: set while
        # its eggs are not in the water yet; the countdown is then the time until its cue. null for all others.
        # actions: the methods of use in its state, such as ["Pause", "Extend", "Cancel"], the most likely first.
        # id: the run on this machine. It stays the same after a restart, a pause, a new name and an undo; a timer that is
        # started again has another one. sound: the name of its alarm's sound, as given to Start; null for its egg's, or
        # for the usual one.
        type Timer (
          name: string,
          egg: string,
          state: State,
          durationMs: int,
          remainingMs: int,
          overdueMs: int,
          progress: float,
          endsAtUnixMs: ?int,
          isEstimated: ?bool,
          yolkCelsius: ?float,
          centreCelsius: ?float,
          group: ?string,
          count: ?int,
          cue: ?Cue,
          actions: ?[]string,
          id: ?string,
          sound: ?string
        )

        # An egg as it goes into boiling water: its mass, its temperature, and the altitude, which sets the water's.
        type RawEgg (massG: float, fromCelsius: float, altitudeM: float)

        # durationMs: for the egg that the reply to Eggs names. yolkCelsius, centreCelsius: it is done when the yolk's
        # boundary or its centre has this temperature; both are null if it always takes the same time. safety: a warning
        # about an egg that is not firm, as text, which the description also contains; null if there is none.
        type Egg (
          name: string,
          durationMs: int,
          description: string,
          yolkCelsius: ?float,
          centreCelsius: ?float,
          safety: ?string
        )

        # snapshot: all timers, when a watch begins. tick: a second of a countdown has passed. sound: an alarm can be
        # heard again, or no longer. saving: timers are saved again, or no longer. kitchen: Eggs or Kitchen has another
        # reply, because the kitchen's egg was set or the configuration was reloaded. The others are events of one timer.
        # started: also a timer that was restored from a disk that could not be read before. extended: also a deadline
        # that was estimated and is now exact. resumed:
        # also a countdown whose alarm had started too early because the clock was ahead. warned: the countdown is over
        # soon, as configured. cued: the timer's eggs have to be put into the water now, and it counts down to their end.
        # undone: a command was undone; the timer that it had started no longer exists, or that it had removed exists again.
        type EventKind (
          snapshot,
          tick,
          started,
          replaced,
          paused,
          resumed,
          extended,
          renamed,
          warned,
          cued,
          rang,
          snoozed,
          missed,
          dismissed,
          cancelled,
          undone,
          sound,
          saving,
          kitchen
        )

        # timer: null for snapshot, tick, sound, saving and kitchen; the new name of a timer that was renamed. sequence:
        # increases by one with each event of this daemon; a snapshot has the number of the event before it. cue: what has to be done
        # now, such as "2 soft eggs in"; null for all kinds but cued. id: the timer's.
        type Event (kind: EventKind, timer: ?string, sequence: int, cue: ?string, id: ?string)

        # Starts a countdown; an existing timer with that name is reset. Give an egg, or a duration, or both (the egg's
        # name with another time, which is an egg). name: "egg" unless given, or "timer" without an egg, so that each
        # resets only its like. elapsedMs: how much of the countdown has already passed. massG, fromCelsius, altitudeM:
        # the egg that is used, where it isn't the kitchen's; its time is computed. sound: the name of its alarm's sound,
        # one of those that eggd has; null for the egg's, or for the usual one. rawEgg: the egg that the time was computed
        # for; null if it was not computed.
        method Start(
          egg: ?string,
          durationMs: ?int,
          name: ?string,
          elapsedMs: ?int,
          massG: ?float,
          fromCelsius: ?float,
          altitudeM: ?float,
          sound: ?string
        ) -> (timer: Timer, replaced: ?Timer, rawEgg: ?RawEgg)

        # Some eggs of one kind. count: 1 to 99.
        type Portion (egg: string, count: int)

        # Starts eggs that are done at the same moment: a group of timers, one for each kind of egg, at most 8. The eggs
        # that take longest cook at once; the other timers begin as cues. An existing group with that name is reset; the
        # name is "pot" unless given. massG, fromCelsius, altitudeM, rawEgg: as in Start. Pause, Resume, Extend, Dismiss
        # and Snooze change all timers of a group, even if only one of them is named; the reply has all that were
        # changed. They and Cancel also take the name of a group.
        method Cook(
          eggs: []Portion,
          name: ?string,
          massG: ?float,
          fromCelsius: ?float,
          altitudeM: ?float
        ) -> (timers: []Timer, replaced: []Timer, rawEgg: ?RawEgg)

        # Removes a timer in any state, or all timers of a group by its name. The reply contains the timer in its last
        # state, or those of the group. Without a name, Cancel, Pause, Resume, Extend and Rename mean the timer "egg",
        # else "timer", else the only one, else the error is NoSuchTimer with the name "egg".
        method Cancel(name: ?string) -> (timer: Timer, timers: ?[]Timer)

        # Pauses a cooking timer.
        method Pause(name: ?string) -> (timer: Timer, timers: ?[]Timer)

        # Resumes a paused timer.
        method Resume(name: ?string) -> (timer: Timer, timers: ?[]Timer)

        # Lengthens a cooking or paused countdown, or shortens it by a negative time; at least a second must remain. A
        # timer that rings, is snoozed or was missed cooks again and ends byMs from now; durationMs increases by that
        # and by the time since the deadline.
        method Extend(name: ?string, byMs: int) -> (timer: Timer, timers: ?[]Timer)

        # Gives a timer in any state another name, which no other timer or group may have. Its own name changes nothing.
        method Rename(name: ?string, to: string) -> (timer: Timer)

        # Removes a timer that rings, is snoozed or was missed; without a name, all such timers. Finding none is not an
        # error. The reply contains the timers in their last state.
        method Dismiss(name: ?string) -> (timers: []Timer)

        # Stops the alarm of a ringing timer until forMs have passed; without a name, of all ringing timers.
        method Snooze(name: ?string, forMs: ?int) -> (timers: []Timer)

        # Reverses the last Start, Cook, Cancel or Dismiss of any client, if it is at most a minute old and nothing has
        # been undone since; a removal less than three seconds after another one is reversed with it. timers: those that
        # it had removed or replaced; they have their deadlines and pauses, are no longer in the history, and ring if
        # they came due meanwhile. removed: those that it had started, in their last state.
        method Undo() -> (timers: []Timer, removed: []Timer)

        # All timers, in order of creation.
        method List() -> (timers: []Timer)

        # With more: a snapshot at once, then every event as it happens and, while anything cooks or is snoozed, a tick
        # each second, unless ticks is false. soundOut, storeOut: as in Health.
        method Watch(ticks: ?bool) -> (event: Event, timers: []Timer, soundOut: ?string, storeOut: ?string)

        type Ending (dismissed, missed, cancelled, replaced)

        type Interval (atUnixMs: int, durationMs: int)

        # A run that has ended. overdueMs: how long after its deadline it ended, 0 if it ended before. pauses: the
        # intervals for which it was paused. isEstimated: true if startedAtUnixMs and overdueMs are based on an estimate
        # of how long the machine was off; null if they are exact. id: as in Timer.
        type Run (
          name: string,
          egg: string,
          startedAtUnixMs: int,
          durationMs: int,
          ending: Ending,
          endedAtUnixMs: int,
          overdueMs: int,
          pauses: []Interval,
          isEstimated: ?bool,
          id: ?string,
          sound: ?string
        )

        # The runs that have ended, the newest first; 20 by default, at most 10,000. historyOut: why runs that were saved
        # can't be read, as text; null if they can.
        method History(limit: ?int) -> (runs: []Run, historyOut: ?string)

        # soundOut: why an alarm would not be heard now. storeOut: why timers aren't saved, so that a restart would lose
        # them. configOut: which part of the configuration is not in effect, and why. storeNotice: anything else the user should
        # know about the stored timers, such as that timers may be missing because the database was damaged. All of
        # these are text, and null if there is nothing to report.
        method Health() -> (
          version: string,
          soundOut: ?string,
          storeOut: ?string,
          configOut: ?string,
          storeNotice: ?string
        )

        # Stops reporting a damaged database that was set aside, because the user has seen the report.
        method DismissDamage() -> ()

        # ok: as it should be. warning: a problem, but an alarm would be heard. failed: no alarm would be heard.
        type Verdict (ok, warning, failed)

        # finding: the result as text. fix: the command that fixes the problem, if there is one.
        type Check (subject: string, verdict: Verdict, finding: string, fix: ?string)

        # Checks everything that an alarm needs in order to be heard; takes a few seconds at most.
        method Examine() -> (checks: []Check)

        # Rings for two seconds like an alarm. device: the device that played it. framesPlayed: how many frames the
        # device played. rate: frames per second. problem: why it was not heard, as text; null if it was.
        method TryAlarm() -> (device: ?string, framesPlayed: int, rate: int, problem: ?string)

        # Runs the commands of eggd.conf that announce an alarm, on-warning, on-ring and on-missed, with EGG_TEST=1. The
        # reply waits for their end. count: how many there are. problem: why the test is incomplete, as text; null if all
        # have ended. Examine then names those that failed.
        method TryCommands() -> (count: int, problem: ?string)

        # The eggs that can be chosen, with their times for the kitchen's egg, or for one with these properties; eggs
        # for which the water isn't hot enough are left out. rawEgg: the egg that the times are for.
        method Eggs(massG: ?float, fromCelsius: ?float, altitudeM: ?float) -> (eggs: []Egg, rawEgg: ?RawEgg)

        # The kitchen's egg, which is used where a call doesn't say otherwise. rawEgg: the one that counts. configured:
        # that of eggd.conf, which counts until another is set. isSet: whether one was set.
        method Kitchen() -> (rawEgg: RawEgg, configured: RawEgg, isSet: bool)

        # Sets the kitchen's egg for all clients; what is null stays as it is. It is saved with the timers.
        method SetKitchen(
          massG: ?float,
          fromCelsius: ?float,
          altitudeM: ?float
        ) -> (rawEgg: RawEgg, configured: RawEgg, isSet: bool)

        # Returns to the egg of eggd.conf.
        method ResetKitchen() -> (rawEgg: RawEgg, configured: RawEgg, isSet: bool)

        error NoSuchTimer (name: string)
        error NoSuchEgg (egg: string, known: []string)

        # problem: why the file of this sound can't be played, as text; null if there is no file.
        error NoSuchSound (sound: string, known: []string, problem: ?string)

        # The time of this egg, or of "custom", doesn't depend on massG, fromCelsius and altitudeM.
        error FixedTime (egg: string)

        # No time can be computed. parameter: massG, fromCelsius or altitudeM.
        error ImpossibleEgg (parameter: string, value: float, minimum: float, maximum: float)

        # The water boils before the egg can be done.
        error WaterTooCool (egg: string, targetCelsius: float, waterCelsius: float)

        error InvalidDuration (ms: int, minimumMs: int, maximumMs: int)
        error InvalidName (name: string)
        error WrongState (name: string, state: State)
        error NameTaken (name: string)
        error TooManyTimers (limit: int)
        error NothingToUndo ()

        # All connections are in use by watching clients; sent instead of the first reply.
        error TooManyConnections (limit: int)

        """
}
