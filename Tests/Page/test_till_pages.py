"""The till's pages in Chromium and in WebKit: every check value tapped, refusals at their fields, customers apart."""

import contextlib
import json
import re
import sqlite3
import unittest
import urllib.error
import urllib.request
from datetime import date

from browser import By, Chromium, Keys, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen, wait_until
from screens import before_release
from selenium.webdriver.common.action_chains import ActionChains

ALARM = "dialog.ringing[open]"


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


def call(method, cookie=None, **parameters):
    """Calls a method of the till without a browser: status, reply, and the cookie that was set."""
    headers = {"Content-Type": "application/json"}
    if cookie:
        headers["Cookie"] = cookie
    address = kitchen.address.rstrip("/") + "/call/io.eggtimer.Till." + method
    request = urllib.request.Request(address, json.dumps(parameters).encode(), headers)
    try:
        with urllib.request.urlopen(request, timeout=20) as response:
            return response.status, json.load(response), response.headers.get("Set-Cookie")
    except urllib.error.HTTPError as error:
        return error.code, json.load(error), error.headers.get("Set-Cookie")


class TillPages(PageTest):
    """The tests of each browser."""

    def setUp(self):
        self.page.resize(1280, 900)
        self.page.driver.get(kitchen.address + "lunch")
        self.page.driver.delete_all_cookies()
        self.page.run("localStorage.clear()")

    def open(self, name, ready):
        self.page.driver.get(kitchen.address + name)
        self.page.wait_until_shown(ready)

    def wait_for(self, **texts):
        """Waits until elements have these texts."""
        for name, text in texts.items():
            self.page.wait_for_text("#" + name.replace("_", "-"), text)

    def type(self, name, text):
        """Types into a field instead of what is there."""
        field = self.page.find(f'[name="{name}"]')
        field.send_keys(Keys.CONTROL, "a")
        field.send_keys(text)

    def slide(self, name, value):
        """Moves a slider to a value."""
        self.page.run("""
            const slider = document.querySelector(`[name="${arguments[0]}"]`);
            slider.value = arguments[1];
            slider.dispatchEvent(new Event('input', {bubbles: true}));
        """, name, value)

    def choose(self, button, value):
        """Chooses from the sheet that a button opens."""
        self.page.tap(button)
        self.page.wait_until_shown("dialog [role=listbox]")
        self.page.settle()
        option = f'dialog [data-value="{value}"]'
        self.page.run("document.querySelector(arguments[0]).scrollIntoView({block: 'center'})", option)
        self.page.tap(option)
        self.page.wait("return !document.querySelector('dialog[open]')")

    def refusal(self, name):
        self.page.wait_until_shown(f"#{name}-problem")
        field = self.page.find(f'[name="{name}"]')
        self.assertEqual(field.get_attribute("aria-invalid"), "true")
        self.assertEqual(field.get_attribute("aria-describedby"), f"{name}-problem")
        return self.page.text(f"#{name}-problem")

    # Lunch

    def open_lunch(self):
        self.open("lunch", "#soup")

    def currency(self, title):
        self.page.press("#currencies button", title)

    def order_the_check(self):
        self.page.tap('[aria-label="One more: Soup"]')
        for _ in range(2):
            self.page.tap('[aria-label="One more: Main Dish"]')
        self.slide("cola", "0.5")
        self.currency("Euro(EUR)")

    def test_lunch(self):
        self.open_lunch()
        titles = self.page.run("return [...document.querySelectorAll('#currencies button')].map(each => each.textContent)")
        self.assertEqual(titles, ["Dollar($)", "Euro(EUR)", "Bulgarian leva (BGN)"])
        self.assertEqual(self.page.text('#currencies [aria-pressed="true"]'), "Euro(EUR)")
        self.order_the_check()
        self.page.tap("#calculate")
        self.wait_for(total="12.00 EUR")
        self.assertIn("0.5 l", self.page.text("#lines"))
        self.page.tap("#delivery")
        self.page.wait_until_shown("#changed")
        self.page.tap("#calculate")
        self.wait_for(total="22.00 EUR")
        self.page.wait_until_hidden("#changed")
        # Another currency recalculates at once.
        self.currency("Bulgarian leva (BGN)")
        self.wait_for(total="43.03 BGN", euros="22.00 EUR")

    def test_the_page_of_lunch_works_without_a_database(self):
        self.page.driver.get(kitchen.address + "lunch")
        state = kitchen.folder / ".local/state/till"
        kept = state.with_name("till-kept")
        if state.exists():
            state.rename(kept)
        state.parent.mkdir(parents=True, exist_ok=True)
        state.write_text("no folder")
        try:
            self.open_lunch()
            self.order_the_check()
            self.wait_for(total="12.00 EUR")
            self.currency("Dollar($)")
            # The bank's rate needs no database.
            self.page.wait_for_text("#total", "USD")
        finally:
            state.unlink()
            if kept.exists():
                kept.rename(state)

    def test_the_dishes_do_not_wait_for_a_locked_database(self):
        self.assertEqual(call("Rates")[0], 200)
        with contextlib.closing(sqlite3.connect(kitchen.folder / ".local/state/till/till.db")) as other:
            other.execute("BEGIN EXCLUSIVE")
            self.open_lunch()
            self.page.wait_for_text("#problem", "is locked by another program")
            self.order_the_check()
            self.wait_for(total="12.00 EUR")
        self.assertEqual(call("Rates")[0], 200)

    def test_a_refusal_leaves_the_currency_of_the_total(self):
        self.open_lunch()
        self.order_the_check()
        self.wait_for(total="12.00 EUR")
        self.type("soup", "11")
        self.refusal("soup")
        self.currency("Bulgarian leva (BGN)")
        self.page.wait_for_text('#currencies [aria-pressed="true"]', "Euro(EUR)")
        self.assertEqual(self.page.text("#total"), "12.00 EUR")
        self.type("soup", "1")
        self.currency("Bulgarian leva (BGN)")
        self.wait_for(total="23.47 BGN", euros="12.00 EUR at 1 EUR = 1.95583 BGN")

    def test_a_calculate_that_is_corrected_in_time_is_kept(self):
        self.open_lunch()
        self.page.run("""
            const original = window.fetch;
            let count = 0;
            window.fetch = async (...given) => {
              const response = await original(...given);
              if (count++ === 0) await new Promise(done => { window.release = done; });
              return response;
            };
            const soup = document.querySelector('#soup');
            soup.value = '11';
            document.querySelector('#order').requestSubmit();
            soup.value = '1';
            soup.dispatchEvent(new Event('input'));
        """)
        self.page.wait("return typeof window.release === 'function'")
        self.page.run("release()")
        self.wait_for(total="2.00 EUR")

    def test_the_page_of_lunch_has_its_order_from_top_to_bottom(self):
        self.open_lunch()
        tops = self.page.run("""
            return ['nav', '#strip', '#currencies', '#dishes', '#delivery', '.bill'].map(
              each => document.querySelector(each).getBoundingClientRect().top)
        """)
        self.assertEqual(tops, sorted(tops))
        beside = self.page.run("return ['#delivery', '#calculate'].map(each => { const r = document.querySelector(each).getBoundingClientRect(); return r.top + r.height / 2; })")
        self.assertAlmostEqual(beside[0], beside[1], delta=8)

    def test_what_is_no_number_of_dishes_is_said_at_the_field_and_changes_nothing(self):
        self.open_lunch()
        self.order_the_check()
        self.page.tap("#calculate")
        self.wait_for(total="12.00 EUR")
        for wrong in ("11", "1.5", "-1", "two"):
            self.type("soup", wrong)
            self.page.tap("#calculate")
            self.assertIn("10", self.refusal("soup"))
            self.assertEqual(self.page.text("#total"), "12.00 EUR")
        self.type("soup", "2")
        self.page.tap("#calculate")
        self.wait_for(total="14.00 EUR")
        self.page.wait_until_hidden("#soup-problem")

    def test_the_buttons_of_a_number_stand_at_its_right(self):
        self.open_lunch()
        for width, height in ((360, 800), (800, 480), (1280, 800)):
            self.page.resize(width, height)
            for dish, shown in (("soup", "#soup"), ("cola", "li:has(#cola) output")):
                edges = self.page.run("""
                    const row = document.querySelector(arguments[1]).closest('li');
                    const boxes = [row.querySelector('label'), document.querySelector(arguments[0]), ...row.querySelectorAll('button')].map(
                      each => each.getBoundingClientRect());
                    return [boxes.flatMap(each => [each.left, each.right]), row.getBoundingClientRect().right];
                """, shown, "#" + dish)
                self.assertEqual(edges[0], sorted(edges[0]), (dish, width))
                self.assertAlmostEqual(edges[0][-1], edges[1], delta=1)

    def test_colas_slider_is_as_wide_as_its_row_and_has_buttons(self):
        self.open_lunch()
        for width, height in ((360, 800), (800, 480), (1280, 800)):
            self.page.resize(width, height)
            widths = self.page.run("const cola = document.querySelector('#cola'); return [cola, cola.closest('li')].map(each => each.getBoundingClientRect().width)")
            self.assertAlmostEqual(*widths, delta=1)
        less, more = ('[aria-label="0.1 l %s: Cola"]' % each for each in ("less", "more"))
        self.assertEqual(self.page.find(less).get_attribute("aria-disabled"), "true")
        for _ in range(2):
            self.page.tap(more)
        self.page.tap(less)
        self.assertEqual(self.page.text("li:has(#cola) output"), "0.1 l")
        self.currency("Euro(EUR)")
        self.wait_for(total="0.20 EUR")

    def test_dishes_go_from_0_to_10(self):
        self.open_lunch()
        self.page.tap('[aria-label="One less: Dessert"]')
        self.assertEqual(self.page.find("#dessert").get_attribute("value"), "0")
        for _ in range(12):
            self.page.tap('[aria-label="One more: Dessert"]')
        self.assertEqual(self.page.find("#dessert").get_attribute("value"), "10")
        self.currency("Euro(EUR)")
        self.wait_for(total="15.00 EUR")

    def test_the_dollars_rate_is_shown_and_changed_on_the_page(self):
        self.open_lunch()
        self.order_the_check()
        self.currency("Dollar($)")
        before = call("Rates")[1]["rates"][0]
        day = date.fromisoformat(before["date"])
        self.wait_for(euros=f"{day:%b} {day.day}, {day.year}")
        try:
            self.page.tap("#change-rate")
            self.type("rate", "many")
            self.page.tap("dialog .strong")
            self.refusal("rate")
            self.type("rate", "1.5")
            self.page.tap("dialog .strong")
            self.wait_for(total="18.00 USD")
            self.assertEqual(call("Rates")[1]["rates"][0]["rate"], "1.5")
            # Back to the bank's, which is offered only for a rate that was set.
            self.page.tap("#change-rate")
            self.page.tap("dialog form button.wide:not(.strong)")
            self.wait_for(total="14.10 USD")
            self.assertEqual(call("Rates")[1]["rates"][0], before)
            self.page.tap("#change-rate")
            self.page.wait_until_shown("dialog form")
            self.assertEqual(self.page.driver.find_elements(By.CSS_SELECTOR, "dialog form button.wide:not(.strong)"), [])
        finally:
            call("ResetRate", currency="USD")

    # Conversions

    def open_converter(self):
        self.open("convert", "#keypad")
        self.wait_for(input_unit="F")

    def value(self, name):
        return self.page.find(f"#{name}").get_attribute("value").replace("−", "-")

    def wait_for_value(self, name, text):
        try:
            wait_until(lambda: self.value(name) == text)
        except AssertionError:
            self.assertEqual((self.value(name), self.page.text("#problem")), (text, ""))

    def press(self, keys):
        for key in keys:
            self.page.tap(f'[data-key="{key}"]')

    def test_conversions(self):
        self.open_converter()
        self.assertEqual([self.page.text("#output-unit"), self.page.text("#input-unit")], ["°C", "°F"])
        self.press("98.6")
        self.wait_for_value("result", "37")
        self.press("C")
        self.wait_for_value("entry", "")
        self.press("40N")
        self.wait_for_value("entry", "-40")
        self.wait_for_value("result", "-40")
        self.press("C26.2")
        self.wait_for_value("entry", "26.2")
        self.page.tap("#converter")
        self.page.wait_until_shown("dialog [role=listbox]")
        listed = self.page.run("return [...document.querySelectorAll('dialog [role=option]')].map(each => each.textContent)")
        self.assertEqual(listed[:4], ["fahrenheit to celsius", "celsius to fahrenheit", "miles to kilometers", "kilometers to miles"])
        self.page.settle()
        self.page.press("dialog [role=option]", "miles to kilometers")
        self.wait_for_value("result", "42.1648128")
        self.assertEqual([self.page.text("#output-unit"), self.page.text("#input-unit")], ["km", "mi"])

    def test_ten_digits_at_most_go_in(self):
        self.open_converter()
        self.press("123456789012")
        self.wait_for_value("entry", "1234567890")

    def test_the_keyboard_types_and_no_key_is_lost(self):
        self.open_converter()
        ActionChains(self.page.driver).send_keys("1", "0", "0", "4", Keys.BACKSPACE, ",", "5").perform()
        self.wait_for_value("entry", "100.5")
        ActionChains(self.page.driver).send_keys("-").perform()
        self.wait_for_value("entry", "-100.5")
        ActionChains(self.page.driver).send_keys(Keys.ESCAPE).perform()
        self.wait_for_value("entry", "")

    def test_quick_keys_do_what_slow_ones_do(self):
        self.open_converter()
        self.press("C")
        self.page.run("for (const key of '986N') document.querySelector(`[data-key='${key}']`).click()")
        self.page.wait_for_text("#problem", "below absolute zero")
        self.assertEqual(self.value("entry"), "986")
        self.press("C")
        self.page.wait_until_hidden("#problem")

    def lift_finger(self, selector, **options):
        """The end of a touch on a key, without the click that browsers leave out while another finger is down; gives whether it was taken."""
        return self.page.run("""
            const key = document.querySelector(arguments[0]);
            const { x, y, width, height } = key.getBoundingClientRect();
            const event = new Event('touchend', { bubbles: true, cancelable: true, ...arguments[1] });
            event.changedTouches = [{ clientX: x + width / 2, clientY: y + height / 2 }];
            return !key.dispatchEvent(event);
        """, selector, options)

    def test_keypads_take_touches_of_which_browsers_make_no_click(self):
        self.open_converter()
        self.press("C")
        self.assertEqual([self.lift_finger(f'[data-key="{key}"]') for key in "98.6"], 4 * [True])
        self.wait_for_value("entry", "98.6")
        # This one has scrolled the page.
        self.assertFalse(self.lift_finger('[data-key="5"]', cancelable=False))
        self.press("4")
        self.wait_for_value("entry", "98.64")
        self.open_tip()
        self.page.tap("#bill")
        self.page.wait_until_shown("dialog.pad")
        self.page.settle()
        self.assertEqual([self.lift_finger(f'.pad [aria-label="{key}"]') for key in "85"], [True, True])
        self.page.wait_for_text(".pad .typed", "85")

    def test_pasted_text_that_is_no_number_is_refused(self):
        self.open_converter()
        paste = """
            const data = new DataTransfer();
            data.setData('text', arguments[0]);
            document.body.dispatchEvent(new ClipboardEvent('paste', {clipboardData: data, data: arguments[0], dataType: 'text/plain', bubbles: true}));
        """
        self.page.run(paste, " 212 ")
        self.wait_for_value("result", "100")
        self.page.run(paste, "hot")
        self.page.wait_until_shown("#problem")
        self.assertEqual(self.value("result"), "100")
        self.press("C")
        self.page.wait_until_hidden("#problem")
        # A value that keys would type differently is continued, with keys and with another converter.
        self.page.run(paste, "−40,0")
        self.wait_for_value("entry", "-40")
        self.press("5")
        self.wait_for_value("entry", "-405")
        self.choose("#converter", "miles-kilometers")
        self.page.wait_for_text("#input-unit", "mi")
        self.press("C1")
        self.wait_for_value("result", "1.609344")

    def test_a_converter_that_is_not_answered_is_not_shown(self):
        self.open_converter()
        self.press("50")
        self.wait_for_value("result", "10")
        self.page.run("window.original = fetch; window.fetch = () => Promise.reject(new TypeError('gone'))")
        self.choose("#converter", "miles-kilometers")
        self.page.wait_until_shown("#problem")
        self.assertEqual([self.page.text("#input-unit"), self.value("result")], ["°F", "10"])
        self.page.run("window.fetch = window.original")
        self.press("C212")
        self.wait_for_value("result", "100")

    def test_the_colours_and_sizes_of_the_converter(self):
        self.open_converter()
        self.check_the_converters_colours()

    def check_the_converters_colours(self):
        # Larger screens have larger type.
        self.page.resize(390, 844)
        style = lambda selector, name: self.page.run("return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]]", selector, name)
        self.assertEqual(style(".display.output", "backgroundColor"), "rgb(220, 255, 255)")
        self.assertEqual(style(".display:not(.output)", "backgroundColor"), "rgb(255, 255, 255)")
        self.assertEqual(style('[data-key="7"]', "backgroundColor"), "rgb(204, 204, 204)")
        self.assertEqual(style('[data-key="."]', "backgroundColor"), "rgb(204, 204, 204)")
        self.assertEqual(style('[data-key="C"]', "backgroundColor"), "rgb(179, 179, 179)")
        self.assertEqual(style('[data-key="N"]', "backgroundColor"), "rgb(179, 179, 179)")
        self.assertEqual(style("#converter", "backgroundColor"), "rgb(255, 165, 0)")
        for field in ("#result", "#entry"):
            self.assertEqual([style(field, "color"), style(field, "fontSize")], ["rgb(0, 0, 0)", "40px"])
        self.assertEqual([style('[data-key="7"]', "fontSize"), style("#converter", "fontSize")], ["40px", "23px"])

    # Tips

    def open_tip(self):
        # The dollar, whatever the language of the browser.
        self.page.run("localStorage.setItem('tip-settings', JSON.stringify({settings: {currency: 'USD'}}))")
        self.page.driver.get(kitchen.address + "tip")
        self.wait_for(total_tip="$0.00")

    def bill(self, keys):
        self.page.tap("#bill")
        self.page.wait_until_shown("dialog.pad")
        for key in keys:
            self.page.press(".pad .key", key)
        self.page.wait_for_text(".pad .typed", keys)
        self.page.tap(".pad .strong")
        self.page.wait("return !document.querySelector('dialog[open]')")

    def settings(self):
        self.page.tap("#info")
        self.page.wait_until_shown("#back")
        self.page.settle()

    def done(self):
        self.page.tap("#done")
        self.page.wait_until_shown("#front")
        self.page.wait_until_hidden("#back")
        self.page.settle()

    def mark(self, value):
        """Gives one entry of a list in the settings the checkmark."""
        self.page.run("""
            const radio = document.querySelector(`#back input[value="${arguments[0]}"]`);
            radio.scrollIntoView({block: 'center'});
            radio.click();
        """, value)

    def check_85_40(self):
        self.open_tip()
        self.bill("85.40")
        self.choose("#percent", "18")
        self.wait_for(total_tip="$15.37", total_to_pay="$100.77")

    def test_tips(self):
        self.check_85_40()
        self.assertFalse(self.page.shows("#per-person"))
        self.choose("#people", "4")
        self.wait_for(people="4 people", total_per_person="25.20")
        self.page.tap("#split-tab")
        self.page.settle()
        self.page.wait("return document.querySelectorAll('.check').length === 4")
        totals = self.page.run("return [...document.querySelectorAll('.check strong')].map(each => each.textContent)")
        self.assertEqual(totals, ["$25.20", "$25.19", "$25.19", "$25.19"])
        row = " ".join(self.page.text(".check p").split())
        self.assertEqual(row, "Check 1 $25.20 $21.35 + $3.85 tip")
        self.assertEqual(self.page.text("#sum"), "Total $100.77")
        # Check 1 at $30.00.
        self.slide("check1", 2999)
        self.page.wait_for_text(".check strong", "$29.99")
        self.page.tap('[aria-label="A cent more: Check 1"]')
        self.page.wait_for_text(".check strong", "$30.00")
        totals = self.page.run("return [...document.querySelectorAll('.check')].map(each => each.querySelector('strong').textContent + ' ' + each.querySelector('.quiet').textContent.split('+ ')[1])")
        self.assertEqual(totals, ["$30.00 $4.57 tip"] + 3 * ["$23.59 $3.60 tip"])

    def test_the_picker_shows_the_tip_that_each_percentage_makes(self):
        self.check_85_40()
        self.page.tap("#percent")
        self.page.wait_until_shown("dialog [role=listbox]")
        options = self.page.run("return [...document.querySelectorAll('dialog [role=option]')].map(each => each.textContent)")
        self.assertEqual(len(options), 51)
        self.assertIn("No Tip", options[0])
        self.assertEqual([options[18], options[50]], ["18\u00a0% Eighteen Percent $15.37", "50\u00a0% Fifty Percent $42.70"])

    def test_what_cannot_add_up_is_refused_at_that_row(self):
        self.check_85_40()
        self.choose("#people", "2")
        self.page.tap("#split-tab")
        self.page.settle()
        self.slide("check1", 3000)
        self.page.wait_for_text(".check strong", "$30.00")
        self.page.tap('[aria-label="A cent more: Check 2"]')
        self.assertIn("$70.77", self.refusal("check2"))
        totals = self.page.run("return [...document.querySelectorAll('.check strong')].map(each => each.textContent)")
        self.assertEqual(totals, ["$30.00", "$70.77"])
        self.page.tap('[aria-label="A cent less: Check 1"]')
        self.page.wait_for_text(".check strong", "$29.99")
        self.page.wait_until_hidden("#check2-problem")

    def test_a_slider_that_cannot_move_says_why(self):
        self.open_tip()
        self.choose("#people", "2")
        self.page.tap("#split-tab")
        self.page.settle()
        self.page.wait_for_text(".check:last-child > .quiet", "It can’t move: there is no bill yet.")
        self.page.tap("#summary-tab")
        self.page.settle()
        self.bill("85.40")
        self.page.tap("#split-tab")
        self.page.settle()
        self.page.wait_until_hidden(".check:last-child > .quiet")
        slider = self.page.find('[name="check2"]')
        self.assertEqual(slider.get_attribute("aria-disabled"), "false")
        self.slide("check1", 3000)
        self.page.wait_for_text(".check:last-child > .quiet", "all other checks are set")
        self.assertEqual([slider.get_attribute("aria-disabled"), slider.get_attribute("aria-description")],
                         ["true", self.page.text(".check:last-child > .quiet")])

    def test_the_settings_have_a_word_over_each_list(self):
        self.open_tip()
        self.settings()
        words = self.page.run("return [...document.querySelectorAll('#back fieldset:has([role=radiogroup])')].map(each => [each.querySelector('legend').textContent, document.getElementById(each.querySelector('[role=radiogroup]').getAttribute('aria-labelledby')).textContent])")
        self.assertEqual(words, [["Currency", "Default Currency"], ["Rounding", "Rounding Options"], ["Tax", "Tip On Tax?"]])

    def test_a_second_bill_takes_the_place_of_the_first(self):
        self.check_85_40()
        self.bill("12.5")
        self.wait_for(bill="$12.50", total_tip="$2.25")
        # A slip at the end is corrected without typing the whole again.
        self.page.tap("#bill")
        self.page.wait_until_shown("dialog.pad")
        self.page.settle()
        self.page.tap('.pad [aria-label="Erase a digit"]')
        self.page.wait_for_text(".pad .typed", "12.")
        self.page.press(".pad .key", "7")
        self.page.wait_for_text(".pad .typed", "12.7")

    def test_rounding_and_tax(self):
        self.check_85_40()
        self.settings()
        self.mark("tip-up")
        self.done()
        self.wait_for(total_tip="$16.00")
        self.settings()
        self.mark("total-up")
        self.done()
        self.wait_for(total_tip="$15.60", total_to_pay="$101.00")
        self.settings()
        self.mark("exact")
        self.assertFalse(self.page.shows("#tax-rate-field"))
        self.page.press("#tax-list label", "No")
        self.page.wait_until_shown("#tax-rate-field")
        self.page.settle()
        self.type("taxRate", "8.25")
        self.done()
        self.wait_for(total_tip="$14.20")
        # Settings are kept on this device.
        self.page.driver.refresh()
        self.wait_for(total_tip="$0.00")
        self.settings()
        self.assertTrue(self.page.shows("#tax-rate-field"))
        self.assertEqual(self.page.find("#tax-rate-field").get_attribute("value"), "8.25")

    def test_a_tax_rate_that_is_none_is_said_at_the_field_and_changes_nothing(self):
        self.check_85_40()
        self.settings()
        self.page.press("#tax-list label", "No")
        self.page.wait_until_shown("#tax-rate-field")
        self.page.settle()
        self.type("taxRate", "8.25")
        self.page.wait_for_text("#total-tip", "$14.20")
        self.type("taxRate", "much")
        self.refusal("taxRate")
        self.assertEqual(self.page.text("#total-tip"), "$14.20")
        # It doesn't wait in its field for the next time.
        self.done()
        self.settings()
        self.assertEqual(self.page.find("#tax-rate-field").get_attribute("value"), "8.25")
        self.assertFalse(self.page.shows("#taxRate-problem"))

    def test_what_has_turned_over_takes_the_first_tap(self):
        """Without a touch there is no ripple, whose end would also be a change."""
        self.open_tip()
        for button, face in [("#info", "#back"), ("#done", "#front")]:
            self.page.find(button).send_keys(Keys.ENTER)
            self.page.wait_until_shown(face)
            self.page.settle()
        self.settings()

    def test_clear_slides_an_empty_summary_in(self):
        self.check_85_40()
        self.choose("#people", "4")
        self.page.tap("#split-tab")
        self.page.settle()
        self.page.tap("#clear")
        self.page.wait_until_shown("#summary")
        self.wait_for(total_tip="$0.00", total_to_pay="$0.00", people="None", percent="No Tip", bill="$0.00")
        self.page.wait_until_hidden("#split")
        self.assertEqual(self.page.find("#summary-tab").get_attribute("aria-selected"), "true")

    def test_a_swipe_turns_to_the_other_page_and_back(self):
        self.check_85_40()
        swipe = """
            const send = (type, x) => document.querySelector('#slides').dispatchEvent(new PointerEvent(type, {
              isPrimary: true, pointerType: 'touch', bubbles: true, clientX: x, clientY: 300}));
            send('pointerdown', arguments[0]);
            send('pointerup', arguments[1]);
        """
        self.page.run(swipe, 300, 100)
        self.page.wait_until_shown("#split")
        self.page.wait_until_hidden("#summary")
        self.page.settle()
        self.page.run(swipe, 100, 300)
        self.page.wait_until_shown("#summary")
        self.page.wait_until_hidden("#split")

    def test_animations_have_their_sounds_unless_sound_is_off(self):
        self.check_85_40()
        self.page.alter("""
            window.tones = 0;
            const Original = OscillatorNode;
            window.OscillatorNode = class extends Original { constructor(...given) { super(...given); tones++; } };
        """)
        tones = lambda: self.page.run("return tones")
        self.page.tap("#split-tab")
        self.page.settle()
        self.assertEqual(tones(), 1)
        self.page.tap("#clear")
        self.page.wait_until_hidden("#split")
        self.page.settle()
        self.assertEqual(tones(), 2)
        self.settings()
        self.assertEqual(tones(), 3)
        self.mark("false")
        self.page.wait_until_shown("#tax-rate-field")
        self.page.settle()
        self.assertEqual(tones(), 4)
        self.page.press("#sound")
        self.done()
        self.assertEqual(tones(), 4)

    def test_a_browser_without_sound_turns_the_pages_all_the_same(self):
        self.open_tip()
        self.page.run("window.AudioContext = class { constructor() { throw new DOMException('', 'NotSupportedError'); } }")
        self.bill("85.40")
        self.page.tap("#split-tab")
        self.page.wait_until_shown("#split")
        self.page.wait_until_hidden("#summary")
        self.page.tap("#clear")
        self.wait_for(total_tip="$0.00")

    def test_a_shake_clears_if_that_is_on(self):
        self.check_85_40()
        shake = "dispatchEvent(Object.assign(new Event('devicemotion'), {acceleration: {x: 30, y: 4, z: 0}}))"
        self.page.run(shake)
        self.assertEqual(self.page.text("#total-tip"), "$15.37")
        self.settings()
        self.page.press("#shake")
        self.done()
        self.page.run(shake)
        self.wait_for(total_tip="$0.00")

    def test_the_title_is_a_setting(self):
        self.open_tip()
        self.wait_for(title="Rivera Labs Tip Calculator")
        self.settings()
        self.type("title", "Café Übermorgen" + Keys.TAB)
        self.page.wait("return document.title === 'Café Übermorgen'")
        self.page.driver.refresh()
        self.wait_for(title="Café Übermorgen")
        call("SetBranding", title="")

    # Cards

    def register(self, name, email):
        self.open("cards", "#login")
        self.page.tap("#to-register")
        for field, text in (("name", name), ("email", email), ("emailAgain", email), ("telephone", "+359 88 1234567")):
            self.type(field, text)
        self.page.tap("#register .strong")
        self.page.wait_until_shown("#recovery")
        return self.page.text("#recovery-code")

    def test_cards(self):
        email = f"ana-{type(self.page).__name__}@example.org".lower()
        code = self.register("Ana", email)
        self.page.tap("#kept")
        self.page.wait_until_shown("#purchases")
        self.page.wait_until_shown("#none")
        # The first page is skipped while one is signed in.
        self.page.driver.refresh()
        self.page.wait_until_shown("#purchases")
        self.assertFalse(self.page.shows("#login"))
        self.page.tap("#to-buy")
        self.page.wait_until_shown("#buy")
        self.type("recipient", "Boris")
        self.page.press("#genders input[value=man]")
        self.type("color", "blue")
        self.type("message", "m" * 30)
        self.type("senders", "s" * 10)
        self.wait_for(luxury_hint="1 is plain, 10 the finest")
        self.slide("luxury", 5)
        self.wait_for(price="9.00", luxury_value="5", message_count="30")
        self.page.tap("#buy .strong")
        self.page.wait_until_shown("#details")
        for text in ("Boris", "blue", "m" * 30, "s" * 10, "9.00", "Man"):
            self.wait_for(facts=text)
        self.page.driver.back()
        self.page.wait_until_shown("#purchases")
        self.wait_for(orders="Boris")
        # One order is deleted, after a question; the other stays.
        status, reply, _ = call("Buy", self.cookie(), recipient="Clara", gender="woman", color="red", message="x",
                                senders="me", luxury=1)
        self.assertEqual(status, 200, reply)
        self.page.driver.refresh()
        self.wait_for(orders="Clara")
        self.page.tap("#orders button")
        self.wait_for(facts="Clara")
        for answer, left in (("button:not(.grave):not(.icon)", "#details"), (".grave", "#purchases")):
            self.page.tap("#delete-order")
            self.page.wait_until_shown("dialog[open]")
            self.page.settle()
            self.page.tap("dialog " + answer)
            self.page.wait("return !document.querySelector('dialog[open]')")
            self.page.wait_until_shown(left)
        self.page.wait("return document.querySelectorAll('#orders li').length === 1")
        self.wait_for(orders="Boris")
        # Out, and back by the recovery code.
        self.page.tap("#sign-out")
        self.page.wait_until_shown("#login")
        self.assertEqual(self.page.driver.find_elements(By.CSS_SELECTOR, "#orders li"), [])
        self.type("recoveryCode", "not-a-code")
        self.page.tap("#login .strong")
        self.refusal("recoveryCode")
        self.type("recoveryCode", code)
        self.page.tap("#login .strong")
        self.page.wait_until_shown("#purchases")
        self.wait_for(orders="Boris")
        # All is deleted, after a question.
        self.page.tap("#delete")
        self.page.wait_until_shown("dialog[open]")
        self.page.settle()
        self.page.tap("dialog .grave")
        self.page.wait_until_shown("#login")
        self.type("recoveryCode", code)
        self.page.tap("#login .strong")
        self.refusal("recoveryCode")

    def test_older_purchases_are_listed_once(self):
        email = f"olga-{type(self.page).__name__}@example.org".lower()
        self.register("Olga", email)
        cookie = self.cookie()
        for number in range(101):
            status, reply, _ = call("Buy", cookie, recipient=f"No {number}", gender="man", color="red", message="x",
                                    senders="me", luxury=1)
            self.assertEqual(status, 200, reply)
        self.page.tap("#kept")
        self.page.wait_until_shown("#more")
        self.page.run("for (const _ of [1, 2, 3]) document.querySelector('#more').click()")
        self.page.wait_until_hidden("#more")
        names = self.page.run("return [...document.querySelectorAll('#orders .name')].map(each => each.textContent)")
        self.assertEqual(names, [f"No {number}" for number in reversed(range(101))])
        # Each of the calls has been answered.
        self.page.wait("return performance.getEntriesByType('resource').filter(each => each.name.endsWith('.Purchases')).length >= 4")
        self.assertEqual(self.page.run("return document.querySelectorAll('#orders li').length"), 101)

    def test_what_is_missing_or_too_long_is_said_at_its_field(self):
        self.open("cards", "#login")
        self.page.tap("#to-register")
        self.type("name", "Ana")
        self.type("email", "ana@example.org")
        self.type("emailAgain", "anna@example.org")
        self.type("telephone", "+359 88 1234567")
        self.page.tap("#register .strong")
        self.refusal("emailAgain")
        email = f"carla-{type(self.page).__name__}@example.org".lower()
        self.register("Carla", email)
        self.page.tap("#kept")
        self.page.tap("#to-buy")
        self.page.wait_until_shown("#buy")
        self.type("senders", "Carla")
        self.type("color", "red")
        self.page.run("const field = document.querySelector('#message'); field.value = 'x'.repeat(2001); field.dispatchEvent(new Event('input'))")
        self.refusal("message")
        self.page.tap("#buy .strong")
        self.refusal("recipient")
        self.page.run("const field = document.querySelector('#message'); field.value = 'short'; field.dispatchEvent(new Event('input'))")
        self.page.wait_until_hidden("#message-problem")
        self.assertEqual(call("Purchases", self.cookie())[1]["orders"], [])

    def cookie(self):
        found = next(each for each in self.page.driver.get_cookies() if each["name"] == "till")
        self.assertTrue(found["httpOnly"])
        return f"till={found['value']}"

    def test_a_call_that_is_answered_late_never_overwrites_a_newer_one(self):
        self.open_converter()
        self.page.run("""
            const original = window.fetch;
            let count = 0;
            window.fetch = async (...given) => {
              const response = await original(...given);
              // The first answer is held until the last key has been pressed.
              if (count++ === 0) await new Promise(done => { window.release = done; });
              return response;
            };
        """)
        self.press("2")
        self.page.wait("return typeof window.release === 'function'")
        self.press("12")
        self.page.run("release()")
        self.wait_for_value("result", "100")
        self.assertEqual(self.value("entry"), "212")

    # Beside the eggs

    def test_the_pages_work_without_eggd_and_show_what_cooks_with_it(self):
        kitchen.call("Start", egg="medium")
        try:
            self.open_lunch()
            self.page.wait_for_text("#strip", "Medium egg")
            kitchen.kill_eggd()
            self.page.wait_for_text("#strip", "has stopped")
            self.order_the_check()
            self.wait_for(total="12.00 EUR")
            self.open_converter()
            self.press("50")
            self.wait_for_value("result", "10")
        finally:
            kitchen.start_eggd()
            kitchen.clear()

    def test_an_alarm_rings_over_the_page(self):
        self.open_converter()
        kitchen.call("Start", durationMs=1000)
        try:
            self.page.wait_until_shown(ALARM)
            self.page.tap(ALARM + " .stop")
            self.page.wait("return !document.querySelector('dialog[open]')")
            self.assertEqual(kitchen.timers(), [])
        finally:
            kitchen.clear()

    def test_one_goes_from_page_to_page(self):
        self.page.open(kitchen.address)
        for name, ready in (("convert", "#keypad"), ("tip", "#front"), ("cards", "#login"), ("lunch", "#soup")):
            self.page.tap(f'nav a[href="/{name}"]')
            self.page.wait_until_shown(ready)
            # The strip comes last, and can move the link that is tapped next.
            self.page.wait_for_text("#strip", "Nothing is cooking.")
            self.assertEqual(self.page.find("nav [aria-current]").get_attribute("href"), kitchen.address + name)

    def test_pages_that_were_left_keep_no_connection(self):
        # A browser opens six to one host at most.
        for _ in range(5):
            self.open_lunch()
            self.page.wait_for_text("#strip", "Nothing is cooking.")
            self.open_converter()
            self.press("50")
            self.wait_for_value("result", "10")
        # A page that comes back from the browser's history knows what cooks again.
        kitchen.call("Start", egg="medium", name="left-pot")
        try:
            self.page.driver.back()
            self.page.wait_for_text("#strip", "left-pot")
        finally:
            kitchen.clear()


class ChromiumTillPages(TillPages, unittest.TestCase):
    engine = Chromium

    def setUp(self):
        super().setUp()
        self.page.reset()
        self.page.complaints()

    def tearDown(self):
        # A call that was refused is logged by the browser as well.
        complaints = [each for each in self.page.complaints() if "Failed to load resource" not in each]
        self.assertEqual(complaints, [])

    def test_the_converter_keeps_its_colours_in_the_dark(self):
        self.page.prefer(color_scheme="dark")
        self.open_converter()
        self.check_the_converters_colours()

    def test_what_a_page_does_not_share_is_small(self):
        loaded = {}
        self.page.use_cache(False)
        try:
            for name, ready in (("", ".egg"), ("lunch", "#soup"), ("convert", "#keypad"), ("tip", "#front"), ("cards", "#login")):
                self.open(name, ready)
                # The code is appended when the page has been drawn.
                self.page.wait("""
                    const code = [...document.querySelectorAll('script[src]:not([nomodule]), link[rel=modulepreload]')];
                    return code.length > 0 && code.every(each => performance.getEntriesByName(each.href || each.src).length);
                """)
                loaded[name] = dict(self.page.run("""
                    const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
                    return entries.filter(each => !/\\/(events|call)/.test(each.name)).map(each => [each.name, each.transferSize]);
                """))
        finally:
            self.page.use_cache(True)
        for name in ("lunch", "convert", "tip", "cards"):
            others = {file for other, files in loaded.items() if other != name for file in files}
            own = {file: size for file, size in loaded[name].items() if file not in others}
            self.assertIn(kitchen.address + name, own)
            # Each page has the styles in itself, 11 kB, so that one answer is enough to draw it.
            self.assertLess(sum(own.values()), 25_000, own)

    def test_settings_that_were_kept_outlast_a_passing_failure(self):
        keep = "localStorage.setItem('tip-settings', JSON.stringify({settings: arguments[0]}))"
        kept = "return JSON.parse(localStorage.getItem('tip-settings')).settings.currency"
        self.open_tip()
        self.page.run(keep, {"currency": "CHF"})
        self.page.inject("""
            const original = window.fetch;
            let isGone = true;
            window.fetch = (path, ...given) => {
              if (!path.endsWith('.Tip') || !isGone) return original(path, ...given);
              isGone = false;
              return Promise.reject(new TypeError('gone'));
            };
        """)
        self.page.driver.refresh()
        self.wait_for(total_tip="Fr 0.00")
        self.assertEqual(self.page.run(kept), "CHF")
        # Those that the till refuses do not.
        self.page.reset()
        for wrong in ({"currency": "XXX"}, {"tipOnTax": "maybe"}):
            self.page.run(keep, wrong)
            self.page.driver.refresh()
            self.wait_for(total_tip="$0.00")
            self.page.wait("return JSON.parse(localStorage.getItem('tip-settings')).settings.currency === 'auto'")

    def test_with_less_motion_nothing_moves(self):
        self.page.prefer(reduced_motion="reduce")
        self.check_85_40()
        self.page.tap("#split-tab")
        self.assertEqual(self.page.run("return document.getAnimations().length"), 0)
        self.page.wait_until_shown("#split")
        self.page.tap("#clear")
        self.wait_for(total_tip="$0.00")
        self.settings()
        self.done()

    def test_the_keyboard_alone_pays_a_bill(self):
        self.open_tip()
        keys = lambda *given: ActionChains(self.page.driver).send_keys(*given).perform()
        self.page.run("document.querySelector('#people').focus()")
        keys(Keys.ENTER)
        self.page.wait_until_shown("dialog [role=listbox]")
        keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ENTER)
        self.wait_for(people="4 people")
        self.assertEqual(self.page.run("return document.activeElement.id"), "people")
        keys(Keys.TAB, Keys.TAB, Keys.ENTER)
        self.page.wait_until_shown("dialog.pad")
        keys("8", "5", ".", "4", Keys.ENTER)
        self.wait_for(bill="$85.40", total_to_pay="$85.40")
        self.page.run("document.querySelector('#summary-tab').focus()")
        keys(Keys.ARROW_RIGHT)
        self.page.wait_until_shown("#split")
        self.page.settle()
        keys(Keys.TAB, Keys.TAB, Keys.ARROW_RIGHT)
        self.page.wait_for_text(".check strong", "$21.36")


class WebKitTillPages(TillPages, unittest.TestCase):
    engine = WebKit


class FirefoxTillPages(ChromiumTillPages):
    engine = Firefox
    # Its weight is the same in each browser.
    test_what_a_page_does_not_share_is_small = None


class WithoutJavaScriptTests(unittest.TestCase):
    engine = Chromium

    def test_the_pages_say_that_they_need_it(self):
        page = self.engine(has_scripts=False)
        try:
            for name in ("lunch", "convert", "tip", "cards"):
                page.driver.get(kitchen.address + name)
                page.wait_for_text("noscript p", "This page needs JavaScript")
                self.assertTrue(page.shows("noscript p"))
                self.assertFalse(page.shows("main"))
        finally:
            page.close()


@before_release()
class FirefoxWithoutJavaScriptTests(WithoutJavaScriptTests):
    engine = Firefox


class CustomerTests(unittest.TestCase):
    """No request, however it was made, shows one customer what another has ordered."""

    def customer(self, name):
        email = f"{name}@example.net"
        status, reply, cookie = call("Register", name=name, email=email, emailAgain=email, telephone="+359 2 123456")
        self.assertEqual(status, 200, reply)
        self.assertRegex(cookie, r"till=[^;]+;.*HttpOnly")
        for part in ("SameSite=Lax", "Path=/", "Max-Age="):
            self.assertIn(part, cookie)
        return cookie.split(";")[0], reply["recoveryCode"]

    def buy(self, cookie, recipient):
        status, reply, _ = call("Buy", cookie, recipient=recipient, gender="woman", color="green",
                                message="All the best", senders="us", luxury=3)
        self.assertEqual(status, 200, reply)
        return reply["order"]["order"]

    def test_one_customer_never_sees_anothers_orders(self):
        mine, _ = self.customer("dora")
        theirs, _ = self.customer("emil")
        order = self.buy(mine, "Zelda")
        self.buy(theirs, "Yana")
        self.assertEqual(call("Purchase", mine, order=order)[1]["order"]["recipient"], "Zelda")
        # A key that was guessed right.
        status, reply, _ = call("Purchase", theirs, order=order)
        self.assertGreaterEqual(status, 400)
        self.assertEqual(reply["error"], "io.eggtimer.Till.NoSuchOrder")
        self.assertNotIn("Zelda", json.dumps(reply))
        self.assertNotIn("Zelda", json.dumps(call("Purchases", theirs)[1]))
        # As the key to begin with, and in fields that the method doesn't have.
        self.assertNotIn("Zelda", json.dumps(call("Purchases", theirs, before=str(float(order) + 1))[1]))
        for extra in ("customer", "email", "user"):
            self.assertNotIn("Zelda", json.dumps(call("Purchases", theirs, **{extra: "dora@example.net"})[1]))

    def test_without_a_session_nothing_is_shown(self):
        mine, _ = self.customer("filip")
        order = self.buy(mine, "Xenia")
        session = mine.split("=")[1]
        forged = [None, "till=", "till=0", "till=" + "A" * len(session), mine[:-1], mine + "A", mine.swapcase().replace("TILL", "till"),
                  "till=%00", "till=' OR 1=1 --", "till=" + "x" * 3000]
        for cookie in forged:
            for method, parameters in (("Purchases", {}), ("Purchase", {"order": order}), ("DeleteAccount", {})):
                with self.subTest(cookie=cookie, method=method):
                    status, reply, _ = call(method, cookie, **parameters)
                    self.assertGreaterEqual(status, 400)
                    self.assertNotIn("Xenia", json.dumps(reply))
            self.assertIsNone(call("Account", cookie)[1].get("customer"))
        self.assertEqual(len(call("Purchases", mine)[1]["orders"]), 1)

    def test_a_session_that_was_ended_is_of_no_use(self):
        mine, code = self.customer("gerda")
        self.buy(mine, "Walter")
        call("SignOut", mine)
        self.assertEqual(call("Purchases", mine)[1]["error"], "io.eggtimer.Till.NotSignedIn")
        _, _, again = call("SignIn", recoveryCode=code)
        again = again.split(";")[0]
        self.assertEqual(len(call("Purchases", again)[1]["orders"]), 1)
        call("DeleteAccount", again)
        self.assertEqual(call("Purchases", again)[1]["error"], "io.eggtimer.Till.NotSignedIn")

    def test_the_database_is_this_users_alone_and_holds_no_session_and_no_code(self):
        mine, code = self.customer("hedwig")
        folder = kitchen.folder / ".local/state/till"
        secrets = [mine.split("=")[1].encode(), code.encode(), re.sub(r"[^0-9A-Za-z]", "", code).encode()]
        files = [each for each in folder.rglob("*") if each.is_file()]
        self.assertTrue(files)
        for file in files:
            self.assertEqual(file.stat().st_mode & 0o077, 0, file)
            content = file.read_bytes()
            for secret in secrets:
                self.assertNotIn(secret, content, file)
