"""Taps that come quickly one after the other, or before the page's code, in Chromium and WebKit, and in Firefox before a release."""

import http.client
import shutil
import tempfile
import threading
import time
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlsplit

from browser import Chromium, PageTest, WebKit
from firefox import Firefox
from kitchen import ROOT, Kitchen, wait_until
from screens import before_release

SOFT, HARD = ('[data-egg="soft"]', '[data-egg="hard"]')


def setUpModule():
    global kitchen
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)


class TapsTest(PageTest, unittest.TestCase):
    def setUp(self):
        kitchen.clear()


class OrderTests(TapsTest):
    """Changes of one page are made in the order of its taps."""

    def setUp(self):
        super().setUp()
        self.page.open(kitchen.address)

    def tap(self, *selectors):
        self.page.run("for (const each of arguments) document.querySelector(each).click()", *selectors)

    def test_two_quick_taps_keep_their_order(self):
        # The first call is slow: it leaves when the second one has been answered, or has not left for a while.
        self.page.alter("""
            const original = window.fetch;
            window.starts = window.answers = 0;
            window.fetch = async (...given) => {
              if (!given[0].endsWith('.Start')) return original(...given);
              if (++starts === 1) for (let frame = 0; frame < 60 && !answers; frame++) await new Promise(requestAnimationFrame);
              const response = await original(...given);
              answers++;
              return response;
            };
        """)
        self.tap(SOFT, HARD)
        self.page.wait("return answers === 2")
        self.assertEqual(kitchen.timer()["egg"], "hard")

    # Calls of a method get no answer before `end()`, and fail then.
    HANG = """
        const original = window.fetch;
        window.fetch = (...given) => given[0].endsWith('.' + arguments[0])
          ? new Promise((_, fail) => { window.end = () => fail(new TypeError('no connection')); }) : original(...given);
    """

    def test_an_alarm_is_stopped_at_once_while_another_call_hangs(self):
        kitchen.call("Start", egg="hard")
        self.page.wait_for_text(".row .label", "Hard egg")
        self.page.run(self.HANG, "Pause")
        self.tap('.row button[aria-label^="Pause"]')
        kitchen.call("Start", durationMs=1000, name="tea")
        self.page.wait_until_shown("dialog.ringing[open]")
        self.page.tap("dialog.ringing .stop")
        # After 15 s, `maxWait` in eggd.js, the other call would have failed and let this one pass.
        wait_until(lambda: not kitchen.timer("tea"), 10, "the alarm is stopped")
        self.page.wait_until_hidden("dialog.ringing[open]")

    def test_taps_that_wait_for_a_call_without_an_answer_are_not_carried_out_late(self):
        kitchen.call("Start", egg="hard")
        self.page.wait_for_text(".row .label", "Hard egg")
        self.page.run(self.HANG, "Pause")
        self.tap('.row button[aria-label^="Pause"]', '.row button[aria-label^="+30"]', SOFT)
        self.page.run("end()")
        self.page.wait_for_text("#problem", "Check the timers before you try again.")
        self.page.wait("return !document.querySelector('[data-egg=soft].chosen')")
        self.assertEqual([(timer["egg"], timer["durationMs"], timer["state"]) for timer in kitchen.timers()], [("hard", 720_000, "cooking")])
        # The next tap is carried out.
        self.tap(SOFT)
        kitchen.wait_for(egg="soft")
        self.page.wait_until_hidden("#problem")


class WebKitOrderTests(OrderTests):
    engine = WebKit


@before_release()
class FirefoxOrderTests(OrderTests):
    engine = Firefox


class EarlyTests(TapsTest):
    """Taps on eggs while the page has no code."""

    def setUp(self):
        super().setUp()
        folder = Path(self.enterContext(tempfile.TemporaryDirectory())) / "web"
        shutil.copytree(ROOT / "web", folder, ignore=shutil.ignore_patterns("*.js"))
        self.bare = Kitchen(web=folder)
        self.addCleanup(self.bare.close)

    def open(self):
        self.page.driver.get(self.bare.address)
        self.page.wait("return document.readyState === 'complete'")

    def test_a_tap_before_the_code_has_come_starts_the_egg_once_and_says_so(self):
        page = self.page
        self.open()
        page.tap_early(SOFT)
        first = self.bare.wait_for(egg="soft", state="cooking")
        page.wait("return document.querySelector('.plain li')?.textContent.includes(' left, done at ')")
        # Another tap, because nothing seemed to happen; and two at once.
        self.open()
        page.tap_early(SOFT)
        page.wait("return document.querySelector('.plain li') !== null")
        self.open()
        page.run("document.querySelector(arguments[0]).click(); document.querySelector(arguments[0]).click()", SOFT)
        page.wait("return document.querySelector('.plain li') !== null")
        self.assertEqual(self.bare.timer()["id"], first["id"])
        self.assertEqual(self.bare.call("History")["runs"], [])
        # Another egg is another matter.
        self.open()
        page.tap_early(HARD)
        self.bare.wait_for(egg="hard")
        page.wait("return document.querySelector('.plain li') !== null")


class WebKitEarlyTests(EarlyTests):
    engine = WebKit


@before_release()
class FirefoxEarlyTests(EarlyTests):
    engine = Firefox


class HeldBackTests(TapsTest):
    """The code comes later than a tap."""

    def test_the_usual_page_is_back_as_soon_as_the_code_can_be_had(self):
        page = self.page
        page.block("*.js")
        self.addCleanup(page.block)
        page.driver.get(kitchen.address)
        page.tap_early(SOFT)
        first = kitchen.wait_for(egg="soft", state="cooking")
        page.wait("return document.querySelector('.plain li') !== null")
        page.block()
        page.driver.refresh()
        page.wait_for_text(".row .label", "Soft egg")
        self.assertEqual(kitchen.timer()["id"], first["id"])
        page.wait("return !document.querySelector('#undo').disabled")
        # The code takes over: the form isn't sent any more.
        page.tap(HARD)
        kitchen.wait_for(egg="hard")
        page.wait_for_text(".row .label", "Hard egg")
        self.assertEqual(page.driver.current_url, kitchen.address)


@before_release()
class FirefoxHeldBackTests(HeldBackTests):
    engine = Firefox


class SlowAnswers(BaseHTTPRequestHandler):
    """Serves the eggs' page in two parts, the second one long after the first, and its files from eggweb."""

    def do_GET(self):
        if self.path == "/events":
            return self.send_error(503)
        connection = http.client.HTTPConnection(urlsplit(kitchen.address).netloc, timeout=20)
        connection.request("GET", self.path, headers={"Host": self.headers["Host"]})
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        self.send_response(answer.status)
        self.send_header("Content-Type", answer.headers["Content-Type"])
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        split = body.index(b"<main>") if self.path == "/" else 0
        self.wfile.write(body[:split])
        if split:
            time.sleep(2.5)
        self.wfile.write(body[split:])

    def log_message(self, *_):
        pass


class SlowAnswerTests(TapsTest):
    """The page itself comes slowly; the code, which the browser may have, doesn't."""

    def test_the_code_waits_for_the_whole_page(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), SlowAnswers)
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.page.driver.get(f"http://127.0.0.1:{server.server_port}/")
        # The code has taken over.
        self.page.wait("return document.querySelector('#early') !== null && document.documentElement.dataset.changed !== undefined")


class WebKitSlowAnswerTests(SlowAnswerTests):
    engine = WebKit


@before_release()
class FirefoxSlowAnswerTests(SlowAnswerTests):
    engine = Firefox
