"""Firefox, by the protocol that is built into it: PyPI's marionette_driver needs no other driver."""

import base64
import socket
import warnings
from pathlib import Path
from types import SimpleNamespace

from browser import Page
from kitchen import ROOT
from marionette_driver.marionette import Marionette, WebElement

__all__ = ["Firefox"]

PREFERENCES = {"browser.translations.automaticallyPopup": False, "intl.accept_languages": "en-US", "ui.useOverlayScrollbars": 1}


class Element(WebElement):
    """An element as selenium has it."""

    def get_attribute(self, name):
        return self.get_property(name) if name in ("value", "href") else super().get_attribute(name)


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
                # It removes the file that it is told.
                gecko_log=str(ROOT / f".build/page/firefox-{port}.log"))
            self.marionette.start_session()
        self.marionette.timeout.script = 60
        self.switch_to = SimpleNamespace(
            window=self.marionette.switch_to_window, frame=self.marionette.switch_to_frame,
            default_content=self.marionette.switch_to_default_content)

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


class Firefox(Page):
    """Firefox, without a window unless told otherwise. The page can have any size in its window, which has a least one."""

    def __init__(self, window=False, **preferences):
        self.driver = Driver({**PREFERENCES, **preferences}, window)

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

    def prefer(self, preferences):
        """Sets preferences of the browser."""
        with self.driver.marionette.using_context("chrome"):
            self.driver.marionette.set_prefs(preferences)
