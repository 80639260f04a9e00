"""The page's looks in Chromium: axe sees each state on a phone and on a desk, in light and dark; pictures are kept."""

import unittest

from browser import Chromium
from kitchen import CONFIGURATION, NO_DEVICE, Kitchen
from screens import FACES, MEASURES, SCREENSHOTS, look

# For the states that test_layout doesn't measure.
SIZES = [(320, 480), (375, 812), (812, 375), (480, 800), (800, 480), (1280, 800), (1080, 1920), (1920, 1080)]
# Finds states of several lines.
LONG = """
    const lines = node => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return new Set([...range.getClientRects()].map(each => each.top)).size;
    };
    return [...document.querySelectorAll('.row .state')].filter(each => lines(each) > 1).map(each => each.textContent);
"""


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Chromium()
    unittest.addModuleCleanup(page.close)
    page.open(kitchen.address)


class LooksTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        page.reset()
        kitchen.clear()
        page.open(kitchen.address)

    def look(self, name, sizes=(), important=(), excepted=()):
        """Lets axe see the page as it is, and measures it on these screens.

        Important elements must be seen without scrolling. Some of axe's rules can be excepted.
        """
        page.prefer(reduced_motion="reduce")
        problems = look(page, name, important, sizes, FACES[:1])
        for scheme in ("light", "dark"):
            page.prefer(color_scheme=scheme, reduced_motion="reduce")
            for width, height in ((375, 812), (1280, 800)):
                page.resize(width, height)
                page.save(SCREENSHOTS / f"{name}-{width}x{height}-{scheme}.png")
                problems += [(width, height, scheme, *each) for each in page.axe() if each[0] not in excepted]
        self.assertEqual(problems, [])

    def test_idle(self):
        self.look("idle")

    def test_cooking(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Soft egg")
        page.wait_until_shown(".mark")
        self.look("cooking")

    def test_several_timers(self):
        kitchen.call("Start", egg="medium", elapsedMs=120_000)
        kitchen.call("Start", egg="hard", name="left-pot", elapsedMs=40_000)
        kitchen.call("Start", durationMs=180_000, name="A pot with a long name, on the stove's left side, at the back")
        kitchen.call("Pause", name="left-pot")
        kitchen.call("Start", durationMs=10_000_000, name="stock")
        page.wait("return document.querySelectorAll('.row').length === 4")
        self.look("several")

    def test_words_have_their_place_beside_several_timers(self):
        sizes = [(320, 640), (351, 700), (360, 740), (412, 915), (480, 854), (481, 800), (768, 1024), (800, 480), (1280, 800)]
        quick = "[egg quick]\nduration = 1s\n[alarm]\nsilence-after = 1s\n"
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + quick)
        try:
            kitchen.call("Start", egg="quick", name="the pot at the left.")
            kitchen.wait_for("the pot at the left.", state="missed")
        finally:
            kitchen.reload(CONFIGURATION)
        kitchen.call("Cook", eggs=[{"egg": "soft", "count": 2}, {"egg": "medium", "count": 1}, {"egg": "hard", "count": 4}])
        self.check_words("pot", sizes, 4)
        kitchen.call("Pause", name="1 medium egg")
        self.check_words("paused-pot", sizes, 4)
        kitchen.call("Cancel", name="2 soft eggs")
        kitchen.call("Start", durationMs=1000, name="A stew on the stove.")
        kitchen.wait_for("A stew on the stove.", state="ringing")
        kitchen.call("Snooze", forMs=600_000)
        self.check_words("snoozed", sizes, 4)

    def check_words(self, name, sizes, count):
        page.open(kitchen.address)
        page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)
        self.assertEqual(look(page, f"words-{name}", (), sizes, FACES[:1]), [])
        page.resize(1280, 800)
        self.assertEqual(page.run(LONG), [])

    def test_together(self):
        page.tap("#together")
        for egg in ("soft", "soft", "hard"):
            page.tap(f'[data-egg="{egg}"]')
        page.wait("return !document.querySelector('.ripple')")
        self.look("together")
        page.resize(1280, 800)
        page.tap("#start-together")
        page.wait("return document.querySelectorAll('.row').length === 2")
        page.wait("return !document.querySelector('.ripple')")
        page.wait_until_shown("#now")
        self.look("pot", SIZES, ["#now"])

    def test_ringing(self):
        kitchen.call("Start", egg="soft", durationMs=1000)
        page.wait_until_shown("dialog.ringing")
        self.look("ringing")

    def test_snoozed_and_missed(self):
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + "[alarm]\nsilence-after = 1s\n")
        try:
            kitchen.call("Start", egg="hard", durationMs=1000, name="left-pot")
            kitchen.wait_for("left-pot", state="missed")
        finally:
            kitchen.reload(CONFIGURATION)
        page.wait_for_text(".state", "missed at")
        self.look("missed", [(320, 480), (375, 812), (800, 480)])
        kitchen.call("Start", egg="soft", durationMs=1000)
        kitchen.wait_for(state="ringing")
        kitchen.call("Snooze", forMs=600_000)
        page.wait("return [...document.querySelectorAll('.state')].some(each => each.textContent.startsWith('rings again at'))")
        self.look("snoozed", [(320, 480), (375, 812), (800, 480)])

    def test_eggd_cannot_be_reached(self):
        kitchen.call("Start", egg="medium", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Medium egg")
        kitchen.kill_eggd()
        try:
            page.wait_until_shown("#gone")
            page.tap('[data-egg="soft"]')
            page.wait_until_shown("#problem")
            page.wait("return !document.querySelector('.ripple')")
            self.look("gone", SIZES)
        finally:
            kitchen.start_eggd()
            page.wait_until_hidden("#gone")

    def test_no_sound(self):
        deaf = Kitchen(device=NO_DEVICE)
        self.addCleanup(deaf.close)
        page.open(deaf.address)
        deaf.call("Start", egg="medium", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Medium egg")
        page.wait_until_shown("#sound-out")
        self.look("no-sound", SIZES, ["#sound-out", ".egg"])

    def test_dialogs(self):
        kitchen.call("Start", egg="soft", name="left-pot")
        kitchen.call("Cancel", name="left-pot")
        kitchen.call("Start", egg="hard")
        page.wait_for_text(".row .label", "Hard egg")
        for name, button in (("keypad", "#another-time"), ("rename", ".row .name"), ("eggs", "#show-eggs"), ("this-egg", "#this-egg"), ("history", "#show-history")):
            with self.subTest(name):
                page.resize(1280, 800)
                page.tap(button)
                page.wait_until_shown("dialog[open]")
                page.wait("return !document.querySelector('.ripple')")
                self.look(name, [(320, 480), (375, 812), (800, 480)] if name == "rename" else [])
                page.resize(1280, 800)
                page.tap('dialog [aria-label="Close"]')
                page.wait_until_hidden("dialog[open]")

    def test_text_of_200_percent(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Soft egg")
        # Text alone twice as large, as a phone's settings have it.
        page.run("document.documentElement.style.fontSize = '200%'")
        for width, height in ((375, 812), (800, 480), (1280, 800)):
            page.resize(width, height)
            page.save(SCREENSHOTS / f"large-text-{width}x{height}.png")
            found = page.run(MEASURES + "return look([])")
            self.assertEqual((found["wider"], found["cut"]), (0, []), (width, height))

    def test_without_javascript(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", durationMs=1000, name="left-pot")
        kitchen.wait_for("left-pot", state="ringing")
        page.driver.get(kitchen.address + "plain")
        # It would load itself again.
        page.run("stop()")
        self.look(
            "plain", [(320, 480), (375, 812), (800, 480)], ["[value=dismiss]"],
            # Without JavaScript there is no other way to show how much time is left.
            excepted=["meta-refresh"])

    def test_a_link_that_starts_an_egg(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", durationMs=510_000, name="A pot with a long name, on the stove's left side, at the back")
        kitchen.call("Cancel", name="A pot with a long name, on the stove's left side, at the back")
        for name, query in (
                ("egg", "egg=soft&name=left-pot"), ("replaces", "egg=hard"), ("clock", "at=18:30&name=Bread"),
                ("long", "for=2h8m30s&name=A+pot+with+a+long+name,+on+the+stove's+left+side,+at+the+back")):
            with self.subTest(name):
                page.driver.get(f"{kitchen.address}start?{query}")
                self.look(f"start-{name}", SIZES, ["form button"] if name != "long" else [])
        page.driver.get(kitchen.address + "start?egg=dragon")
        self.look("start-wrong", SIZES, ["[role=alert]"])
        page.reset()
        page.open(kitchen.address)
        page.tap("#show-history")
        page.tap('dialog [aria-label^="Link: A pot"]')
        page.wait_until_shown("dialog .qr-code")
        self.look("link", SIZES)

    def test_right_to_left(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", egg="hard", name="בסיר", elapsedMs=40_000)
        page.wait("return document.querySelectorAll('.row').length === 2")
        page.run("document.documentElement.dir = 'rtl'")
        self.assertEqual(look(page, "right-to-left", (), [(375, 812), (800, 480)], FACES[:1]), [])
        # The bar begins where lines begin, and ends where the time does.
        timer = kitchen.timer()
        share = page.run("""
            const [track, fill] = ['.track', '.fill'].map(each => document.querySelector(each).getBoundingClientRect());
            return (track.right - fill.left) / track.width;
        """)
        self.assertLess(abs(share - timer["remainingMs"] / timer["durationMs"]), 0.02)
