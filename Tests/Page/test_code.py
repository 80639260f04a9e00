"""A page whose code is late, lost on a weak Wi-Fi, or can't be parsed by the browser, in Chromium and WebKit, and in Firefox before a release."""

import threading
import unittest
from http.server import ThreadingHTTPServer
from urllib.parse import urlsplit

from browser import Chromium, KitchenTest, WebKit
from firefox import Firefox
from kitchen import wait_until
from relay import Relay
from screens import before_release

# The wait for the code in `WebPage.start`, and the one until eggweb is asked again.
WAITS = (b"setTimeout(leave, 10000)", b"ask.timeout = 10000")

# The code runs.
RUNS = "return document.querySelector('#early') !== null && document.documentElement.dataset.changed !== undefined"


class Passage(Relay):
    """Passes requests on without the policy, as the test's `Way` tells."""

    def do_GET(self):
        way = self.server.way
        name = urlsplit(self.path).path.rpartition("/")[2] or "/"
        way.asked.append(name)
        if name == "about" and way.refused:
            way.refused -= 1
            return
        if name == way.script and way.is_bad:
            return way.lose(self)
        with self.asked(way.address, ("Host", "Origin", "Content-Type")) as answer:
            kind = answer.headers["Content-Type"]
            if kind == "text/event-stream":
                return Way.lose(self)
            body = answer.read()
            for wait in WAITS:
                body = body.replace(wait, wait.replace(b"10000", way.milliseconds if way.is_bad else b"1000000"))
            self.answer(kind, body, answer.status)

    do_POST = do_GET


class Way:
    """What becomes of the code on its way: `lose(request)` answers for the script, the first times the page is loaded."""

    script = "app.js"
    # How many times; they wait for so many milliseconds only.
    bad = 0
    milliseconds = b"200"
    # How many questions whether eggweb answers get no answer.
    refused = 0

    def __init__(self, address):
        self.address = address
        self.asked = []

    @property
    def is_bad(self):
        return sum(name in ("/", "lunch") for name in self.asked) <= self.bad

    @staticmethod
    def lose(request):
        request.answer("text/plain", b"", 503)

    @staticmethod
    def spoil(request):
        request.answer("text/javascript", b"let what is this;")


class CodeTests(KitchenTest, unittest.TestCase):
    def setUp(self):
        self.kitchen.clear()
        server = ThreadingHTTPServer(("127.0.0.1", 0), Passage)
        server.daemon_threads = True
        self.way = server.way = Way(self.kitchen.address)
        self.address = f"http://127.0.0.1:{server.server_port}/"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(self.page.driver.get, "about:blank")

    def wait_for(self, address):
        wait_until(lambda: self.page.driver.current_url == self.address + address, what=f"{address} is opened")

    def pages(self):
        return [name for name in self.way.asked if name in ("/", "lunch", "plain")]

    def test_until_the_code_runs_the_page_claims_nothing(self):
        page, come = self.page, threading.Event()
        self.addCleanup(come.set)
        self.way.milliseconds = b"1000000"

        def hold(request):
            come.wait(60)
            Way.lose(request)
        self.way.bad, self.way.lose = 1, hold
        self.kitchen.call("Start", egg="soft")
        page.driver.get(self.address)
        page.wait_until_shown('[data-egg="soft"]')
        wait_until(lambda: "app.js" in self.way.asked, what="the code is asked for")
        self.assertNotIn("Tap an egg", page.run("return document.body.innerText"))

    def test_code_that_was_lost_once_is_loaded_once_more(self):
        self.way.bad = 1
        self.page.driver.get(self.address)
        self.page.wait(RUNS)
        self.assertEqual(self.pages(), ["/", "/"])
        self.assertEqual(self.page.driver.current_url, self.address)
        self.assertIsNone(self.page.run("return history.state"))

    def test_code_that_is_lost_twice_leads_to_the_plain_page(self):
        self.way.bad = 9
        self.kitchen.call("Start", egg="soft")
        self.page.driver.get(self.address)
        self.wait_for("plain")
        self.page.wait_for_text(".plain li", "Soft egg")
        self.assertEqual(self.pages(), ["/", "/", "plain"])

    def spoil(self, script):
        self.way.script, self.way.lose = script, self.way.spoil
        self.way.bad, self.way.milliseconds = 9, b"1000000"
        self.page.driver.get(self.address)
        self.wait_for("plain")
        self.assertEqual(self.pages(), ["/", "/", "plain"])

    def test_code_that_can_not_be_parsed_leads_there_at_once(self):
        self.spoil("app.js")

    def test_a_module_that_can_not_be_parsed_does_the_same(self):
        self.spoil("words.js")

    def test_the_page_stays_until_eggweb_answers(self):
        self.way.bad, self.way.refused = 1, 2
        self.page.driver.get(self.address)
        self.page.wait(RUNS)
        self.assertEqual([name for name in self.way.asked if name in ("/", "about")][:5], ["/", "about", "about", "about", "/"])

    def test_the_tills_pages_do_the_same(self):
        self.way.bad, self.way.script = 9, "lunch.js"
        self.page.driver.get(self.address + "lunch")
        self.wait_for("plain")
        self.assertEqual(self.pages(), ["lunch", "lunch", "plain"])
        self.way.asked.clear()
        self.way.bad = 1
        self.page.driver.get(self.address + "lunch")
        self.page.wait_until_shown("#currencies button")
        self.assertIsNone(self.page.run("return history.state"))


class WebKitCodeTests(CodeTests):
    engine = WebKit


@before_release()
class FirefoxCodeTests(CodeTests):
    engine = Firefox
