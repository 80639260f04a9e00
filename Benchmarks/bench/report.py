"""Figures, the rows that are made of them, and the table that is made of these."""

import os
import platform
import re
import statistics
import subprocess
from dataclasses import dataclass

UNITS = {"s": 1, "ms": 1e-3, "µs": 1e-6, "MB": 1e6, "kB": 1e3, "": 1}


@dataclass
class Figure:
    """What was measured many times: the median, and the quartiles around it."""

    samples: list
    unit: str = "ms"

    @property
    def median(self):
        return statistics.median(self.samples)

    def percentile(self, percent):
        ordered = sorted(self.samples)
        return ordered[min(len(ordered) - 1, int(len(ordered) * percent / 100))]

    def __str__(self):
        if len(self.samples) == 1:
            return amount(self.median, self.unit)
        low, high = (number(self.percentile(percent), self.unit) for percent in (25, 75))
        return f"{amount(self.median, self.unit)} ({low}–{high})"


def number(value, unit):
    value /= UNITS[unit]
    if unit == "":
        return f"{value:g}"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def amount(value, unit):
    return f"{number(value, unit)} {unit}".strip()


@dataclass
class Row:
    """A line of the table. Without a goal it is only reported."""

    what: str
    ours: str
    beside: str = "–"
    ratio: str = "–"
    goal: str = "reported"
    is_met: bool = None

    @property
    def verdict(self):
        return {True: "met", False: "**missed**", None: "–"}[self.is_met]


def compare(what, ours, peer, beside, goal=None, limit=None):
    """A row that says how many times the peer's figure ours is. The goal is such a ratio; a limit is of the figure."""
    row = Row(what, str(ours), f"{beside}: {peer}", f"{ours.median / peer.median:.2f}×")
    if goal is not None:
        row.goal, row.is_met = f"≤ {goal:g}×", ours.median <= goal * peer.median
    if limit is not None:
        row.goal, row.is_met = f"≤ {amount(limit, ours.unit)}", ours.median <= limit
    return row


def nanoseconds(samples, unit):
    return Figure([each / 1e9 for each in samples], unit)


def table(rows):
    """The table as Markdown, its columns in line for those who read it in a terminal."""
    lines = [["", "eggtimer", "beside it", "ratio", "goal", ""]]
    lines += [[row.what, row.ours, row.beside, row.ratio, row.goal, row.verdict] for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(lines[0]))]
    lines.insert(1, ["-" * width for width in widths])
    return "\n".join(
        "| " + " | ".join(cell.ljust(width) for cell, width in zip(line, widths)) + " |" for line in lines)


def machine(lab):
    """What it was measured on and with, as pairs."""
    with open("/proc/cpuinfo") as file:
        models = [line.split(":")[1].strip() for line in file if line.lower().startswith("model")]
    with open("/proc/meminfo") as file:
        memory = int(file.readline().split()[1]) * 1024
    with open("/etc/os-release") as file:
        system = next(line.split("=")[1].strip().strip('"') for line in file if line.startswith("PRETTY_NAME="))
    model = next((each for each in models if not each.isdigit()), platform.machine())
    peers = [f"{package} {packaged(package)}" for package in ("mpd", "mpc", "at", "alsa-utils", "sqlite3", "procps")]
    return [
        ("machine", f"{os.cpu_count()} × {model}, {memory / 1e9:.0f} GB, {platform.machine()}"),
        ("system", f"{system}, Linux {platform.release()}, {says('stat', '-f', '-c', '%T', lab.disk)} on the disk"),
        ("load before", "%.2f, %.2f, %.2f" % os.getloadavg() + (
            "" if os.sched_getscheduler(0) == os.SCHED_OTHER else "; measured in the real-time class, ahead of it")),
        ("eggtimer", version(lab.eggd, "--version") + commit()),
        ("compilers", f"Swift {version('swift', '--version')}, gcc {version('gcc', '-dumpfullversion')} with -O2"),
        ("libraries", f"alsa-lib {packaged('libasound2') or packaged('libasound2t64')}, "
                      f"sqlite {packaged('libsqlite3-0')}"),
        ("peers", ", ".join([*peers, f"termdown {version(lab.termdown, '--version')}"])),
    ]


def says(*command):
    """What a program prints; nothing where there is none."""
    try:
        return subprocess.run(command, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def version(*command):
    found = re.search(r"\d+(\.\d+)+", says(*command))
    return found.group() if found else "?"


def packaged(package):
    return says("dpkg-query", "-W", "-f", "${Version}", package)


def commit():
    name = says("git", "describe", "--always", "--dirty")
    return f" ({name})" if name else ""
