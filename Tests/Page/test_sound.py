"""Sound in Firefox: PulseAudio's null sink plays the alarm; without any device the page says that it can't ring."""

import unittest

from browser import PageTest
from firefox import Firefox
from kitchen import Kitchen, wait_until
from speaker import Silence, Speaker


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class SoundTest(PageTest):
    engine = Firefox

    @classmethod
    def setUpClass(cls):
        cls.sound = cls.server()
        cls.addClassCleanup(cls.sound.close)
        super().setUpClass()

    def setUp(self):
        kitchen.clear()
        self.page.open(kitchen.address)
        self.page.tap("#ring-here")
        self.addCleanup(self.page.tap, "#ring-here")


class HeardTests(SoundTest, unittest.TestCase):
    server = Speaker

    def heard(self, begin):
        return self.sound.heard(begin)

    def test_an_alarm_is_heard_until_it_is_stopped(self):
        page = self.page
        page.wait_for_bell()
        # The tap itself is heard.
        wait_until(lambda: any(self.heard(0)), what="the bell strikes once")
        wait_until(lambda: not any(self.heard(0)[-8000:]), what="it is silent again")
        before = len(self.heard(0))
        kitchen.call("Start", durationMs=1000)
        page.wait_until_shown("dialog.ringing[open]")
        wait_until(lambda: any(self.heard(before)), what="the alarm is heard")
        page.tap("dialog.ringing .stop")
        page.wait_until_hidden("dialog.ringing")
        wait_until(lambda: not any(self.heard(before)[-8000:]), what="it is silent after Stop")

    def test_once_touched_it_rings_after_a_reload(self):
        page = self.page
        page.wait_for_bell()
        page.open(kitchen.address)
        page.wait_for_text("#sound-out", "Touch once, so that this page can ring.")
        page.tap("#idle")
        page.wait_for_bell()
        page.wait_until_hidden("#sound-out")


class UnheardTests(SoundTest, unittest.TestCase):
    server = Silence

    def test_it_says_that_it_cannot_ring(self):
        self.page.wait_for_text("#sound-out", "This page can’t ring: the browser gives it no sound.")
