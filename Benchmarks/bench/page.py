"""How soon the page has drawn in a browser, and how much it loads."""

import json
import os
import subprocess

from .report import Figure, Row, compare


def page(lab):
    """When a first visit shows its first text or picture, beside a page of one letter in the same browser."""
    output = subprocess.run(
        ["script/test-page", "--bench"], env={**os.environ, "EGG_PROGRAMS": os.path.dirname(lab.eggd)},
        stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = json.loads(output.splitlines()[-1])
    ours, empty = (Figure([each / 1e3 for each in figures[name]]) for name in ("page", "empty"))
    weight = figures["bytes"]
    return [compare("the page has drawn, first visit", ours, empty, "a page of one letter"),
            Row("the page, all that a first visit loads", f"{weight / 1e3:.1f} kB", goal="< 60 kB", is_met=weight < 60_000)]
