"""The page in another device's browser: it is opened by a link with the token, over plain HTTP; in Chromium, and in Firefox before a release."""

import re
import socket
import unittest

from browser import Chromium
from firefox import Firefox
from kitchen import Kitchen, wait_until
from screens import before_release
from speaker import Speaker


def address_of_this_machine():
    """An address that isn't loopback; nothing where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


def setUpModule():
    # Firefox says that it can't ring without one.
    unittest.addModuleCleanup(Speaker().close)


class OpenTests(unittest.TestCase):
    engine = Chromium

    def setUp(self):
        host = address_of_this_machine()
        if host is None:
            self.skipTest("this machine has no address but loopback")
        self.kitchen = Kitchen(host="0.0.0.0")
        self.addCleanup(self.kitchen.close)
        port = re.search(r":(\d+)/", self.kitchen.address).group(1)
        self.address = f"http://{host}:{port}/"
        self.token = self.kitchen.folder / "page/token"
        self.link = f"{self.address}?token={self.token.read_text().strip()}"

    def browser(self, **options):
        page = self.engine(**options)
        self.addCleanup(page.close)
        return page

    def write_token(self, text):
        """Replaces the token's file, as 'eggctl page --new-token' does."""
        new = self.token.parent / "new"
        new.write_text(text)
        new.chmod(0o600)
        new.replace(self.token)

    def test_a_link_opens_it_until_there_is_a_new_token(self):
        kitchen, address, page = self.kitchen, self.address, self.browser()
        page.driver.get(address)
        self.assertIn("eggctl page", page.text("body"))
        page.complaints()

        page.open(self.link)
        self.assertEqual(page.driver.current_url, address)
        page.tap('[data-egg="medium"]')
        kitchen.wait_for(egg="medium")
        page.wait_for_text(".row .label", "Medium egg")
        # The manifest is also fetched with the cookie.
        self.assertEqual(page.manifest()["name"], "Egg timer")
        self.assertEqual(page.complaints(), [])

        # The next event of eggd finds the new token, and the page says what to do.
        self.write_token(self.token.read_text().strip()[::-1])
        page.wait_for_text("#gone", "eggctl page")

    def test_a_link_that_starts_an_egg_needs_the_token_once(self):
        start, page = f"{self.address}start?egg=soft", self.browser()
        page.driver.get(start)
        self.assertIn("eggctl page", page.text("body"))
        page.driver.get(f"{start}&token={self.token.read_text().strip()}")
        page.wait_for_text("h1", "Soft egg")
        self.assertEqual(page.driver.current_url, start)
        self.assertEqual(self.kitchen.timers(), [])
        page.tap("form button")
        self.kitchen.wait_for(egg="soft", state="cooking")
        # Without HTTPS, pages have no clipboard.
        page.wait_for_eggs()
        page.tap("#show-eggs")
        page.tap('dialog [aria-label="Link: Soft egg"]')
        page.tap("dialog .wide")
        page.wait_for_text("dialog.sheet [role=status]", "The link is copied.")
        self.assertEqual(page.run("return [document.querySelector('dialog.sheet .link').textContent, window.isSecureContext]"), [start, False])
        self.assertNotIn("Only this machine", page.text("dialog.sheet"))

    def test_a_page_on_the_machine_itself_makes_links_for_others(self):
        page = self.browser()
        page.open(self.kitchen.address.replace("0.0.0.0", "localhost"))
        page.tap("#show-eggs")
        page.tap('dialog [aria-label="Link: Soft egg"]')
        page.wait_until_shown("dialog .qr-code")
        self.assertEqual(page.run("return document.querySelector('dialog.sheet .link').textContent"), f"{self.address}start?egg=soft")

    def test_a_hidden_page_that_may_ring_keeps_asking(self):
        page = self.browser()
        page.open(self.link)
        page.tap("#ring-here")
        first = page.driver.current_window_handle
        page.run("open('/icon.svg')")
        second = wait_until(lambda: next((each for each in page.driver.window_handles if each != first), None))
        page.driver.switch_to.window(second)
        page.wait("return opener.document.hidden")
        secret = self.token.read_text()
        self.write_token(secret.strip()[::-1])
        self.kitchen.call("Start", egg="soft")
        page.wait("return opener.document.querySelector('#gone').textContent.includes('eggctl page')")
        self.write_token(secret)
        self.kitchen.call("Start", egg="soft")
        page.wait("return opener.document.querySelector('#gone').hidden")
        self.assertTrue(page.run("return opener.document.hidden"))

    def test_a_tap_before_the_code_has_come_starts_the_egg_in_the_home_network(self):
        page = self.browser()
        page.block("*.js")
        page.driver.get(self.link)
        page.tap_early('[data-egg="soft"]')
        self.kitchen.wait_for(egg="soft", state="cooking")

    def test_without_javascript_its_forms_work_in_the_home_network(self):
        page = self.browser(has_scripts=False)
        page.driver.get(self.link)
        wait_until(lambda: page.driver.current_url == f"{self.address}plain?new=1", what="the plain page is opened")
        page.tap('button[value="soft"]')
        self.kitchen.wait_for(egg="soft", state="cooking")
        wait_until(lambda: page.driver.current_url.startswith(f"{self.address}plain?undo="), what="the plain page is back")


@before_release()
class FirefoxOpenTests(OpenTests):
    engine = Firefox
