"""The looks of the till's pages in Chromium: seen by axe in light and dark, with large text, and from right to left."""

import unittest

from browser import Chromium, Keys
from kitchen import Kitchen
from selenium.webdriver.common.action_chains import ActionChains
from screens import FACES, MEASURES, SCREENSHOTS, look
from test_looks import SIZES


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Chromium("--lang=en-US")
    unittest.addModuleCleanup(page.close)


class TillLooksTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        page.reset()
        page.resize(1280, 900)
        page.prefer(reduced_motion="reduce")
        page.driver.get(kitchen.address + "lunch")
        page.driver.delete_all_cookies()
        page.run("localStorage.clear()")

    def look(self, name, sizes=()):
        """Lets axe see the page as it is, and measures it on these screens: those that test_till_screens doesn't measure."""
        name = f"till-{name}"
        problems = look(page, name, (), sizes, FACES[:1])
        for scheme in ("light", "dark"):
            page.prefer(color_scheme=scheme, reduced_motion="reduce")
            for width, height in ((375, 812), (1280, 800)):
                page.resize(width, height)
                page.save(SCREENSHOTS / f"{name}-{width}x{height}-{scheme}.png")
                problems += [(width, height, scheme, *each) for each in page.axe()]
        page.prefer(color_scheme="light", reduced_motion="reduce")
        page.run("document.documentElement.style.fontSize = '200%'")
        page.resize(375, 812)
        page.save(SCREENSHOTS / f"{name}-large-text.png")
        found = page.run(MEASURES + "return look([])")
        if found["wider"] > 0:
            problems.append(("large text", found))
        page.run("document.documentElement.style.fontSize = ''; document.documentElement.dir = 'rtl'")
        for width, height in ((375, 812), (800, 480)):
            page.resize(width, height)
            page.save(SCREENSHOTS / f"{name}-right-to-left-{width}x{height}.png")
            found = page.run(MEASURES + "return look([])")
            if found["wider"] or found["small"] or found["cut"]:
                problems.append((width, height, "right to left", found))
        page.run("document.documentElement.dir = 'ltr'")
        page.resize(1280, 900)
        self.assertEqual(problems, [])

    def still(self):
        page.wait("return !document.querySelector('.ripple')")

    def open(self, name, ready):
        page.driver.get(kitchen.address + name)
        page.wait_until_shown(ready)
        if name == "convert":
            page.wait_for_text("#input-unit", "F")

    def keys(self, *keys):
        ActionChains(page.driver).send_keys(*keys).perform()

    def type(self, name, text):
        page.find(f'[name="{name}"]').send_keys(Keys.CONTROL, "a")
        page.find(f'[name="{name}"]').send_keys(text)

    def order(self):
        self.open("lunch", "#soup")
        self.type("soup", "1")
        self.type("main", "2")
        for _ in range(5):
            page.find("#cola").send_keys(Keys.ARROW_RIGHT)
        page.run("document.activeElement.blur()")
        page.tap("#delivery")
        page.run("document.querySelectorAll('#currencies button')[2].click()")
        page.wait_for_text("#total", "43.03 BGN")
        self.still()

    def test_lunch(self):
        self.order()
        kitchen.call("Start", egg="soft", elapsedMs=83_000)
        try:
            page.wait_for_text("#strip", "oft egg")
            self.look("lunch")
        finally:
            kitchen.clear()

    def test_an_amount_stands_beside_its_name_at_the_end_of_the_line(self):
        self.order()
        gaps = page.run("""
            const place = each => { const range = document.createRange(); range.selectNodeContents(each); return range.getBoundingClientRect(); };
            return [...document.querySelectorAll('#lines li')].map(line => {
              const [name, amount] = [place(line.firstElementChild), place(line.querySelector('.amount'))];
              return [Math.abs(name.bottom - amount.bottom) < 1, Math.abs(line.getBoundingClientRect().right - amount.right) < 1];
            });
        """)
        self.assertEqual(gaps, [[True, True]] * 4)

    def test_lunch_that_is_refused(self):
        self.order()
        self.type("dessert", "eleven")
        page.tap("#calculate")
        page.wait_until_shown("#dessert-problem")
        self.still()
        self.look("lunch-refused", SIZES)

    def test_the_rate(self):
        self.open("lunch", "#soup")
        page.tap('#currencies [value="USD"]')
        page.tap("#change-rate")
        page.wait_until_shown("dialog[open]")
        self.still()
        self.look("rate", [(320, 480), (375, 812), (800, 480)])

    def test_convert(self):
        self.open("convert", "#keypad")
        self.keys("9", "8", ".", "6")
        page.wait("return document.querySelector('#result').value === '37'")
        self.look("convert")

    def test_long_numbers(self):
        self.open("convert", "#keypad")
        self.keys(*"0.00001234567891")
        page.wait("return document.querySelector('#entry').value.length >= 16")
        for width, height in ((320, 480), (375, 812)):
            page.resize(width, height)
            for field in ("#entry", "#result"):
                page.wait("const field = document.querySelector(arguments[0]); return field.scrollWidth - field.clientWidth <= 1", field)
        self.look("convert-long", SIZES)

    def test_converters(self):
        self.open("convert", "#keypad")
        page.tap("#converter")
        page.wait_until_shown("dialog [role=listbox]")
        self.still()
        self.look("converters", [(320, 480), (375, 812), (800, 480), (1280, 800)])

    def pay(self):
        self.open("tip", "#front")
        page.wait_for_text("#total-tip", "0.00")
        page.tap("#bill")
        page.wait_until_shown("dialog.pad")
        self.keys("8", "5", ".", "4")
        page.wait_for_text(".pad .typed", "85.4")

    def split(self):
        self.pay()
        self.keys(Keys.ESCAPE)
        for button, value in (("#percent", "18"), ("#people", "4")):
            page.tap(button)
            page.wait_until_shown("dialog [role=listbox]")
            page.press(f"dialog [data-value='{value}']")
        page.wait_for_text("#people", "4 people")
        page.wait_for_text("#total-to-pay", "100.77")
        self.still()

    def test_the_number_pad(self):
        self.pay()
        self.look("pad", [(320, 480), (375, 812), (800, 480), (1280, 800)])

    def test_check_summary(self):
        self.split()
        self.look("tip")

    def test_split_adjustments(self):
        self.split()
        page.tap("#split-tab")
        page.wait_until_shown("#checks")
        page.tap('[aria-label="A cent more: Check 2"]')
        page.wait_until_shown(".check.adjusted")
        self.still()
        self.look("split")

    def test_settings_of_tips(self):
        self.open("tip", "#front")
        page.wait_for_text("#total-tip", "0.00")
        page.tap("#info")
        page.wait_until_shown("#back")
        page.press("#tax-list label:last-child input")
        page.wait_until_shown("#tax-rate-field")
        self.look("settings")

    def test_cards(self):
        self.open("cards", "#login")
        self.look("log-in")
        page.tap("#to-register")
        page.tap("#register .strong")
        page.wait_until_shown("#name-problem")
        self.still()
        self.look("register")
        for field, text in (("name", "Ana"), ("email", "ana@example.org"), ("emailAgain", "ana@example.org"), ("telephone", "+359 88 1234567")):
            self.type(field, text)
        page.tap("#register .strong")
        page.wait_until_shown("#recovery")
        self.still()
        self.look("recovery")
        page.tap("#kept")
        page.tap("#to-buy")
        page.wait_until_shown("#buy")
        for field, text in (("recipient", "Boris"), ("color", "the blue of the sea"), ("message", "Many happy returns of the day!"), ("senders", "Ana & Ivan")):
            self.type(field, text)
        page.press("#genders input")
        for _ in range(4):
            page.find("#luxury").send_keys(Keys.ARROW_RIGHT)
        page.run("document.activeElement.blur()")
        page.wait_for_text("#price", "9.00")
        self.still()
        self.look("buy")
        page.tap("#buy .strong")
        page.wait_for_text("#facts", "Boris")
        self.still()
        self.look("details")
        page.tap('#details [data-to="purchases"]')
        page.wait_for_text("#orders", "Boris")
        self.still()
        self.look("purchases")
        page.tap("#delete")
        page.wait_until_shown("dialog[open]")
        self.still()
        self.look("delete", [(320, 480), (375, 812), (800, 480)])
