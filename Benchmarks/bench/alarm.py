"""Rows about the alarm: from a deadline to the first frame that the device has taken."""

import bisect
import contextlib
import mmap
import os
import struct
import time
import wave

from .lab import Eggd, SleepAndPlay, boot_clock, sleep_until
from .report import Figure, Row, amount, compare

COUNT = 500
# Each of the four has its own moment in the cycle, so that none is in the way of another. It is no multiple of the
# kernel's tick: who is made to wait waits for that, and all shall meet each part of it alike.
CYCLE = 121_300_000
# An alarm is answered this long after its deadline, or when it is heard, should that be later; or else after this.
ANSWER, PATIENCE = 10_000_000, 500_000_000
ARMED, WROTE, DROPPED = 1, 2, 3

OPENS = "its device is opened then"
IS_OPEN = "its device is open already (lead-in)"


def deadlines(lab):
    rows = []
    for is_busy in False, True:
        with ordinary() if is_busy else contextlib.nullcontext():
            burners = [lab.start("sh", "-c", "while :; do :; done") for _ in range(os.cpu_count() if is_busy else 0)]
            figures = measure(lab)
            lab.end(*burners)
        for what, ours, theirs in (OPENS, *figures[:2]), (IS_OPEN, *figures[2:]):
            for percent in 50, 99:
                mine, peers = ours.percentile(percent), theirs.percentile(percent)
                row = Row(
                    f"deadline to first frame, {what}, {'all cores busy' if is_busy else 'idle'}, p{percent}",
                    amount(mine, "µs"), f"C of two threads: {amount(peers, 'µs')}", f"{mine / peers:.2f}×")
                if percent == 99:
                    limit = 0.05 if is_busy else 0.01
                    row.goal, row.is_met = f"≤ {amount(limit, 'ms')}", mine <= limit
                rows.append(row)
    return rows


def lateness(lab):
    """How late the sound is that a command has asked for, counted from the command's start."""
    sound = a_sound(lab)
    ours, theirs = Notes(lab), Notes(lab)
    eggd = Eggd(lab, alarm=(f"sound = {sound}",), env=ours.environment)
    late = [], []
    for _ in range(10):
        late[0].append(ours.after(lambda: lab.start(lab.eggctl, "start", "1s", env=eggd.env).wait()) - 1)
        eggd.call("Dismiss")
        late[1].append(theirs.after(lambda: SleepAndPlay(lab, 1, sound, **theirs.environment)) - 1)
    eggd.end()
    return [compare("a second's timer: from the command to the sound, but for the second", Figure(late[0]),
                    Figure(late[1]), "`sleep 1 && aplay`", limit=0.01)]


def measure(lab):
    """How late each of four was at each of its deadlines: eggd and the C program, each as it opens the device at the
    deadline, and each with its device open beforehand."""
    notes = [Notes(lab) for _ in range(4)]
    first = boot_clock() // 1_000_000_000 * 1_000_000_000 + 6_000_000_000
    moments = [first + quarter * CYCLE // 4 for quarter in range(4)]
    sound = f"sound = {a_sound(lab)}"
    kitchens = [
        Kitchen(Eggd(lab, alarm=(sound,), env=notes[0].environment), moments[0], notes[0]),
        Kitchen(Eggd(lab, alarm=(sound, "lead-in = 1s"), env=notes[2].environment), moments[2], notes[2]),
    ]
    ringers = [
        lab.start(lab.program("ringer"), str(moment), str(CYCLE), str(COUNT), *mode, env=lab.environment(
            **notes[place].environment))
        for place, moment, mode in ((1, moments[1], ()), (3, moments[3], ("open",)))]
    with hurry():
        for cycle in range(-Kitchen.AHEAD, COUNT):
            for kitchen in kitchens:
                kitchen.keep(cycle)
    for ringer in ringers:
        if ringer.wait(10) != 0:
            raise SystemExit("ringer has failed")
    lab.end(*(kitchen.eggd.process for kitchen in kitchens))
    return [Figure(each.lateness(moment), "µs") for each, moment in zip(notes, moments)]


class Kitchen:
    """A daemon that has an alarm in each cycle, and one who answers it."""

    # A countdown takes a second at the least, and a busy machine may hold up the one who starts it. So many are under
    # way at a time.
    AHEAD = 4_000_000_000 // CYCLE

    def __init__(self, eggd, first, notes):
        self.eggd = eggd
        self.first = first
        self.notes = notes
        self.wire = eggd.connect()

    def keep(self, cycle):
        """Answers the alarm of this cycle, and starts a countdown for one that is to come."""
        deadline = self.first + cycle * CYCLE
        sleep_until(deadline + ANSWER)
        if cycle >= 0:
            while boot_clock() < deadline + PATIENCE and self.notes.is_silent():
                time.sleep(0.001)
            self.wire.call("Dismiss")
        if cycle + self.AHEAD < COUNT:
            left = self.first + (cycle + self.AHEAD) * CYCLE - boot_clock()
            self.wire.call("Start", name=f"pot {(cycle + self.AHEAD) % 60}", durationMs=round(left / 1e6))


@contextlib.contextmanager
def ordinary():
    """In the ordinary scheduling class, whichever the benchmark was started in: only there is busy what is busy."""
    policy, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
    os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
    yield
    os.sched_setscheduler(0, policy, parameters)


@contextlib.contextmanager
def hurry():
    """Before all others, where that is allowed: who answers the alarms is not measured, and should not be late."""
    policy, parameters = os.sched_getscheduler(0), os.sched_getparam(0)
    with contextlib.suppress(PermissionError):
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    yield
    os.sched_setscheduler(0, policy, parameters)


def a_sound(lab):
    """One that can be told from silence by any of its samples."""
    path = os.path.join(lab.folder("sound"), "sound.wav")
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes(struct.pack("<h", 1000) * 48_000)
    return path


class Notes:
    """What a program has done, as `frames` notes it."""

    def __init__(self, lab):
        path = os.path.join(lab.folder("notes"), "notes")
        with open(path, "w+b") as file:
            file.truncate(16 << 20)
            self.memory = mmap.mmap(file.fileno(), 0)
        self.environment = {"LD_PRELOAD": lab.program("frames.so"), "FRAMES": path}

    def entries(self, begin=0):
        """What, when, and a value, of each that there is from this one on."""
        count, = struct.unpack_from("q", self.memory)
        if 8 + 24 * count > len(self.memory):
            raise SystemExit("there was no room for all notes")
        return list(struct.iter_unpack("qqq", self.memory[8 + 24 * begin:8 + 24 * count]))

    def is_silent(self):
        """Whether the last that was done with the device was to let it go. Silence that is played is no sound."""
        count, = struct.unpack_from("q", self.memory)
        for what, _, sample in reversed(self.entries(max(0, count - 64))):
            if what == DROPPED or what == WROTE and sample != 0:
                return what == DROPPED
        return True

    def after(self, act):
        """The time until the first frame of a sound, in seconds."""
        known, begin = len(self.entries()), boot_clock()
        act()
        while True:
            for what, when, sample in self.entries(known):
                if what == WROTE and sample != 0:
                    return (when - begin) / 1e9
            if boot_clock() > begin + 10_000_000_000:
                raise SystemExit("no sound was played")
            time.sleep(0.005)

    def lateness(self, first):
        """From each deadline to the first frame after it, in seconds."""
        entries = self.entries()
        armed = sorted({value for what, _, value in entries if what == ARMED})
        heard = sorted((when, what) for what, when, sample in entries
                       if what == DROPPED or what == WROTE and sample != 0)
        late = []
        for cycle in range(COUNT):
            # eggd's deadlines are whole milliseconds after the call that it was given; they are near the moment.
            moment = first + cycle * CYCLE
            near = [each for each in armed if abs(each - moment) < CYCLE // 6]
            place = bisect.bisect(heard, (near[0],)) if near else 0
            # Where the alarm before has not been answered yet, by one who was kept waiting, the two ring as one.
            is_silent = place == 0 or heard[place - 1][1] == DROPPED
            sound = next((when for when, what in heard[place:] if what == WROTE), None)
            if len(near) == 1 and is_silent and sound is not None:
                late.append((sound - near[0]) / 1e9)
        if len(late) < COUNT * 0.9:
            raise SystemExit(
                f"only {len(late)} of {COUNT} alarms could be told apart; the machine is too busy to measure")
        return late
