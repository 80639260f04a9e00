"""Measures when the page has drawn, in turns with a page that has one letter, and what it costs while an egg cooks.

Each visit is a first one: nothing is in the browser's cache. The figures are printed as JSON.
"""

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browser import Chromium
from kitchen import Kitchen

ROUNDS = 25
SECONDS = 20
EMPTY = b"<!doctype html><html lang=en><meta charset=utf-8><title>Empty</title><body>x"


class EmptyPage(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(EMPTY)))
        self.end_headers()
        self.wfile.write(EMPTY)

    def log_message(self, *_):
        pass


def drawn(page, address):
    """Milliseconds from the beginning of a visit to the first text or picture."""
    page.driver.get("about:blank")
    page.driver.get(address)
    return page.wait("return performance.getEntriesByName('first-contentful-paint')[0]?.startTime")


def share(page, count):
    """The part of a second that the page's main thread needs for one second of so many timers."""
    for number in range(len(kitchen.timers()), count):
        kitchen.call("Start", egg="hard", name=f"pot {number}", elapsedMs=number * 130)
    page.open(kitchen.address)
    page.wait("return document.querySelectorAll('.row').length === arguments[0]", count)
    page.settle()
    before = page.metrics()
    time.sleep(SECONDS)
    after = page.metrics()
    return (after["TaskDuration"] - before["TaskDuration"]) / (after["Timestamp"] - before["Timestamp"])


server = ThreadingHTTPServer(("127.0.0.1", 0), EmptyPage)
threading.Thread(target=server.serve_forever, daemon=True).start()
kitchen = Kitchen()
page = Chromium()
try:
    page.use_cache(False)
    empty = f"http://127.0.0.1:{server.server_port}/"
    figures = {"page": [], "empty": []}
    for turn in range(ROUNDS + 2):
        for name, address in (("page", kitchen.address), ("empty", empty)):
            milliseconds = drawn(page, address)
            # The first visits start parts of the browser as well.
            if turn >= 2:
                figures[name].append(milliseconds)
    page.open(kitchen.address)
    figures["bytes"] = page.run("""
        const files = performance.getEntriesByType('resource').filter(each => !/[/](events|call)/.test(each.name));
        return files.reduce((sum, each) => sum + each.transferSize, performance.getEntriesByType('navigation')[0].transferSize);
    """)
    kitchen.call("Start", egg="soft")
    page.wait_for_text(".row .label", "Soft egg")
    before = page.metrics()
    time.sleep(SECONDS)
    after = page.metrics()
    seconds = after["Timestamp"] - before["Timestamp"]
    figures["layouts"], figures["script"] = ((after[each] - before[each]) / seconds for each in ("LayoutCount", "ScriptDuration"))
    twelve, many = (share(page, count) for count in (12, 64))
    figures["many"] = many / twelve
    print(json.dumps(figures))
finally:
    page.close()
    kitchen.close()
    server.shutdown()
