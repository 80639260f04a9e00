"""Chromium and WebKit, and what the tests do with a page."""

import json
import os
import socket
import sysconfig
import tempfile
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service as ChromeService
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.webkitgtk.service import Service as WebKitService

from kitchen import LIMIT, SILENT_DEVICE, Kitchen, wait_until

__all__ = ["SILENT_UNTIL_TOUCHED", "By", "Chromium", "Keys", "KitchenTest", "Page", "PageTest", "WebKit"]

# The package is installed for this file alone.
AXE = Path(sysconfig.get_path("purelib")) / "axe_playwright_python/axe.min.js"
DRIVERS = {"chromium": "/usr/bin/chromedriver", "webkit": "/usr/bin/WebKitWebDriver"}


# Chromium's own policy; "user-gesture-required" keeps only the frames of other sites from ringing.
SILENT_UNTIL_TOUCHED = ["--autoplay-policy=document-user-activation-required"]


# Whether the page takes taps. Pages without code have a cover at first, and the plain one notes its changes. A change of
# size is noticed in the next frame, so the page is first asked for one; a page that isn't drawn has none.
IS_SETTLED = """
    const {changed} = document.documentElement.dataset;
    if (document.querySelector('script[type=module]') === null) {
      return !(performance.now() - changed < 500) && document.getAnimations().length === 0;
    }
    if (document.readyState !== 'complete' || changed === undefined) return false;
    if (window.settling === undefined) {
      window.settling = document.hidden;
      if (!document.hidden) requestAnimationFrame(() => setTimeout(() => { window.settling = true; }));
    }
    if (!window.settling || performance.now() - changed <= 500) return false;
    delete window.settling;
    return true;
"""


class Page:
    """A page in a browser. Elements are named by CSS selectors."""

    driver = None

    def load(self, address):
        self.driver.get(address)

    def open(self, address):
        """Loads the page, and returns when it has heard of eggd and read the eggs."""
        self.load(address)
        self.wait_for_eggs()

    def wait_for_size(self, width, height):
        self.wait("return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)

    def wait_for_eggs(self):
        self.wait("return document.querySelector('.egg .time > span') && document.body.dataset.timers !== undefined")

    def wait_for_bell(self):
        """Waits until the page itself would ring."""
        self.wait("return document.querySelector('#ring-here').dataset.state === 'on'")

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def alter(self, script):
        """Puts something in the place of the page's own classes or clocks, or counts in variables of the page."""
        self.run(script)

    def wait(self, script, *arguments, seconds=LIMIT):
        return wait_until(lambda: self.run(script, *arguments), seconds, script)

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def tap(self, selector):
        """Taps what can be seen; waits until it can be, and is settled."""
        def visible():
            return next((each for each in self.driver.find_elements(By.CSS_SELECTOR, selector) if each.is_displayed()), None)
        self.open_row(selector)
        wait_until(visible, what=f"{selector} can be tapped")
        self.wait_until_settled()
        wait_until(visible, what=f"{selector} can be tapped").click()

    def press(self, selector, text=None):
        """Clicks what the page has, or will have, also where it can't be seen; with a text, the first one with that text."""
        self.wait("""
            const found = [...document.querySelectorAll(arguments[0])].find((each) => arguments[1] === null || each.textContent === arguments[1]);
            found?.click();
            return found !== undefined;
        """, selector, text)

    def tap_early(self, selector):
        """Taps while the page's code hasn't come, without which only its cover says that the page is settled."""
        self.wait("return document.readyState === 'complete' && document.getAnimations().length === 0")
        self.find(selector).click()

    def open_row(self, selector):
        """Taps the row of a control for which there is no room before that."""
        self.run("""
            const row = document.querySelector(arguments[0])?.closest('.row:not(:first-child, [data-open])');
            if (row && !document.querySelector(arguments[0]).checkVisibility()) row.querySelector('.digits').click();
        """, selector)

    def wait_until_settled(self):
        """Waits until the page takes taps: nothing that can be touched has changed for half a second (taps.js)."""
        self.wait(IS_SETTLED)

    def start_time(self, digits):
        """Starts another time with the keypad."""
        self.tap("#another-time")
        for digit in digits:
            self.press(".key", digit)
        self.tap("dialog.pad .strong")

    def text(self, selector):
        return self.run("return document.querySelector(arguments[0])?.textContent ?? null", selector)

    def shows(self, selector):
        return self.run("return document.querySelector(arguments[0])?.checkVisibility({visibilityProperty: true, checkVisibilityCSS: true}) ?? false", selector)

    def wait_for_text(self, selector, text, seconds=LIMIT):
        wait_until(lambda: text in (self.text(selector) or ""), seconds, lambda: f"{selector} says '{text}', not '{self.text(selector)}'")

    def wait_until_shown(self, selector, seconds=LIMIT):
        wait_until(lambda: self.shows(selector), seconds, f"{selector} is shown")

    def wait_until_hidden(self, selector, seconds=LIMIT):
        wait_until(lambda: not self.shows(selector), seconds, f"{selector} is hidden")

    def settle(self):
        """Waits until nothing moves, and one more frame: WebKit says that an animation has ended up to a frame before it shows so."""
        self.wait("return !document.querySelector('.ripple') && document.getAnimations().every(each => each.playState !== 'running')")
        self.driver.execute_async_script("requestAnimationFrame(arguments[0])")

    def axe(self):
        """The rules of accessibility that the page breaks, each with its elements."""
        if not self.run("return 'axe' in window"):
            self.run("(0, eval)(arguments[0])", AXE.read_text())
        return self.driver.execute_async_script("""
            const done = arguments[arguments.length - 1];
            axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then(
              result => done(result.violations.map(each => [each.id, each.nodes.map(node => node.html.slice(0, 160) + ' ' + node.failureSummary)])),
              error => done([['axe failed', String(error)]]));
        """)

    def save(self, path):
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        self.driver.save_screenshot(str(path))

    def close(self):
        self.driver.quit()


class Chromium(Page):
    """Chromium, without a window unless told otherwise."""

    def __init__(self, *arguments, window=False, has_scripts=True, plays_untouched=False):
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in ("--no-first-run" if window else "--headless=new", "--no-sandbox", "--hide-scrollbars", "--disable-gpu",
                         "--disable-dev-shm-usage", "--window-size=1280,900", *arguments):
            options.add_argument(argument)
        if plays_untouched:
            options.add_argument("--autoplay-policy=no-user-gesture-required")
        if not has_scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options=options, service=ChromeService(DRIVERS["chromium"]))
        self.injected = []

    def command(self, name, **parameters):
        """A command of Chromium's developer tools."""
        return self.driver.execute_cdp_cmd(name, parameters)

    def block(self, *patterns):
        """Has requests with such addresses fail, and no others: block("*.js")."""
        self.command("Network.enable")
        self.command("Network.setBlockedURLs", urls=patterns)

    def use_cache(self, is_used):
        """Whether files that were loaded before are taken from the browser's cache."""
        self.command("Network.enable")
        self.command("Network.setCacheDisabled", cacheDisabled=not is_used)

    def manifest(self):
        """The page's manifest, which has no errors."""
        found = self.command("Page.getAppManifest")
        assert not found.get("errors"), found
        return json.loads(found["data"])

    def metrics(self):
        """The page's costs so far: `LayoutCount`, and seconds such as `ScriptDuration`."""
        self.command("Performance.enable")
        return {each["name"]: each["value"] for each in self.command("Performance.getMetrics")["metrics"]}

    def resize(self, width, height, scale=1):
        self.command("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=scale, mobile=False)
        self.wait_for_size(width, height)

    def prefer(self, **features):
        """Sets media features: prefer(color_scheme="dark"), and forced_colors="active" for high contrast."""
        self.command("Emulation.setEmulatedMedia", features=[
            {"name": "forced-colors" if name == "forced_colors" else "prefers-" + name.replace("_", "-"), "value": value}
            for name, value in features.items()])

    def inject(self, script):
        """Runs a script in each page before its own."""
        self.injected.append(self.command("Page.addScriptToEvaluateOnNewDocument", source=script)["identifier"])

    def reset(self):
        """Undoes what a test has set."""
        for identifier in self.injected:
            self.command("Page.removeScriptToEvaluateOnNewDocument", identifier=identifier)
        self.injected = []
        self.command("Emulation.clearDeviceMetricsOverride")
        self.command("Emulation.setEmulatedMedia", features=[])

    def complaints(self):
        """What the browser has logged as wrong, such as what the page's policy forbids."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]


# Without its bars, a window of GTK may be as narrow as its smallest part.
GTK_STYLE = "* { min-width: 0; margin: 0; padding: 0; font-size: 6px; }"


class WebKit(Page):
    """WebKit's own small browser; it needs a display and a bus. Its window has no bars, so that it can have any size."""

    def __init__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="egg-webkit-")
        style = Path(self.folder.name) / "gtk-3.0/gtk.css"
        style.parent.mkdir()
        style.write_text(GTK_STYLE)
        options = webdriver.WebKitGTKOptions()
        found = list(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
        options.binary_location = str(found[-1])
        options.add_argument("--automation")
        options.add_argument("--javascript-can-open-windows-automatically=true")
        environment = {**os.environ, "XDG_CONFIG_HOME": self.folder.name}
        # The driver's client has no limit of its own: a driver that doesn't answer must fail its test, not stop all tests.
        socket.setdefaulttimeout(300)
        self.driver = webdriver.WebKitGTK(options=options, service=WebKitService(DRIVERS["webkit"], env=environment))
        socket.setdefaulttimeout(None)
        first = self.driver.current_window_handle
        self.run("open('about:blank', '', 'width=800,height=600,toolbar=no,menubar=no,location=no')")
        second = wait_until(lambda: [each for each in self.driver.window_handles if each != first], what="a second window")
        self.driver.switch_to.window(second[0])

    def resize(self, width, height):
        self.driver.set_window_size(width, height)
        self.wait_for_size(width, height)

    def close(self):
        super().close()
        self.folder.cleanup()


class PageTest:
    """A part of tests that have a page in a browser of their own, `engine`."""

    engine = Chromium
    maxDiff = None

    @classmethod
    def setUpClass(cls):
        cls.page = cls.engine()
        cls.addClassCleanup(cls.page.close)


class KitchenTest(PageTest):
    """A part of tests that also have a kitchen of their own, whose eggd plays on `device`."""

    device = SILENT_DEVICE

    @classmethod
    def setUpClass(cls):
        cls.kitchen = Kitchen(device=cls.device)
        cls.addClassCleanup(cls.kitchen.close)
        super().setUpClass()
