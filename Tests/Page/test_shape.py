"""One arrangement a screen: it doesn't change with the timers, and nothing jumps when the code or the timers come."""

import signal
import unittest
import urllib.request

from browser import Chromium, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen
from screens import ALL

SEVERAL = [("egg", "medium"), ("left-pot", "hard"), ("the small pot", "soft"), ("a glass", "poached"), *((f"pot {number}", "hard") for number in range(8))]
BOXES = """
    return Object.fromEntries([...document.querySelectorAll('.pages a, .egg, .chip, #undo')].filter(each => each.checkVisibility()).map(each => {
      const box = each.getBoundingClientRect();
      return [each.dataset.egg || each.id || each.textContent, [box.x, box.y, box.width, box.height].map(Math.round).join()];
    }));
"""
# The first timer, or the place for it, and its bar.
FIRST = """
    const boxes = ['.row, #idle', '.row .track'].map(each => [...document.querySelectorAll(each)].find(each => each.checkVisibility())?.getBoundingClientRect());
    return boxes.map(box => box && [box.x, box.y, box.width, box.height].map(Math.round));
"""


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class ShapeTest(PageTest):
    def setUp(self):
        kitchen.clear()

    def start(self, count):
        for name, egg in SEVERAL[len(kitchen.timers()):count]:
            kitchen.call("Start", egg=egg, name=name, elapsedMs=40_000)

    def rows(self, count):
        self.page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)

    def test_all_keeps_its_place_from_none_to_twelve_timers(self):
        page, before = self.page, {}
        page.open(kitchen.address)
        page.wait_until_shown('[data-egg="onsen"]')
        for count in (0, 1, 2, 4, 12):
            self.start(count)
            self.rows(count)
            for size in ALL:
                page.resize(*size)
                boxes, (first, bar) = page.run(BOXES), page.run(FIRST)
                if count == 0:
                    before[size] = boxes
                self.assertEqual({name: box for name, box in boxes.items() if before[size].get(name) != box}, {}, (size, count))
                for name, box in (("first", first), ("bar", bar)):
                    if box:
                        self.assertEqual(box, before.setdefault((*size, name), box), (size, count, name))
                if size[0] < size[1]:
                    self.assertGreaterEqual(first[3], size[1] / 3, (size, count))
                    eggs = page.run("return [...document.querySelectorAll('.egg')].map(each => each.getBoundingClientRect().top)")
                    self.assertEqual(len(set(eggs)), 1, (size, count))
                    self.assertLess(first[1] + first[3], eggs[0], (size, count))

    def test_the_eggs_have_their_place_before_the_rest_of_the_page_has_come(self):
        self.page.open(kitchen.address)
        for size in ALL:
            self.page.resize(*size)
            for rest in (".timers", ".more, .timers"):
                whole, part = self.page.run("""
                    const eggs = () => [...document.querySelectorAll('.egg')].map(each => each.getBoundingClientRect()).map(box => [box.x, box.y, box.width, box.height].map(Math.round).join());
                    const whole = eggs();
                    const rest = [...document.querySelectorAll(arguments[0])].map(each => [each, each.parentElement, each.nextSibling]);
                    for (const [each] of rest) each.remove();
                    const part = eggs();
                    for (const [each, parent, next] of rest) parent.insertBefore(each, next);
                    return [whole, part];
                """, rest)
                self.assertEqual(part, whole, (size, rest))


class ChromiumShapeTests(ShapeTest, unittest.TestCase):
    engine = Chromium

    def test_nothing_jumps_when_the_code_and_the_timers_come(self):
        page, jumps = self.page, []
        for count in (0, 1, 2, 4):
            self.start(count)
            for size in ALL:
                page.resize(*size)
                page.open(kitchen.address)
                self.rows(count)
                page.settle()
                shift = page.driver.execute_async_script("""
                    const done = arguments[arguments.length - 1];
                    // The page's navigation is an entry as well, so that there is always one.
                    const observer = new PerformanceObserver((list) => {
                      const entries = list.getEntriesByType('layout-shift');
                      done([entries.reduce((sum, each) => sum + each.value, 0),
                        entries.flatMap(each => each.sources.map(source => (source.node?.className || source.node?.nodeName) + ' ' + [source.previousRect, source.currentRect].map(r => [r.x, r.y, r.width, r.height].map(Math.round)).join(' > ')))]);
                    });
                    for (const type of ['layout-shift', 'navigation']) observer.observe({type, buffered: true});
                """)
                if shift[0] > 0.02:
                    jumps.append((size, count, *shift))
        self.assertEqual(jumps, [])

    def test_until_the_first_event_the_page_says_that_it_is_loading(self):
        page = self.page
        page.inject("window.EventSource = class { addEventListener() {} close() {} }")
        self.addCleanup(page.reset)
        page.driver.get(kitchen.address)
        page.wait("return !document.querySelector('#early').dispatchEvent(new Event('submit', { cancelable: true }))")
        self.assertEqual(page.text("#idle"), "Loading …")
        page.reset()
        page.open(kitchen.address)
        page.wait_for_text("#idle", "Tap an egg")


class WebKitShapeTests(ShapeTest, unittest.TestCase):
    engine = WebKit


class FirefoxShapeTests(ShapeTest, unittest.TestCase):
    engine = Firefox


class FirstAnswerTests(unittest.TestCase):
    """The HTML has what keeps its place when the code comes."""

    def setUp(self):
        kitchen.clear()

    def page(self):
        with urllib.request.urlopen(kitchen.address) as answer:
            return answer.read().decode()

    def test_it_names_the_timers_without_their_running_numbers(self):
        kitchen.call("Start", egg="soft", name="<b>left")
        page = self.page()
        self.assertIn('<span class="label">&lt;b&gt;left</span>', page)
        self.assertIn('<p class="digits"></p>', page)
        self.assertIn('<span class="time">5:00</span>', page)
        self.assertIn('data-egg="onsen"', page)
        self.assertNotIn("<!--", page)

    def test_it_comes_also_while_eggd_does_not_answer(self):
        kitchen.eggd.send_signal(signal.SIGSTOP)
        self.addCleanup(kitchen.eggd.send_signal, signal.SIGCONT)
        page = self.page()
        self.assertIn('data-egg="soft"', page)
        self.assertNotIn('class="row"', page)
