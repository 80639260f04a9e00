"""What many timers cost: only rows in sight are drawn; in Chromium, and in Firefox before a release."""

import unittest

from browser import Chromium
from firefox import Firefox
from kitchen import Kitchen
from screens import before_release


class CostTests(unittest.TestCase):
    engine = Chromium

    def setUp(self):
        self.kitchen = Kitchen()
        self.addCleanup(self.kitchen.close)
        self.page = self.engine()
        self.addCleanup(self.page.close)
        self.page.resize(375, 667)
        for number in range(64):
            self.kitchen.call("Start", egg="hard", name=f"pot {number}", elapsedMs=number * 130)
        self.page.open(self.kitchen.address)
        self.page.wait("return document.querySelectorAll('.row').length === 64")
        self.page.settle()

    def test_only_rows_in_sight_are_drawn(self):
        self.page.alter("""
            window.drawn = new Set();
            window.first = 0;
            new MutationObserver((changes) => {
              for (const { target } of changes) {
                const row = (target.closest ? target : target.parentElement)?.closest('.row');
                if (row) drawn.add(row);
                if (row === document.querySelector('.row')) first++;
              }
            }).observe(document.querySelector('#rows'), { subtree: true, childList: true, characterData: true });
        """)
        self.page.wait("return first >= 3")
        drawn, unseen = self.page.run("""
            const isSeen = (row) => row.getBoundingClientRect().top < innerHeight && row.getBoundingClientRect().bottom > 0;
            return [drawn.size, [...drawn].filter(row => !isSeen(row)).length];
        """)
        self.assertGreater(drawn, 0)
        self.assertEqual(unseen, 0)

    def test_digits_turn_without_a_new_node(self):
        # For each new node, Chromium styles all rows again.
        self.page.alter("""
            window.nodes = window.turns = 0;
            new MutationObserver((changes) => {
              for (const { type } of changes) type === 'childList' ? nodes++ : turns++;
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        """)
        self.page.wait("return turns >= 3")
        self.assertEqual(self.page.run("return nodes"), 0)

    def test_a_row_that_comes_into_sight_is_drawn(self):
        self.page.run("document.querySelector('.row:last-child').scrollIntoView()")
        self.page.wait("return /^\\d+:\\d\\d$/.test(document.querySelector('.row:last-child .digits').textContent)")
        left = self.page.text(".row:last-child .digits")
        self.page.wait("return document.querySelector('.row:last-child .digits').textContent !== arguments[0]", left)


@before_release()
class FirefoxCostTests(CostTests):
    engine = Firefox
