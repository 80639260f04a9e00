"""Measures eggtimer beside its peers, prints one table and writes it to a file. Run by script/bench."""

import argparse
import os
import sys
import time

from . import alarm, calls, page, watch
from .lab import Lab
from .report import Row, machine, table

PARTS = [calls.status, calls.start, calls.convert, calls.round_trip, alarm.deadlines, alarm.lateness, watch.minutes,
         watch.crowds, watch.memory, calls.ready, page.page]


def main():
    parser = argparse.ArgumentParser()
    for name in "products", "programs", "disk", "termdown", "results":
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--build-seconds", type=float)
    parser.add_argument("parts", nargs="*")
    options = parser.parse_args()
    parts = [part for part in PARTS if not options.parts or part.__name__ in options.parts]
    if options.parts and len(parts) != len(options.parts):
        parser.error("there are these parts: " + ", ".join(part.__name__ for part in PARTS))

    begin = time.monotonic()
    with Lab(options.products, options.programs, options.disk, options.termdown) as lab:
        facts = machine(lab)
        rows = []
        for part in parts:
            print(f"==> Measuring: {part.__name__.replace('_', ' ')}", file=sys.stderr)
            rows += part(lab)
    if not options.parts:
        rows += built(options)
    facts.append(("took", f"{time.monotonic() - begin:.0f} s"))
    print(table(rows))
    # A part of the table is not the results.
    if not options.parts:
        with open(options.results, "w") as file:
            file.write(RESULTS.format(table=table(rows), facts="\n".join(f"- {name}: {text}" for name, text in facts)))


def built(options):
    """The time of the build, and the size of the programs."""
    sizes = [os.path.getsize(os.path.join(options.products, name)) / 1e6 for name in ("eggd", "eggctl")]
    seconds = "–" if options.build_seconds is None else f"{options.build_seconds:.0f} s"
    return [Row("release build from clean", seconds),
            Row("size, eggd and eggctl", " and ".join(f"{size:.1f} MB" for size in sizes))]


RESULTS = """# Results

Written by `script/bench`; [README.md](README.md) says what is measured, how, and what was found.

{table}

Medians, with the quartiles in brackets; p50 and p99 where it says so. Ratios are of medians, or of the percentile.

{facts}
"""

main()
