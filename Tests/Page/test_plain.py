"""The plain page in an engine of 2016, which has no modules and no grid, and in Firefox: it counts, rings and takes taps."""

import subprocess
import unittest

from browser import KitchenTest
from firefox import Firefox
from kitchen import Kitchen, wait_until
from qtwebkit import QtWebKit
from screens import SCREENSHOTS, before_release
from test_open import address_of_this_machine

SCREENS = [(1024, 768), (768, 1024), (320, 568), (600, 1024)]
SOFT = "[value=soft]"


def has_qtwebkit():
    return subprocess.run(["/usr/bin/python3", "-c", "import PyQt5.QtWebKitWidgets"], stderr=subprocess.DEVNULL, check=False).returncode == 0


class PlainTest(KitchenTest):
    def setUp(self):
        self.kitchen.clear()
        self.page.resize(1024, 768)

    def open(self, name=""):
        self.page.load(self.kitchen.address + name)
        # It follows what eggd has told meanwhile.
        self.page.wait("return document.readyState === 'complete' && document.querySelector('.egg') !== null"
                       " && performance.now() - document.documentElement.getAttribute('data-changed') > 500")

    def wait_for_text(self, selector, text):
        self.page.wait(f"var each = document.querySelector('{selector}'); return each && each.textContent.indexOf('{text}') >= 0")

    def digits(self):
        return self.page.run("return document.querySelector('.digits').textContent")

    def test_a_tap_starts_an_egg_which_is_counted_down(self):
        self.open("plain")
        self.page.tap(SOFT)
        timer = self.kitchen.wait_for(egg="soft", state="cooking")
        self.wait_for_text(".digits", "4:5")
        self.page.wait("return document.querySelector('.digits').textContent <= '4:57'")
        # The page asks for nothing meanwhile, so it counts by itself; eggd counts the same.
        left = (self.kitchen.timer()["remainingMs"] + 999) // 1000
        shown = int(self.digits().split(":")[1]) + 240
        self.assertLessEqual(abs(left - shown), 1)
        self.page.tap("[value=pause]")
        self.kitchen.wait_for(id=timer["id"], state="paused")
        self.wait_for_text("li", "paused with ")
        self.page.tap("[value=cancel]")
        wait_until(lambda: not self.kitchen.timers(), what="the egg is cancelled")
        self.wait_for_text("main", "Nothing is cooking.")

    def test_another_time_can_be_typed(self):
        self.open("plain")
        self.page.tap("a[href='/plain?time=1']")
        self.page.wait("return document.querySelector('#time') !== null")
        self.page.run("document.querySelector('#time').value = '7:30'")
        # What other devices do doesn't empty the field; only an alarm is more urgent.
        self.kitchen.call("Start", egg="hard")
        self.page.tap("#time + button")
        self.kitchen.wait_for("timer", durationMs=450_000)

    def test_an_alarm_of_another_device_fills_half_of_the_screen(self):
        for width, height in SCREENS:
            with self.subTest((width, height)):
                self.page.resize(width, height)
                self.open("plain")
                self.page.run("scrollTo(0, 1000)")
                self.kitchen.call("Start", durationMs=1000, name="tea")
                self.page.wait("return document.querySelector('.rings') !== null")
                place = self.page.run("var place = document.querySelector('[value=dismiss]').getBoundingClientRect();"
                                      "return [place.top, place.bottom, place.width]")
                self.page.save(SCREENSHOTS / f"plain-rings-{width}x{height}-{self.engine.__name__.lower()}.png")
                self.assertGreaterEqual(place[0], 0)
                self.assertLessEqual(place[1], height)
                self.assertGreaterEqual((place[1] - place[0]) * place[2], 0.45 * width * height)
                self.page.tap("[value=dismiss]")
                wait_until(lambda: not self.kitchen.timers(), what="the alarm is stopped")

    def test_without_eggd_it_counts_on(self):
        self.kitchen.call("Start", durationMs=4000)
        self.open("plain")
        self.kitchen.kill_eggd()
        try:
            self.wait_for_text("#lost", "The timer program has stopped.")
            self.page.wait("return document.querySelector('.digits').textContent === '0:00'")
        finally:
            self.kitchen.start_eggd()
        self.page.wait("return document.querySelector('#lost').textContent === '' && document.querySelector('.rings') !== null")

    def test_without_its_machine_it_says_so(self):
        self.open("plain")
        port = self.kitchen.address.rstrip("/").rsplit(":", 1)[1]
        self.kitchen.kill_eggweb()
        try:
            self.wait_for_text("#lost", "This page gets no answer from its machine.")
        finally:
            self.kitchen.start_eggweb(port)
        self.page.wait("return document.querySelector('#lost').textContent === ''")

    def test_it_is_read_from_across_the_kitchen(self):
        self.kitchen.call("Start", egg="soft")
        self.kitchen.call("Start", egg="hard", name="The pot on the left, at the back")
        for width, height in SCREENS:
            with self.subTest((width, height)):
                self.page.resize(width, height)
                self.open("plain")
                self.page.save(SCREENSHOTS / f"plain-{width}x{height}-{self.engine.__name__.lower()}.png")
                size, bottom, wider = self.page.run(
                    "var digits = document.querySelector('.digits'), root = document.documentElement;"
                    "return [parseFloat(getComputedStyle(digits).fontSize), digits.getBoundingClientRect().bottom, root.scrollWidth - root.clientWidth]")
                # On an iPad of 9.7", 87 pixels of type are figures of 12 mm.
                self.assertGreaterEqual(size, 87 if width >= 600 else 48)
                self.assertLessEqual(bottom, height)
                self.assertEqual(wider, 0)
                rows = self.page.run("return Array.prototype.map.call(document.querySelectorAll('.egg'), function (each) {"
                                     "return each.getBoundingClientRect().top; }).slice(0, 3)")
                self.assertEqual(len(set(rows)), 1)


@unittest.skipUnless(has_qtwebkit(), "QtWebKit isn't installed")
class QtWebKitPlainTests(PlainTest, unittest.TestCase):
    engine = QtWebKit

    def test_the_usual_page_leads_here_and_its_link_does_not_loop(self):
        self.open()
        self.assertEqual(self.page.run("return location.href"), f"{self.kitchen.address}plain?old=1")

    def test_pages_of_the_till_say_which_browsers_they_need(self):
        for name in ("lunch", "convert", "tip", "cards"):
            with self.subTest(name):
                self.page.load(self.kitchen.address + name)
                self.wait_for_text(".notice", "This page needs a browser of 2020 or later")
                self.assertEqual(self.page.run("return document.querySelector('.notice a').pathname"), "/plain")

    def test_two_taps_start_one_egg(self):
        runs = self.kitchen.call("History")["runs"]
        self.open("plain")
        self.page.tap(SOFT)
        place = self.page.run(f"var place = document.querySelector('{SOFT}').getBoundingClientRect(); return [place.left + 9, place.top + 9]")
        self.page.call("tap", *place)
        first = self.kitchen.wait_for(egg="soft", state="cooking")
        self.page.wait("return document.querySelector('li') !== null")
        self.assertEqual([each["id"] for each in self.kitchen.timers()], [first["id"]])
        self.assertEqual(self.kitchen.call("History")["runs"], runs)

    def test_the_link_of_an_open_page_lets_it_in_and_no_address_keeps_the_secret(self):
        if address_of_this_machine() is None:
            self.skipTest("this machine has no address but loopback")
        kitchen = Kitchen(host="0.0.0.0")
        self.addCleanup(kitchen.close)
        address = f"http://{address_of_this_machine()}:{kitchen.address.rstrip('/').rsplit(':', 1)[1]}/"
        secret = (kitchen.folder / "page/token").read_text().strip()
        for name, shown in (("", "plain?old=1"), ("plain", "plain"), ("lunch", "lunch"), ("start?egg=soft", "start?egg=soft")):
            with self.subTest(name):
                page = QtWebKit()
                self.addCleanup(page.close)
                page.load(address + name)
                self.assertIn("eggctl page", page.run("return document.body.textContent"))
                page.load(f"{address}{name}{'&' if '?' in name else '?'}token={secret}")
                page.wait(f"return location.href === '{address}{shown}' && document.querySelector('button') !== null")


@before_release("test_a_tap_starts_an_egg_which_is_counted_down")
class FirefoxPlainTests(PlainTest, unittest.TestCase):
    engine = Firefox
