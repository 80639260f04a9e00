"""The page in a frame of another site, as a card of Home Assistant shows it: over plain HTTP, where no cookie is sent."""

import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browser import PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen, wait_until
from screens import SCREENSHOTS
from test_open import address_of_this_machine

SMALL = [(300, 200), (320, 240), (400, 300), (480, 270), (640, 360)]
# What can't be seen whole, of what must be, in the frame.
CUT = """
    return arguments[0].filter(selector => [...document.querySelectorAll(selector)].some(each => {
      const box = each.getBoundingClientRect();
      return !box.width || box.left < 0 || box.top < 0 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1;
    }));
"""


class Site(BaseHTTPRequestHandler):
    """A page with the frame."""

    def do_GET(self):
        body = f'<!doctype html><title>Home</title><iframe width="500" height="480" src="{self.server.frame}"></iframe>'.encode()
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def setUpModule():
    global kitchen, link
    if address_of_this_machine() is None:
        raise unittest.SkipTest("this machine has no address but loopback")
    kitchen = Kitchen(host="0.0.0.0")
    unittest.addModuleCleanup(kitchen.close)
    port = kitchen.address.rstrip("/").rsplit(":", 1)[1]
    link = f"http://{address_of_this_machine()}:{port}/?token={(kitchen.folder / 'page/token').read_text().strip()}"


class FrameTest(PageTest):
    def setUp(self):
        kitchen.clear()
        self.home, self.other = self.site(), self.site()
        self.allow(self.home)
        self.page.driver.switch_to.default_content()
        self.page.resize(1000, 800)

    def site(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
        server.daemon_threads = True
        server.frame = link
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        return f"http://127.0.0.1:{server.server_port}"

    def allow(self, *origins):
        """As 'eggctl page --frame' does."""
        (kitchen.folder / "page/frames").write_text("".join(f"{each}\n" for each in origins))

    def enter(self, origin):
        """Opens the site, and goes into its frame."""
        driver = self.page.driver
        driver.switch_to.default_content()
        driver.get(origin)
        driver.switch_to.frame(self.page.find("iframe"))

    def resize(self, width, height):
        driver = self.page.driver
        driver.switch_to.default_content()
        self.page.run("Object.assign(document.querySelector('iframe'), {width: arguments[0], height: arguments[1]})", width, height)
        driver.switch_to.frame(self.page.find("iframe"))
        self.page.wait_for_size(width, height)

    def save(self, name):
        """A picture of the site: Firefox makes none of a frame."""
        driver = self.page.driver
        driver.switch_to.default_content()
        self.page.save(SCREENSHOTS / f"{name}-{type(self.page).__name__}.png")
        driver.switch_to.frame(self.page.find("iframe"))

    def test_it_counts_rings_and_takes_taps_without_a_cookie(self):
        page = self.page
        self.enter(self.home)
        page.wait_for_eggs()
        self.assertEqual(page.run("return document.cookie"), "")
        page.tap('[data-egg="soft"]')
        kitchen.wait_for(egg="soft", state="cooking")
        page.wait_for_text(".row .digits", "4:5")
        # No address has the secret any more, and none of those that the page asks for.
        secret = link.rpartition("=")[2]
        addresses = page.run("return [location.href, document.referrer, ...performance.getEntriesByType('resource').map(each => each.name)]")
        self.assertEqual([each for each in addresses if secret in each], [])
        # The frame is loaded again, as by the browser.
        page.run("location.reload()")
        page.wait("return performance.getEntriesByType('navigation')[0].type === 'reload'")
        page.wait_for_eggs()
        page.wait_for_text(".row .label", "Soft egg")
        kitchen.clear()
        kitchen.call("Start", durationMs=1000)
        page.wait_until_shown("dialog.ringing[open]")
        page.tap("dialog.ringing .stop")
        wait_until(lambda: not kitchen.timers(), what="the alarm is stopped")
        page.tap('.pages a[href="/lunch"]')
        page.wait_until_shown("#currencies button")

    def test_other_sites_show_nothing(self):
        self.enter(self.home)
        self.page.wait_for_eggs()
        for origin in (self.other, self.home):
            if origin == self.home:
                self.allow()
            self.enter(origin)
            # What the browser says instead is in the manual.
            self.page.driver.switch_to.default_content()
            self.page.wait("return document.readyState === 'complete'")
            self.save("frame-refused")
            self.assertIsNone(self.page.driver.execute_script("return document.querySelector('.egg, script[src*=frame]')"))

    def test_a_small_frame_has_the_first_timer_and_the_eggs(self):
        page = self.page
        self.enter(self.home)
        page.wait_for_eggs()
        for count in (0, 2):
            for name in ("egg", "left-pot")[:count]:
                kitchen.call("Start", egg="soft", name=name, elapsedMs=1000)
            page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)
            for size in SMALL:
                self.resize(*size)
                self.save(f"frame-{count}-{size[0]}x{size[1]}")
                first = [".row:first-child", ".row:first-child .digits", ".row:first-child .name"] if count else ["#idle"]
                self.assertEqual(page.run(CUT, [".egg", ".egg .name", *first]), [], size)
                self.assertEqual([each for each in (".pages", ".more", ".row:nth-child(2)") if page.shows(each)], [], size)
                self.assertGreaterEqual(min(page.run("return [...document.querySelectorAll('.egg')].map(each => each.getBoundingClientRect().height)")), 48)
        self.resize(300, 200)
        page.wait_until_settled()
        page.find(".row .digits").click()
        page.tap('.row [aria-label^="Cancel"]')
        wait_until(lambda: len(kitchen.timers()) == 1, what="the first egg is cancelled")
        kitchen.clear()
        kitchen.call("Start", egg="soft", durationMs=1000)
        page.wait_until_shown("dialog.ringing .stop")
        self.save("frame-rings")
        self.assertEqual(page.run(CUT, ["dialog.ringing .stop", "dialog.ringing h3"]), [])


class ChromiumFrameTests(FrameTest, unittest.TestCase):
    def test_outside_of_a_frame_the_link_also_leads_browsers_that_cannot_run_its_code_to_the_page(self):
        page = self.page
        page.block("*/frame.js")
        self.addCleanup(page.block)
        address, _, token = link.rpartition("?")
        page.driver.get(f"{address}?one=1&{token}&two=2#here")
        self.addCleanup(page.driver.delete_all_cookies)
        page.wait_for_eggs()
        self.assertEqual(page.driver.current_url, f"{address}?one=1&two=2#here")
        page.driver.get(f"{address}?{token}")
        page.wait("return location.search === '' && document.readyState === 'complete'")
        page.wait_for_eggs()
        self.assertEqual(page.driver.current_url, address)


class WebKitFrameTests(FrameTest, unittest.TestCase):
    engine = WebKit


class FirefoxFrameTests(ChromiumFrameTests):
    engine = Firefox
