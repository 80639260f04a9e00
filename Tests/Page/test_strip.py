"""The row at the top of other pages: it tells what cooks, and an alarm also fills the screen there; in Chromium, and in Firefox before a release."""

import shutil
import signal
import tempfile
import unittest
from functools import partial
from pathlib import Path

from browser import SILENT_UNTIL_TOUCHED, Chromium
from firefox import Firefox
from kitchen import NO_DEVICE, ROOT, SILENT_DEVICE, Kitchen, wait_until
from screens import before_release
from speaker import Speaker

HOOKS = (Path(__file__).parent / "hooks.js").read_text()
PAGE = """<!doctype html>
<html lang="en">
<head>
<!-- shared/head.html -->
<title>Another page</title><link rel="stylesheet" href="till/till.css"><script type="module" src="other.js"></script></head>
<body><main><h1>Another page</h1></main></body>
</html>
"""


class StripTest(unittest.TestCase):
    device = SILENT_DEVICE
    browser = partial(Chromium, *SILENT_UNTIL_TOUCHED)

    def setUp(self):
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "web"
        shutil.copytree(ROOT / "web", folder)
        (folder / "cards.html").write_text(PAGE)
        (folder / "other.js").write_text("import { answerTaps } from './shared/dom.js';\nimport { showStrip } from './till/strip.js';\nanswerTaps();\nshowStrip();\ndispatchEvent(new Event('codestart'));\n")
        self.kitchen = Kitchen(web=folder, device=self.device)
        self.addCleanup(self.kitchen.close)
        self.page = self.browser()
        self.addCleanup(self.page.close)


class StripTests(StripTest):
    def test_it_tells_what_cooks_and_rings(self):
        kitchen, page = self.kitchen, self.page
        page.driver.get(kitchen.address + "cards")
        page.wait_for_text(".strip", "Nothing is cooking.")
        kitchen.call("Start", egg="hard", name="left-pot")
        page.wait_for_text(".strip li", "left-pot")
        page.wait("return document.querySelector('.strip .left').textContent.startsWith('11:')")
        kitchen.call("Start", durationMs=1000, egg="soft")
        page.tap("dialog.ringing .stop")
        wait_until(lambda: not kitchen.timer(), what="the alarm is stopped")
        page.wait_until_hidden("dialog.ringing")
        page.wait("return performance.getEntriesByType('resource').some(each => each.name.endsWith('.Dismiss') && each.responseEnd)")
        self.assertTrue(kitchen.timer("left-pot"))
        kitchen.kill_eggd()
        page.wait("return document.querySelector('.strip p').textContent.length > 20")
        kitchen.start_eggd()
        page.wait("return document.querySelector('.strip p').textContent === ''")
        self.assertEqual(page.complaints(), [])

    def test_it_notices_a_connection_that_falls_silent(self):
        kitchen, page = self.kitchen, self.page
        kitchen.call("Start", egg="hard")
        page.driver.get(kitchen.address + "cards")
        page.wait_for_text(".strip li", "Hard egg")
        kitchen.eggweb.send_signal(signal.SIGSTOP)
        try:
            page.wait_for_text(".strip p", "reconnects by itself")
        finally:
            kitchen.eggweb.send_signal(signal.SIGCONT)
        page.wait("return document.querySelector('.strip p').textContent === ''")

    def test_the_screen_stays_on_while_an_egg_cooks(self):
        kitchen, page = self.kitchen, self.page
        page.inject("""
            window.locks = 0;
            navigator.wakeLock.request = async () => { locks++; return Object.assign(new EventTarget(), {release() { locks--; this.dispatchEvent(new Event('release')); }}); };
        """)
        page.driver.get(kitchen.address + "cards")
        page.wait_for_text(".strip", "Nothing is cooking.")
        self.assertEqual(page.run("return locks"), 0)
        kitchen.call("Start", egg="hard")
        page.wait("return locks === 1")
        kitchen.clear()
        page.wait("return locks === 0")

    def test_stop_finds_out_that_the_connection_died_while_nothing_cooked(self):
        kitchen, page = self.kitchen, self.page
        page.inject("""
            window.streams = [];
            window.EventSource = class extends EventSource {
              constructor(...given) { super(...given); streams.push(this); }
            };
        """)
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        page.driver.get(kitchen.address + "cards")
        page.wait_until_shown("dialog.ringing[open]")
        page.run("streams[0].onmessage = null")
        page.tap("dialog.ringing .stop")
        page.wait_until_hidden("dialog.ringing")
        self.assertEqual(kitchen.timers(), [])
        self.assertEqual(page.run("return streams.length"), 2)

    def open_with_bell(self):
        """Opens the page on a device on which it may ring."""
        page = self.page
        page.driver.get(self.kitchen.address + "cards")
        page.run("localStorage.setItem('ring-here', 'yes')")
        page.inject(HOOKS)
        # From one page to the next of the same site, a browser remembers that it was touched.
        page.driver.get("about:blank")
        page.driver.get(self.kitchen.address + "cards")

    def test_an_alarm_that_rings_already_is_heard_from_the_first_tap_on(self):
        kitchen, page = self.kitchen, self.page
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        self.open_with_bell()
        page.wait_until_shown("dialog.ringing[open]")
        self.assertEqual(page.run("return seen.strokes"), 0)
        page.wait_for_text("dialog.ringing .note", "Tap for sound.")
        page.wait_for_text(".strip p", "Touch once, so that this page can ring.")
        page.tap("dialog.ringing h3")
        page.wait("return seen.strokes === 1")
        page.wait_until_hidden("dialog.ringing .note")
        self.assertNotIn("Touch once", page.text(".strip p"))
        kitchen.call("Dismiss")
        page.wait_until_hidden("dialog.ringing")
        self.assertEqual(page.run("return seen.silences"), 1)

    def test_it_rings_while_eggd_cannot_be_reached_and_can_be_silenced(self):
        kitchen, page = self.kitchen, self.page
        self.open_with_bell()
        page.tap("h1")
        kitchen.call("Start", durationMs=4000)
        page.wait_for_text(".strip li", "Timer")
        kitchen.kill_eggweb()
        page.wait_for_text(".strip p", "reconnects by itself")
        page.wait_until_shown("dialog.ringing[open]")
        self.assertEqual(page.text("dialog.ringing .since"), "The time is up, and the timer program doesn’t answer.")
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 0])
        page.tap("dialog.ringing .stop")
        page.wait_until_hidden("dialog.ringing")
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 1])
        page.wait_for_text(".strip p", "before you try again")
        # It stays readable when the next attempt to connect fails.
        page.run("window.before = seen.losses")
        page.wait("return seen.losses >= before + 2")
        self.assertIn("before you try again", page.text(".strip p"))


class SilentStripTests(StripTest):
    device = NO_DEVICE

    def test_it_says_why_an_alarm_would_not_be_heard(self):
        self.page.driver.get(self.kitchen.address + "cards")
        self.page.wait_for_text(".strip p", "No sound:")

    def test_the_cause_can_be_read_although_the_row_leads_to_the_eggs(self):
        self.kitchen.call("Start", egg="hard")
        self.page.driver.get(self.kitchen.address + "cards")
        self.page.wait_until_shown(".strip a")
        self.page.tap(".strip summary")
        self.page.wait_until_shown(".strip details[open] span")
        self.assertTrue(self.page.driver.current_url.endswith("/cards"))


@before_release()
class FirefoxStripTests(StripTests):
    browser = Firefox

    @classmethod
    def setUpClass(cls):
        cls.addClassCleanup(Speaker().close)


@before_release()
class FirefoxSilentStripTests(SilentStripTests):
    browser = Firefox
