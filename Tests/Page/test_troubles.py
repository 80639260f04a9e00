"""Each page names a problem in a cook's words, and shows its cause after a tap that moves nothing, in each engine."""

import unittest

from browser import Chromium, Keys, KitchenTest, WebKit
from firefox import Firefox
from kitchen import NO_DEVICE
from screens import SCREENSHOTS

TECHNICAL = ("eggd", "systemctl", "snd_", "default", "/")
# Where everything is that has a place of its own.
PLACES = """
    return [...document.querySelectorAll('main, .egg, .digits, .track, button, #order, form')].map(each => {
      const { x, y, width, height } = each.getBoundingClientRect();
      return [x, y, width, height].map(Math.round).join();
    });
"""


class TroubleTest(KitchenTest):
    device = NO_DEVICE

    def setUp(self):
        self.kitchen.clear()
        self.page.resize(1024, 768)

    def axe(self):
        return []

    def check(self, notice, message, cause, name, excepted=()):
        """The notice says the message, and its cause after a tap or a key."""
        page = self.page
        page.wait_for_text(notice, message)
        said = page.run("return document.querySelector(arguments[0]).innerText", notice)
        self.assertEqual([each for each in TECHNICAL if each in said], [], said)
        page.wait("return [...document.images].every(each => each.complete) && !document.querySelector('#dishes:empty')")
        before = page.run(PLACES)
        page.tap(f"{notice} summary")
        page.wait_until_shown(f"{notice} details[open] > :last-child")
        self.assertIn(cause, page.run("return document.querySelector(arguments[0]).innerText", notice))
        page.save(SCREENSHOTS / f"trouble-{page.__class__.__name__}-{name}.png")
        self.assertEqual(page.run(PLACES), before)
        place = page.run("const { width, height } = document.querySelector(arguments[0]).getBoundingClientRect(); return [width, height]", f"{notice} summary")
        self.assertGreaterEqual(min(place), 47.9)
        self.assertEqual([each for each in self.axe() if each[0] not in excepted], [])
        page.find(f"{notice} summary").send_keys(Keys.ENTER)
        page.wait_until_hidden(f"{notice} details > :last-child")

    def test_no_sound(self):
        silent, cause = "No sound: is the speaker connected, on and not muted?", "there is no sound device 'default'"
        self.kitchen.call("Start", egg="soft")
        self.page.open(self.kitchen.address)
        self.page.wait_for_text(".row .label", "Soft egg")
        self.check("#sound-out", silent, cause, "no-sound")
        # While something cooks, the plain page loads itself again.
        self.kitchen.call("Pause")
        for name, notice in (("lunch", ".strip p"), ("plain", "main [role=alert]"), ("start?egg=hard", "[role=alert]:has(details)")):
            with self.subTest(name):
                self.page.driver.get(self.kitchen.address + name)
                self.check(notice, silent, cause, name.partition("?")[0])

    def test_the_notice_of_no_sound_is_the_button_that_lets_the_page_ring(self):
        self.page.resize(375, 667)
        self.page.open(self.kitchen.address)
        self.page.wait_for_text("#sound-out > button", "Tap here, and this page also rings.")
        self.assertGreaterEqual(self.page.run("return document.querySelector('#sound-out > button').getBoundingClientRect().height"), 47.9)
        self.page.tap("#sound-out > button")
        self.page.wait("return document.querySelector('#ring-here').getAttribute('aria-pressed') === 'true'")
        self.page.wait("return !document.querySelector('#sound-out').textContent.includes('Tap here')")
        self.page.press("#ring-here")

    def test_eggd_has_stopped(self):
        self.kitchen.call("Start", egg="soft")
        self.page.open(self.kitchen.address)
        self.page.wait_for_text(".row .label", "Soft egg")
        self.kitchen.kill_eggd()
        try:
            self.check("#gone", "The timer program has stopped. The time here keeps counting.", "systemctl --user start eggd", "stopped")
            for name, notice in (("lunch", ".strip p"), ("plain", "main [role=alert]"), ("start?egg=hard", "[role=alert]")):
                with self.subTest(name):
                    self.page.driver.get(self.kitchen.address + name)
                    self.check(notice, "The timer program has stopped.", "systemctl --user start eggd", f"stopped-{name.partition('?')[0]}", excepted=["meta-refresh"])
        finally:
            self.kitchen.start_eggd()

    def test_the_history_cannot_be_read(self):
        self.page.open(self.kitchen.address)
        self.page.run("window.fetch = async () => new Response(JSON.stringify({ runs: [], historyOut: '/state/eggtimer.db is damaged' }))")
        self.page.tap("#show-history")
        self.check("dialog .notice", "The saved history can’t be read.", "/state/eggtimer.db is damaged", "history")

    def test_a_cause_that_is_read_stays_in_sight(self):
        self.kitchen.call("Start", egg="soft")
        self.page.open(self.kitchen.address)
        self.page.wait_until_shown("#sound-out summary")
        self.page.tap("#sound-out summary")
        self.kitchen.call("Start", egg="hard")
        self.page.wait_for_text(".row .label", "Hard egg")
        self.assertTrue(self.page.shows("#sound-out details[open] > :last-child"))


class ChromiumTests(TroubleTest, unittest.TestCase):
    engine = Chromium

    def axe(self):
        return self.page.axe()


class WebKitTests(TroubleTest, unittest.TestCase):
    engine = WebKit


class FirefoxTests(ChromiumTests):
    engine = Firefox
