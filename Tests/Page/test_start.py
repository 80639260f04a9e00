"""Links that start an egg: their page, the sheet that shows them, and browsers that fetch them before a tap."""

import os
import subprocess
import threading
import unittest
from http.server import ThreadingHTTPServer
from pathlib import Path

from browser import Chromium
from kitchen import Kitchen, wait_until
from relay import Relay

SCREENSHOTS = Path(os.environ.get("EGG_SCREENSHOTS", ".build/page/screenshots"))

# A page with links that Chromium fetches, and one that it also draws, before anyone taps them.
RECIPE = b"""<!doctype html><title>Recipe</title>
<link rel="prefetch" href="/start?for=8m">
<script type="speculationrules">{
  "prefetch": [{"urls": ["/start?egg=medium"], "eagerness": "immediate"}],
  "prerender": [{"urls": ["/start?egg=soft"], "eagerness": "immediate"}]
}</script>
<a href="/start?egg=soft">Boil an egg</a>"""


def setUpModule():
    global kitchen, page
    kitchen = Kitchen()
    unittest.addModuleCleanup(kitchen.close)
    page = Chromium()
    unittest.addModuleCleanup(page.close)


class Recipes(Relay):
    """Serves the recipe, and passes all else on; records the targets, and for what they were fetched."""

    protocol_version = "HTTP/1.1"

    def do_GET(self):
        purpose = self.headers.get("Sec-Purpose") or self.headers.get("Purpose") or ""
        self.server.fetched.append((self.path, purpose))
        if self.path == "/recipe":
            return self.answer("text/html", RECIPE)
        with self.asked(kitchen.address, ("Host",)) as answer:
            self.answer(answer.headers["Content-Type"], answer.read(), answer.status)


class StartTests(unittest.TestCase):
    def setUp(self):
        page.reset()
        kitchen.clear()

    def open(self, query):
        page.driver.get(f"{kitchen.address}start?{query}")
        page.wait_until_shown("h1")

    def test_only_the_tap_starts_it_and_the_timers_follow(self):
        self.open("egg=soft&name=left-pot")
        self.assertEqual(page.text("h1"), "left-pot")
        self.assertEqual(kitchen.timers(), [])
        page.tap("form button")
        page.wait_for_eggs()
        page.wait_for_text(".row .label", "left-pot")
        self.assertEqual(page.driver.current_url, kitchen.address)
        kitchen.wait_for("left-pot", egg="soft", durationMs=300_000, state="cooking")
        page.wait("return getComputedStyle(document.querySelector('#undo')).visibility === 'visible'")
        page.tap("#undo")
        wait_until(lambda: not kitchen.timers(), what="the start is undone")

    def test_buttons_that_come_later_are_seen_at_once(self):
        self.open("egg=soft")
        page.tap("form button")
        page.wait_for_eggs()
        page.settle()
        visibility = page.run("""
            document.querySelector('#show-eggs').click();
            return getComputedStyle(document.querySelector('dialog button')).visibility;
        """)
        self.assertEqual(visibility, "visible")

    def test_back_starts_nothing(self):
        self.open("for=8m&name=Pasta")
        page.tap("main a")
        page.wait_for_eggs()
        page.driver.back()
        page.wait_until_shown("form button")
        self.assertEqual(kitchen.timers(), [])

    def test_without_scripts_the_plain_page_follows(self):
        plain = type(page)(has_scripts=False)
        self.addCleanup(plain.close)
        plain.driver.get(kitchen.address + "start?egg=medium")
        plain.tap("form button")
        kitchen.wait_for(egg="medium", state="cooking")
        wait_until(lambda: plain.driver.current_url.startswith(f"{kitchen.address}plain"), what="the plain page is opened")
        # The second tap of two on the button must not start an egg there.
        self.assertIn("settling", plain.find("main > div:has([value=soft])").get_attribute("class"))

    def test_a_browser_that_fetches_links_before_a_tap_starts_nothing(self):
        server = ThreadingHTTPServer(("127.0.0.1", 0), Recipes)
        server.daemon_threads = True
        server.fetched = []
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        page.driver.get(f"http://127.0.0.1:{server.server_port}/recipe")
        early = {"/start?for=8m", "/start?egg=medium", "/start?egg=soft"}
        wait_until(
            lambda: early <= {path for path, purpose in server.fetched if "prefetch" in purpose},
            what=f"all links are fetched early: {server.fetched}")
        self.assertIn(("/start?egg=soft", "prefetch;prerender"), server.fetched)
        self.assertEqual(kitchen.timers(), [])
        page.tap("a")
        page.wait_for_text("h1", "Soft egg")
        self.assertGreater(page.run("return performance.getEntriesByType('navigation')[0].activationStart"), 0)
        self.assertEqual(kitchen.timers(), [])


class SheetTests(unittest.TestCase):
    def setUp(self):
        page.reset()
        kitchen.clear()
        page.open(kitchen.address)

    def check(self, opener, title, query):
        """Opens the sheet of a link; its field, its QR code and the clipboard must have the same link."""
        page.tap(opener)
        page.tap(f'dialog [aria-label="Link: {title}"]')
        page.wait_until_shown("dialog .qr-code")
        page.wait("return !document.querySelector('.ripple')")
        self.assertEqual(page.run("return document.querySelectorAll('dialog[open]').length"), 1)
        link = page.run("return document.querySelector('dialog.sheet .link').textContent")
        self.assertEqual(link, f"{kitchen.address}start?{query}")
        picture = SCREENSHOTS / "link-code.png"
        page.save(picture)
        read = subprocess.run(["zbarimg", "--quiet", "--raw", picture], capture_output=True, text=True, check=True)
        self.assertEqual(read.stdout.strip(), link)
        page.tap("dialog .wide")
        page.wait_for_text("dialog.sheet [role=status]", "The link is copied.")
        page.tap('dialog [aria-label="Close"]')
        page.wait_until_hidden("dialog.sheet")
        return link

    def test_each_egg_has_a_link(self):
        link = self.check("#show-eggs", "Hard egg", "egg=hard")
        page.driver.get(link)
        page.wait_for_text("h1", "Hard egg")

    def test_each_past_timer_has_a_link(self):
        kitchen.call("Start", durationMs=480_000, name="Pasta & peas")
        kitchen.clear()
        self.check("#show-history", "Pasta & peas", "for=8m&name=Pasta+%26+peas")

    def test_a_link_that_is_too_long_for_a_tag_says_so(self):
        kitchen.call("Start", durationMs=480_000, name="й" * 32)
        kitchen.clear()
        page.tap("#show-history")
        page.tap(f'dialog [aria-label="Link: {"й" * 32}"]')
        page.wait_for_text("dialog.sheet", "too long for a usual NFC tag")
