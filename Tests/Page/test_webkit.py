"""The page in WebKit, the engine of iPhones and iPads, and in Firefox."""

import unittest

from browser import By, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen, wait_until
from screens import SCREENSHOTS

DIALOG, STOP, SNOOZE = ("dialog.ringing[open]", "dialog.ringing .stop", "dialog.ringing .snooze")


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class EngineTest(PageTest):
    @classmethod
    def setUpClass(cls):
        global page
        super().setUpClass()
        page = cls.page

    def setUp(self):
        kitchen.clear()
        page.resize(800, 700)
        page.open(kitchen.address)

    def test_tap_watch_reset_cancel(self):
        page.tap('[data-egg="soft"]')
        kitchen.wait_for(egg="soft", durationMs=300_000)
        page.wait_for_text(".row .label", "Soft egg")
        page.wait("return document.querySelector('.digits').textContent.startsWith('4:')")
        page.tap('[data-egg="hard"]')
        kitchen.wait_for(egg="hard", durationMs=720_000)
        page.wait_for_text(".row .label", "Hard egg")
        self.assertEqual(len(page.driver.find_elements(By.CSS_SELECTOR, ".row")), 1)
        page.tap('.row button[aria-label^="Cancel"]')
        wait_until(lambda: not kitchen.timers(), what="the timer is cancelled")
        page.wait_until_shown("#idle")

    def test_ring_one_more_minute_stop(self):
        page.start_time("1")
        page.wait_until_shown(DIALOG)
        page.save(SCREENSHOTS / "webkit-ringing.png")
        page.tap(SNOOZE)
        kitchen.wait_for(state="snoozed")
        page.wait_until_hidden(DIALOG)
        kitchen.call("Cancel")
        kitchen.call("Start", durationMs=1000)
        page.tap(STOP)
        wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
        page.wait_until_hidden(DIALOG)

    def test_the_bar_never_goes_backwards(self):
        kitchen.call("Start", durationMs=30_000)
        page.wait_for_text(".row .label", "Timer")
        page.run("""
            window.shares = [];
            const fill = document.querySelector('.fill');
            new MutationObserver(() => shares.push(100 - parseFloat(fill.style.getPropertyValue('--gone')))).observe(fill, {attributes: true});
        """)
        page.wait("return shares.length > 30")
        shares = page.run("return shares")
        self.assertEqual(shares, sorted(shares, reverse=True))
        before = kitchen.timer()["remainingMs"]
        share = page.run("""
            const [track, fill] = ['.track', '.fill'].map(each => document.querySelector(each).getBoundingClientRect());
            return (fill.right - track.left) / track.width * 100;
        """)
        after = kitchen.timer()["remainingMs"]
        # The bar moves in steps.
        self.assertLess(share / 100 * 30_000, before + 1500)
        self.assertGreater(share / 100 * 30_000, after - 1500)

    def test_reload_eggd_killed_and_back(self):
        kitchen.call("Start", egg="medium")
        page.wait_for_text(".row .label", "Medium egg")
        page.open(kitchen.address)
        page.wait_for_text(".row .label", "Medium egg")
        kitchen.kill_eggd()
        page.wait_until_shown("#gone")
        kitchen.start_eggd()
        page.wait_until_hidden("#gone")
        page.wait_for_text(".row .label", "Medium egg")

    def test_after_a_sleep_it_connects_again_at_once(self):
        kitchen.call("Start", egg="medium")
        page.wait_for_text(".row .label", "Medium egg")
        page.alter("""
            window.opened = 0; window.told = 0;
            const [Stream, now] = [window.EventSource, Date.now];
            window.EventSource = class extends Stream { constructor(...given) { super(...given); opened++; } };
            const gone = document.querySelector('#gone');
            new MutationObserver(() => { if (!gone.hidden) told++; }).observe(gone, {attributes: true});
            Date.now = () => now() + 60_000;
        """)
        page.wait("return opened === 1")
        kitchen.call("Rename", name="egg", to="left-pot")
        page.wait_for_text(".row .label", "left-pot")
        self.assertEqual(page.run("return [opened, told]"), [1, 0])

    def test_a_link_starts_an_egg_by_a_tap(self):
        page.tap("#show-eggs")
        page.tap('dialog [aria-label="Link: Soft egg"]')
        page.wait_until_shown("dialog .qr-code")
        page.save(SCREENSHOTS / "webkit-link.png")
        page.tap("dialog .wide")
        page.wait("return document.querySelector('dialog.sheet [role=status]').textContent.includes('copied')")
        page.driver.get(page.run("return document.querySelector('dialog.sheet .link').textContent"))
        page.wait_for_text("h1", "Soft egg")
        page.save(SCREENSHOTS / "webkit-start.png")
        self.assertEqual(kitchen.timers(), [])
        page.tap("form button")
        kitchen.wait_for(egg="soft", state="cooking")
        page.wait_for_text(".row .label", "Soft egg")

    def test_each_size(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", egg="hard", name="left-pot", elapsedMs=83_000)
        page.wait("return document.querySelectorAll('.row').length === 2")
        for width, height in ((447, 800), (800, 480), (1280, 800)):
            page.resize(width, height)
            page.save(SCREENSHOTS / f"webkit-{width}x{height}.png")
            self.assertEqual(page.run("return document.documentElement.scrollWidth - document.documentElement.clientWidth"), 0)
            small = page.run("""
                return [...document.querySelectorAll('button')].filter(each => each.checkVisibility())
                  .map(each => [each.id || each.className, each.getBoundingClientRect()])
                  .filter(([, r]) => r.width && (r.width < 47.9 || r.height < 47.9)).map(([name]) => name);
            """)
            self.assertEqual(small, [])


class WebKitTests(EngineTest, unittest.TestCase):
    engine = WebKit


class FirefoxTests(EngineTest, unittest.TestCase):
    engine = Firefox
