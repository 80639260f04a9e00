"""The till's pages on each screen, in Chromium and in WebKit: what must be in sight is, and nothing is cut or covered."""

import unittest

from browser import Chromium, Keys, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen
from screens import FACES, IS_RELEASE, MEASURES, SCREENSHOTS, SHAPES, SIZES, ZOOMED, look
from selenium.webdriver.common.action_chains import ActionChains

PAGES = [("lunch", "#currencies button"), ("convert", "#keypad"), ("tip", "#total-tip:not(:empty)"), ("cards", "#login")]
# Where type and controls grow.
LARGE = [(1024, 600), (1280, 800), (1920, 1080), (800, 1280), (1080, 1920)]
# Where the page's own part ends, and the size of its type.
EXTENT = """
    const main = document.querySelector('main');
    const shown = [...main.querySelectorAll('button, input, .bill')].filter(each => each.checkVisibility());
    return {bottom: Math.max(...shown.map(each => each.getBoundingClientRect().bottom)), type: parseFloat(getComputedStyle(main).fontSize)};
"""


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class TillBrowser(PageTest):
    """Each test begins without an account, and with tips in dollars."""

    def setUp(self):
        self.page.driver.get(kitchen.address + "lunch")
        self.page.driver.delete_all_cookies()
        self.page.run("localStorage.setItem('tip-settings', JSON.stringify({settings: {currency: 'USD'}}))")

    def open(self, name, ready):
        self.page.driver.get(kitchen.address + name)
        self.page.wait_until_shown(ready)

    def fill(self, **values):
        self.page.run("""
            for (const [name, value] of Object.entries(arguments[0])) {
              const field = document.querySelector(`[name="${name}"]`);
              field.value = value;
              field.dispatchEvent(new Event('input', {bubbles: true}));
            }
        """, values)

    def look(self, name, sizes):
        # A fixed foot would cover lines that can be scrolled to.
        self.page.run("for (const each of document.querySelectorAll('.foot')) each.style.position = 'static'")
        self.assertEqual(look(self.page, f"till-{name}", sizes=sizes, faces=FACES[:1]), [])


class TillScreens(TillBrowser):
    """The tests of each browser."""

    def setUp(self):
        self.page.resize(1280, 900)
        super().setUp()

    def check(self, name, important=(), zoomed=True):
        problems = look(self.page, f"till-{name}", important)
        if zoomed:
            problems += look(self.page, f"till-{name}-zoomed", sizes=ZOOMED)
        self.assertEqual(problems, [])

    def check_above_a_foot(self, name, important, zoomed=True):
        """The row that stays in sight covers the rest while that scrolls; everything else is as on the other pages."""
        position = "for (const each of document.querySelectorAll('.foot')) each.style.position = arguments[0]"
        self.page.run(position, "static")
        self.check(name, zoomed=zoomed)
        self.page.run(position, "")
        for width, height in SIZES:
            self.page.resize(width, height)
            self.assertEqual(self.page.run(MEASURES + "return outside(arguments[0])", important), [], (width, height))

    # Lunch

    def order(self):
        self.open("lunch", "#currencies button")
        self.fill(soup="1", main="2", cola="0.5")
        self.page.press("#delivery")
        self.page.press("#currencies button:last-child")
        self.page.wait_for_text("#total", "43.03 BGN")

    def test_lunch(self):
        kitchen.call("Start", egg="soft")
        try:
            self.order()
            self.page.wait_for_text(".strip li", "oft egg")
            self.check("lunch", ["#currencies", ".strip"])
        finally:
            kitchen.clear()

    def test_the_total_begins_its_line_before_it_is_calculated(self):
        self.open("lunch", "#currencies button")
        for width, height in SIZES + ZOOMED:
            self.page.resize(width, height)
            gap = self.page.run("""
                const [bill, label] = ['.bill', '#total-label'].map(each => document.querySelector(each).getBoundingClientRect());
                return label.left - bill.left;
            """)
            self.assertLess(gap, 48, (width, height))

    def test_calculate_stays_where_it_is(self):
        # On larger screens, where all of the page is in sight.
        for width, height in LARGE:
            self.page.resize(width, height)
            self.open("lunch", "#currencies button")
            place = "return document.querySelector('#calculate').getBoundingClientRect().top"
            self.fill(soup="1", main="2", dessert="1", cola="0.5")
            before = self.page.run(place)
            self.page.press("#calculate")
            self.page.wait_for_text("#total", "EUR")
            self.assertAlmostEqual(self.page.run(place), before, delta=2, msg=str((width, height)))

    def test_an_empty_field_says_that_it_counts_as_none(self):
        self.open("lunch", "#currencies button")
        self.assertFalse(self.page.shows("li:has(#soup) .note"))
        self.fill(soup="")
        self.assertTrue(self.page.shows("li:has(#soup) .note"))
        self.assertEqual(self.page.text("li:has(#soup) .note"), "An empty field counts as 0.")
        self.page.press("#calculate")
        self.page.wait_for_text("#total", "0.00 EUR")
        self.check("lunch-empty", zoomed=False)
        self.fill(soup="1")
        self.assertFalse(self.page.shows("li:has(#soup) .note"))

    # Convert

    def test_convert(self):
        self.open("convert", "#keypad")
        self.page.wait_for_text("#input-unit", "F")
        for key in "98.6":
            self.page.press(f'[data-key="{key}"]')
        self.page.wait("return document.querySelector('#result').value === '37'")
        keys = [f'[data-key="{key}"]' for key in "0123456789.CN"]
        self.check("convert", [*keys, "#converter", "#entry", "#result"])

    # Tip

    def pay(self):
        self.open("tip", "#front")
        self.page.wait_for_text("#total-tip", "$0.00")
        self.page.press("#bill")
        self.page.wait_until_shown("dialog.pad")
        for index in (7, 4, 9, 3):
            self.page.run("document.querySelectorAll('.pad .key')[arguments[0]].click()", index)
        self.page.wait_for_text(".pad .typed", "85.4")

    def split(self):
        self.pay()
        self.page.press(".pad .wide")
        for button, value in (("#percent", "18"), ("#people", "4")):
            self.page.press(button)
            self.page.wait_until_shown("dialog [role=listbox]")
            self.page.press(f"dialog [data-value='{value}']")
        self.page.wait_for_text("#total-to-pay", "$100.77")

    def test_the_number_pad(self):
        self.pay()
        self.page.settle()
        self.check("pad", [".pad .key", ".pad .wide", ".pad .typed"], zoomed=False)

    def test_the_amounts_of_the_percentages_stand_in_a_column(self):
        self.pay()
        self.page.press(".pad .wide")
        self.page.press("#percent")
        self.page.wait_until_shown("dialog [role=listbox]")
        self.page.settle()
        for width, height in SIZES:
            self.page.resize(width, height)
            edges = self.page.run("""
                const edge = each => getComputedStyle(each).textAlign === 'end' ? each.getBoundingClientRect().right : NaN;
                return ['.percent > :first-child', '.percent .amount'].map(column => {
                  const edges = [...document.querySelectorAll(column)].map(edge);
                  return Math.max(...edges) - Math.min(...edges);
                });
            """)
            self.assertLess(max(edges), 1, (width, height))
        self.assertEqual(self.page.run("return document.querySelectorAll('.percent > :first-child')[18].textContent"), "18\u00a0%")
        self.page.press("dialog [data-value='18']")
        self.page.wait_for_text("#percent", "18\u00a0%")

    def test_tip(self):
        self.split()
        self.page.settle()
        self.check_above_a_foot("tip", ["#people"])

    def test_split(self):
        self.split()
        self.page.press("#split-tab")
        self.page.wait_until_shown("#checks")
        self.page.settle()
        self.check_above_a_foot("split", [".check:first-child"], zoomed=False)
        for width, height in SIZES:
            self.page.resize(width, height)
            found = self.page.run("""
                const [foot, sliders] = [document.querySelector('#front .foot'), [...document.querySelectorAll('.check input')].slice(0, 2)];
                const {top, height} = foot.getBoundingClientRect();
                const isSticky = getComputedStyle(foot).position === 'sticky';
                return {height, covered: isSticky && sliders.some(each => each.getBoundingClientRect().bottom > top)};
            """)
            self.assertFalse(found["covered"], (width, height))
            self.assertLess(found["height"], max(75, height / 5), (width, height))

    def test_the_settings_have_done_beside_their_title(self):
        self.open("tip", "#front")
        self.page.wait_for_text("#total-tip", "$0.00")
        self.page.press("#info")
        self.page.wait_until_shown("#back")
        self.page.press("#tax-list label:last-child input")
        self.page.wait_until_shown("#tax-rate-field")
        self.page.settle()
        self.check("settings", ["#done", "#settings-title"])
        for width, height in SIZES:
            self.page.resize(width, height)
            self.page.run("scrollTo(0, document.documentElement.scrollHeight)")
            found = self.page.run("""
                const [title, done] = ['#settings-title', '#done'].map(each => document.querySelector(each).getBoundingClientRect());
                return [done.left > title.left, Math.abs((title.top + title.bottom) - (done.top + done.bottom)) < 8, title.top >= 0 && done.top >= 0];
            """)
            self.assertEqual(found, [True, True, True], (width, height))

    # Cards

    def test_cards(self):
        email = f"sofia-{type(self.page).__name__}@example.org".lower()
        self.open("cards", "#login")
        self.check("log-in", zoomed=False)
        self.page.press("#to-register")
        self.check("register", zoomed=False)
        self.fill(name="Sofia", email=email, emailAgain=email, telephone="+359 88 1234567")
        self.page.press("#register .strong")
        self.page.wait_until_shown("#recovery")
        self.check("recovery", zoomed=False)
        self.page.press("#kept")
        self.page.wait_until_shown("#purchases")
        self.page.press("#to-buy")
        self.page.wait_until_shown("#buy")
        self.assertFalse(self.page.shows("#swatch"))
        self.fill(recipient="Boris the Magnificent of Plovdiv", color="the blue of the sea", message="Many happy returns of the day!",
                  senders="Ana & Ivan", luxury="5")
        self.page.press("#genders input")
        self.page.wait_for_text("#price", "9.00 BGN")
        self.check_above_a_foot("buy", ["#price", "#buy .strong"], zoomed=False)
        style = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]"
        self.assertEqual(self.page.run(style, "#swatch", "backgroundColor"), "rgb(0, 0, 255)")
        weights = self.page.run("return [...new Set([...document.querySelectorAll('#buy label[for], #buy legend')].map(each => getComputedStyle(each).fontWeight))]")
        self.assertEqual(weights, ["400"])
        self.fill(color="no colour")
        self.assertFalse(self.page.shows("#swatch"))
        self.fill(color="Dark Blue")
        self.assertEqual(self.page.run(style, "#swatch", "backgroundColor"), "rgb(0, 0, 139)")
        self.page.press("#buy .strong")
        self.page.wait_for_text("#facts", "Boris")
        self.assertEqual(self.page.run(style, "#facts .swatch", "backgroundColor"), "rgb(0, 0, 139)")
        self.check("details", zoomed=False)
        self.page.press('#details [data-to="purchases"]')
        self.page.wait_for_text("#orders", "Boris")
        self.check("purchases")
        for width, height in SIZES + ZOOMED:
            self.page.resize(width, height)
            lines = self.page.run("""
                const range = document.createRange();
                range.selectNodeContents(document.querySelector('#orders .value'));
                return new Set([...range.getClientRects()].map(each => Math.round(each.top))).size;
            """)
            self.assertEqual(lines, 1, (width, height))

    # All

    def test_the_pages_fill_large_screens(self):
        for name, ready in (("lunch", "#currencies button"), ("convert", "#keypad"), ("tip", "#front")):
            self.open(name, ready)
            for width, height in LARGE:
                self.page.resize(width, height)
                with self.subTest(page=name, size=(width, height)):
                    found = self.page.run(EXTENT)
                    self.assertGreater(found["bottom"], height * 0.9)
                    self.assertGreaterEqual(found["type"], min(width * 0.025, height * 0.025))

    def test_large_type_breaks_no_word(self):
        for name, ready in PAGES:
            self.open(name, ready)
            self.page.run("document.documentElement.style.fontSize = '32px'")
            for width, height in ((360, 800), (480, 800), (600, 1024), (800, 480)):
                self.page.resize(width, height)
                self.page.save(SCREENSHOTS / f"till-{name}-32px-{width}x{height}-{type(self.page).__name__.lower()}.png")
                with self.subTest(page=name, size=(width, height)):
                    found = self.page.run(MEASURES + "return look([])")
                    self.assertEqual([found["wider"], found["broken"]], [0, []])

    def test_the_row_of_eggs_leads_to_them(self):
        self.open("lunch", "#currencies button")
        self.page.wait_for_text(".strip", "Nothing is cooking.")
        self.assertFalse(self.page.shows(".strip a"))
        kitchen.call("Start", egg="medium", name="left-pot")
        try:
            self.page.wait_for_text(".strip li", "left-pot")
            self.page.tap(".strip a")
            self.page.wait("return location.pathname === '/'")
            self.page.wait_for_eggs()
        finally:
            kitchen.clear()


class ChromiumTillScreens(TillScreens, unittest.TestCase):
    engine = Chromium


class WebKitTillScreens(TillScreens, unittest.TestCase):
    engine = WebKit


@unittest.skipUnless(IS_RELEASE, "Firefox's till is looked at in German")
class FirefoxTillScreens(TillScreens, unittest.TestCase):
    engine = Firefox


class FirefoxLargeText(TillBrowser, unittest.TestCase):
    engine = Firefox

    def test_text_alone_that_is_twice_as_large_cuts_nothing(self):
        for name, ready in PAGES:
            self.page.resize(800, 600)
            self.open(name, ready)
            self.page.zoom_text(2)
            self.assertEqual(self.page.run("return getComputedStyle(document.documentElement).fontSize"), "32px")
            if name == "convert":
                self.page.wait_for_text("#input-unit", "F")
                self.page.press("[data-key='9']")
                self.page.wait("return document.querySelector('#result').value === '-12.77777778'")
            self.look(f"{name}-text", [*SHAPES, (320, 480), (480, 320)])


class TillInLanguage(TillBrowser):
    """Each page as it begins, and what is behind it, in a language."""

    def look(self, name):
        super().look(f"{name}-{self.language}", self.screens)

    def open(self, name, ready):
        self.page.resize(1280, 900)
        super().open(f"{name}?lang={self.language}", ready)
        self.page.wait("return document.documentElement.dataset.changed !== undefined")

    def test_nothing_is_cut(self):
        for name, ready in PAGES:
            self.open(name, ready)
            self.look(name)

    def test_nothing_is_cut_in_other_views(self):
        for name, ready, opener, shown in (
                ("lunch", "#currencies button", "#currencies [value=USD]", "#change-rate"), ("tip", "#total-tip:not(:empty)", "#info", "#back")):
            self.open(name, ready)
            self.page.press(opener)
            self.page.wait_until_shown(shown)
            self.page.settle()
            self.look(f"{name}-{shown[1:]}")

    def test_nothing_is_cut_in_the_shop(self):
        email = f"sofia-{type(self.page).__name__}-{self.language}@example.org".lower()
        self.open("cards", "#login")
        self.page.press("#to-register")
        self.look("register")
        self.fill(name="Sofia", email=email, emailAgain=email, telephone="+359 88 1234567")
        for opener, shown in (("#register .strong", "#recovery"), ("#kept", "#purchases"), ("#to-buy", "#buy")):
            self.page.press(opener)
            self.page.wait_until_shown(shown)
            self.page.settle()
            self.look(shown[1:])


def in_language(engine, code, screens):
    return type(f"{engine.__name__}{code}TillTests", (TillInLanguage, unittest.TestCase), {"engine": engine, "language": code, "screens": screens})


# German is a third longer than English. The class of each is found by its name.
globals().update({each.__name__: each for each in (
    [in_language(engine, code, [*SIZES, *ZOOMED]) for engine in (Chromium, WebKit, Firefox) for code in ("bg", "de", "es", "fr", "it")]
    if IS_RELEASE else [in_language(Chromium, "de", [*SHAPES, (320, 480), (480, 320)])])})


class GermanTill(TillBrowser):
    """The pages in a language that has a decimal comma, and puts the sign of a currency behind the amount."""

    def open(self, name, ready):
        super().open(f"{name}?lang=de", ready)

    def type(self, *keys):
        ActionChains(self.page.driver).send_keys(*keys).perform()

    def test_lunch(self):
        page = self.page
        self.open("lunch", "#currencies button")
        page.wait_for_text("#delivery-label", "10,00 EUR")
        page.run("const cola = document.querySelector('#cola'); cola.value = '0.5'; cola.dispatchEvent(new Event('input'))")
        self.assertEqual(page.text("li:has(#cola) output"), "0,5 l")
        page.press("#currencies button:last-child")
        page.wait_for_text("#total", "1,96 BGN")
        self.assertIn("1 EUR = 1,95583 BGN", page.text("#euros"))
        self.assertIn("0,5 l", page.text("#lines"))
        # A rate of three decimals could be more than a thousand elsewhere.
        page.press("#currencies [value=USD]")
        page.wait_for_text("#euros", "1,1750 USD")
        self.assertIn("31.12.2025", page.text("#euros"))
        page.tap("#change-rate")
        page.wait("return document.querySelector('#new-rate').value === '1,1750'")
        try:
            page.run("document.querySelector('#new-rate').value = '1,157'")
            page.tap("dialog .strong")
            page.wait_for_text("#euros", "1 EUR = 1,157 USD")
        finally:
            page.run("return fetch('/call/io.eggtimer.Till.ResetRate', {method: 'POST', headers: {'Content-Type': 'application/json'}, body: '{\"currency\": \"USD\"}'}).then(() => null)")

    def test_convert(self):
        page = self.page
        self.open("convert", "#keypad")
        page.wait_for_text("#input-unit", "F")
        self.assertEqual(page.run("const key = document.querySelector('[data-key=\".\"]'); return [key.textContent, key.getAttribute('aria-label')]"), [",", "Komma"])
        for key in "98.6":
            page.tap(f'[data-key="{key}"]')
        page.wait("return document.querySelector('#entry').value === '98,6' && document.querySelector('#result').value === '37'")
        self.assertEqual(page.text("#spoken"), "98,6 °F = 37 °C")
        self.type(Keys.ESCAPE, "5", "0", ",", "5")
        page.wait("return document.querySelector('#entry').value === '50,5' && document.querySelector('#result').value === '10,27777778'")

    def test_tip(self):
        page = self.page
        self.open("tip", "#front")
        page.wait_for_text("#bill", "0,00\u00a0$")
        page.tap("#bill")
        page.wait_until_shown("dialog.pad")
        self.assertEqual(page.run("const key = document.querySelectorAll('.pad .key')[9]; return [key.textContent, key.getAttribute('aria-label')]"), [",", "Komma"])
        for index in (7, 4, 9, 3):
            page.run("document.querySelectorAll('.pad .key')[arguments[0]].click()", index)
        page.wait_for_text(".pad .typed", "85,4")
        page.tap(".pad .wide")
        page.wait_for_text("#bill", "85,40\u00a0$")
        page.tap("#percent")
        page.wait_for_text("dialog [data-value='18'] .amount", "15,37\u00a0$")
        page.press("dialog [data-value='18']")
        page.tap("#people")
        page.press("dialog [data-value='4']")
        page.wait_for_text("#total-per-person", "1 × 25,20\u00a0$, 3 × 25,19\u00a0$")
        self.assertEqual(page.text(".check .quiet"), "21,35\u00a0$ + 3,85\u00a0$ Trinkgeld")
        # Ten million at most, in groups of three.
        page.tap("#bill")
        self.type(*"1234567,8", Keys.ENTER)
        page.wait_for_text("#bill", "1.234.567,80\u00a0$")

    def test_the_sizes_of_eggs(self):
        page = self.page
        page.open(f"{kitchen.address}?lang=de")
        page.press("#this-egg")
        page.wait_for_text("dialog .picks", "5,3 cm")


class ChromiumGermanTill(GermanTill, unittest.TestCase):
    pass


class WebKitGermanTill(GermanTill, unittest.TestCase):
    engine = WebKit


class FirefoxGermanTill(GermanTill, unittest.TestCase):
    engine = Firefox
