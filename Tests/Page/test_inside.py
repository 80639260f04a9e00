"""The section of a cooking egg: its colours are those of the temperatures that eggd estimates."""

import os
import re
import unittest
from pathlib import Path

from browser import Chromium
from kitchen import Kitchen

SCREENSHOTS = Path(os.environ.get("EGG_SCREENSHOTS", ".build/page/screenshots"))
SECTION = ".row .inside"

# Gives the egg the temperatures that the test has set, from the next message on.
SET = """
    window.EventSource = class extends EventSource {
      set onmessage(take) {
        super.onmessage = (event) => {
          const message = JSON.parse(event.data);
          for (const timer of message.timers) Object.assign(timer, window.inside);
          take({ data: JSON.stringify(message) });
        };
      }
    };
"""

# The temperatures at the yolk's edge and in the middle, in °C.
MOMENTS = {"raw": (4, 4), "a third": (33, 12), "two thirds": (55, 30), "soft": (65, 48)}


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Chromium("--lang=en-US")
    unittest.addModuleCleanup(page.close)


class InsideTests(unittest.TestCase):
    def setUp(self):
        kitchen.clear()
        page.reset()

    def start(self, egg="soft", **values):
        kitchen.call("Start", egg=egg, **values)
        page.open(kitchen.address)

    def set(self, edge, middle):
        """Sets temperatures, and returns when the page shows them."""
        page.run("window.inside = {yolkCelsius: arguments[0], centreCelsius: arguments[1]}", edge, middle)
        page.wait("return (document.querySelector('.row .inside')?.title ?? '').includes(arguments[0])",
                  f"Yolk about {edge}\u00a0°C at its edge, {middle}\u00a0°C in the middle")

    def colours(self):
        """Red, green and blue of the white at the rim and at the yolk, and of the yolk at its edge and in the middle."""
        stops = page.run("""
            const stops = (id) => [...document.querySelectorAll(`.row .section [id^=${id}] > stop`)].map(each => each.getAttribute('stop-color'));
            const [white, yolk] = [stops('white'), stops('yolk')];
            return [white.at(-1), white[0], yolk.at(-1), yolk[0]];
        """)
        return [[int(number) for number in re.findall(r"\d+", stop)] for stop in stops]

    def test_it_sets_from_the_rim_to_the_middle(self):
        page.inject(SET)
        self.start()
        seen = {}
        for name, temperatures in MOMENTS.items():
            self.set(*temperatures)
            seen[name] = self.colours()
            for scheme in ("light", "dark"):
                page.prefer(color_scheme=scheme)
                page.save(SCREENSHOTS / f"inside-{name.replace(' ', '-')}-{scheme}.png")
        for earlier, later in zip(seen.values(), list(seen.values())[1:]):
            for before, after in zip(earlier, later):
                self.assertLessEqual(before, after, seen)
        is_set = lambda white: min(white) > 225
        # The white sets at the rim at once, and at the yolk at last.
        self.assertEqual([is_set(each[0]) for each in seen.values()], [True] * 4, seen)
        self.assertEqual([is_set(each[1]) for each in seen.values()], [False, False, False, True], seen)
        # A soft egg's yolk is no firmer than jam at its edge, and liquid in the middle: deep orange, with little blue.
        edge, middle = seen["soft"][2:]
        self.assertLess(edge[2], 60)
        self.assertLess(middle[1], 130)
        self.assertLess(middle[2], 20)
        self.set(84, 68)
        edge, middle = self.colours()[2:]
        # A hard one's is pale.
        self.assertGreater(edge[1], 205)
        self.assertGreater(edge[2], 110)
        self.assertGreater(middle[1], 160)

    def test_a_part_that_has_set_stays_so_when_it_cools(self):
        page.inject(SET)
        self.start(elapsedMs=200_000)
        self.set(65, 48)
        hot = self.colours()
        self.set(50, 49)
        self.assertEqual(self.colours()[:3], hot[:3])
        # Another egg is raw.
        page.run("window.inside = {yolkCelsius: 4, centreCelsius: 4}")
        kitchen.call("Start", egg="soft")
        self.set(4, 4)
        self.assertNotEqual(self.colours(), hot)

    def test_it_is_called_an_estimate(self):
        page.inject(SET)
        self.start(egg="hard")
        self.set(55, 30)
        self.assertEqual(
            page.find(SECTION).get_attribute("aria-label"),
            "Inside: Hard egg. An estimate: Yolk about 55\u00a0°C at its edge, 30\u00a0°C in the middle")
        page.tap(SECTION)
        page.wait_for_text("dialog[open]", "Inside: Hard egg")
        page.wait_for_text("dialog[open] .small", "An estimate")
        self.set(56, 31)
        page.wait_for_text(".inside-words", "Yolk about 56\u00a0°C at its edge, 31\u00a0°C in the middle.")
        self.assertEqual([each for each in page.axe() if each[0] != "meta-refresh"], [])

    def test_the_temperatures_are_those_of_eggd(self):
        self.start(elapsedMs=298_000)
        page.wait_until_shown(SECTION)
        shown = [int(number) for number in re.findall(r"(\d+)\u00a0°C", page.find(SECTION).get_attribute("title"))]
        timer = kitchen.timer()
        for celsius, expected in zip(shown, (timer["yolkCelsius"], timer["centreCelsius"]), strict=True):
            self.assertLess(abs(celsius - expected), 1.5)

    def test_without_temperatures_there_is_no_section(self):
        kitchen.call("Start", durationMs=60_000)
        page.open(kitchen.address)
        page.wait_for_text(".row .label", "Timer")
        self.assertFalse(page.shows(SECTION))
