"""The screen saver of a desktop on the session's bus: who keeps the screen on at the moment.

As a program, run by the system's Python, which has the bus: writes a line with the number of those after each change.
"""

import subprocess
import threading

NAME = "org.freedesktop.ScreenSaver"
INTERFACE = f"""
<node><interface name="{NAME}">
  <method name="Inhibit"><arg type="s" direction="in"/><arg type="s" direction="in"/><arg type="u" direction="out"/></method>
  <method name="UnInhibit"><arg type="u" direction="in"/></method>
</interface></node>
"""


class ScreenSaver:
    """`count` is how many keep the screen on."""

    def __init__(self):
        self.count = None
        self.service = subprocess.Popen(["/usr/bin/python3", __file__], stdout=subprocess.PIPE, text=True)
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.service.stdout:
            self.count = int(line)

    def close(self):
        self.service.terminate()
        self.service.wait()
        self.service.stdout.close()


def serve():
    from gi.repository import Gio, GLib

    cookies = {}

    def left(_bus, sender):
        """A program that has left the bus keeps nothing on."""
        for cookie in [each for each, owner in cookies.items() if owner == sender]:
            del cookies[cookie]
        print(len(cookies), flush=True)

    def called(bus, sender, _path, _interface, method, parameters, invocation):
        if method == "Inhibit":
            cookie = max(cookies, default=0) + 1
            cookies[cookie] = sender
            Gio.bus_watch_name_on_connection(bus, sender, Gio.BusNameWatcherFlags.NONE, None, left)
            invocation.return_value(GLib.Variant("(u)", (cookie,)))
        else:
            cookies.pop(parameters.unpack()[0], None)
            invocation.return_value(None)
        print(len(cookies), flush=True)

    def offer(bus, _name):
        for path in ("/ScreenSaver", "/org/freedesktop/ScreenSaver"):
            bus.register_object(path, Gio.DBusNodeInfo.new_for_xml(INTERFACE).interfaces[0], called, None, None)

    Gio.bus_own_name(Gio.BusType.SESSION, NAME, Gio.BusNameOwnerFlags.NONE, offer, lambda *_: print(0, flush=True), None)
    GLib.MainLoop().run()


if __name__ == "__main__":
    serve()
