"""Many tabs of one browser, which has six connections to a host for all of them, in Chromium and WebKit, and in Firefox before a release."""

import unittest
from pathlib import Path

from browser import Chromium, WebKit
from firefox import Firefox
from kitchen import LIMIT, Kitchen, wait_until
from screens import before_release
from speaker import Speaker

TABS = 8
HOOKS = (Path(__file__).parent / "hooks.js").read_text()


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    # Firefox says that it can't ring without one.
    unittest.addModuleCleanup(Speaker().close)


class TabsTest(unittest.TestCase):
    browser = Chromium

    def setUp(self):
        kitchen.clear()
        self.page = self.browser()
        self.addCleanup(self.page.close)
        # A tab for which the browser has no connection left stays blank.
        self.page.driver.set_page_load_timeout(LIMIT)

    def open_tab(self, address):
        """Opens an address in a new tab, from the one in front, which is behind it then."""
        page = self.page
        before = set(page.driver.window_handles)
        page.run("open(arguments[0])", address)
        new = wait_until(lambda: set(page.driver.window_handles) - before, what="there is another tab")
        page.driver.switch_to.window(new.pop())
        page.wait("return document.readyState === 'complete' && opener.document.hidden")

    def open_tabs(self):
        """Opens the page in many tabs, of which the last is in front."""
        self.page.open(kitchen.address)
        for _ in range(TABS - 1):
            self.open_tab(kitchen.address)
            self.page.wait_for_eggs()

    def close_tab(self):
        """Closes the tab in front, so that another one comes there."""
        driver = self.page.driver
        driver.close()

        def is_seen(handle):
            driver.switch_to.window(handle)
            return not self.page.run("return document.hidden")

        wait_until(lambda: any(is_seen(handle) for handle in driver.window_handles), what="another tab is in front")


class ManyTabsTests(TabsTest):
    def test_a_tap_in_the_last_of_many_tabs_works_at_once(self):
        page = self.page
        kitchen.call("Start", egg="medium")
        self.open_tabs()
        page.tap('[data-egg="soft"]')
        kitchen.wait_for(egg="soft", state="cooking")
        page.wait_for_text(".row .label", "Soft egg")
        # A page that is seen again soon knows what has happened meanwhile.
        self.close_tab()
        page.wait_for_text(".row .label", "Soft egg")
        page.tap('.row button[aria-label^="Cancel"]')
        page.wait_until_shown("#idle")


class WebKitManyTabsTests(ManyTabsTests):
    browser = WebKit

    def open_tabs(self):
        """WebKit's driver opens tabs behind the one in front."""
        page = self.page
        page.open(kitchen.address)
        first = page.driver.current_window_handle
        for _ in range(TABS - 1):
            page.driver.switch_to.new_window("tab")
            page.driver.get(kitchen.address)
            self.assertTrue(page.run("return document.hidden"))
        page.driver.switch_to.window(first)
        page.open(kitchen.address)


@before_release()
class FirefoxManyTabsTests(ManyTabsTests):
    browser = Firefox


class HiddenTests(TabsTest):
    def test_a_hidden_page_that_cannot_ring_asks_for_nothing_until_it_is_seen(self):
        page = self.page
        page.inject(HOOKS)
        page.open(kitchen.address)
        kitchen.call("Start", durationMs=2000)
        page.wait_until_shown("dialog.ringing[open]")
        kitchen.call("Start", egg="hard")
        self.open_tab(kitchen.address)
        page.wait_for_text(".row .label", "Timer")
        heard = page.run("return [opener.seen.messages, opener.seen.timers, opener.seen.frames, opener.document.title]")
        self.assertEqual(heard[-1], "Egg timer")
        page.wait("return document.querySelectorAll('.digits')[1].textContent < '11:57'")
        self.assertEqual(page.run("return [opener.seen.messages, opener.seen.timers, opener.seen.frames, opener.document.title]"), heard)
        kitchen.call("Dismiss")
        self.close_tab()
        page.wait("return document.querySelectorAll('.row').length === 1")
        page.wait_until_hidden("dialog.ringing[open]")
        page.wait("return document.querySelector('.digits').textContent < '11:57'")


    def test_an_alarm_without_eggd_is_not_forgotten_while_the_page_is_hidden(self):
        page = self.page
        page.open(kitchen.address)
        kitchen.call("Start", durationMs=15_000)
        page.wait_for_text(".row .label", "Timer")
        kitchen.kill_eggd()
        try:
            page.wait_until_shown("#gone")
            self.open_tab(kitchen.address + "icon.svg")
            self.close_tab()
            page.wait_until_shown("dialog.ringing[open]", seconds=40)
        finally:
            kitchen.start_eggd()


@before_release()
class FirefoxHiddenTests(HiddenTests):
    browser = Firefox


class BellTests(TabsTest):
    """Pages that may also ring: of those that are hidden, one does."""

    def in_all(self, expression):
        """The values of an expression about each `tab`, seen from the one in front: the tab that opened it comes first."""
        return self.page.run(
            f"const found = []; for (let tab = opener; tab; tab = tab.opener) found.push({expression}); return found")

    def wait_for_all(self, expression, values):
        wait_until(lambda: self.in_all(expression) == values, what=lambda: f"{expression} is {values}, not {self.in_all(expression)}")

    def test_a_bell_that_was_off_for_a_while_rings_in_a_hidden_page(self):
        page = self.page
        page.inject(HOOKS)
        page.open(kitchen.address)
        for state in ("on", "off"):
            page.tap("#ring-here")
            page.wait("return document.querySelector('#ring-here').dataset.state === arguments[0]", state)
        self.open_tab(kitchen.address + "icon.svg")
        self.close_tab()
        page.tap("#ring-here")
        page.wait_for_bell()
        self.open_tab(kitchen.address + "icon.svg")
        kitchen.call("Start", durationMs=1000)
        page.wait("return opener.seen.strokes === 1")

    def test_one_hidden_page_rings_and_another_one_when_that_leaves(self):
        page = self.page
        for tab in range(TABS):
            if tab:
                self.open_tab("about:blank")
            page.inject(HOOKS)
            page.open(kitchen.address)
            # A tap lets the page ring; that it may is remembered.
            page.tap("#idle" if tab else "#ring-here")
            page.wait_for_bell()
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        page.wait("return seen.strokes === 1")
        self.open_tab(kitchen.address + "icon.svg")
        self.wait_for_all("tab.seen.strokes - tab.seen.silences", [1] + [0] * (TABS - 1))
        self.assertEqual(self.in_all("tab.document.hidden"), [True] * TABS)
        self.assertEqual(self.in_all("tab.document.title"), ["Done: Timer"] + ["Egg timer"] * (TABS - 1))
        # The tab that rings leaves the page.
        page.run("opener.location = 'about:blank'")
        wait_until(lambda: sum(self.in_all("tab.seen ? tab.seen.strokes - tab.seen.silences : 0")) == 1, what="another page rings")
        self.assertEqual(self.in_all("tab.document.hidden"), [True] * TABS)
        kitchen.call("Dismiss")
        self.wait_for_all("tab.seen ? tab.seen.strokes - tab.seen.silences : 0", [0] * TABS)


@before_release("test_a_bell_that_was_off_for_a_while_rings_in_a_hidden_page")
class FirefoxBellTests(BellTests):
    browser = Firefox
