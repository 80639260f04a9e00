"""How soon the page has drawn in a browser, how much it loads, and what it costs while an egg cooks."""

import json
import os
import subprocess

from .report import Figure, Row, compare


def page(lab):
    """When a first visit shows its first text or picture, beside a page of one letter in the same browser; a countdown."""
    output = subprocess.run(
        ["script/test-page", "--bench"], env={**os.environ, "EGG_PROGRAMS": os.path.dirname(lab.eggd)},
        stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = json.loads(output.splitlines()[-1])
    ours, empty = (Figure([each / 1e3 for each in figures[name]]) for name in ("page", "empty"))
    weight = figures["bytes"]
    layouts, script = figures["layouts"], figures["script"]
    return [compare("the page has drawn, first visit", ours, empty, "a page of one letter", limit=0.18),
            Row("the page, all that a first visit loads", f"{weight / 1e3:.1f} kB", goal="< 60 kB", is_met=weight < 60_000),
            Row("the page with one egg, layouts a second", f"{layouts:.2f}", goal="≤ 1.5", is_met=layouts <= 1.5),
            Row("the page with one egg, time in its code", f"{script * 1e3:.1f} ms a second"),
            Row("the page with 64 timers beside 12", f"{figures['many']:.2f}×", goal="≤ 2", is_met=figures["many"] <= 2)]
