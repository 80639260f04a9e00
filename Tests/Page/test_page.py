"""The page in Chromium: taps, alarms, clocks, and what goes wrong."""

import re
import signal
import sqlite3
import statistics
import time
import unittest
from pathlib import Path

from browser import SILENT_UNTIL_TOUCHED, By, Chromium, Keys
from kitchen import NO_DEVICE, CONFIGURATION, ROOT, Kitchen, wait_until
from selenium.webdriver.common.action_chains import ActionChains

HOOKS = (Path(__file__).parent / "hooks.js").read_text()
SOFT, MEDIUM, HARD = ('[data-egg="soft"]', '[data-egg="medium"]', '[data-egg="hard"]')
DIALOG, STOP, SNOOZE = ("dialog.ringing[open]", "dialog.ringing .stop", "dialog.ringing .snooze")


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Chromium(*SILENT_UNTIL_TOUCHED)
    unittest.addModuleCleanup(page.close)


def seconds(text):
    """The seconds of `5:00`."""
    total = 0
    for part in text.lstrip("+").split(":"):
        total = total * 60 + int(part)
    return total


class PageTest(unittest.TestCase):
    def setUp(self):
        kitchen.clear()
        page.reset()
        page.complaints()

    def tearDown(self):
        # A call that was refused is logged by the browser as well.
        complaints = [each for each in page.complaints() if "Failed to load resource" not in each]
        self.assertEqual(complaints, [])

    def open(self):
        page.open(kitchen.address)


class TapTests(PageTest):
    def test_a_tapped_egg_cooks_and_another_one_resets_it(self):
        self.open()
        self.assertEqual(page.text(SOFT + " .time > span"), "5:00")
        page.tap(SOFT)
        timer = kitchen.wait_for(egg="soft", state="cooking")
        self.assertEqual(timer["durationMs"], 300_000)
        page.wait_for_text(".digits", ":")
        self.assertIn(seconds(page.text(".digits")), range(240, 301))
        self.assertIn("done at", page.text(".state"))
        page.wait_until_shown(SOFT + " .mark")
        page.tap(HARD)
        kitchen.wait_for(egg="hard", durationMs=720_000)
        page.wait("return document.querySelector('.row .label').textContent === 'Hard egg'")
        self.assertEqual(len(page.driver.find_elements(By.CSS_SELECTOR, ".row")), 1)
        self.assertIn(seconds(page.text(".digits")), range(660, 721))
        page.wait_until_hidden(SOFT + " .mark")

    def test_a_tap_is_answered_before_eggd_has_answered(self):
        page.inject(HOOKS)
        self.open()
        kitchen.eggd.send_signal(signal.SIGSTOP)
        try:
            # These run after the page's own handlers of the same tap.
            page.run("""
                const egg = document.querySelector(arguments[0]);
                document.addEventListener('pointerdown', () => { seen.ripple = egg.querySelector('.ripple') !== null; });
                document.addEventListener('click', () => { seen.chosen = egg.matches('.chosen') && egg.textContent.includes('in the pot'); });
            """, SOFT)
            page.tap(SOFT)
            self.assertEqual(page.run("return [seen.ripple, seen.chosen]"), [True, True])
            # Firefox has no vibration.
            self.assertTrue(page.run("return !navigator.vibrate || seen.vibrations === 1"))
        finally:
            kitchen.eggd.send_signal(signal.SIGCONT)
        kitchen.wait_for(egg="soft")

    def test_what_eggd_refuses_is_taken_back_and_said(self):
        self.open()
        page.wait_until_shown('[data-egg="poached"]')
        # As if the message that this egg has left the menu were still on its way.
        page.run("document.querySelector('[data-egg=poached]').dataset.egg = 'dragon'")
        page.tap('[data-egg="dragon"]')
        page.wait_for_text("#problem", "The egg “dragon” no longer exists.")
        self.assertFalse(page.run("return document.querySelector('.chosen') !== null"))
        self.assertEqual(kitchen.timers(), [])
        page.tap(SOFT)
        page.wait_until_hidden("#problem")

    def test_eggs_that_leave_the_menu_leave_the_page(self):
        self.open()
        page.wait_until_shown('[data-egg="poached"]')
        kitchen.reload(CONFIGURATION.replace("poached", "coddled"))
        self.addCleanup(kitchen.reload, CONFIGURATION)
        page.wait_until_shown('[data-egg="coddled"]')
        self.assertFalse(page.run("return document.querySelector('[data-egg=poached]') !== null"))

    def test_a_browser_without_a_signal_that_times_out_also_starts_eggs(self):
        page.inject("delete AbortSignal.timeout")
        self.open()
        page.tap(SOFT)
        kitchen.wait_for(egg="soft", state="cooking")
        self.assertFalse(page.shows("#problem"))

    def test_the_keypad_takes_hours_letters_and_says_which_key_cannot_count(self):
        self.open()
        page.tap("#another-time")
        keys = lambda *given: ActionChains(page.driver).send_keys(*given).perform()
        keys(*"13000")
        self.assertEqual([page.text(".pad .typed"), page.text(".pad .strong")], ["1:30:00", "Start 1:30:00"])
        page.tap('.pad [aria-label="00"]')
        page.wait_for_text(".pad .refusal", "More digits don’t fit")
        keys(*5 * [Keys.BACKSPACE], Keys.BACKSPACE, *"1h30x")
        page.wait_for_text(".pad .refusal", "“1h30x” isn’t a time.")
        self.assertEqual(page.text(".pad .typed"), "1h30")
        page.tap(".pad .strong")
        kitchen.wait_for("timer", durationMs=5_400_000)

    def test_further_eggs_and_another_time(self):
        self.open()
        page.tap('[data-egg="onsen"]')
        kitchen.wait_for(egg="onsen", durationMs=780_000)
        page.start_time("230")
        kitchen.wait_for("timer", egg="custom", durationMs=150_000)
        page.wait("return [...document.querySelectorAll('.row .label')].map(each => each.textContent).join() === 'Timer,Onsen egg'")

    def test_the_keypad_takes_the_keys_of_a_keyboard(self):
        self.open()
        page.tap("#another-time")
        keyboard = ActionChains(page.driver)
        keyboard.send_keys("1", "2", "5", Keys.BACKSPACE, "0", Keys.ENTER).perform()
        kitchen.wait_for("timer", egg="custom", durationMs=80_000)

    def test_a_time_leaves_the_egg_alone(self):
        self.open()
        page.start_time("1000")
        kitchen.wait_for("timer", durationMs=600_000)
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        page.start_time("200")
        kitchen.wait_for("timer", durationMs=120_000)
        page.wait_until_shown(SOFT + " .mark")
        page.tap("#beside")
        page.start_time("300")
        kitchen.wait_for("timer 2", durationMs=180_000)
        page.wait("return [...document.querySelectorAll('.row .label')].map(each => each.textContent).join() === 'Timer,Timer 2,Soft egg'")

    def test_beside_a_time_alone_an_egg_needs_no_number(self):
        self.open()
        page.start_time("1000")
        kitchen.wait_for("timer")
        page.tap("#beside")
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        self.assertEqual([timer["name"] for timer in kitchen.timers()], ["timer", "egg"])

    def test_one_more_cooks_beside(self):
        self.open()
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        page.tap("#beside")
        page.tap(HARD)
        kitchen.wait_for("egg 2", egg="hard")
        self.assertEqual(kitchen.timer()["egg"], "soft")
        page.wait("return document.querySelectorAll('.row').length === 2")
        names = page.run("return [...document.querySelectorAll('.row .name')].map(each => each.getAttribute('aria-label'))")
        self.assertEqual(names, ["Soft egg: rename", "Hard egg 2: rename"])
        # The next tap resets again.
        page.tap(MEDIUM)
        kitchen.wait_for(egg="medium")
        self.assertEqual(len(kitchen.timers()), 2)


class UndoTests(PageTest):
    def setUp(self):
        super().setUp()
        self.open()

    def can_undo(self, expected):
        page.wait(f"return document.querySelector('#undo').disabled === {'false' if expected else 'true'}")

    def test_an_egg_that_another_tap_replaced_is_brought_back(self):
        page.tap(SOFT)
        first = kitchen.wait_for(egg="soft")
        page.tap(HARD)
        kitchen.wait_for(egg="hard")
        self.can_undo(True)
        page.wait("return document.querySelector('.row .label').textContent === 'Hard egg'")
        page.tap("#undo")
        back = kitchen.wait_for(egg="soft")
        self.assertEqual(back["id"], first["id"])
        # The two clocks of the machine are read one after the other.
        self.assertAlmostEqual(back["endsAtUnixMs"], first["endsAtUnixMs"], delta=10)
        page.wait_for_text(".row .label", "Soft egg")
        self.can_undo(False)

    def test_whatever_device_removed_a_timer_it_is_brought_back_here(self):
        kitchen.call("Start", egg="medium")
        kitchen.call("Cancel")
        self.can_undo(True)
        page.tap("#undo")
        kitchen.wait_for(egg="medium", state="cooking")
        self.can_undo(False)

    def test_an_alarm_that_was_stopped_rings_again(self):
        kitchen.call("Start", egg="soft", durationMs=1000)
        page.wait_until_shown("dialog.ringing")
        page.tap("dialog.ringing .stop")
        wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
        self.can_undo(True)
        page.wait_until_hidden("dialog.ringing")
        page.tap("#undo")
        kitchen.wait_for(state="ringing")
        page.wait_until_shown("dialog.ringing")

    def test_a_pause_is_taken_back_and_the_egg_stays(self):
        started = kitchen.call("Start", egg="soft")["timer"]
        page.wait_for_text(".row .label", "Soft egg")
        page.tap('.row button[aria-label^="Pause"]')
        kitchen.wait_for(state="paused")
        page.tap("#undo")
        back = kitchen.wait_for(state="cooking")
        self.assertEqual(back["id"], started["id"])
        self.assertAlmostEqual(back["endsAtUnixMs"], started["endsAtUnixMs"], delta=10)
        self.can_undo(False)

    def arrow(self):
        return page.run("const arrow = document.querySelector('#undo'); return arrow.getAttribute('aria-label')")

    def wait_for_arrow(self, name):
        wait_until(lambda: self.arrow() == name, what=f"the arrow is called {name}, not {self.arrow()}")

    def places(self):
        """The rows' labels, and what stands where a timer was, from the top."""
        return page.run("""
            const top = (each) => each.getBoundingClientRect().top;
            const places = [...document.querySelectorAll('#rows > li, #idle')].filter(each => each.checkVisibility());
            return places.sort((one, other) => top(one) - top(other)).map(each =>
              (each.querySelector('.way-back span') ?? each.querySelector('.label') ?? each.lastElementChild).textContent);
        """)

    def wait_for_places(self, *places):
        wait_until(lambda: self.places() == list(places), what=f"the list is {places}, not {self.places()}")

    def focused(self):
        return page.run("const { activeElement: e } = document; return e.getAttribute('aria-label') || e.textContent")

    def test_the_arrow_says_what_it_takes_back(self):
        self.wait_for_arrow("Undo")
        for method, parameters, name in (
                ("Start", {"egg": "soft"}, "start of soft egg"), ("Pause", {}, "pause of soft egg"),
                ("Resume", {}, "resume of soft egg"), ("Extend", {"byMs": 30_000}, "extend of soft egg"),
                ("Rename", {"to": "tea"}, "rename of soft egg"), ("Cancel", {}, "cancel of tea (soft egg)")):
            kitchen.call(method, **parameters)
            self.wait_for_arrow(f"Undo: {name}")
            self.assertEqual(page.run("return document.querySelector('#undo').title"), f"Undo: {name}")
        kitchen.call("Undo")
        self.wait_for_arrow("Undo")

    def test_what_was_cancelled_is_said_where_it_was_also_after_a_reload(self):
        for name in ("left", "middle", "right"):
            kitchen.call("Start", egg="soft", name=name)
        self.wait_for_places("left", "middle", "right")
        page.tap(f'.row button[aria-label="Cancel: middle"]')
        self.wait_for_places("left", "middle (soft egg) cancelled", "right")
        # The first timer keeps its place, which is the largest.
        kitchen.call("Cancel", name="left")
        self.wait_for_places("right", "2 timers cancelled")
        page.tap(".way-back button")
        self.wait_for_places("left", "middle", "right")
        kitchen.clear()
        self.wait_for_places("3 timers cancelled")
        self.open()
        self.wait_for_places("3 timers cancelled")
        page.wait_for_text("#idle", "Tap an egg")
        page.tap(".way-back button")
        self.wait_for_places("left", "middle", "right")
        kitchen.call("Pause", name="left")
        self.wait_for_arrow("Undo: pause of left (soft egg)")
        self.wait_for_places("middle", "right", "left")

    def test_the_way_back_ends_after_a_minute(self):
        # Also soon after the page was opened.
        page.inject("""
            const now = performance.now.bind(performance);
            performance.now = () => now() / 100;
            const original = EventSource.prototype;
            const set = Object.getOwnPropertyDescriptor(original, 'onmessage').set;
            Object.defineProperty(original, 'onmessage', { set(heard) {
              set.call(this, (event) => heard({ data: event.data.replace(/"undoMs":[1-9]\\d*/, '"undoMs":1') }));
            } });
        """)
        kitchen.call("Start", egg="soft")
        kitchen.call("Cancel")
        self.open()
        page.wait("return !document.querySelector('.way-back')")
        self.wait_for_arrow("Undo")

    def test_the_way_back_is_said(self):
        page.tap(SOFT)
        page.tap('.row button[aria-label^="Cancel"]')
        page.wait_for_text("#spoken", "Soft egg cancelled. Undo is possible for a minute.")
        page.tap("#undo")
        page.wait_for_text("#spoken", "Undone: cancel of soft egg. Soft egg: ")
        page.tap(HARD)
        page.tap("#undo")
        page.wait_for_text("#spoken", "Undone: start of hard egg. Soft egg: ")

    def test_the_keyboard_stays_where_it_was(self):
        def press(*keys):
            ActionChains(page.driver).send_keys(*keys).perform()
        kitchen.call("Start", egg="soft")
        kitchen.call("Start", egg="hard", name="left")
        page.wait_for_text(".row:last-child .label", "left")
        page.run("document.querySelector('.row:last-child .name').focus()")
        press(Keys.ENTER)
        page.wait_until_shown("#new-name")
        press("tea", Keys.ENTER)
        page.wait_for_text(".row:last-child .label", "tea")
        page.wait_until_hidden("dialog[open]")
        self.assertEqual(self.focused(), "tea, hard egg: rename")
        # The arrow stays where it is, until the keyboard leaves it.
        page.run("document.querySelector('#undo').focus()")
        press(Keys.ENTER)
        page.wait_for_text(".row:last-child .label", "left")
        self.wait_for_arrow("Undo")
        self.assertEqual(self.focused(), "Undo")
        self.assertEqual(page.run("return document.querySelector('#undo').getAttribute('aria-disabled')"), "true")
        press(Keys.TAB)
        self.can_undo(False)
        # From a row to the way back in its place, and back.
        page.run("for (const each of ['.name', '[aria-label^=Cancel]']) document.querySelector(`.row:last-child ${each}`).focus()")
        press(Keys.ENTER)
        self.wait_for_places("Soft egg", "left (hard egg) cancelled")
        self.assertEqual(self.focused(), "Undo: cancel of left (hard egg)")
        press(Keys.ENTER)
        self.wait_for_places("Soft egg", "left")
        self.assertTrue(page.run("return document.querySelector('.row:last-child').contains(document.activeElement)"))
        # Eggs together.
        page.tap("#together")
        page.tap(SOFT)
        page.run("document.querySelector('#start-together').focus()")
        press(Keys.ENTER)
        kitchen.wait_for("1 soft egg")
        page.wait_until_hidden("#start-together")
        self.assertEqual(self.focused(), "All done together")

    def test_another_devices_undo_takes_the_offer_back(self):
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        self.can_undo(True)
        kitchen.call("Undo")
        self.can_undo(False)
        page.wait_until_shown("#idle")


class RowTests(PageTest):
    def button(self, begin):
        return f'.row button[aria-label^="{begin}"]'

    def test_pause_resume_lengthen_shorten_cancel(self):
        self.open()
        page.tap(MEDIUM)
        kitchen.wait_for(state="cooking")
        page.tap(self.button("Pause"))
        left = kitchen.wait_for(state="paused")["remainingMs"]
        page.wait_for_text(".state", "paused")
        page.tap(self.button("+30 s"))
        kitchen.wait_for(remainingMs=left + 30_000)
        page.tap(self.button("−30 s"))
        kitchen.wait_for(remainingMs=left)
        page.wait(f"return document.querySelector('.digits').textContent === '{-(-left // 1000) // 60}:{-(-left // 1000) % 60:02}'")
        page.tap(self.button("Resume"))
        kitchen.wait_for(state="cooking")
        page.tap(self.button("Cancel"))
        wait_until(lambda: not kitchen.timers(), what="the timer is cancelled")
        page.wait_until_shown("#idle")

    def test_a_call_means_the_run_that_is_shown(self):
        page.inject("""
            const original = window.fetch;
            window.calls = [];
            window.fetch = (address, given) => {
              if (/(Pause|Dismiss)$/.test(address)) calls.push(JSON.parse(given.body).id);
              return original(address, given);
            };
        """)
        self.open()
        ids = [kitchen.call("Start", egg="hard")["timer"]["id"]]
        page.tap(self.button("Pause"))
        kitchen.wait_for(state="paused")
        ids.append(kitchen.call("Start", egg="soft", durationMs=1000)["timer"]["id"])
        page.wait_until_shown(DIALOG)
        page.tap(STOP)
        wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
        self.assertEqual(page.run("return calls"), ids)

    def test_a_timer_is_renamed_by_its_name(self):
        kitchen.call("Start", egg="hard", name="left-pot")
        kitchen.call("Start", egg="soft", name="tea")
        self.open()
        page.tap('.row [aria-label^="left-pot"]')
        page.wait_until_shown("#new-name")
        page.find("#new-name").send_keys(Keys.CONTROL, "a")
        page.find("#new-name").send_keys("tea", Keys.ENTER)
        page.wait_for_text("#name-problem", "The name 'tea' is taken.")
        page.find("#new-name").send_keys(Keys.CONTROL, "a")
        page.find("#new-name").send_keys("right-pot", Keys.ENTER)
        kitchen.wait_for("right-pot", egg="hard")
        page.wait_until_hidden("dialog[open]")
        page.wait_for_text(".row:nth-child(2) .label", "right-pot")

    def test_a_name_that_stays_changes_nothing(self):
        kitchen.call("Start", egg="soft")
        self.open()
        page.tap(".row .name")
        page.wait_until_shown("#new-name")
        page.find("#new-name").send_keys(Keys.ENTER)
        page.wait_until_hidden("dialog[open]")
        page.tap(HARD)
        kitchen.wait_for("egg", egg="hard")
        self.assertEqual(len(kitchen.timers()), 1)

    def test_names_are_text_whatever_they_contain(self):
        name = "<img src=x onerror=alert(1)><b>&amp;"
        kitchen.call("Start", egg="soft", name=name)
        self.open()
        page.wait_for_text(".row .label", name)
        self.assertIsNone(page.run("return document.querySelector('.row b, .row img')"))
        kitchen.call("Start", durationMs=1000, name=name)
        page.wait_until_shown(DIALOG)
        self.assertIn(name, page.text("#ringing-title"))

    def test_history_and_eggs(self):
        kitchen.call("Start", egg="soft", name="left-pot")
        kitchen.call("Cancel", name="left-pot")
        self.open()
        page.tap("#show-history")
        page.wait_for_text("dialog .list", "left-pot")
        page.wait_for_text("dialog .list", "cancelled")
        page.tap('dialog [aria-label="Close"]')
        page.wait_until_hidden("dialog[open]")
        page.tap("#show-eggs")
        page.wait_for_text("dialog .list", "A white like custard")
        soft, medium = page.run("return [...document.querySelectorAll('dialog .list li')].slice(0, 2).map(each => each.textContent)")
        self.assertIn("Runny yolk, just-set white; the yolk has 65\u00a0°C at its edge", soft)
        self.assertIn("not for small children, pregnant women or the ill.", soft)
        self.assertNotIn("Not for", medium)
        page.wait_for_text("dialog .small", "These times are for: M, fridge.")

    def test_what_has_ended_is_started_again_from_the_history_and_its_time_is_a_chip(self):
        for minutes, name in ((40, "potatoes"), (10, "rice"), (40, "potatoes")):
            kitchen.call("Start", durationMs=minutes * 60_000, name=name)
            kitchen.call("Cancel", name=name)
        self.open()
        page.wait("return [...document.querySelectorAll('.other-time')].slice(0, 2).map(each => each.textContent).join() === 'potatoes 40:00,rice 10:00'")
        page.tap(".other-time")
        kitchen.wait_for("potatoes", durationMs=2_400_000)
        page.tap("#show-history")
        page.tap("dialog li:nth-child(2) .again")
        kitchen.wait_for("rice", durationMs=600_000)
        page.wait_until_hidden("dialog[open]")


class ThisEggTests(PageTest):
    """The kitchen's egg, which the times are for on every device."""

    def setUp(self):
        super().setUp()
        self.addCleanup(self.forget)

    def forget(self):
        kitchen.call("ResetKitchen")

    def times(self):
        return page.run("return [...document.querySelectorAll('.egg .time > [aria-hidden]')].map(each => each.textContent)")

    def wait_for_times(self, *times):
        wait_until(lambda: self.times() == list(times), what=f"the times are {times}, not {self.times()}")

    def pick(self, name, value):
        page.press(f"dialog [name={name}][value='{value}']")

    def type(self, field, *keys):
        page.wait_until_shown(field)
        page.find(field).send_keys(Keys.CONTROL, "a")
        page.find(field).send_keys(*keys, Keys.TAB)

    def test_the_times_are_those_of_the_egg_that_is_used(self):
        self.open()
        self.wait_for_times("5:00", "7:00", "12:00")
        self.assertIn("M, fridge", page.text("#this-egg"))
        page.tap("#this-egg")
        self.pick("place", 20)
        self.wait_for_times("3:46", "5:46", "10:46")
        self.type("#altitudeM", "1500")
        self.wait_for_times("4:23", "6:47", "11:28")
        page.wait_for_text(".drawer .times", "soft 4:23 · medium 6:47 · hard 11:28")
        page.tap('dialog [aria-label="Close"]')
        self.assertIn("M, room, 1,500 m", page.text("#this-egg"))
        page.tap(SOFT)
        kitchen.wait_for(egg="soft", durationMs=263_000)
        # An egg that always takes the same time doesn't depend on it.
        page.tap('[data-egg="poached"]')
        kitchen.wait_for(egg="poached", durationMs=210_000)

    def test_it_waits_until_the_kitchen_is_known(self):
        page.inject("""
            const original = window.fetch;
            window.fetch = async (...given) => {
              while (String(given[0]).endsWith('.Eggs') && !window.isAnswered) await new Promise(go => setTimeout(go, 20));
              return original(...given);
            };
        """)
        for button, shown in (("#this-egg", "dialog .picks .pick"), ("#show-eggs", "dialog .list li")):
            page.driver.get(kitchen.address)
            page.tap(button)
            page.run("window.isAnswered = true")
            page.wait_until_shown(shown)

    def test_an_answer_leaves_the_field_alone_that_is_being_typed_into(self):
        page.inject("""
            const originalFetch = window.fetch;
            window.fetch = async (...given) => {
              const response = await originalFetch(...given);
              if (given[0].endsWith('.SetKitchen') && !window.answer) await new Promise((done) => { window.answer = done; });
              return response;
            };
        """)
        self.open()
        page.tap("#this-egg")
        page.wait_for_text(".drawer .times", "soft 5:00")
        self.pick("place", 20)
        page.wait("return window.answer !== undefined")
        altitude = page.find("#altitudeM")
        altitude.send_keys(Keys.CONTROL, "a")
        altitude.send_keys("1500")
        page.run("answer()")
        page.wait_for_text(".drawer .times", "soft 3:46")
        self.assertEqual(page.run("return document.querySelector('#altitudeM').value"), "1500")
        altitude.send_keys(Keys.TAB)
        self.wait_for_times("4:23", "6:47", "11:28")

    def test_it_is_kept_for_every_device(self):
        other = type(page)()
        self.addCleanup(other.close)
        other.open(kitchen.address)
        self.open()
        page.tap("#this-egg")
        self.pick("size", 68)
        other.wait_for_text("#this-egg", "L, fridge")
        other.wait_for_text(SOFT + " .time", "5:34")
        self.assertEqual(kitchen.call("Start", egg="soft")["timer"]["durationMs"], 334_000)
        # A command sets it for every page that is open, also after eggd has crashed.
        kitchen.call("SetKitchen", massG=48)
        for each in (page, other):
            each.wait_for_text("#this-egg", "S, fridge")
        kitchen.kill_eggd()
        kitchen.start_eggd()
        kitchen.call("SetKitchen", massG=68)
        for each in (page, other):
            each.wait_for_text("#this-egg", "L, fridge")
        self.open()
        self.assertIn("L, fridge", page.text("#this-egg"))
        self.wait_for_times("5:34", "7:47", "13:21")
        page.tap("#this-egg")
        page.tap("#forget-egg")
        self.wait_for_times("5:00", "7:00", "12:00")
        other.wait_for_text("#this-egg", "M, fridge")
        page.complaints()

    def test_the_configured_egg_counts_until_another_is_set(self):
        self.open()
        try:
            kitchen.reload(CONFIGURATION + "[kitchen]\naltitude = 1500m\n")
            self.wait_for_times("5:41", "8:06", "12:46")
            page.tap("#this-egg")
            self.pick("place", 20)
            self.wait_for_times("4:23", "6:47", "11:28")
            # An empty field is as configured.
            self.type("#altitudeM", "0")
            self.wait_for_times("3:46", "5:46", "10:46")
            self.type("#altitudeM", Keys.DELETE)
            self.wait_for_times("4:23", "6:47", "11:28")
            page.tap("#forget-egg")
            self.wait_for_times("5:41", "8:06", "12:46")
            page.wait_until_hidden("#forget-egg")
        finally:
            kitchen.reload(CONFIGURATION)

    def test_an_impossible_egg_is_refused_and_changes_nothing(self):
        self.open()
        page.tap("#this-egg")
        self.type("#massG", "500")
        page.wait_for_text("#massG-problem", "he weight in grams; it must be 5 to 200.")
        mass = page.find("#massG")
        self.assertEqual([mass.get_attribute("aria-invalid"), mass.get_attribute("aria-describedby")], ["true", "massG-problem"])
        page.wait("return document.querySelector('#massG').value === '58'")
        self.wait_for_times("5:00", "7:00", "12:00")
        self.type("#massG", "heavy")
        page.wait_for_text("#massG-problem", "Enter a number.")
        self.type("#massG", "62")
        page.wait_until_hidden("#massG-problem")
        self.assertIsNone(mass.get_attribute("aria-invalid"))
        page.wait_for_text("#this-egg", "62 g, fridge")

    def test_a_comma_is_that_of_decimals(self):
        self.open()
        page.tap("#this-egg")
        self.type("#fromCelsius", "12,5")
        page.wait_for_text("#this-egg", "M, 12.5 °C")
        self.type("#altitudeM", "1,600")
        page.wait_for_text("#this-egg", "1,600 m")

    def test_an_open_sheet_follows_another_device(self):
        self.open()
        page.tap("#this-egg")
        page.wait("return document.querySelector('#massG').value === '58'")
        kitchen.call("SetKitchen", massG=68, altitudeM=300)
        page.wait("return document.querySelector('#massG').value === '68' && document.querySelector('#altitudeM').value === '300'")
        page.wait_for_text(".drawer .times", page.text(SOFT + " .time > span"))
        page.wait_until_shown("#forget-egg")

    def test_without_a_menu_a_tap_starts_the_egg_and_the_menu_is_read_later(self):
        kitchen.call("SetKitchen", massG=68)
        page.inject("""
            const originalFetch = window.fetch;
            window.fetch = async (...given) => {
              if (given[0].endsWith('.Eggs') && !window.answers) throw new TypeError('no connection');
              return originalFetch(...given);
            };
        """)
        page.driver.get(kitchen.address)
        page.wait("return document.body.dataset.timers !== undefined")
        page.tap(SOFT)
        kitchen.wait_for(egg="soft", durationMs=334_000)
        page.wait_for_text(".row .label", "Soft egg")
        page.run("window.answers = true")
        kitchen.call("SetKitchen", massG=48)
        page.wait_for_text("#this-egg", "S, fridge")

    def test_eggs_together_of_which_one_is_gone_are_refused(self):
        self.open()
        page.tap("#together")
        page.tap('[data-egg="poached"]')
        kitchen.reload(CONFIGURATION.replace("poached", "coddled"))
        self.addCleanup(kitchen.reload, CONFIGURATION)
        page.wait_until_shown('[data-egg="coddled"]')
        page.tap("#start-together")
        page.wait_for_text("#problem", "The egg “poached” no longer exists.")

    LOCATE = """
        navigator.geolocation.getCurrentPosition = (found, failed) => {
          if (window.place === undefined) failed({ code: 1, PERMISSION_DENIED: 1 });
          else found({ coords: { latitude: 39.7, longitude: -105, altitude: window.place } });
        };
    """

    def test_the_altitude_is_that_of_the_device_if_its_owner_allows(self):
        page.inject(self.LOCATE)
        self.open()
        page.tap("#this-egg")
        page.tap("#find-altitude")
        page.wait_for_text("#egg-problem", "Allow it in the browser’s settings, or type the altitude.")
        page.run("window.place = null")
        page.tap("#find-altitude")
        page.wait_for_text("#egg-problem", "but not its altitude")
        page.run("window.place = 1608.4")
        page.tap("#find-altitude")
        page.wait("return document.querySelector('#altitudeM').value === '1610'")
        page.wait_until_hidden("#egg-problem")

    def test_without_a_secure_context_the_altitude_is_typed(self):
        page.inject("Object.defineProperty(window, 'isSecureContext', {value: false})")
        self.open()
        page.tap("#this-egg")
        page.wait_until_shown("#altitudeM")
        self.assertFalse(page.shows("#find-altitude"))


class TogetherTests(PageTest):
    """Eggs in one pot, which are done at the same moment."""

    def start(self, *eggs):
        page.tap("#together")
        for egg in eggs:
            page.tap(f'[data-egg="{egg}"]')
        page.tap("#start-together")

    def test_eggs_are_counted_and_started_together(self):
        self.open()
        page.tap("#together")
        self.assertFalse(page.find("#start-together").is_enabled())
        for egg in ("soft", "soft", "soft", "hard"):
            page.tap(f'[data-egg="{egg}"]')
        page.tap('[aria-label="One less: soft"]')
        self.assertEqual(page.text("#start-together"), "Start 2 soft, 1 hard")
        self.assertEqual(page.text(SOFT + " .mark"), "2×")
        self.assertEqual(kitchen.timers(), [])
        page.tap("#start-together")
        soft = kitchen.wait_for("2 soft eggs", group="pot", count=2, state="cooking")
        hard = kitchen.wait_for("1 hard egg", group="pot", count=1, durationMs=720_000)
        self.assertEqual((soft["durationMs"], soft["cue"]["cookMs"], hard["cue"]), (420_000, 300_000, None))
        page.wait_for_text("#now", "Now: 1 hard egg in.")
        page.wait("return document.querySelectorAll('.row[data-group]').length === 2")
        waiting, cooking = page.run("return [...document.querySelectorAll('.row .state')].map(each => each.textContent)")
        self.assertRegex(waiting, "^in at ")
        self.assertRegex(cooking, "^done at ")
        self.assertEqual(page.run("return document.querySelectorAll('.row[data-cue]').length"), 1)
        # The next tap starts an egg of its own again.
        page.tap(MEDIUM)
        kitchen.wait_for(egg="medium", group=None)

    def test_a_cue_is_said_when_it_comes(self):
        page.inject(HOOKS)
        kitchen.reload(CONFIGURATION + "[egg quick]\nduration = 3s\n[egg quicker]\nduration = 1s\n")
        try:
            self.open()
            page.wait_until_shown('[data-egg="quicker"]')
            page.run("""
                const now = document.querySelector('#now');
                window.said = [];
                new MutationObserver(() => now.textContent && said.push(now.textContent)).observe(now, {childList: true, characterData: true, subtree: true});
            """)
            self.start("quick", "quicker")
            page.wait_until_shown(DIALOG)
            self.assertEqual(page.run("return said"), ["Now: 1 quick egg in.", "Now: 1 quicker egg in."])
            page.wait_for_text("#ringing-title", "1 quick egg, 1 quicker egg: done")
            page.tap(STOP)
            wait_until(lambda: not kitchen.timers(), what="both are stopped")
        finally:
            kitchen.reload(CONFIGURATION)

    def test_a_group_is_paused_as_a_whole(self):
        self.open()
        self.start("soft", "medium")
        page.wait("return document.querySelectorAll('.row').length === 2")
        page.tap('.row button[aria-label="Pause: 1 medium egg"]')
        kitchen.wait_for("1 soft egg", state="paused")
        kitchen.wait_for("1 medium egg", state="paused")
        page.wait("return [...document.querySelectorAll('.state')].map(each => each.textContent).join() === 'paused, not in yet,paused'")

    def test_what_is_refused_stays_counted(self):
        self.open()
        page.tap("#together")
        page.tap(SOFT)
        kitchen.call("Start", durationMs=600_000, name="pot")
        page.tap("#start-together")
        page.wait_for_text("#problem", "The name 'pot' is taken.")
        self.assertEqual(page.text("#start-together"), "Start 1 soft")
        page.tap("#together")
        page.wait_until_hidden("#start-together")
        page.wait_until_hidden(SOFT + " .mark")
        page.wait_until_hidden("#problem")

    def test_a_ninth_kind_of_eggs_is_not_counted(self):
        kitchen.reload("".join(f"[egg kind{number}]\nduration = {number}m\n" for number in range(1, 7)))
        self.addCleanup(kitchen.reload, CONFIGURATION)
        self.open()
        page.tap("#together")
        for egg in ["soft", "medium", "hard", *(f"kind{number}" for number in range(1, 7))]:
            page.tap(f'[data-egg="{egg}"]')
        self.assertEqual(page.text("#problem"), "There can be at most 8 kinds of eggs in a pot.")
        self.assertIsNone(page.text('[data-egg="kind6"] .mark'))
        # More of a kind that is counted is not another kind.
        page.tap(SOFT)
        page.wait_until_hidden("#problem")
        page.tap("#start-together")
        wait_until(lambda: len(kitchen.timers()) == 8, what="eight kinds cook")


class AlarmTests(PageTest):
    def test_an_alarm_fills_the_screen_until_it_is_stopped(self):
        self.open()
        page.start_time("2")
        page.wait_until_shown(DIALOG)
        kitchen.wait_for(state="ringing")
        self.assertEqual(page.text("#ringing-title"), "Timer: done")
        size = page.run("const r = document.querySelector('dialog.ringing').getBoundingClientRect(); return [r.width - innerWidth, r.height - innerHeight]")
        self.assertEqual(size, [0, 0])
        self.assertIn("Done", page.driver.title)
        # Keys that close other dialogs don't answer an alarm.
        for _ in range(3):
            ActionChains(page.driver).send_keys(Keys.ESCAPE).perform()
        page.wait_until_shown(DIALOG)
        self.assertEqual(kitchen.timer()["state"], "ringing")
        page.tap(STOP)
        page.wait_until_hidden(DIALOG)
        self.assertEqual(kitchen.timers(), [])
        self.assertEqual(page.driver.title, "Egg timer")

    def test_one_more_minute(self):
        self.open()
        page.start_time("1")
        page.tap(SNOOZE)
        timer = kitchen.wait_for(state="snoozed")
        self.assertIn(timer["remainingMs"], range(30_000, 60_001))
        page.wait_until_hidden(DIALOG)
        page.wait_for_text(".state", "rings again at")

    def test_two_alarms_are_named_and_stopped_together(self):
        kitchen.call("Start", egg="soft", durationMs=1000, name="left-pot")
        kitchen.call("Start", egg="hard", durationMs=1000)
        self.open()
        page.wait_until_shown(DIALOG)
        page.wait_for_text("#ringing-title", "left-pot (soft egg), Hard egg: done")
        page.tap("dialog.ringing .all")
        wait_until(lambda: not kitchen.timers(), what="both are stopped")
        page.wait_until_hidden(DIALOG)

    def test_an_alarm_that_is_answered_elsewhere_falls_silent_here(self):
        page.inject(HOOKS)
        self.open()
        page.tap("#ring-here")
        page.wait_for_bell()
        page.start_time("1")
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.run("return seen.strokes"), 1)
        kitchen.call("Dismiss")
        page.wait_until_hidden(DIALOG)
        page.tap("#ring-here")

    def test_the_bell_of_the_page_is_remembered(self):
        page.inject(HOOKS)
        self.open()
        self.assertEqual(page.find("#ring-here").get_attribute("aria-pressed"), "false")
        page.tap("#ring-here")
        page.wait_for_bell()
        # From one page to the next of the same site, a browser remembers that it was touched.
        page.driver.get("about:blank")
        self.open()
        self.assertEqual(page.find("#ring-here").get_attribute("aria-pressed"), "true")
        self.assertEqual(page.find("#ring-here").get_attribute("data-state"), "waiting")
        page.wait_for_text("#sound-out", "Touch once, so that this page can ring.")
        page.tap(SOFT)
        page.wait_for_bell()
        page.wait_until_hidden("#sound-out")
        page.tap("#ring-here")
        self.assertEqual(page.find("#ring-here").get_attribute("aria-pressed"), "false")

    def test_a_browser_that_never_begins_to_sound_says_that_it_cannot_ring(self):
        # Firefox without a sound device.
        page.inject("AudioContext.prototype.resume = () => new Promise(() => {})")
        self.open()
        page.tap("#ring-here")
        page.wait_for_text("#sound-out", "This page can’t ring: the browser gives it no sound.")
        page.tap("#ring-here")
        page.wait_until_hidden("#sound-out")

    def test_a_browser_without_sound_shows_the_page_and_says_that_it_cannot_ring(self):
        self.open()
        page.tap("#ring-here")
        page.wait_for_bell()
        page.inject("""
            window.isDeaf = true;
            const Context = window.AudioContext;
            window.AudioContext = class extends Context {
              constructor() { if (isDeaf) throw new DOMException('there are too many', 'NotSupportedError'); super(); }
            };
        """)
        self.open()
        page.wait_until_shown("#sound-out")
        page.wait_for_text("#sound-out", "This page can’t ring")
        page.tap(SOFT)
        page.wait_for_text(".row .label", "Soft egg")
        page.run("window.isDeaf = false")
        page.tap(SOFT)
        page.wait_for_bell()
        page.wait_until_hidden("#sound-out")
        page.tap("#ring-here")

    def test_what_keeps_an_alarm_from_being_heard_stands_on_the_page_before(self):
        deaf = Kitchen(device=NO_DEVICE)
        try:
            page.open(deaf.address)
            page.wait_for_text("#sound-out", "No sound:")
            self.assertTrue(page.shows("#sound-out"))
        finally:
            page.driver.get("about:blank")
            deaf.close()

    def test_a_later_layout_of_the_database_is_reported_and_eggs_can_be_started(self):
        older = Kitchen()
        try:
            older.kill_eggd()
            path = older.folder / "state" / "eggtimer.db"
            path.unlink()
            database = sqlite3.connect(path)
            database.executescript((ROOT / "Tests/Layouts/layout-8.sql").read_text() + "PRAGMA user_version = 99;")
            database.close()
            older.start_eggd()
            sentence = "Timers are not saved: leave the machine on, or they are lost."
            page.driver.get(older.address + "lunch")
            page.wait_for_text(".strip", sentence)
            page.open(older.address)
            page.wait_for_text("#store-out", sentence)
            page.wait_for_text("#store-out details", f"{path} was written by a newer eggd")
            page.tap(SOFT)
            page.wait_for_text(".row .label", "Soft egg")
        finally:
            page.driver.get("about:blank")
            older.close()


class GoneTests(PageTest):
    """Alarms while eggd can't be reached: the page rings by its own countdown."""

    UNHEARD = "The time is up, and the timer program doesn’t answer."

    def setUp(self):
        super().setUp()
        page.inject(HOOKS)
        self.open()
        page.tap("#ring-here")
        page.wait_for_bell()
        self.addCleanup(page.run, "localStorage.clear()")

    def kill_eggd(self):
        kitchen.kill_eggd()
        self.addCleanup(lambda: kitchen.eggd.poll() is None or kitchen.start_eggd())

    def hide(self):
        """Hides the page behind another tab, from which a test looks at it."""
        first = page.driver.current_window_handle
        page.run("open('/icon.svg')")
        second = wait_until(lambda: next((each for each in page.driver.window_handles if each != first), None))
        page.driver.switch_to.window(second)

        def show():
            page.driver.close()
            page.driver.switch_to.window(first)

        self.addCleanup(show)
        page.wait("return opener.document.hidden")

    def test_the_page_rings_when_the_time_is_up_until_eggd_rings(self):
        kitchen.call("Start", durationMs=6000)
        page.wait_for_text(".row .label", "Timer")
        self.kill_eggd()
        page.wait_until_shown("#gone")
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.text("dialog.ringing .since"), self.UNHEARD)
        page.wait_for_text(".row .state", self.UNHEARD)
        self.assertEqual(page.driver.title, "Done: Timer")
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 0])
        kitchen.start_eggd()
        page.wait_until_hidden("#gone")
        page.wait_for_text("dialog.ringing .since", "ago")
        page.tap(STOP)
        page.wait_until_hidden(DIALOG)
        self.assertEqual(kitchen.timers(), [])

    def test_an_alarm_of_the_page_ends_with_the_first_message_if_it_was_answered_meanwhile(self):
        kitchen.call("Start", durationMs=4000)
        page.wait_for_text(".row .label", "Timer")
        port = int(re.search(r":(\d+)/", kitchen.address).group(1))
        kitchen.kill_eggweb()
        try:
            page.wait_until_shown(DIALOG)
            kitchen.wait_for(state="ringing")
            kitchen.call("Dismiss")
        finally:
            kitchen.start_eggweb(port)
        page.wait_until_hidden(DIALOG)
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 1])
        self.assertEqual(page.driver.title, "Egg timer")
        page.complaints()

    def test_a_hidden_page_rings_while_eggd_cannot_be_reached(self):
        kitchen.call("Start", durationMs=6000)
        page.wait_for_text(".row .label", "Timer")
        self.hide()
        self.kill_eggd()
        page.wait("return opener.seen.strokes === 1")
        self.assertTrue(page.run("return opener.document.hidden && opener.document.title === 'Done: Timer'"))

    def test_a_hidden_page_rings_although_its_connection_has_died_unnoticed(self):
        kitchen.call("Start", durationMs=12_000)
        page.wait_for_text(".row .label", "Timer")
        self.hide()
        kitchen.eggweb.send_signal(signal.SIGSTOP)
        try:
            page.wait("return opener.seen.strokes === 1", seconds=40)
            self.assertTrue(page.run("return opener.document.hidden"))
        finally:
            kitchen.eggweb.send_signal(signal.SIGCONT)

    def test_eggs_that_go_into_the_water_are_named_and_are_no_alarm(self):
        kitchen.reload(CONFIGURATION + "[egg quick]\nduration = 8s\n[egg quicker]\nduration = 1s\n")
        self.addCleanup(kitchen.reload, CONFIGURATION)
        kitchen.call("Cook", eggs=[{"egg": "quick", "count": 1}, {"egg": "quicker", "count": 1}])
        page.wait("return document.querySelectorAll('.row[data-group]').length === 2")
        self.kill_eggd()
        page.wait_for_text("#now", "Now: 1 quicker egg in.")
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.text("#ringing-title"), "1 quick egg")
        self.assertEqual(page.run("return seen.strokes"), 1)
        kitchen.start_eggd()
        page.wait_until_hidden("#gone")

    def test_stop_silences_the_page_until_eggd_is_back(self):
        kitchen.call("Start", durationMs=1000)
        page.wait_until_shown(DIALOG)
        self.kill_eggd()
        page.wait_until_shown("#gone")
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 0])
        page.tap(STOP)
        page.wait_until_hidden(DIALOG)
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 1])
        page.wait_for_text("#problem", "Check the timers before you try again.")
        self.assertTrue(page.shows("#problem"))
        # An alarm that is stopped here rings again as long as eggd says so.
        kitchen.start_eggd()
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [2, 1])
        page.tap(STOP)
        page.wait_until_hidden(DIALOG)
        self.assertEqual(kitchen.timers(), [])

    def test_stop_all_silences_each_of_three_alarms_that_eggd_cannot_be_told_of(self):
        for name in ("rice", "beans", "peas"):
            kitchen.call("Start", durationMs=1000, name=name)
        page.wait("return document.querySelectorAll('.alarm').length === 3")
        self.kill_eggd()
        page.wait_until_shown("#gone")
        page.tap("dialog.ringing .all")
        page.wait_until_hidden(DIALOG)
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 1])

    def test_one_more_minute_that_fails_silences_the_page_until_the_next_message(self):
        kitchen.call("Start", durationMs=1000)
        page.wait_until_shown(DIALOG)
        page.run("""
            const originalFetch = window.fetch;
            window.fetch = async (...given) => {
              if (given[0].endsWith('.Snooze')) throw new TypeError('no connection');
              return originalFetch(...given);
            };
        """)
        page.tap(SNOOZE)
        page.wait_until_hidden(DIALOG)
        page.wait_for_text("#problem", "got no answer")
        self.assertTrue(page.shows("#problem"))
        self.assertEqual(page.run("return [seen.strokes, seen.silences]"), [1, 1])
        kitchen.call("Start", durationMs=600_000, name="tea")
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.run("return seen.strokes"), 2)
        page.wait_for_text("#ringing-title", "Timer: done")


class KioskTests(PageTest):
    """A browser that was told to let a page ring without a touch."""

    def test_the_bell_is_ready_when_the_page_is_opened(self):
        kiosk = type(page)(plays_untouched=True)
        self.addCleanup(kiosk.close)
        kiosk.inject(HOOKS)
        kiosk.open(kitchen.address)
        kiosk.tap("#ring-here")
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        kiosk.open(kitchen.address)
        kiosk.wait_for_bell()
        kiosk.wait("return seen.strokes === 1")
        kitchen.call("Dismiss")
        kiosk.wait_until_hidden(DIALOG)
        kitchen.call("Start", durationMs=1000)
        kiosk.wait("return seen.strokes === 2")


class StreamTests(PageTest):
    def test_a_reload_in_mid_countdown_changes_nothing(self):
        kitchen.call("Start", egg="medium", elapsedMs=100_000)
        self.open()
        before = seconds(page.text(".digits"))
        self.open()
        page.wait_for_text(".row .label", "Medium egg")
        left = kitchen.timer()["remainingMs"]
        self.assertLessEqual(abs(seconds(page.text(".digits")) - left / 1000), 1.5)
        self.assertLessEqual(seconds(page.text(".digits")), before)

    def test_a_tap_without_an_answer_is_said_and_taken_back(self):
        self.open()
        page.run("""
            const original = fetch;
            window.fetch = (path, ...given) => path.endsWith('.Start')
              ? new Promise((done, failed) => { window.fail = () => failed(new TypeError('gone')); }) : original(path, ...given);
        """)
        page.tap(SOFT)
        page.wait_until_shown(SOFT + " .mark")
        page.wait_for_text("#problem", "There is no answer yet.")
        page.wait_until_hidden(SOFT + " .mark")
        page.run("fail()")
        page.wait_for_text("#problem", "got no answer")
        # The connection works.
        kitchen.call("Start", durationMs=600_000)
        page.wait_until_hidden("#problem")

    def test_eggd_killed_and_back(self):
        kitchen.call("Start", egg="hard")
        self.open()
        page.wait_for_text(".row .label", "Hard egg")
        kitchen.kill_eggd()
        try:
            page.wait_until_shown("#gone")
            self.assertGreater(len(page.text("#gone")), 20)
            page.tap(SOFT)
            page.wait_for_text("#problem", "before you try again")
        finally:
            kitchen.start_eggd()
        page.wait_until_hidden("#gone")
        page.wait_until_hidden("#problem")
        page.wait_for_text(".row .label", "Hard egg")
        self.assertIn(seconds(page.text(".digits")), range(600, 721))

    def test_the_pages_server_killed_and_back(self):
        self.open()
        port = int(re.search(r":(\d+)/", kitchen.address).group(1))
        kitchen.kill_eggweb()
        try:
            page.wait_until_shown("#gone")
            page.tap(SOFT)
            page.wait_for_text("#problem", "before you try again")
        finally:
            kitchen.start_eggweb(port)
        page.wait_until_hidden("#gone", seconds=30)
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        page.complaints()

    def test_a_connection_that_falls_silent_is_noticed(self):
        kitchen.call("Start", egg="hard")
        self.open()
        page.wait_for_text(".row .label", "Hard egg")
        kitchen.eggweb.send_signal(signal.SIGSTOP)
        try:
            page.wait_until_shown("#gone")
            page.wait_for_text("#gone", "reconnects by itself")
            page.tap('.row button[aria-label^="Pause"]')
            page.wait_for_text("#problem", "before you try again", seconds=40)
        finally:
            kitchen.eggweb.send_signal(signal.SIGCONT)
        page.wait_until_hidden("#gone")
        page.wait_until_hidden("#problem")
        kitchen.call("Rename", name="egg", to="left-pot")
        page.wait_for_text(".row .label", "left-pot")

    def test_a_machine_that_dies_while_nothing_cooks_is_noticed(self):
        self.open()
        page.wait_until_shown("#idle")
        kitchen.eggweb.send_signal(signal.SIGSTOP)
        try:
            # Fifteen seconds, and what a busy machine needs.
            page.wait_until_shown("#gone", seconds=17)
        finally:
            kitchen.eggweb.send_signal(signal.SIGCONT)
        page.wait_until_hidden("#gone")

    # Keeps the page's streams where a test finds them.
    KEEP = """
        window.streams = [];
        window.EventSource = class extends EventSource { constructor(...given) { super(...given); streams.push(this); } };
    """

    def test_a_tap_finds_out_that_the_connection_died_while_nothing_cooked(self):
        page.inject(self.KEEP)
        self.open()
        page.run("streams[0].onmessage = null")
        page.tap(SOFT)
        kitchen.wait_for(egg="soft")
        page.wait_for_text(".row .label", "Soft egg")
        self.assertEqual(page.run("return streams.length"), 2)
        page.wait_until_hidden("#gone")

    def test_stop_finds_out_that_the_connection_died_while_nothing_cooked(self):
        page.inject(self.KEEP)
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        self.open()
        page.wait_until_shown(DIALOG)
        page.run("streams[0].onmessage = null")
        page.tap(STOP)
        wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
        page.wait_until_hidden(DIALOG)
        self.assertEqual(page.run("return streams.length"), 2)
        page.wait_until_hidden("#gone")

    def test_an_event_that_comes_before_the_reply_is_not_waited_for_again(self):
        page.inject(HOOKS + """
            window.replies = 0;
            const originalFetch = window.fetch;
            window.fetch = async (...given) => {
              const response = await originalFetch(...given);
              if (!given[0].endsWith('.Pause')) return response;
              while (document.querySelector('.row').dataset.tone !== 'paused') await new Promise(frameOfTheTest);
              window.asked = seen.timers;
              replies++;
              return response;
            };
        """)
        kitchen.call("Start", egg="hard")
        self.open()
        page.tap('.row button[aria-label^="Pause"]')
        page.wait("return replies === 1")
        page.alter("window.passed = 0; const count = () => ++passed < 60 && frameOfTheTest(count); frameOfTheTest(count)")
        page.wait("return passed >= 60", seconds=60)
        self.assertEqual(page.run("return seen.timers"), page.run("return asked"))

    def test_a_page_has_one_stream_whatever_opens_it_again(self):
        page.inject(self.KEEP)
        self.open()
        # A page that returns by Back is seen and shown again; the tests' browser keeps none, so the events are made.
        open_streams = page.run("""
            const persisted = { persisted: true };
            dispatchEvent(new PageTransitionEvent('pagehide', persisted));
            document.dispatchEvent(new Event('visibilitychange'));
            dispatchEvent(new PageTransitionEvent('pageshow', persisted));
            return streams.filter(each => each.readyState !== EventSource.CLOSED).length;
        """)
        self.assertEqual(open_streams, 1)
        kitchen.call("Start", egg="soft")
        page.wait_for_text(".row .label", "Soft egg")

    # A sleep of the device, in which the clock of performance.now() stops: the wall clock is ahead afterwards.
    # The streams that the page opens from now on are counted, and so is what it says of its connection.
    SLEEP = """
        window.opened = 0; window.told = 0; window.asleep = 0;
        const [Stream, now] = [window.EventSource, Date.now];
        window.EventSource = class extends Stream { constructor(...given) { super(...given); opened++; } };
        Date.now = () => now() + asleep;
        window.gone = document.querySelector('#gone');
        new MutationObserver(() => { if (!gone.hidden) told++; }).observe(gone, {attributes: true});
    """

    def test_after_a_sleep_the_page_connects_again_at_once(self):
        kitchen.call("Start", egg="hard")
        self.open()
        page.wait_for_text(".row .label", "Hard egg")
        page.alter(self.SLEEP)
        page.run("window.asleep = 60_000")
        page.wait("return opened === 1")
        kitchen.call("Rename", name="egg", to="left-pot")
        page.wait_for_text(".row .label", "left-pot")
        self.assertEqual(page.run("return [opened, told]"), [1, 0])

    def test_after_a_sleep_the_countdown_continues_without_an_answer(self):
        kitchen.call("Start", egg="hard")
        self.open()
        page.wait_for_text(".row .label", "Hard egg")
        page.alter(self.SLEEP)
        page.alter("""
            window.notes = [];
            window.EventSource = class extends EventTarget { constructor() { super(); notes.push('tries'); } close() {} };
            const [digits, gone] = ['.digits', '#gone'].map(each => document.querySelector(each));
            new MutationObserver(() => { if (/^10:|^11:0/.test(digits.textContent) && !notes.includes('right')) notes.push('right'); })
              .observe(digits, {childList: true, characterData: true, subtree: true});
            new MutationObserver(() => { if (!gone.hidden) notes.push('told'); }).observe(gone, {attributes: true});
            asleep = 60_000;
        """)
        page.wait_until_shown("#gone")
        self.assertEqual(page.run("return notes.slice(0, 4)"), ["tries", "right", "tries", "told"])

    def test_a_page_on_which_nothing_cooks_connects_again_when_it_is_used(self):
        self.open()
        page.alter(self.SLEEP)
        page.run("window.asleep = 60_000; dispatchEvent(new Event('focus'))")
        self.assertEqual(page.run("return opened"), 1)
        kitchen.call("Start", egg="soft")
        page.wait_for_text(".row .label", "Soft egg")
        self.assertEqual(page.run("return [opened, told]"), [1, 0])

    def test_a_wall_clock_that_is_corrected_or_set_back_is_no_sleep(self):
        page.inject(HOOKS)
        kitchen.call("Start", egg="hard")
        self.open()
        page.alter(self.SLEEP)
        for shift in (1_000, -3_600_000, -3_599_000):
            heard = page.run("window.asleep = arguments[0]; return seen.messages", shift)
            page.wait("return seen.messages > arguments[0] + 1", heard)
        self.assertEqual(page.run("return [opened, told]"), [0, 0])

    def test_a_connection_that_is_lost_once_is_not_told(self):
        page.inject(self.KEEP)
        kitchen.call("Start", egg="hard")
        self.open()
        page.wait_for_text(".row .label", "Hard egg")
        page.alter(self.SLEEP)
        # The browser says that it has lost the connection, and makes another one by itself.
        page.run("streams[0].dispatchEvent(new Event('error'))")
        kitchen.call("Rename", name="egg", to="left-pot")
        page.wait_for_text(".row .label", "left-pot")
        self.assertEqual(page.run("return [opened, told]"), [0, 0])
        page.run("streams[0].onmessage = null; streams[0].dispatchEvent(new Event('error'))")
        page.run("streams[0].dispatchEvent(new Event('error'))")
        self.assertEqual(page.run("return [told, gone.hidden]"), [1, False])

    def test_two_pages_at_once(self):
        self.open()
        first = page.driver.current_window_handle
        page.driver.switch_to.new_window("window")
        second = page.driver.current_window_handle
        try:
            self.open()
            page.tap(SOFT)
            page.wait_for_text(".row .label", "Soft egg")
            page.driver.switch_to.window(first)
            page.wait_for_text(".row .label", "Soft egg")
            page.tap('.row button[aria-label^="Cancel"]')
            page.driver.switch_to.window(second)
            page.wait_until_shown("#idle")
        finally:
            page.driver.switch_to.window(second)
            page.driver.close()
            page.driver.switch_to.window(first)


class ClockTests(PageTest):
    # Notes, in the page, what digits and bar show at each change, and when.
    RECORD = """
        window.turns = []; window.shares = [];
        const now = () => performance.timeOrigin + performance.now();
        const [digits, fill] = ['.digits', '.fill'].map(each => document.querySelector(each));
        new MutationObserver(() => turns.push([now(), digits.textContent])).observe(digits, {childList: true, characterData: true, subtree: true});
        new MutationObserver(() => shares.push([now(), 100 - parseFloat(fill.style.getPropertyValue('--gone'))])).observe(fill, {attributes: true});
    """

    def record(self, turns=5):
        page.run(self.RECORD)
        page.wait(f"return turns.length >= {turns}", seconds=60)
        return page.run("return [turns, shares]")

    def check(self, timer, turns, shares):
        """Digits and bar are those of eggd at this time, and never go backwards."""
        ends, whole = timer["endsAtUnixMs"], timer["durationMs"]
        for at, text in turns:
            left = ends - at
            self.assertLess(left - 100, seconds(text) * 1000, turns)
            self.assertGreater(left + 100, (seconds(text) - 1) * 1000, turns)
        ahead = [(ends - at) - share / 100 * whole for at, share in shares]
        self.assertLess(max(ahead), 100 + whole / 100_000, shares)
        self.assertGreater(statistics.median(ahead), -100, shares)
        shown = [seconds(text) for _, text in turns]
        self.assertEqual(shown, sorted(shown, reverse=True))
        self.assertEqual(len(set(shown)), len(shown))
        self.assertEqual([share for _, share in shares], sorted((share for _, share in shares), reverse=True))
        # They turn when eggd's do: how late the page was, on a machine that may be busy, in the middle of its turns.
        late = [at - (ends - value * 1000) for (at, _), value in zip(turns, shown)]
        self.assertLess(abs(statistics.median(late)), 100, late)

    def test_digits_and_bar_are_those_of_eggd_and_never_go_backwards(self):
        timer = kitchen.call("Start", durationMs=60_000)["timer"]
        self.open()
        page.wait_for_text(".row .label", "Timer")
        turns, shares = self.record()
        self.check(timer, turns, shares)
        # The bar moves between the turns as well.
        self.assertGreater(len(shares), 3 * len(turns))

    def test_a_bar_that_moves_lays_out_nothing(self):
        kitchen.call("Start", durationMs=60_000)
        self.open()
        page.wait_for_text(".row .label", "Timer")
        before = page.metrics()["LayoutCount"]
        turns, shares = self.record()
        # Digits that turn are laid out, and what is said now and then.
        self.assertLess(page.metrics()["LayoutCount"] - before, 2 * len(turns) + 3)
        self.assertGreater(len(shares), 3 * len(turns))

    def test_a_wall_clock_of_the_browser_that_is_an_hour_ahead_changes_nothing(self):
        timer = kitchen.call("Start", durationMs=90_000)["timer"]
        self.open()
        page.wait_for_text(".state", "done at")
        right = page.text(".state")
        page.inject("""
            const RightDate = Date;
            Date = class extends RightDate {
              constructor(...given) { given.length ? super(...given) : super(RightDate.now() + 3600000); }
              static now() { return RightDate.now() + 3600000; }
            };
        """)
        self.open()
        page.wait_for_text(".state", "done at")
        self.assertGreater(page.run("return window.Date.now()") - time.time() * 1000, 3_500_000)
        self.assertEqual(page.text(".state"), right)
        turns, shares = self.record(3)
        self.check(timer, turns, shares)

    def test_nothing_is_asked_of_the_browser_while_nothing_cooks(self):
        page.inject(HOOKS)
        kitchen.call("Start", egg="soft")
        self.open()
        page.wait("return seen.timers + seen.frames > 0")
        page.tap('.row button[aria-label^="Cancel"]')
        page.wait_until_shown("#idle")
        page.alter("""
            window.asked = [seen.timers, seen.frames]; window.passed = 0;
            const count = () => ++passed < 90 && frameOfTheTest(count);
            frameOfTheTest(count);
        """)
        page.wait("return passed >= 90", seconds=60)
        self.assertEqual(page.run("return [seen.timers, seen.frames]"), page.run("return asked"))

    def test_a_hidden_page_asks_for_nothing_and_rings_all_the_same(self):
        page.inject(HOOKS)
        self.open()
        first = page.driver.current_window_handle
        page.tap("#ring-here")
        page.wait_for_bell()
        # Its bar is drawn by timers: frames would end by themselves in a hidden page.
        kitchen.call("Start", egg="hard")
        page.wait_for_text(".row .label", "Hard egg")
        page.run("open('/icon.svg')")
        second = wait_until(lambda: next((each for each in page.driver.window_handles if each != first), None))
        # The tab in front looks at the one behind it, because a browser shows the tab that it is asked about.
        page.driver.switch_to.window(second)
        try:
            page.wait("return opener.document.hidden")
            page.run("window.asked = [opener.seen.timers, opener.seen.frames]; window.heard = opener.seen.messages")
            page.wait("return opener.seen.messages >= heard + 3")
            self.assertEqual(page.run("return [opener.seen.timers, opener.seen.frames]"), page.run("return asked"))
            kitchen.call("Start", durationMs=1000, name="tea")
            page.wait("return opener.seen.strokes === 1")
            self.assertEqual(kitchen.timer("tea")["state"], "ringing")
            self.assertTrue(page.run("return opener.document.hidden && opener.document.title.startsWith('Done')"))
        finally:
            page.driver.close()
            page.driver.switch_to.window(first)
        page.wait("return !document.hidden")
        page.tap(STOP)
        page.wait_until_hidden(DIALOG)
        self.open()
        page.tap("#ring-here")


class EverybodyTests(PageTest):
    def test_a_page_names_all_its_modules(self):
        for path in ("", "lunch", "convert", "tip", "cards"):
            with self.subTest(path):
                page.driver.get(kitchen.address + path)
                page.wait("return document.querySelector('.strip p, .egg .time > span')")
                named, fetched = page.run("""
                    const named = document.querySelectorAll('link[rel=modulepreload], script[type=module]');
                    const fetched = performance.getEntriesByType('resource').map((each) => each.name);
                    return [[...named].map((each) => each.href || each.src), fetched.filter((each) => each.endsWith('.js'))];
                """)
                self.assertEqual(sorted(named), sorted(set(fetched)))
                self.assertGreater(len(named), 5)

    def test_one_answer_is_enough_to_draw_a_page(self):
        page.block("*/v/*")
        self.addCleanup(page.block)
        for path in ("", "lunch", "convert", "tip", "cards"):
            with self.subTest(path):
                page.driver.get(kitchen.address + path)
                page.wait("return performance.getEntriesByName('first-contentful-paint').length === 1")
                styled = page.run("return getComputedStyle(document.querySelector('.pages ul')).display")
                self.assertEqual(styled, "flex")
        page.complaints()

    def test_the_keyboard_is_enough(self):
        self.open()
        page.run("document.querySelector('[data-egg=soft]').focus()")
        ActionChains(page.driver).send_keys(Keys.TAB, Keys.ENTER).perform()
        kitchen.wait_for(egg="medium")
        page.wait_for_text(".row .label", "Medium egg")
        focused = set()
        for _ in range(20):
            ActionChains(page.driver).send_keys(Keys.TAB).perform()
            focused.add(page.run("const e = document.activeElement; return e.getAttribute('aria-label') || e.textContent.trim()"))
        for expected in ("Pause: Medium egg", "−30 s: Medium egg", "+30 s: Medium egg", "Cancel: Medium egg", "Other time"):
            self.assertIn(expected, focused)

    def test_the_remaining_time_is_said_at_sensible_moments(self):
        page.inject("""
            window.said = [];
            addEventListener('DOMContentLoaded', () => {
              const spoken = document.getElementById('spoken');
              new MutationObserver(() => said.push(spoken.textContent)).observe(spoken, {childList: true});
            });
        """)
        self.open()
        kitchen.call("Start", durationMs=62_000)
        page.wait("return said.some(each => each === 'Timer: 1 minute left')", seconds=30)
        kitchen.call("Start", durationMs=11_500)
        page.wait("return said.some(each => each === 'Timer: 10 seconds left')", seconds=30)
        page.wait_until_shown(DIALOG)
        said = page.run("return said")
        self.assertLess(len(said), 10, said)

    def test_motion_is_reduced_where_it_is_asked_for(self):
        page.prefer(reduced_motion="reduce")
        self.open()
        page.wait_until_settled()
        ActionChains(page.driver).click_and_hold(page.find(SOFT)).perform()
        self.assertIsNone(page.run("return document.querySelector('.ripple')"))
        ActionChains(page.driver).release().perform()
        kitchen.wait_for(egg="soft")
        page.start_time("1")
        page.wait_until_shown(DIALOG)
        self.assertEqual(page.run("return document.getAnimations().length"), 0)

    def test_the_screen_stays_on_while_an_egg_cooks(self):
        page.inject("""
            window.locks = 0;
            navigator.wakeLock.request = async () => { locks++; const lock = new EventTarget(); lock.release = () => { locks--; lock.dispatchEvent(new Event('release')); }; return lock; };
        """)
        self.open()
        self.assertEqual(page.run("return locks"), 0)
        page.tap(SOFT)
        page.wait("return locks === 1")
        kitchen.clear()
        page.wait("return locks === 0")

    def test_without_javascript_forms_do_it(self):
        plain = type(page)(has_scripts=False)
        try:
            plain.driver.get(kitchen.address)
            wait_until(lambda: plain.driver.current_url.endswith("/plain?new=1"), what="the plain page is opened")
            plain.tap('button[value="soft"]')
            kitchen.wait_for(egg="soft")
            plain.tap('button[value="pause"]')
            kitchen.wait_for(egg="soft", state="paused")
            plain.wait_for_text("main", "Soft egg: paused with ")
            plain.tap('button[value="resume"]')
            kitchen.wait_for(egg="soft", state="cooking")
            plain.tap('button[value="cancel"]')
            wait_until(lambda: not kitchen.timers(), what="the egg is cancelled")
            kitchen.call("Start", durationMs=1000)
            kitchen.wait_for(state="ringing")
            plain.driver.get(kitchen.address)
            plain.tap('button[value="dismiss"]')
            wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
            # The eggs appear when a second tap of two is over.
            wait_until(lambda: "?new=1" in plain.driver.current_url, what="the page that follows Stop is opened")
            egg = plain.find('button[value="soft"]')
            self.assertEqual([egg.value_of_css_property(f"animation-{each}") for each in ("name", "duration")], ["settling", "0.5s"])
            plain.tap('a[href="/plain?time=1"]')
            plain.find("#time").send_keys("7:30")
            plain.tap("#time + button")
            kitchen.wait_for(durationMs=450_000)
        finally:
            plain.close()

    def test_it_can_be_installed(self):
        self.open()
        errors = page.command("Page.getInstallabilityErrors")["installabilityErrors"]
        self.assertEqual([each for each in errors if each["errorId"] != "in-incognito"], [])

    def test_the_first_visit_is_small_and_takes_one_round(self):
        page.use_cache(False)
        weights = {}
        try:
            # The last one stays chosen.
            for language in ("bg", "de", "es", "fr", "it", "en"):
                page.open(f"{kitchen.address}?lang={language}")
                weights[language], late = page.run("""
                    const files = performance.getEntriesByType('resource').filter(each => !/\\/(events|call)/.test(each.name));
                    const [visit] = performance.getEntriesByType('navigation');
                    const named = new Set([...document.querySelectorAll('link[href], script[src], img[src]')].map(each => each.href || each.src));
                    return [
                      files.reduce((sum, each) => sum + each.transferSize, visit.transferSize),
                      files.map(each => each.name).filter(name => !named.has(name)),
                    ];
                """)
                self.assertEqual(late, [], "files that the page doesn't name itself are loaded a round later")
        finally:
            page.use_cache(True)
        english = weights.pop("en")
        self.assertLess(english, 60_000)
        # The page itself hardly grows.
        for language, weight in weights.items():
            self.assertLess(weight - english, 15_500, language)
