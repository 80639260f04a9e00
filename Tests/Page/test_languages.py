"""The page in other languages: with a made-up one, no sentence is left that nobody has translated; in Chromium, and in Firefox before a release."""

import calendar
import contextlib
import re
import shutil
import sqlite3
import subprocess
import tempfile
import unittest
from datetime import date
from pathlib import Path

from browser import Chromium
from firefox import Firefox
from kitchen import CONFIGURATION, NO_DEVICE, PROGRAMS, ROOT, SILENT_DEVICE, Kitchen
from screens import before_release
from selenium.webdriver.common.action_chains import ActionChains

# All that is read or heard: texts, and the attributes that name elements.
WORDS = """
    const found = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (!node.parentElement.closest('script, style, noscript, template, .link, .code')) found.push(node.data);
    }
    for (const each of document.querySelectorAll('[title], [aria-label], [aria-description], [aria-valuetext], [data-silence]')) {
      for (const name of ['title', 'aria-label', 'aria-description', 'aria-valuetext', 'data-silence']) found.push(each.getAttribute(name) ?? '');
    }
    return found;
"""
# Names that people gave, words of the configuration, names of files and signs.
NAMES = ["left pot", "potatoes", "Poached, runny", "poached", "A white like custard", "onsen", "eggctl page --open", "eggd.conf",
         "eggd", "egg=soft", "for=8m", "at=18:30", "English", "XL", "NFC", "QR", "EUR", "USD", "BGN", "CHF", "cm",
         "default"]
# Browsers have no data for the made-up language, and say times and dates in English.
TIMES = ["hours?", "minutes?", "seconds?", "AM", "PM", "(Mon|Tue|Wed|Thu|Fri|Sat|Sun)", calendar.month_abbr[date.today().month]]
# Sentences are longer by some é at their ends.
KNOWN = re.compile(rf"(?<![^\W\d_])({'|'.join([*map(re.escape, NAMES), *TIMES])})(?=é*(?![^\W\d_]))", re.IGNORECASE)


def forgotten(texts):
    """The words of several plain letters."""
    found = set()
    for text in texts:
        words = re.findall(r"[^\W\d_]+", KNOWN.sub(" ", text))
        found |= {f"{word} in '{text.strip()}'" for word in words if len(re.findall("[A-Za-z]", word)) > 1}
    return sorted(found)


def setUpModule():
    """Programs that speak a language in which each letter has an accent."""
    global programs
    folder = Path(tempfile.mkdtemp(prefix="egg-pseudo-"))
    unittest.addModuleCleanup(shutil.rmtree, folder)
    programs = folder / "bin"
    programs.mkdir()
    for name in ("eggd", "eggweb"):
        shutil.copy(PROGRAMS / name, programs)
    subprocess.run([ROOT / "script/translations", "--pseudo", folder / "share/locale"], check=True)


class PseudoLanguageTests(unittest.TestCase):
    """Every state of the pages; each is left as it is for the next."""

    engine = Chromium
    maxDiff = None

    def setUp(self):
        self.page = self.engine()
        self.addCleanup(self.page.close)

    def start_kitchen(self, device=SILENT_DEVICE):
        self.kitchen = Kitchen(device, programs=programs)
        self.addCleanup(self.kitchen.close)

    def open(self, path=""):
        self.page.driver.get(f"{self.kitchen.address}{path}?lang=xx")
        if not path:
            self.page.wait_for_eggs()

    def look(self, state):
        with self.subTest(state):
            self.assertEqual(forgotten(self.page.run(WORDS)), [])

    def look_at_dialog(self, opener):
        self.page.tap(opener)
        self.page.wait_until_shown("dialog[open]")
        self.look(opener)

    def close_dialog(self):
        self.page.tap("dialog[open] .bar button")
        self.page.wait_until_hidden("dialog[open]")

    def test_the_eggs_page(self):
        self.start_kitchen()
        page, kitchen = self.page, self.kitchen
        self.open()
        self.assertEqual(page.run("return document.documentElement.lang"), "xx")
        self.look("idle")
        page.tap("#together")
        page.tap("[data-egg=soft]")
        page.tap("[data-egg=hard]")
        self.look("counting")
        page.tap("#start-together")
        page.wait("return document.querySelectorAll('.row').length === 2")
        self.look("a pot")
        for name in [each["name"] for each in kitchen.timers()]:
            kitchen.call("Cancel", name=name)
        page.wait_until_shown(".way-back")
        self.look("cancelled")
        self.look_at_dialog("#another-time")
        for key in ("0", "5x"):
            ActionChains(page.driver).send_keys(key).perform()
            self.look(f"the key {key}")
        self.close_dialog()
        for opener in ("#show-eggs", "#this-egg"):
            self.look_at_dialog(opener)
            self.close_dialog()
        self.look_at_dialog("#show-eggs")
        self.look_at_dialog("dialog[open] .list .icon")
        self.close_dialog()
        page.tap("[data-egg=medium]")
        page.wait_until_shown(".row .inside")
        self.look("cooking")
        self.look_at_dialog(".row .name")
        self.close_dialog()
        self.look_at_dialog(".row .inside")
        self.close_dialog()
        page.tap(".row .pause")
        page.wait("return document.querySelector('.row').dataset.tone === 'paused'")
        self.look("paused")
        kitchen.call("Start", durationMs=600_000, name="potatoes")
        kitchen.call("Start", egg="hard", name="left pot", durationMs=1000)
        page.wait_until_shown("dialog.ringing .stop")
        self.look("ringing")
        page.tap("dialog.ringing .snooze")
        page.wait("return [...document.querySelectorAll('.row')].some(each => each.dataset.tone === 'snoozed')")
        self.look("snoozed")
        kitchen.call("Dismiss", name="left pot")
        page.wait("return document.querySelectorAll('.row').length === 2")
        kitchen.reload(CONFIGURATION.replace("Poached, runny", "Poached") + "[alarm]\nsilence-after = 1s\n")
        kitchen.call("Start", egg="soft", durationMs=1000)
        page.wait("return [...document.querySelectorAll('.row')].some(each => each.dataset.tone === 'missed')")
        self.look("missed")
        self.look_at_dialog("#show-history")
        self.look_at_dialog("dialog[open] .list .icon")
        self.close_dialog()
        kitchen.kill_eggd()
        page.wait_until_shown("#gone")
        self.look("without eggd")

    def test_troubles(self):
        self.start_kitchen(NO_DEVICE)
        self.open()
        self.page.wait_until_shown("#sound-out")
        self.look("no sound")

    def test_pages_without_code(self):
        self.start_kitchen()
        for path in ("plain", "start", "language"):
            self.open(path)
            self.look(path)
        self.kitchen.call("Start", egg="soft")
        for query in ("plain?", "plain?time=1&", "start?egg=soft&name=potatoes&", "start?for=8m&"):
            self.page.driver.get(f"{self.kitchen.address}{query}lang=xx")
            self.look(query)

    def test_the_card_shop(self):
        self.start_kitchen()
        page = self.page
        self.open("cards")
        page.tap("#to-register")
        page.tap("#register .strong")
        page.wait_until_shown("#register [aria-invalid]")
        self.look("a form with errors")
        email = "potatoes@poached.eggd"
        for field, text in (("name", "potatoes"), ("email", email), ("email-again", email), ("telephone", "+359 88 1234567")):
            page.find(f"#{field}").send_keys(text)
        page.tap("#register .strong")
        page.wait_until_shown("#recovery")
        page.tap("#copy")
        page.wait("return document.querySelector('#copied').textContent")
        self.look("the recovery code")
        page.driver.refresh()
        page.wait_until_shown("#none")
        self.look("no purchases")
        self.look_at_dialog("#delete")
        self.close_dialog()
        page.tap("#to-buy")
        page.wait_until_shown("#buy .price")
        page.tap("#genders label")
        for field in ("recipient", "color", "message", "senders"):
            page.find(f"#{field}").send_keys("potatoes")
        page.wait("return document.querySelector('#message-count').textContent")
        self.look("a purchase")
        page.tap("#buy .strong")
        page.wait_until_shown("#facts div")
        self.look("an order")
        self.look_at_dialog("#delete-order")
        self.close_dialog()
        page.driver.back()
        page.wait_until_shown("#orders li")
        self.look("the purchases")

    def test_the_till_with_a_locked_database(self):
        self.start_kitchen()
        database = self.kitchen.folder / ".local/state/till/till.db"
        database.parent.mkdir(parents=True, exist_ok=True)
        with contextlib.closing(sqlite3.connect(database)) as other:
            other.execute("BEGIN EXCLUSIVE")
            self.open("lunch")
            self.page.wait_until_shown("#problem")
            texts = [text.replace(str(database), "") for text in self.page.run(WORDS)]
        self.assertEqual(forgotten(texts), [])

    def test_the_till(self):
        self.start_kitchen()
        for path, shown in (("lunch", "#soup"), ("convert", "#converter"), ("tip", "#bill"), ("cards", "#login")):
            self.open(path)
            self.page.wait_until_shown(shown)
            self.page.wait("return document.documentElement.dataset.changed !== undefined")
            self.look(path)


@before_release()
class FirefoxPseudoLanguageTests(PseudoLanguageTests):
    engine = Firefox
