"""What many timers cost: only rows in sight are drawn."""

import unittest

from browser import Chromium
from kitchen import Kitchen

SECONDS = 12


class CostTests(unittest.TestCase):
    def setUp(self):
        self.kitchen = Kitchen()
        self.addCleanup(self.kitchen.close)
        self.page = Chromium()
        self.addCleanup(self.page.close)

    def cost(self, count):
        """The seconds of the page's main thread for one second of so many timers."""
        for number in range(len(self.kitchen.timers()), count):
            self.kitchen.call("Start", egg="hard", name=f"pot {number}", elapsedMs=number * 130)
        self.page.open(self.kitchen.address)
        self.page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)
        self.page.settle()
        before = self.page.metrics()
        self.page.driver.execute_async_script(f"setTimeout(arguments[0], {SECONDS * 1000})")
        after = self.page.metrics()
        return (after["TaskDuration"] - before["TaskDuration"]) / (after["Timestamp"] - before["Timestamp"])

    def test_sixty_four_cost_at_most_twice_what_twelve_cost(self):
        self.page.resize(1280, 800)
        twelve, many = self.cost(12), self.cost(64)
        print(f"\nA second costs {twelve * 1000:.1f} ms with 12 timers, {many * 1000:.1f} ms with 64.")
        self.assertLess(many, 2 * twelve)

    def test_a_row_that_comes_into_sight_is_drawn(self):
        self.page.resize(375, 667)
        self.cost(12)
        self.page.run("document.querySelector('.row:last-child').scrollIntoView()")
        self.page.wait("return /^\\d+:\\d\\d$/.test(document.querySelector('.row:last-child .digits').textContent)")
        left = self.page.text(".row:last-child .digits")
        self.page.wait("return document.querySelector('.row:last-child .digits').textContent !== arguments[0]", left)


if __name__ == "__main__":
    unittest.main()
