"""Firefox, by the protocol that is built into it: PyPI's marionette_driver needs no other driver."""

import base64
import socket
import warnings
from pathlib import Path
from types import SimpleNamespace

from browser import Page
from kitchen import ROOT
from marionette_driver.marionette import Marionette

__all__ = ["Firefox"]

PREFERENCES = {"browser.translations.automaticallyPopup": False, "intl.accept_languages": "en-US", "ui.useOverlayScrollbars": 1}


class Driver:
    """The part of selenium's driver that the tests use."""

    def __init__(self, preferences):
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        with warnings.catch_warnings():
            # It tries the port with sockets that it leaves open.
            warnings.simplefilter("ignore", ResourceWarning)
            self.marionette = Marionette(
                bin="/usr/bin/firefox-esr", headless=True, app="fxdesktop", port=port, prefs=preferences,
                # It removes the file that it is told.
                gecko_log=str(ROOT / f".build/page/firefox-{port}.log"))
            self.marionette.start_session()
        self.marionette.timeout.script = 60
        self.switch_to = SimpleNamespace(window=self.marionette.switch_to_window)

    def get(self, address):
        self.marionette.navigate(address)

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
        return self.marionette.execute_script(script, script_args=arguments, sandbox=None)

    def execute_async_script(self, script, *arguments):
        return self.marionette.execute_async_script(script, script_args=arguments, sandbox=None)

    def find_element(self, by, selector):
        return self.marionette.find_element(by, selector)

    def find_elements(self, by, selector):
        return self.marionette.find_elements(by, selector)

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
    """Headless Firefox. The page can have any size in its window, which has a least one."""

    def __init__(self, **preferences):
        self.driver = Driver({**PREFERENCES, **preferences})

    def resize(self, width, height):
        with self.driver.marionette.using_context("chrome"):
            self.driver.execute_script("""
                const [width, height] = arguments;
                Object.assign(gBrowser.selectedBrowser.style, {flex: 'none', minWidth: 0, minHeight: 0, width: `${width}px`, height: `${height}px`});
            """, width, height)
        self.wait_for_size(width, height)
