"""Rows about single calls: whole processes, an open connection, and the start of the daemon."""

import os
import subprocess

from .lab import Eggd, Mpd, on_one_core, wait_for_socket
from .report import compare, nanoseconds

# A line that says as much as a timer's row, for the peer that only inserts.
TABLE = "CREATE TABLE timer (id INTEGER PRIMARY KEY, name TEXT NOT NULL, duration_ns INTEGER NOT NULL) STRICT"
INSERT = "PRAGMA synchronous = FULL; INSERT INTO timer (name, duration_ns) VALUES ('egg', 300000000000)"


def status(lab):
    eggd, mpd = Eggd(lab), Mpd(lab).start()
    eggd.call("Start", durationMs=3_600_000)
    before = jobs()
    subprocess.run(["at", "now", "+", "60", "minutes"], input=b"true\n", capture_output=True, check=True)
    try:
        ours, mpc, atq = lab.samples(
            lab.program("turns"), "600", lab.eggctl, "status", ",", "mpc", "status", ",", "atq",
            env={**eggd.env, **mpd.env})
    finally:
        subprocess.run(["atrm", *(jobs() - before)], check=True)
        lab.end(eggd.process, mpd.process)
    what, figure = "`eggctl status`, whole process", nanoseconds(ours, "ms")
    return [compare(what, figure, nanoseconds(mpc, "ms"), "`mpc status`", limit=0.01),
            compare(what, figure, nanoseconds(atq, "ms"), "`atq`, one job")]


def convert(lab):
    ours, theirs = lab.samples(
        lab.program("turns"), "600", lab.till, "convert", "26.2", "mi", "km", ",", "units", "--terse", "26.2 mi", "km")
    return [compare("`till convert`, whole process", nanoseconds(ours, "ms"), nanoseconds(theirs, "ms"),
                    "GNU `units`", 1.0)]


def start(lab):
    eggd = Eggd(lab)
    folder = lab.folder("insert")
    database, job = os.path.join(folder, "insert.db"), os.path.join(folder, "job")
    with open(job, "w") as file:
        file.write("true\n")
    # Somebody else has it open all the while, as eggd has its own: without that, every insert would be followed by a
    # checkpoint when the last one closes it.
    holder = lab.start("sqlite3", database, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    holder.stdin.write(f"PRAGMA journal_mode = WAL;\n{TABLE};\nSELECT 'open' FROM timer UNION SELECT 'open';\n")
    holder.stdin.flush()
    for line in holder.stdout:
        if line.strip() == "open":
            break
    before = jobs()
    try:
        ours, at, insert, least = lab.samples(
            lab.program("turns"), "200", lab.eggctl, "start", "5m", ",", "!", lab.eggctl, "cancel", ",",
            "at", "-f", job, "now", "+", "5", "minutes", ",", "sqlite3", database, INSERT, ",",
            lab.program("durable"), os.path.join(folder, "durable"), env=eggd.env)
    finally:
        if added := jobs() - before:
            subprocess.run(["atrm", *added], check=True)
        lab.end(holder, eggd.process)
    what, figure = "`eggctl start`, until it is on disk", nanoseconds(ours, "ms")
    return [compare(what, figure, nanoseconds(at, "ms"), "`at now + 5 minutes`"),
            compare(what, figure, nanoseconds(insert, "ms"), "`sqlite3`, one insert, same pragmas", 1.3),
            compare(what, figure, nanoseconds(least, "ms"), "static C, one `fdatasync`")]


def jobs():
    listed = subprocess.run(["at", "-l"], capture_output=True, text=True, check=True)
    return {line.split()[0] for line in listed.stdout.splitlines()}


def round_trip(lab):
    rows = []
    with on_one_core():
        eggd, mpd, path = Eggd(lab), Mpd(lab).start(), lab.fresh("echo")
        wait_for_socket(path, lab.start(lab.program("echo"), path))
        for eggs in 0, 1:
            if eggs:
                eggd.call("Start", durationMs=3_600_000)
            ours, echo, ping = lab.samples(
                lab.program("roundtrip"), "10000", "eggd", eggd.socket, "echo", path, "mpd", mpd.socket)
            what = f"a call on an open connection, {'one egg' if eggs else 'no egg'} to report"
            figure = nanoseconds(ours, "µs")
            rows += [compare(what, figure, nanoseconds(echo, "µs"), "C echo"),
                     compare(what, figure, nanoseconds(ping, "µs"), "mpd's `ping`", limit=100e-6)]
        lab.end(eggd.process, mpd.process)
    return rows


def ready(lab):
    eggd, mpd = Eggd(lab), Mpd(lab)
    with eggd.connect() as wire:
        for number in range(64):
            wire.call("Start", name=f"pot {number}", durationMs=72_000_000)
    eggd.end()
    ours, theirs = lab.samples(lab.program("ready"), "50", lab.sockets, *eggd.command, ",", *mpd.command)
    return [compare("start to READY, 64 timers stored", nanoseconds(ours, "ms"), nanoseconds(theirs, "ms"),
                    "mpd with nothing stored", 0.3)]
