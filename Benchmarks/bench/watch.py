"""Rows about watching: what a minute costs, what a tick to many costs, and what they keep in memory."""

import os
import subprocess
import threading
import time

from .lab import Eggd, Mpd, OnTerminal, SleepAndPlay, cpu, is_clock_synchronised, memory_of, switches
from .report import Figure, Row, amount, compare

REST = 6
MINUTE = 60


def minutes(lab):
    """Everything that takes a minute, side by side: none of it is busy."""
    idle, unwatched, watched, pot, polled = (
        Eggd(lab, name) for name in ("idle", "unwatched", "watched", "pot", "polled"))
    for eggd in unwatched, watched, polled:
        eggd.call("Start", durationMs=3_600_000)
    ticks = Ticks(watched)
    sleeper = SleepAndPlay(lab, 3600, "/dev/null")
    time.sleep(REST)

    before_pot, before_polled = cpu(pot.pid), cpu(polled.pid)
    countdown = OnTerminal(lab, [lab.eggctl, "start", "60s", "--watch"], pot.env)
    termdown = OnTerminal(lab, [lab.termdown, "60"], lab.environment())
    watch = OnTerminal(lab, ["watch", "-n1", lab.eggctl, "status"], polled.env)
    counters = {eggd: Switches(eggd.pid) for eggd in (idle, unwatched, watched)}
    sleeping = [Switches(pid) for pid in sleeper.pids]
    begin = time.monotonic()
    ticks_before = ticks.count
    while True:
        for counter in (*counters.values(), *sleeping):
            counter.look()
        passed = time.monotonic() - begin
        if passed >= MINUTE:
            break
        time.sleep(min(0.5, MINUTE - passed))
    ticked = ticks.count - ticks_before

    # The countdown began a moment after the minute did.
    while not pot.call("Dismiss")["timers"]:
        time.sleep(0.02)
    ours = countdown.wait() + cpu(pot.pid) - before_pot
    theirs = termdown.wait()
    watch.interrupt()
    polling = watch.wait() + cpu(polled.pid) - before_polled
    if countdown.status != 0 or termdown.status != 0:
        raise SystemExit(f"a countdown has failed: {countdown.output[-500:]} {termdown.output[-500:]}")
    ticks.end()
    sleeper.end()
    lab.end(*(eggd.process for eggd in (idle, unwatched, watched, pot, polled)))

    rows = []
    # An egg begun by a clock that isn't synchronised has that clock checked once, a minute later.
    checks = 0 if is_clock_synchronised() else 1
    for eggd, what, limit in (
            (idle, "idle", 0), (unwatched, "an egg that nobody watches", checks), (watched, "one watcher", 2)):
        waits, preemptions = counters[eggd].counts
        each, number = (" a tick", ticked) if eggd is watched else (" in 60 s", 1)
        reason = " (the clock isn't synchronised)" if eggd is unwatched and checks else ""
        rows.append(Row(
            f"{what}: context switches{each}", f"{waits / number:g} and {preemptions / number:g} preemptions",
            f"the limit: {limit}{reason}", "–", f"≤ {limit}" if limit else "= 0",
            waits + preemptions <= limit * number))
    waits, preemptions = (sum(counts) for counts in zip(*(counter.counts for counter in sleeping)))
    rows.insert(2, Row(rows[1].what, rows[1].ours, f"`sleep && aplay`: {waits} and {preemptions} preemptions"))
    return [
        *rows,
        Row("one watcher: ticks in 60 s", f"{ticked}", "the limit: 60", "–", "= 60", ticked == 60),
        *(compare("CPU for a countdown of 60 s, daemon and client", Figure([ours]), Figure([taken]), beside, goal)
          for taken, beside, goal in (
              (theirs, "`termdown 60`", 0.2), (polling, "`watch -n1 eggctl status`, and its daemon", 1))),
    ]


class Switches:
    """Counts the context switches of a process: those that it made to wait, and those that others made it make."""

    def __init__(self, pid):
        self.pid = pid
        self.counts = (0, 0)
        self.last = switches(self.pid)

    def look(self):
        """Often enough that a thread which ends takes little with it. One that is new brings its own."""
        now = switches(self.pid)
        for thread, counts in now.items():
            before = self.last.get(thread, (0, 0))
            self.counts = tuple(sum(each) for each in zip(self.counts, counts, (-count for count in before)))
        self.last = now


class Ticks(threading.Thread):
    """A watcher that counts."""

    def __init__(self, eggd):
        super().__init__()
        self.count = 0
        self.wire = eggd.connect()
        self.wire.send("Watch", more=True)
        self.start()

    def run(self):
        try:
            while True:
                self.count += self.wire.receive()["event"]["kind"] == "tick"
        except (EOFError, OSError):
            pass

    def end(self):
        self.wire.socket.shutdown(2)
        self.join()
        self.wire.socket.close()


def crowds(lab):
    """One tick to many, and what each of them takes in memory."""
    clients, ticks = 1_000, 20
    eggd = Eggd(lab)
    to_second()
    eggd.call("Start", durationMs=3_600_000)
    message = lab.fresh("message")
    with open(message, "wb") as file:
        file.write(a_tick(eggd))
    time.sleep(REST)
    alone, _ = memory_of(eggd.pid)
    path = lab.fresh("fanout")
    fanout = lab.start(lab.program("fanout"), path, str(clients), message)
    while not os.path.exists(path):
        time.sleep(0.01)
    readers = [Readers(lab, eggd.socket, clients), Readers(lab, path, clients)]
    for each in readers:
        each.wait_until_ready()
    # eggd ticks at whole seconds, the peer half-way between.
    ours, theirs = [], []
    for tick in range(ticks + 1):
        for each, daemon, samples in (readers[0], eggd, ours), (readers[1], fanout, theirs):
            each.wait_for_tick()
            samples.append(cpu(daemon.pid))
    ours, theirs = ([after - before for before, after in zip(each, each[1:])] for each in (ours, theirs))
    grown = memory_of(eggd.pid)[0] - alone
    lab.end(eggd.process, fanout, *(each.process for each in readers))
    return [
        compare(f"one tick to {clients:,} watchers, CPU", Figure(ours), Figure(theirs), "C loop of `send`", limit=0.01),
        Row(f"memory a watcher, of {clients:,} that read", amount(grown / clients, "kB"), goal="≤ 8 kB",
            is_met=grown / clients <= 8000),
    ]


def to_second(fraction=0.0):
    """Sleeps until the monotonic clock shows a whole second and this fraction."""
    time.sleep((fraction - time.monotonic()) % 1)


def a_tick(eggd):
    """The bytes of a tick."""
    with eggd.connect() as wire:
        wire.send("Watch", more=True)
        while True:
            message = wire.message()
            if b'"kind":"tick"' in message:
                return message


class Readers:
    """Many clients that read what they are told."""

    def __init__(self, lab, path, clients):
        self.clients = clients
        self.process = lab.start(
            lab.program("readers"), path, str(clients), stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def wait_until_ready(self):
        if self.process.stdout.readline() != "ready\n":
            raise SystemExit("the readers have failed; do the limits allow so many open files (ulimit -Hn)?")
        self.ticks = self.arrived() // self.clients

    def wait_for_tick(self):
        """Until each has been told of one more tick."""
        self.ticks += 1
        for _ in range(500):
            messages = self.arrived()
            if messages >= self.ticks * self.clients:
                return
            time.sleep(0.01)
        raise SystemExit(f"of tick {self.ticks} only {messages % self.clients} of {self.clients} readers were told")

    def arrived(self):
        """How many messages have come to all of them."""
        self.process.stdin.write("\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


def memory(lab):
    eggd, mpd, sleeper = Eggd(lab), Mpd(lab).start(), SleepAndPlay(lab, 3600, "/dev/null")
    time.sleep(REST)
    idle, theirs = memory_of(eggd.pid), memory_of(mpd.pid)
    least = [sum(sizes) for sizes in zip(*(memory_of(pid) for pid in sleeper.pids))]
    sleeper.end()
    with eggd.connect() as wire:
        for number in range(64):
            wire.call("Start", name=f"pot {number}", durationMs=72_000_000)
    time.sleep(REST)
    full = memory_of(eggd.pid)
    lab.end(eggd.process, mpd.process)
    together = memory_of_services(lab)

    def words(sizes):
        return f"{amount(sizes[0], 'MB')} ({amount(sizes[1], 'MB')} of it dirty)"

    return [
        Row("memory (PSS), idle", words(idle), f"mpd idle: {words(theirs)}", f"{idle[0] / theirs[0]:.2f}×"),
        Row("memory (PSS), idle", words(idle), f"`sleep && aplay`, asleep: {words(least)}",
            f"{idle[0] / least[0]:.1f}×"),
        Row("memory (PSS), 64 timers", words(full), f"mpd idle: {words(theirs)}", f"{full[0] / theirs[0]:.2f}×"),
        Row("memory (PSS) of eggd and the services beside it, idle", amount(together, "MB"), goal="≤ 40 MB",
            is_met=together <= 40e6),
    ]


def memory_of_services(lab):
    """Of a whole kitchen's services, which share a runtime; the bridge finds no broker, and the keys no device."""
    eggd = Eggd(lab, alarm=("[mqtt]", "broker = mqtt://127.0.0.1:1", "[keys worktop]", "device = none", "KEY_F13 = soft"))
    options = ["--socket", eggd.socket, "--config", eggd.config]
    page = ["--state-dir", lab.folder("eggweb"), "--web", "web", "--listen", "127.0.0.1:0"]
    with open("packaging/programs") as table:
        programs = [line.split() for line in table if not line.startswith("#")]
    services = [eggd.process] + [
        lab.start(os.path.join(lab.products, name), *options, *(page if name == "eggweb" else []), env=eggd.env)
        for name, _, _, service, _ in programs if service != "-" and name != "eggd"]
    time.sleep(REST)
    ended = [os.path.basename(each.args[0]) for each in services if each.poll() is not None]
    if ended:
        raise SystemExit(f"these have ended instead of being idle: {', '.join(ended)}")
    total = sum(memory_of(each.pid)[0] for each in services)
    lab.end(*reversed(services))
    return total
