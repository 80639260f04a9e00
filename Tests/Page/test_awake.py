"""The screen stays on over plain HTTP while something cooks or rings: seen by the calls of the browsers on the session's bus."""

import os
import unittest
from functools import partial

from browser import Chromium, PageTest, WebKit
from firefox import Firefox
from kitchen import Kitchen, wait_until
from screensaver import ScreenSaver
from test_open import address_of_this_machine

VIDEO = "return (video => video && [video.muted, video.paused])(document.querySelector('video'))"


def setUpModule():
    global kitchen, saver
    # Chromium asks the desktops that it knows.
    os.environ["XDG_CURRENT_DESKTOP"] = "XFCE"
    if address_of_this_machine() is None:
        raise unittest.SkipTest("this machine has no address but loopback")
    kitchen = Kitchen(host="0.0.0.0")
    unittest.addModuleCleanup(kitchen.close)
    saver = ScreenSaver()
    unittest.addModuleCleanup(saver.close)
    wait_until(lambda: saver.count == 0, what="the bus has a screen saver")


class AwakeTest(PageTest):
    def setUp(self):
        kitchen.clear()
        self.page.driver.get("about:blank")
        self.wait_for(0)
        port = kitchen.address.rstrip("/").rsplit(":", 1)[1]
        token = (kitchen.folder / "page/token").read_text().strip()
        self.page.open(f"http://{address_of_this_machine()}:{port}/?token={token}")
        self.assertFalse(self.page.run("return isSecureContext"))
        self.page.wait("return performance.getEntriesByType('resource').some(each => each.name.endsWith('/awake.js'))")

    def wait_for(self, count):
        wait_until(lambda: (saver.count > 0) == (count > 0), what=lambda: f"{count} keep the screen on, not {saver.count}")

    def test_the_tap_that_starts_an_egg_keeps_it_on_until_all_is_over(self):
        page = self.page
        self.assertIsNone(page.run(VIDEO))
        page.tap('[data-egg="soft"]')
        kitchen.wait_for(egg="soft")
        self.wait_for(1)
        self.assertEqual(page.run(VIDEO), [False, False])
        kitchen.call("Pause")
        self.wait_for(0)
        kitchen.call("Resume")
        self.wait_for(1)
        kitchen.clear()
        self.wait_for(0)
        # An alarm of another device, on a page that was touched.
        kitchen.call("Start", durationMs=1000)
        kitchen.wait_for(state="ringing")
        self.wait_for(1)
        page.tap("dialog.ringing .stop")
        self.wait_for(0)

    def test_an_egg_of_another_device_also_does(self):
        page = self.page
        kitchen.call("Start", egg="soft")
        self.wait_for(1)
        self.assertEqual(page.run(VIDEO), [True, False])
        page.tap("#show-eggs")
        page.wait(f"{VIDEO}?.[0] === false")
        self.assertEqual(page.run(VIDEO), [False, False])


class ChromiumAwakeTests(AwakeTest, unittest.TestCase):
    engine = partial(Chromium, window=True)

    def setUp(self):
        self.addCleanup(self.page.reset)
        super().setUp()

    def test_a_phone_keeps_its_music(self):
        agent = self.page.run("return navigator.userAgent")
        self.page.command("Emulation.setUserAgentOverride", userAgent=agent.replace("X11; Linux x86_64", "Linux; Android 10; K"))
        self.addCleanup(self.page.command, "Emulation.setUserAgentOverride", userAgent=agent)
        self.setUp()
        self.page.tap('[data-egg="soft"]')
        self.wait_for(1)
        self.assertEqual(self.page.run(VIDEO), [True, False])

    def test_a_browser_that_plays_no_video_says_once_how_the_setting_is_called(self):
        page = self.page
        page.inject("HTMLMediaElement.prototype.play = async () => { throw new DOMException('', 'NotSupportedError'); }")
        self.setUp()
        page.run("localStorage.clear()")
        page.tap('[data-egg="soft"]')
        page.wait_for_text("#problem", "This browser doesn’t keep the screen on. The device’s own setting is “Screen Blank”, in “Power”.")
        page.tap('[data-egg="hard"]')
        page.wait_for_text(".row .label", "Hard egg")
        self.assertFalse(page.shows("#problem"))
        self.assertEqual(saver.count, 0)

    def test_where_there_is_a_lock_no_video_is_loaded(self):
        self.page.open(kitchen.address.replace("0.0.0.0", "localhost"))
        self.page.tap('[data-egg="soft"]')
        self.wait_for(1)
        self.assertEqual(self.page.run("return performance.getEntriesByType('resource').filter(each => each.name.includes('awake')).length"), 0)


class FirefoxAwakeTests(AwakeTest, unittest.TestCase):
    engine = partial(Firefox, window=True)


class WebKitAwakeTests(AwakeTest, unittest.TestCase):
    engine = WebKit
