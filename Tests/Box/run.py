"""Runs the cases: run.py KIND IMAGE WORK [CASE...], where KIND is 'pc', 'pi' or 'screen'."""

import sys
import time
from pathlib import Path

from cases import CASES, NOT_ON
from kitchen import Kitchen
from machine import BoxError


def main():
    kind, image, work = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
    numbers = sorted({int(number) for number in sys.argv[4:]} or CASES)
    unknown = [number for number in numbers if number not in CASES]
    if unknown:
        sys.exit(f"there is no case {unknown[0]}; there are 1 to {max(CASES)}")
    kitchen = Kitchen(kind, image, work)
    failed = []
    try:
        for number in numbers:
            began = time.monotonic()
            if number in NOT_ON[kind]:
                print(f"box {number:2}  skipped  {NOT_ON[kind][number]}", flush=True)
                continue
            try:
                verdict, evidence = "ok", CASES[number](kitchen)
            except BoxError as error:
                verdict, evidence = "FAILED", str(error).replace("\n", " · ")
                failed.append(number)
            print(f"box {number:2}  {verdict:6}  {evidence}  ({time.monotonic() - began:.0f} s)", flush=True)
            if verdict != "ok":
                leave_evidence(kitchen, work / f"case-{number}.log")
    finally:
        kitchen.discard()
    if failed:
        print(f"box: {len(failed)} of {len(numbers)} failed; {work} has what was said and played", file=sys.stderr)
    return 1 if failed else 0


def leave_evidence(kitchen, path):
    """Saves the machine's journal after a failure, and discards the machine."""
    if kitchen.machine:
        try:
            path.write_text(kitchen.machine.run("journalctl --no-pager -b -o short-monotonic; ps aux").text)
        except (BoxError, OSError) as error:
            path.write_text(f"the machine does not answer: {error}\n")
    kitchen.discard()


sys.exit(main())
