"""The eggs' page on every screen, in Chromium, WebKit and Firefox: nothing overlaps, is cut off or is out of sight."""

import gettext
import unittest

from browser import Chromium, PageTest, WebKit
from firefox import Firefox
from kitchen import CONFIGURATION, ROOT, Kitchen
from screens import ALL, FACES, IS_RELEASE, SHAPES, SIZES, ZOOMED, look

LONG = "A pot with a long name on the left stove"
# The page's longest messages, in their sentences, each with its detail, as in Trouble.swift and eggd.js.
NO_SOUND = (["No sound: is the speaker connected, on and not muted?", "Tap here, and this page also rings."],
            "eggd reports: there is no sound device 'default'.")
NOT_SAVED = (["Timers are not saved: leave the machine on, or they are lost."], "eggd reports: the disk is full.")
GONE = (["The timer program does not answer, and the timers shown may be wrong.", "The time here keeps counting."],
        "eggd sends no more events. Look at its log, or restart it with 'systemctl --user restart eggd'.")
NO_ANSWER = (["This page got no answer from its machine. Check the timers before you try again."], "")
TOP = [".pages a", "#undo"]
TIMER = [*TOP, ".row .digits", ".row .name", ".row .state", ".row .track", ".row .controls"]
# The screens on which a notice, or the names of three eggs, leave room for all else.
ROOMY = [size for size in (*SIZES, *ZOOMED) if size != (400, 240)]


# A panel in the edge of a worktop.
WIDE_AND_LOW = (1480, 320)
# Screens on which the eggs have no room for a warning.
UNWARNED = [(320, 480), (375, 667), (480, 320), (360, 800), (480, 800)]
# Which eggs have a warning in sight, whole and beside all else of the egg.
WARNED = """
    return [...document.querySelectorAll('.egg')].map(egg => {
      const warning = egg.querySelector('.safety');
      if (!warning.checkVisibility() || !warning.textContent) return false;
      const range = document.createRange();
      range.selectNodeContents(warning);
      const [text, place, box] = [range, warning, egg].map(each => each.getBoundingClientRect());
      const isBeside = (other) => other.right <= text.left || text.right <= other.left || other.bottom < text.top + 2 || text.bottom < other.top + 2;
      return text.top > place.top - 1 && text.bottom < place.bottom + 1 && text.left > place.left - 1 && text.right < place.right + 1
          && place.bottom < box.bottom && place.right < box.right
          && [...egg.children].every(each => each === warning || isBeside(each.getBoundingClientRect()));
    });
"""
# The smallest screens of each shape.
TIGHT = [(320, 480), (375, 667), (480, 320), (768, 1024), (800, 480)]


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class Layout(PageTest):
    """The tests, for each engine."""

    # Of the page, and the screens on which it is looked at in it.
    language = "en"
    screens = (*SIZES, *ZOOMED, WIDE_AND_LOW)

    def setUp(self):
        kitchen.clear()
        self.page.resize(1280, 800)
        self.page.open(f"{kitchen.address}?lang={self.language}")

    def still(self):
        """Ends what moves, so that it is measured where it belongs."""
        self.page.run("document.styleSheets[0].insertRule('*, ::before, ::after { animation: none !important; transition: none !important; }')")

    def look(self, name, important=(), sizes=(*SIZES, *ZOOMED), faces=FACES[:1]):
        self.still()
        sizes = [size for size in sizes if size in self.screens]
        self.assertEqual(look(self.page, f"eggs-{name}-{self.language}", important, sizes, faces), [])

    def rows(self, count):
        self.page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)

    def start(self, **parameters):
        kitchen.call("Start", **parameters)
        self.rows(len(kitchen.timers()))

    def start_several(self, count):
        several = [("egg", "medium"), ("left-pot", "hard"), ("the small pot", "soft"), ("a glass", "poached"), ("bath", "onsen")]
        for index, (name, egg) in enumerate(several[:count]):
            kitchen.call("Start", egg=egg, name=name, elapsedMs=40_000 + 10_000 * index)
        self.rows(count)
        self.page.wait_until_shown(".mark")

    def start_one(self):
        self.start(egg="soft", elapsedMs=83_000)
        self.page.wait_until_shown(".mark")

    def notice(self, name, sentences, detail=""):
        """Shows a notice that stays, whatever eggd tells, with the elements of showTrouble() in dom.js."""
        catalogue = gettext.translation("eggtimer", ROOT / ".build/locale", [self.language], fallback=self.language == "en")
        self.page.run("""
            const [name, message, detail, summary] = arguments;
            const old = document.getElementById(name);
            const shown = old.cloneNode();
            shown.innerHTML = '<span></span>' + (detail && ' <details class="why"><summary></summary><span></span></details>');
            shown.firstChild.textContent = message;
            if (detail) {
              shown.querySelector('summary').textContent = summary;
              shown.querySelector('.why > span').textContent = detail;
            }
            shown.hidden = false;
            old.replaceWith(shown);
        """, name, " ".join(map(catalogue.gettext, sentences)), detail, catalogue.gettext("Details"))

    def test_idle(self):
        self.look("idle", [*TOP, ".egg", "#idle"], ROOMY)

    def test_one_timer(self):
        self.start_one()
        self.look("one", TIMER, (*SIZES, *ZOOMED, WIDE_AND_LOW), FACES)

    def test_the_warning_of_a_soft_egg_has_a_line_of_its_own(self):
        self.start_one()
        self.still()
        try:
            for face in FACES:
                self.page.run("document.documentElement.style.setProperty('--face', arguments[0])", face)
                for size in ALL if self.language == "en" else self.screens:
                    if size in ALL:
                        self.page.resize(*size)
                        self.assertEqual(self.page.run(WARNED), [size not in UNWARNED, False, False], (size, face))
        finally:
            self.page.run("document.documentElement.style.removeProperty('--face')")

    def test_the_name_of_an_egg_is_not_cut(self):
        for egg in ("soft", "medium", "hard"):
            kitchen.clear()
            self.rows(0)
            self.start(egg=egg)
            for width, height in TIGHT:
                self.page.resize(width, height)
                name, shown = self.page.run("const each = document.querySelector('.row .title'); return [each.textContent, each.scrollWidth <= each.clientWidth + 1]")
                self.assertTrue(shown, (name, width, height))

    def test_one_timer_with_a_notice(self):
        for name, (sentences, detail) in (
                ("sound-out", NO_SOUND), ("store-out", NOT_SAVED), ("now", (["Now: 2 medium eggs, 1 hard egg in."], "")),
                ("gone", GONE), ("problem", NO_ANSWER)):
            with self.subTest(name):
                self.setUp()
                self.start_one()
                self.notice(name, sentences, detail)
                self.look(name, [*TIMER, f"#{name}", *([f"#{name} summary"] if detail else [])], TIGHT)

    def test_one_timer_with_two_notices(self):
        self.start_one()
        self.notice("sound-out", *NO_SOUND)
        self.notice("store-out", *NOT_SAVED)
        self.look("two-notices", [*TIMER, ".notice:not([hidden])"], ROOMY, FACES)

    def test_one_timer_with_a_long_name(self):
        self.start(durationMs=10_000_000, name=LONG)
        self.look("long-name", TIMER)
        kitchen.call("Pause", name=LONG)
        self.page.wait_until_shown("[data-tone=paused]")
        self.look("paused", TIMER, TIGHT)

    def test_one_timer_that_is_snoozed_or_missed(self):
        self.start(egg="soft", durationMs=1000)
        self.page.wait_until_shown("dialog.ringing")
        kitchen.call("Snooze", forMs=600_000)
        self.page.wait_until_shown("[data-tone=snoozed]")
        self.look("snoozed", TIMER, TIGHT)
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + "[alarm]\nsilence-after = 1s\n")
        try:
            kitchen.call("Start", egg="soft", durationMs=1000)
            kitchen.wait_for(state="missed")
        finally:
            kitchen.reload(CONFIGURATION)
        self.page.wait_until_shown("[data-tone=missed]")
        self.look("missed", TIMER, TIGHT)

    def test_several_timers(self):
        for count in (2, 3, 5):
            with self.subTest(count):
                self.setUp()
                self.start_several(count)
                self.look(f"several-{count}", TOP, SIZES, FACES if count == 3 else FACES[:1])

    def test_counting_eggs_that_cook_together(self):
        self.page.run("""
            for (const each of ['#together', '[data-egg=soft]', '[data-egg=soft]', '[data-egg=hard]']) document.querySelector(each).click();
        """)
        self.page.wait_until_shown(".fewer")
        self.look("together", [*TOP, "#together"], SIZES)

    def test_one_more_beside_it(self):
        self.start_one()
        self.page.press("#beside")
        self.look("beside", TIMER, TIGHT)

    def test_ringing(self):
        important = ["dialog .stop", "dialog .snooze", "dialog h3", "dialog .since", ".alarm .picture"]
        for count, name in enumerate(("egg", "left-pot", "the big pot"), 1):
            kitchen.call("Start", egg="soft", durationMs=1000, name=name)
            self.page.wait("return document.querySelectorAll('dialog[open] .alarm').length === arguments[0]", count)
            self.look(f"ringing-{count}", important, ROOMY if count == 2 else [*TIGHT, (1920, 1080)])
            smallest = self.page.run("return Math.min(...[...document.querySelectorAll('.alarm .picture')].map(each => each.getBoundingClientRect()).map(r => Math.min(r.width, r.height)))")
            self.assertGreater(smallest, 40)
        kitchen.clear()
        kitchen.call("Start", egg="soft", durationMs=1000, name=LONG)
        self.page.wait_for_text("#ringing-title", LONG)
        self.look("ringing-long-name", important, TIGHT)

    def test_an_egg_that_rings_on_a_low_screen_is_large(self):
        kitchen.call("Start", egg="soft", durationMs=1000)
        self.page.wait_until_shown(".alarm .picture")
        self.still()
        self.page.resize(480, 320)
        self.page.wait("return innerHeight === 320")
        box = self.page.run("const r = document.querySelector('.alarm .picture').getBoundingClientRect(); return [r.width, r.height]")
        self.assertGreater(min(box), 150)

    def test_the_keypad_and_the_sheets(self):
        for name, button, important in (
                ("keypad", "#another-time", ["dialog .key", "dialog .typed", "dialog .strong"]), ("this-egg", "#this-egg", []),
                ("eggs", "#show-eggs", []), ("history", "#show-history", [])):
            with self.subTest(name):
                self.page.resize(1280, 800)
                self.page.press(button)
                self.page.wait_until_shown("dialog[open]")
                self.look(name, ['dialog .bar button', *important], [*TIGHT, *ZOOMED])
                # It can be closed from every place in it.
                self.page.run("const dialog = document.querySelector('dialog[open]'); dialog.scrollTop = dialog.scrollHeight")
                self.page.resize(320, 480)
                self.page.tap('dialog .bar button')
                self.page.wait_until_hidden("dialog[open]")

    def test_the_pages_are_at_the_same_place_on_every_page(self):
        self.start_one()
        places = {}
        for name in ("", "lunch", "convert", "tip", "cards"):
            self.page.driver.get(f"{kitchen.address}{name}?lang={self.language}")
            self.page.wait("return document.readyState === 'complete'")
            for width, height in self.screens:
                self.page.resize(width, height)
                places.setdefault((width, height), {})[name] = self.page.run("""
                    return [...document.querySelectorAll('.pages a')].map(each => each.getBoundingClientRect()).map(r => [r.left, r.top, r.right, r.bottom].map(Math.round).join());
                """)
        for size, pages in places.items():
            self.assertEqual({name: place for name, place in pages.items() if place != pages[""]}, {}, (size, pages[""]))

    def test_without_room_the_actions_are_a_menu(self):
        self.page.resize(320, 480)
        self.page.wait_until_hidden("#show-eggs")
        for button, shown in (("#show-eggs", "dialog .list"), ("#show-history", "dialog .idle, dialog .list")):
            self.page.tap("#show-actions")
            self.page.wait_until_shown("#ring-here span")
            self.look_at_the_menu()
            self.page.tap(button)
            self.page.wait_until_shown(shown)
            self.page.tap('dialog .bar button')
            self.page.wait_until_hidden("dialog[open]")
        self.page.wait_until_hidden("#show-eggs")
        self.page.tap("#show-actions")
        self.addCleanup(self.page.run, "document.querySelector('#ring-here[aria-pressed=true]')?.click()")
        self.page.tap("#ring-here")
        self.assertEqual(self.page.find("#ring-here").get_attribute("aria-pressed"), "true")

    def look_at_the_menu(self):
        for width, height in ((480, 320), (375, 667), (320, 480)):
            self.page.resize(width, height)
            outside = self.page.run("""
                return [...document.querySelectorAll('.actions button')].map(each => each.getBoundingClientRect())
                  .filter(r => r.left < 0 || r.top < 0 || r.right > innerWidth || r.bottom > innerHeight || r.height < 47.9)
                  .map(r => [r.left, r.top, r.right, r.bottom]);
            """)
            self.assertEqual(outside, [], (width, height))

    def test_each_chip_can_be_brought_into_sight(self):
        self.start_one()
        for width, height in SIZES:
            self.page.resize(width, height)
            hidden, rows, faded = self.page.run("""
                const row = document.querySelector('.more');
                row.scrollLeft = row.scrollWidth;
                const [place, ...chips] = [row, ...row.querySelectorAll('li:not([hidden])')].map(each => each.getBoundingClientRect());
                row.scrollLeft = 0;
                return [chips.at(-1).right > place.right + 1, new Set(chips.map(each => each.top)).size, getComputedStyle(row).maskImage !== 'none'];
            """)
            self.assertEqual((hidden, rows, faded), (False, 2 if height > 520 else 1, False), (width, height))

    def size(self, selector):
        return self.page.run("return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)", selector)

    def test_type_grows_with_the_screen(self):
        weights = self.page.run("return ['.egg .name', '.egg .time'].map(each => getComputedStyle(document.querySelector(each))).map(each => [each.fontSize, each.fontWeight, each.color].join())")
        # A long name in another language may be smaller than its time.
        if self.language == "en":
            self.assertEqual(weights[0], weights[1])
        for size, least in (((1920, 1080), 45), ((1080, 1920), 45), ((1280, 800), 32), ((800, 1280), 30), ((800, 480), 24)):
            self.page.resize(*size)
            self.assertGreaterEqual(self.size(".egg .time"), least, size)
        self.page.resize(1920, 1080)
        self.assertGreater(self.size(".chip"), 20)

    def test_several_timers_use_the_room(self):
        self.start_several(2)
        for size, least in (((1280, 800), 100), ((800, 1280), 100), ((1024, 600), 80), ((800, 480), 64)):
            self.page.resize(*size)
            self.assertGreaterEqual(self.size(".digits"), least, size)
            lines = self.page.run("return new Set([...document.querySelectorAll('.row')[0].querySelectorAll('.controls button:not([hidden])')].map(each => each.getBoundingClientRect().top)).size")
            self.assertEqual(lines, 1, size)

    def test_upright_an_egg_carries_its_words_below_its_picture_and_a_wide_one_beside_it(self):
        for size in ((800, 1280), (390, 844), (768, 1024)):
            self.page.resize(*size)
            card, picture, name, time = self.page.run("""
                return ['.egg', '.egg .picture', '.egg .name', '.egg .time'].map(each => document.querySelector(each).getBoundingClientRect().toJSON());
            """)
            if size == (768, 1024):
                self.assertLessEqual(picture["right"], name["left"] + 1, size)
            else:
                self.assertLessEqual(picture["bottom"], name["top"] + 1, size)
            self.assertLessEqual(name["bottom"], time["top"] + 1, size)
            self.assertGreater(name["height"] + time["height"], card["height"] / 4, size)

    def test_without_eggd_the_row_is_grey(self):
        self.start_one()
        grey = "return getComputedStyle(document.querySelector('.row')).filter === 'grayscale(1)'"
        self.assertFalse(self.page.run(grey))
        self.notice("gone", *GONE)
        self.assertTrue(self.page.run(grey))


class ChromiumLayoutTests(Layout, unittest.TestCase):
    engine = Chromium


class WebKitLayoutTests(Layout, unittest.TestCase):
    engine = WebKit


class FirefoxLayoutTests(Layout, unittest.TestCase):
    engine = Firefox

    def test_text_alone_that_is_twice_as_large_cuts_nothing(self):
        self.addCleanup(self.page.zoom_text, 1)
        self.page.zoom_text(2)
        self.assertEqual(self.page.run("return getComputedStyle(document.documentElement).fontSize"), "32px")
        self.look("text-idle", [*TOP, "#idle", ".egg"], SHAPES)
        self.start_one()
        self.look("text-one", [*TIMER, ".egg"], SHAPES)
        kitchen.clear()
        self.start_several(2)
        # There, the eggs and the second timer are below.
        smallest = [(320, 480), (480, 320)]
        self.look("text-two", [".row:first-child .digits"], smallest)
        kitchen.clear()
        for count, name in enumerate(("egg", "left-pot"), 1):
            kitchen.call("Start", egg="soft", durationMs=1000, name=name)
            self.page.wait("return document.querySelectorAll('dialog[open] .alarm').length === arguments[0]", count)
            self.look(f"text-ringing-{count}", ["dialog .stop", "dialog .snooze", "dialog h3", "dialog .since"], [*SHAPES, *smallest])


def in_language(engine, code, screens):
    return type(f"{engine.__name__}{code}LayoutTests", (Layout, unittest.TestCase), {"engine": engine, "language": code, "screens": screens})


# German is a third longer than English. The class of each is found by its name.
globals().update({each.__name__: each for each in (
    [in_language(engine, code, Layout.screens) for engine in (Chromium, WebKit, Firefox) for code in ("bg", "de", "es", "fr", "it")]
    if IS_RELEASE else [in_language(Chromium, "de", [*TIGHT, (1920, 1080), (400, 240), (512, 300), (960, 540)])])})
