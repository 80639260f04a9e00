"""Firefox, by the two protocols that are built into it: Marionette, for which PyPI has a driver, and WebDriver BiDi."""

import base64
import json
import socket
import warnings
from pathlib import Path
from types import SimpleNamespace

from browser import Page
from kitchen import ROOT
from marionette_driver.marionette import Marionette, WebElement
from selenium.webdriver.remote.webelement import WebElement as SeleniumElement
from websocket import create_connection

__all__ = ["Firefox"]

PREFERENCES = {"browser.translations.automaticallyPopup": False, "intl.accept_languages": "en-US", "ui.useOverlayScrollbars": 1}


class Element(WebElement):
    """An element as selenium has it."""

    def get_attribute(self, name):
        return self.get_property(name) if name in ("value", "href") else super().get_attribute(name)


# Chains of taps also take it.
SeleniumElement.register(Element)


class Driver:
    """The part of selenium's driver that the tests use."""

    def __init__(self, preferences, window):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with warnings.catch_warnings():
            # It tries the port with sockets that it leaves open.
            warnings.simplefilter("ignore", ResourceWarning)
            self.marionette = Marionette(
                bin="/usr/bin/firefox-esr", headless=not window, app="fxdesktop", port=port, prefs=preferences,
                # For what Marionette has no commands for, on a port of its own.
                app_args=["--remote-debugging-port=0"],
                # It removes the file that it is told.
                gecko_log=str(ROOT / f".build/page/firefox-{port}.log"))
            self.marionette.start_session({"webSocketUrl": True})
        self.marionette.timeout.script = 60
        self.switch_to = SimpleNamespace(
            window=self.marionette.switch_to_window, new_window=self._new_window, frame=self.marionette.switch_to_frame,
            default_content=self.marionette.switch_to_default_content)

    def _new_window(self, kind):
        self.marionette.switch_to_window(self.marionette.open(kind)["handle"])

    def get(self, address):
        self.marionette.navigate(address)

    def back(self):
        self.marionette.go_back()

    def refresh(self):
        self.marionette.refresh()

    def get_cookies(self):
        return self.marionette.get_cookies()

    def delete_all_cookies(self):
        self.marionette.delete_all_cookies()

    def close(self):
        self.marionette.close()

    def set_page_load_timeout(self, seconds):
        self.marionette.timeout.page_load = seconds

    @property
    def title(self):
        return self.marionette.title

    @property
    def current_url(self):
        return self.marionette.get_url()

    @property
    def current_window_handle(self):
        return self.marionette.current_window_handle

    @property
    def window_handles(self):
        return self.marionette.window_handles

    # Without a sandbox, a script sees the page as its own scripts do.
    def execute_script(self, script, *arguments):
        # It takes its own elements alone.
        own = [WebElement(self.marionette, each.id, each.kind) if isinstance(each, Element) else each for each in arguments]
        return self.marionette.execute_script(script, script_args=own, sandbox=None)

    def execute_async_script(self, script, *arguments):
        return self.marionette.execute_async_script(script, script_args=arguments, sandbox=None)

    def find_element(self, by, selector):
        return self._element(self.marionette.find_element(by, selector))

    def find_elements(self, by, selector):
        return [self._element(each) for each in self.marionette.find_elements(by, selector)]

    def _element(self, found):
        return Element(self.marionette, found.id, found.kind)

    def execute(self, command, parameters):
        """Selenium's chains of taps and keys."""
        assert command == "actions", command
        self.marionette._send_message("WebDriver:PerformActions", parameters)

    def get_screenshot_as_base64(self):
        return self.marionette.screenshot(full=False)

    def save_screenshot(self, path):
        Path(path).write_bytes(base64.b64decode(self.get_screenshot_as_base64()))

    def quit(self):
        instance = self.marionette.instance
        profile = instance.profile
        self.marionette.quit()
        instance.close(clean=True)
        # Both would be removed once more when Python ends.
        self.marionette.instance = None
        profile.restore = False


class Messages:
    """WebDriver's second protocol, which can do what the first can't: scripts before a page's own, and what is logged."""

    def __init__(self, address):
        self.socket = create_connection(address, suppress_origin=True)
        self.logged = []
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method, **parameters):
        self.socket.send(json.dumps({"id": 1, "method": method, "params": parameters}))
        while True:
            message = json.loads(self.socket.recv())
            if message["type"] == "event":
                self.logged.append(message["params"])
            else:
                assert message["type"] == "success", message
                return message["result"]

    def take_logged(self):
        """What has been logged since the last time."""
        # It comes before the reply.
        self.command("session.status")
        logged, self.logged = self.logged, []
        return logged


class Firefox(Page):
    """Firefox, without a window unless told otherwise. The page can have any size in its window, which has a least one."""

    # As Chromium's.
    SIZE = (1280, 900)

    def __init__(self, window=False, has_scripts=True, plays_untouched=False, **preferences):
        options = {"javascript.enabled": has_scripts, "media.autoplay.default": 0 if plays_untouched else 1}
        self.driver = Driver({**PREFERENCES, **options, **preferences}, window)
        self.messages = Messages(self.driver.marionette.session_capabilities["webSocketUrl"])
        self.injected = []

    def resize(self, width, height):
        with self.driver.marionette.using_context("chrome"):
            self.driver.execute_script("""
                const [width, height] = arguments;
                Object.assign(gBrowser.selectedBrowser.style, {flex: 'none', minWidth: 0, minHeight: 0, width: `${width}px`, height: `${height}px`});
            """, width, height)
        self.wait_for_size(width, height)

    def zoom_text(self, factor):
        """Makes text alone larger, as the browser's "Zoom text only" does."""
        with self.driver.marionette.using_context("chrome"):
            self.driver.execute_script("gBrowser.selectedBrowser.browsingContext.textZoom = arguments[0]", factor)

    def prefer(self, color_scheme="light", reduced_motion="no-preference", forced_colors="none"):
        """Sets media features, as Chromium's does."""
        is_dark, is_forced = color_scheme == "dark", forced_colors == "active"
        with self.driver.marionette.using_context("chrome"):
            self.driver.marionette.set_prefs({
                "layout.css.prefers-color-scheme.content-override": 0 if is_dark else 1,
                "browser.display.document_color_use": 2 if is_forced else 1,
                "ui.prefersReducedMotion": 1 if reduced_motion == "reduce" else 0,
                # As in a contrast theme of the desktop: Firefox without one has 2.9 : 1 here, and is light.
                "browser.display.background_color": "#000000" if is_dark and is_forced else "#FFFFFF",
                "browser.display.foreground_color": "#FFFFFF" if is_dark and is_forced else "#000000",
                "browser.anchor_color": "#8C8CFF" if is_dark and is_forced else "#0000EE",
                "ui.highlight": "#1aebff" if is_dark else "#37006e", "ui.highlighttext": "#000000" if is_dark else "#ffffff"})

    def block(self, *patterns):
        """Has requests with such addresses fail, and no others."""
        with self.driver.marionette.using_context("chrome"):
            self.driver.execute_script("""
                window.unblock?.();
                const patterns = arguments[0].map((each) => new MatchGlob(each));
                const refuse = (request) => {
                  const channel = request.QueryInterface(Ci.nsIHttpChannel);
                  if (patterns.some((each) => each.matches(channel.URI.spec))) channel.cancel(Cr.NS_ERROR_ABORT);
                };
                Services.obs.addObserver(refuse, 'http-on-modify-request');
                window.unblock = () => Services.obs.removeObserver(refuse, 'http-on-modify-request');
            """, list(patterns))

    def use_cache(self, is_used):
        """Whether files that were loaded before are taken from the browser's cache."""
        self.messages.command("network.setCacheBehavior", cacheBehavior="default" if is_used else "bypass")

    def manifest(self):
        """The page's manifest."""
        with self.driver.marionette.using_context("chrome"):
            return self.driver.execute_async_script("""
                const { ManifestObtainer } = ChromeUtils.importESModule('resource://gre/modules/ManifestObtainer.sys.mjs');
                ManifestObtainer.browserObtainManifest(gBrowser.selectedBrowser).then(arguments[0]);
            """)

    def inject(self, script):
        """Runs a script in each page of this tab before its own."""
        added = self.messages.command(
            "script.addPreloadScript", functionDeclaration=f"() => {{ {script} }}", contexts=[self.driver.current_window_handle])
        self.injected.append(added["script"])

    def alter(self, script):
        """Scripts of its driver have globals of their own."""
        self.messages.command(
            "script.evaluate", expression=f"{{ {script} }}", awaitPromise=False, target={"context": self.driver.current_window_handle})

    def reset(self):
        """Undoes what a test has set."""
        for identifier in self.injected:
            self.messages.command("script.removePreloadScript", script=identifier)
        self.injected = []
        self.resize(*self.SIZE)
        self.prefer()

    def complaints(self):
        """What the browser has logged as wrong."""
        return [entry["text"] for entry in self.messages.take_logged() if entry["level"] == "error"]

    def close(self):
        self.messages.socket.close()
        super().close()
