"""The page in another device's browser: it is opened by a link with the token, over plain HTTP."""

import re
import socket
import unittest

from browser import Chromium
from kitchen import Kitchen


def address_of_this_machine():
    """An address that isn't loopback; nothing where there is none. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            return None
    return None if address.startswith("127.") else address


class OpenTests(unittest.TestCase):
    def test_a_link_opens_it_until_there_is_a_new_token(self):
        host = address_of_this_machine()
        if host is None:
            self.skipTest("this machine has no address but loopback")
        kitchen = Kitchen(host="0.0.0.0")
        self.addCleanup(kitchen.close)
        page = Chromium()
        self.addCleanup(page.close)
        port = re.search(r":(\d+)/", kitchen.address).group(1)
        address = f"http://{host}:{port}/"

        page.driver.get(address)
        self.assertIn("eggctl page", page.text("body"))
        page.complaints()

        token = kitchen.folder / "page/token"
        page.open(f"{address}?token={token.read_text().strip()}")
        self.assertEqual(page.driver.current_url, address)
        page.tap('[data-egg="medium"]')
        kitchen.wait_for(egg="medium")
        page.wait_for_text(".row .label", "Medium egg")
        # The manifest is fetched with the cookie, too.
        self.assertEqual(page.command("Page.getAppManifest").get("errors"), [])
        self.assertEqual(page.complaints(), [])

        # The next event of eggd finds the new token, and the page says what to do.
        other = token.read_text().strip()[::-1]
        (token.parent / "new").write_text(other)
        (token.parent / "new").chmod(0o600)
        (token.parent / "new").replace(token)
        page.wait_for_text("#gone", "eggctl page")


if __name__ == "__main__":
    unittest.main()
