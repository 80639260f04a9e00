"""What a cook reads from two metres is so many millimetres high on the device that is sold with each screen."""

import unittest

from browser import Chromium, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen
from screens import ALL, DEVICES, FIGURE, PANEL, PHONE, WALL

SEVERAL = [("egg", "medium", 40), ("left-pot", "hard", 50), ("the small pot", "soft", 60), ("a glass", "poached", 0), *((f"pot {number}", "hard", number) for number in range(8))]
# The millimetres of the first timer's digits, of the next ones', of the last ones', of names, and of buttons.
LEAST = {WALL: (12, 12, 7, 5, 14), PANEL: (12, 5, 5, 3, 0), PHONE: (9, 5, 5, 3, 0)}
TYPE = """
    const shown = [...document.querySelectorAll(arguments[0])].filter(each => each.checkVisibility());
    return shown.map(each => getComputedStyle(each)).map(({fontSize, fontWeight}) => [parseFloat(fontSize), Number(fontWeight)]);
"""
BUTTONS = """
    return [...document.querySelectorAll('.row:first-child .controls button')].filter(each => each.checkVisibility())
      .map(each => each.getBoundingClientRect()).map(box => [box.left, box.right, box.top, box.bottom]);
"""
# Digits that are wider than their place.
CUT = """
    return [...document.querySelectorAll('.digits')].map(each => [each, each.parentElement].map(one => one.getBoundingClientRect()))
      .filter(([digits, place]) => digits.left < place.left - 1 || digits.right > place.right + 1).map(([digits, place]) => [digits.width, place.width]);
"""
# Which rows are wholly in sight, and what is said of the others.
SIGHT = """
    const bottom = document.querySelector('main').getBoundingClientRect().bottom;
    return [[...document.querySelectorAll('.row')].map(each => each.querySelector('.digits').getBoundingClientRect().bottom <= bottom + 1), document.querySelector('#rest').textContent];
"""


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class DistanceTest(PageTest):
    def setUp(self):
        kitchen.clear()

    def open(self, count):
        for name, egg, elapsed in SEVERAL[:count]:
            kitchen.call("Start", egg=egg, name=name, elapsedMs=elapsed * 1000)
        self.open_rows(count)

    def open_rows(self, count):
        self.page.open(kitchen.address)
        self.page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)

    def millimetres(self, selector):
        """The heights of the figures in these elements, as they are on the screen now, and whether they are bold."""
        _, pitch = DEVICES[self.size]
        return [(pixels * FIGURE * pitch, weight) for pixels, weight in self.page.run(TYPE, selector)]

    def on_each_screen(self, sizes=ALL):
        for self.size in sizes:
            self.page.resize(*self.size)
            yield LEAST[DEVICES[self.size][0]]

    def test_digits_names_and_buttons(self):
        self.open(4)
        sizes = {}
        for first, second, later, words, button in self.on_each_screen():
            digits = self.millimetres(".digits")
            sizes[self.size] = [round(each, 1) for each, _ in digits]
            self.assertTrue(all(weight >= 650 for _, weight in digits), self.size)
            for (measured, _), least in zip(digits, (first, second, later, later)):
                self.assertGreaterEqual(measured, least, self.size)
            for measured, weight in (*self.millimetres(".row .label"), *self.millimetres(".row .state")):
                self.assertGreaterEqual(measured, words, self.size)
                self.assertLessEqual(weight, 400, self.size)
            buttons = self.page.run(BUTTONS)
            pause, less, more, cancel = [right - left for left, right, _, _ in buttons]
            self.assertGreaterEqual(min(bottom - top for _, _, top, bottom in buttons) * DEVICES[self.size][1], button, self.size)
            self.assertGreaterEqual(pause, 1.9 * less, self.size)
            self.assertGreaterEqual(buttons[3][0] - buttons[2][1], 2 * (buttons[2][0] - buttons[1][1]), self.size)
            self.assertEqual(len({top for _, _, top, _ in buttons}), 1, self.size)
        print("\nDigits in mm:", sizes)

    def test_digits_of_hours(self):
        for number in range(4):
            kitchen.call("Start", durationMs=10_000_000 + number, name=f"pot {number}")
        self.open_rows(4)
        for first, second, later, *_ in self.on_each_screen():
            if min(self.size) == 320:
                first = 7  # As wide as the screen of a phone of 3.5 inches.
            for (measured, _), least in zip(self.millimetres(".digits"), (first, second, later, later)):
                self.assertGreaterEqual(measured, least, self.size)
            self.assertEqual(self.page.run(CUT), [], self.size)

    def test_what_does_not_fit_is_counted(self):
        self.open(12)
        for _ in self.on_each_screen():
            self.page.wait("return /^\\d+ more$/.test(document.querySelector('#rest').textContent)")
            self.page.driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
            seen, rest = self.page.run(SIGHT)
            self.assertTrue(seen[0], self.size)
            self.assertGreaterEqual(int(rest.split()[0]), seen.count(False), self.size)
            self.assertLessEqual(int(rest.split()[0]), seen.count(False) + 1, self.size)
            if self.size in ((1280, 800), (1920, 1080)):
                self.assertGreaterEqual(seen.count(True), 4, self.size)

    def test_an_alarm(self):
        kitchen.call("Start", egg="soft", durationMs=1000)
        kitchen.wait_for(state="ringing")
        self.page.open(kitchen.address)
        self.page.wait_for_text("dialog .since", "ago")
        for first, *_ in self.on_each_screen():
            (since, weight), = self.millimetres("dialog .since b")
            (name, _), = self.millimetres("dialog h3")
            (stop, _), = self.millimetres("dialog .stop")
            self.assertGreaterEqual(since, first, self.size)
            self.assertGreaterEqual(weight, 650, self.size)
            self.assertGreaterEqual(name, since, self.size)
            self.assertGreater(stop, name, self.size)
            others = self.millimetres("dialog :is(.snooze, .since)")
            self.assertGreater(name, max(each for each, _ in others), self.size)

    def test_each_of_several_alarms_has_its_own_stop(self):
        kitchen.call("Start", durationMs=1000, name="potatoes")
        kitchen.call("Start", egg="hard", durationMs=1000, name="left-pot")
        for name in ("potatoes", "left-pot"):
            kitchen.wait_for(name, state="ringing")
        self.page.open(kitchen.address)
        self.page.wait("return document.querySelectorAll('.alarm').length === 2")
        # A time is drawn as a clock, and an egg as what it is.
        self.assertEqual(self.page.run("return [...document.querySelectorAll('.alarm .picture > *')].map(each => each.localName === 'img' ? each.getAttribute('src') : each.localName)").count("shared/hard.svg"), 1)
        self.assertTrue(self.page.shows(".alarm svg"))
        self.page.tap('.alarm [aria-label="Stop: potatoes"]')
        self.page.wait("return document.querySelectorAll('.alarm').length === 1")
        self.assertEqual([timer["name"] for timer in kitchen.timers()], ["left-pot"])
        self.page.wait_until_hidden("dialog .all")
        kitchen.call("Start", durationMs=1000, name="stew")
        self.page.tap("dialog .all")
        self.page.wait_until_hidden("dialog.ringing")
        self.assertEqual(kitchen.timers(), [])

    def test_the_next_to_ring_is_first_and_a_paused_one_last(self):
        self.open(3)
        labels = "return [...document.querySelectorAll('.row .label')].map(each => each.textContent)"
        self.assertEqual(self.page.run(labels), ["the small pot", "Medium egg", "left-pot"])
        kitchen.call("Extend", name="the small pot", byMs=600_000)
        self.page.wait(f"return ({labels.replace('return ', '')}).at(-1) === 'the small pot'")
        kitchen.call("Pause", name="egg")
        self.page.wait(f"return ({labels.replace('return ', '')}).at(-1) === 'Medium egg'")
        self.assertEqual(self.page.run(labels), ["left-pot", "the small pot", "Medium egg"])

    def test_a_tap_on_a_row_shows_what_does_not_fit(self):
        self.open(2)
        self.page.resize(375, 667)
        cancel = '.row [aria-label="Cancel: left-pot"]'
        self.assertFalse(self.page.shows(cancel))
        self.page.wait_until_settled()
        self.page.find(".row:nth-child(2) .digits").click()
        self.page.wait_until_shown(cancel)
        self.page.tap(cancel)
        self.page.wait("return document.querySelectorAll('.row').length === 1")

    def test_the_end_is_told_by_colour(self):
        ground = "return getComputedStyle(document.querySelector('.row')).backgroundColor"
        colours = []
        for elapsed in (100, 250, 292):
            kitchen.call("Start", egg="soft", elapsedMs=elapsed * 1000)
            self.page.open(kitchen.address)
            self.page.wait("return document.querySelector('.row .digits').textContent")
            colours.append(self.page.run(ground))
        self.assertEqual(len(set(colours)), 3)

    def test_the_three_eggs_have_one_grid(self):
        self.open(0)
        places = """
            return [...document.querySelectorAll('.egg')].map(egg => [...egg.children].filter(each => each.checkVisibility()).map(each => {
              const [box, frame] = [each, egg].map(one => one.getBoundingClientRect());
              return [box.top - frame.top, box.height];
            }));
        """
        for _ in self.on_each_screen():
            for parts in zip(*self.page.run(places), strict=True):
                for values in zip(*parts):
                    self.assertLess(max(values) - min(values), 1, self.size)


class ChromiumDistanceTests(DistanceTest, unittest.TestCase):
    engine = Chromium


class WebKitDistanceTests(DistanceTest, unittest.TestCase):
    engine = WebKit


class FirefoxDistanceTests(DistanceTest, unittest.TestCase):
    engine = Firefox
