"""Taps that come quickly one after the other, in Chromium and WebKit."""

import unittest

from browser import Chromium, WebKit
from kitchen import Kitchen, wait_until

SOFT, HARD = ('[data-egg="soft"]', '[data-egg="hard"]')


def setUpModule():
    global kitchen
    kitchen = Kitchen()


def tearDownModule():
    kitchen.close()


class TapsTest(unittest.TestCase):
    browser = Chromium

    @classmethod
    def setUpClass(cls):
        cls.page = cls.browser()
        cls.addClassCleanup(cls.page.close)

    def setUp(self):
        kitchen.clear()


class OrderTests(TapsTest):
    """Changes of one page are made in the order of its taps."""

    def setUp(self):
        super().setUp()
        self.page.open(kitchen.address)

    def tap(self, *selectors):
        self.page.run("for (const each of arguments) document.querySelector(each).click()", *selectors)

    def test_two_quick_taps_keep_their_order(self):
        # The first call is slow: it leaves when the second one has been answered, or has not left for a while.
        self.page.run("""
            const original = window.fetch;
            window.starts = window.answers = 0;
            window.fetch = async (...given) => {
              if (!given[0].endsWith('.Start')) return original(...given);
              if (++starts === 1) for (let frame = 0; frame < 60 && !answers; frame++) await new Promise(requestAnimationFrame);
              const response = await original(...given);
              answers++;
              return response;
            };
        """)
        self.tap(SOFT, HARD)
        self.page.wait("return answers === 2")
        self.assertEqual(kitchen.timer()["egg"], "hard")

    # Calls of a method get no answer before `end()`, and fail then.
    HANG = """
        const original = window.fetch;
        window.fetch = (...given) => given[0].endsWith('.' + arguments[0])
          ? new Promise((_, fail) => { window.end = () => fail(new TypeError('no connection')); }) : original(...given);
    """

    def test_an_alarm_is_stopped_at_once_while_another_call_hangs(self):
        kitchen.call("Start", egg="hard")
        self.page.wait_for_text(".row .label", "Hard egg")
        self.page.run(self.HANG, "Pause")
        self.tap('.row button[aria-label^="Pause"]')
        kitchen.call("Start", durationMs=1000, name="tea")
        self.page.wait_until_shown("dialog.ringing[open]")
        self.page.tap("dialog.ringing .stop")
        wait_until(lambda: not kitchen.timer("tea"), 10, "the alarm is stopped")
        self.page.wait_until_hidden("dialog.ringing[open]")

    def test_taps_that_wait_for_a_call_without_an_answer_are_not_carried_out_late(self):
        kitchen.call("Start", egg="hard")
        self.page.wait_for_text(".row .label", "Hard egg")
        self.page.run(self.HANG, "Pause")
        self.tap('.row button[aria-label^="Pause"]', '.row button[aria-label^="+30"]', SOFT)
        self.page.run("end()")
        self.page.wait_for_text("#problem", "Check the timers before you try again.")
        self.page.wait("return !document.querySelector('[data-egg=soft].chosen')")
        self.assertEqual([(timer["egg"], timer["durationMs"], timer["state"]) for timer in kitchen.timers()], [("hard", 720_000, "cooking")])
        # The next tap is carried out.
        self.tap(SOFT)
        kitchen.wait_for(egg="soft")
        self.page.wait_until_hidden("#problem")


class WebKitOrderTests(OrderTests):
    browser = WebKit


if __name__ == "__main__":
    unittest.main()
