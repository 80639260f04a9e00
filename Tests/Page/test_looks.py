"""The page's looks in Chromium: each state at each size, in light and dark, seen by axe and kept as pictures."""

import unittest

from browser import Chromium
from kitchen import CONFIGURATION, NO_DEVICE, Kitchen
from screens import SCREENSHOTS

SIZES = [(320, 480), (375, 812), (812, 375), (480, 800), (800, 480), (1280, 800), (1080, 1920), (1920, 1080)]
# Finds how much wider the page is than its window, buttons that are smaller than a thumb, and text that is cut off.
MEASURE = """
    const top = [...document.querySelectorAll('dialog[open]')].pop() ?? document.body;
    const touched = [...top.querySelectorAll('button, a, input, select')].filter(each => each.checkVisibility() && each.getClientRects().length);
    const name = each => `${each.id || each.className}: ${(each.getAttribute('aria-label') ?? each.textContent).trim()}`;
    return {
      wider: document.documentElement.scrollWidth - document.documentElement.clientWidth,
      small: touched.filter(each => { const r = each.getBoundingClientRect(); return r.width < 47.9 || r.height < 47.9; }).map(name),
      cut: touched.filter(each => !each.querySelector('.ripple') && (each.scrollWidth > each.clientWidth + 1 || each.scrollHeight > each.clientHeight + 1)).map(name),
    };
"""

# Finds the selectors without an element, or with one outside the window.
OUTSIDE = """
    return arguments[0].filter(selector => {
      const all = [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
      return all.length === 0 || all.map(each => each.getBoundingClientRect())
        .some(r => r.top < -1 || r.left < -1 || r.bottom > innerHeight + 1 || r.right > innerWidth + 1);
    });
"""

# Finds words that are broken, and states of several lines.
WORDS = """
    const lines = (node, start, end) => {
      const range = document.createRange();
      range.setStart(node, start);
      range.setEnd(node, end);
      return new Set([...range.getClientRects()].map(each => each.top)).size;
    };
    const texts = [...document.querySelectorAll('.row .state, .row .label, .row .kind')].map(each => each.firstChild).filter(Boolean);
    return {
      broken: texts.flatMap(text => [...text.data.matchAll(/\\S+/g)].filter(word => lines(text, word.index, word.index + word[0].length) > 1).map(String)),
      long: texts.filter(text => text.parentElement.className === 'state' && lines(text, 0, text.length) > 1).map(text => text.data),
    };
"""


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    page = Chromium()
    page.open(kitchen.address)


def tearDownModule():
    page.close()
    kitchen.close()


class LooksTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        page.reset()
        kitchen.clear()
        page.open(kitchen.address)

    def look(self, name, sizes=SIZES, important=(), excepted=()):
        """Measures and keeps the page as it is, at each size and in both colour schemes.

        Important elements must be seen without scrolling. Some of axe's rules can be excepted.
        """
        problems = []
        for scheme in ("light", "dark"):
            page.prefer(color_scheme=scheme)
            for width, height in sizes:
                page.resize(width, height)
                page.save(SCREENSHOTS / f"{name}-{width}x{height}-{scheme}.png")
                if scheme == "dark":
                    continue
                found = page.run(MEASURE)
                if found["wider"] > 0 or found["small"] or found["cut"]:
                    problems.append((width, height, found))
                outside = page.run(OUTSIDE, list(important))
                if outside:
                    problems.append((width, height, "not within the window", outside))
            for size in ((375, 812), (1280, 800)):
                page.resize(*size)
                problems += [(size, scheme, *each) for each in page.axe() if each[0] not in excepted]
        self.assertEqual(problems, [])

    def test_idle(self):
        self.look("idle", important=[".egg", "#another-time"])

    def test_cooking(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Soft egg")
        page.wait_until_shown(".mark")
        self.look("cooking", important=[".egg", "#undo", "#another-time", "#beside", ".digits", ".track", ".controls button"])

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
        problems = []
        for width, height in sizes:
            page.resize(width, height)
            page.save(SCREENSHOTS / f"words-{name}-{width}x{height}.png")
            found = {**page.run(MEASURE), **page.run(WORDS)}
            if found["wider"] or found["small"] or found["cut"] or found["broken"] or (width >= 1024 and found["long"]):
                problems.append((width, height, found))
        self.assertEqual(problems, [])

    def test_together(self):
        page.tap("#together")
        for egg in ("soft", "soft", "hard"):
            page.tap(f'[data-egg="{egg}"]')
        page.wait("return !document.querySelector('.ripple')")
        self.look("together", important=[".egg", ".fewer", "#together", "#start-together"])
        page.resize(1280, 800)
        page.tap("#start-together")
        page.wait("return document.querySelectorAll('.row').length === 2")
        page.wait("return !document.querySelector('.ripple')")
        self.look("pot", important=["#now"])

    def test_ringing(self):
        kitchen.call("Start", egg="soft", durationMs=1000)
        page.wait_until_shown("dialog.ringing")
        self.look("ringing", important=["dialog.ringing .stop", "dialog.ringing .snooze", "#ringing-title"])

    def test_snoozed_and_missed(self):
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + "[alarm]\nsilence-after = 1s\n")
        try:
            kitchen.call("Start", egg="hard", durationMs=1000, name="left-pot")
            kitchen.wait_for("left-pot", state="missed")
        finally:
            kitchen.reload(CONFIGURATION)
        page.wait_for_text(".state", "missed at")
        self.look("missed", sizes=[(320, 480), (375, 812), (800, 480)])
        kitchen.call("Start", egg="soft", durationMs=1000)
        kitchen.wait_for(state="ringing")
        kitchen.call("Snooze", forMs=600_000)
        page.wait("return [...document.querySelectorAll('.state')].some(each => each.textContent.startsWith('rings again at'))")
        self.look("snoozed", sizes=[(320, 480), (375, 812), (800, 480)])

    def test_eggd_cannot_be_reached(self):
        kitchen.call("Start", egg="medium", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Medium egg")
        kitchen.kill_eggd()
        try:
            page.wait_until_shown("#gone")
            page.tap('[data-egg="soft"]')
            page.wait_until_shown("#problem")
            page.wait("return !document.querySelector('.ripple')")
            self.look("gone")
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
        self.look("no-sound", important=["#sound-out", ".egg"])

    def test_dialogs(self):
        kitchen.call("Start", egg="soft", name="left-pot")
        kitchen.call("Cancel", name="left-pot")
        kitchen.call("Start", egg="hard")
        page.wait_for_text(".row .label", "Hard egg")
        sizes = [(320, 480), (375, 812), (800, 480), (1280, 800)]
        for name, button in (("keypad", "#another-time"), ("rename", ".row .name"), ("eggs", "#show-eggs"), ("this-egg", "#this-egg"), ("history", "#show-history")):
            with self.subTest(name):
                page.resize(1280, 800)
                page.tap(button)
                page.wait_until_shown("dialog[open]")
                page.wait("return !document.querySelector('.ripple')")
                self.look(name, sizes)
                page.resize(1280, 800)
                page.tap('dialog [aria-label="Close"]')
                page.wait_until_hidden("dialog[open]")

    def test_zoom_of_200_percent(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        page.wait_for_text(".row .label", "Soft egg")
        for width, height in ((1280, 800), (1920, 1080), (800, 480)):
            page.resize(width // 2, height // 2, scale=2)
            page.save(SCREENSHOTS / f"zoom-{width}x{height}.png")
            found = page.run(MEASURE)
            self.assertEqual((found["wider"], found["small"], found["cut"]), (0, [], []), (width, height))
        # Text alone twice as large, as a phone's settings have it.
        page.run("document.documentElement.style.fontSize = '200%'")
        for width, height in ((375, 812), (800, 480), (1280, 800)):
            page.resize(width, height)
            page.save(SCREENSHOTS / f"large-text-{width}x{height}.png")
            found = page.run(MEASURE)
            self.assertEqual((found["wider"], found["cut"]), (0, []), (width, height))

    def test_without_javascript(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", durationMs=1000, name="left-pot")
        kitchen.wait_for("left-pot", state="ringing")
        page.driver.get(kitchen.address + "plain")
        self.look(
            "plain", sizes=[(320, 480), (375, 812), (800, 480)], important=["[value=dismiss]"],
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
                self.look(f"start-{name}", important=["form button"] if name != "long" else [])
        page.driver.get(kitchen.address + "start?egg=dragon")
        self.look("start-wrong", important=["[role=alert]"])
        page.reset()
        page.open(kitchen.address)
        page.tap("#show-history")
        page.tap('dialog [aria-label^="Link: A pot"]')
        page.wait_until_shown("dialog .qr-code")
        self.look("link")

    def test_right_to_left(self):
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        kitchen.call("Start", egg="hard", name="בסיר", elapsedMs=40_000)
        page.wait("return document.querySelectorAll('.row').length === 2")
        page.run("document.documentElement.dir = 'rtl'")
        for width, height in ((375, 812), (800, 480)):
            page.resize(width, height)
            page.save(SCREENSHOTS / f"right-to-left-{width}x{height}.png")
            found = page.run(MEASURE)
            self.assertEqual((found["wider"], found["small"], found["cut"]), (0, [], []), (width, height))
        # The bar begins where lines begin, and ends where the time does.
        timer = kitchen.timer()
        share = page.run("""
            const [track, fill] = ['.track', '.fill'].map(each => document.querySelector(each).getBoundingClientRect());
            return (track.right - fill.left) / track.width;
        """)
        self.assertLess(abs(share - timer["remainingMs"] / timer["durationMs"]), 0.02)


if __name__ == "__main__":
    unittest.main()
