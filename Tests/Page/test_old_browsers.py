"""The pages in browsers of 2022: their style sheets have no units of containers, no popovers and no `:has()`."""

import shutil
import tempfile
import unittest
from pathlib import Path

from browser import Chromium, Keys
from kitchen import ROOT, Kitchen
from selenium.webdriver.common.action_chains import ActionChains

# What such browsers don't know, under names that no browser knows.
UNKNOWN = {
    "cqi": "unknowni", "cqb": "unknownb", "@container": "@unknown", "container:": "unknown:",
    ":popover-open": ":unknown-open", ":has(": ":unknown(", ":dir(": ":unknown-dir(",
}


class OldBrowserTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory())) / "web"
        shutil.copytree(ROOT / "web", folder)
        for sheet in folder.rglob("*.css"):
            text = sheet.read_text()
            for known, unknown in UNKNOWN.items():
                text = text.replace(known, unknown)
            sheet.write_text(text)
        cls.kitchen = Kitchen(web=folder)
        cls.addClassCleanup(cls.kitchen.close)
        cls.page = Chromium("--lang=en-US")
        cls.addClassCleanup(cls.page.close)

    def setUp(self):
        self.kitchen.clear()
        self.page.resize(375, 667)

    def open(self, name, ready):
        self.page.driver.get(self.kitchen.address + name)
        self.page.wait_until_shown(ready)

    def size(self, selector):
        return self.page.run("return parseFloat(getComputedStyle(document.querySelector(arguments[0])).fontSize)", selector)

    def test_the_digits_are_large(self):
        self.kitchen.call("Start", egg="soft")
        self.page.open(self.kitchen.address)
        self.page.wait_until_shown(".inside")
        self.assertGreater(self.size(".digits"), 39)
        self.assertGreater(self.size(".egg .time"), 19)
        self.assertGreater(self.page.run("return document.querySelector('.inside').getBoundingClientRect().height"), 80)

    def test_the_actions_are_icons(self):
        self.page.open(self.kitchen.address)
        wide = self.page.run("""
            return [...document.querySelectorAll('.actions span')].filter(each => each.getBoundingClientRect().width > 1).length
        """)
        self.assertEqual(wide, 0)
        self.assertEqual(self.page.run("return document.documentElement.scrollWidth"), 375)

    def test_a_cause_is_beside_its_notice(self):
        self.open("lunch", "#currencies button")
        placed = self.page.run("return getComputedStyle(document.querySelector('.strip p')).position")
        self.assertEqual(placed, "relative")

    def test_the_chosen_button_is_filled(self):
        self.open("lunch", "#currencies button")
        self.page.tap("#currencies button:last-child")
        colours = self.page.run("""
            return ['[aria-pressed=true]', '[aria-pressed=false]'].map(each =>
              getComputedStyle(document.querySelector('#currencies ' + each)).backgroundColor)
        """)
        self.assertNotEqual(*colours)

    def test_the_field_with_the_focus_has_a_ring(self):
        self.open("convert", ".display input")
        self.page.run("document.querySelector('.display input').focus()")
        ActionChains(self.page.driver).send_keys(Keys.ARROW_UP).perform()
        self.assertEqual(self.page.run("return getComputedStyle(document.activeElement).outlineStyle"), "solid")
