"""A QtWebKit of 2016, close to the Safari of iOS 9 and 10: a process of its own, since PyQt isn't in the tests' environment.

It reads one call a line from its input, a list in JSON, and writes what the call gives.
"""

import json
import os
import subprocess
import sys

from kitchen import LIMIT, wait_until


class QtWebKit:
    """The browser, for a test."""

    def __init__(self):
        self.process = subprocess.Popen(
            ["/usr/bin/python3", __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"})

    def call(self, *call):
        self.process.stdin.write(json.dumps(call) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, "QtWebKit has ended"
        return json.loads(line)

    def load(self, address):
        self.call("load", address)

    def resize(self, width, height):
        self.call("resize", width, height)

    def run(self, script):
        return self.call("run", f"(function () {{ {script} }})()")

    def wait(self, script, seconds=LIMIT):
        return wait_until(lambda: self.run(script), seconds, script)

    def tap(self, selector):
        """Taps the middle of an element, as a finger does, when the page takes taps."""
        self.wait("return performance.now() - document.documentElement.getAttribute('data-changed') > 500")
        place = self.wait(f"var each = document.querySelector({json.dumps(selector)}); if (!each) return null;"
                          "each.scrollIntoView(); var place = each.getBoundingClientRect();"
                          "return [place.left + place.width / 2, place.top + place.height / 2];")
        self.call("tap", *place)

    def save(self, path):
        path.parent.mkdir(parents=True, exist_ok=True)
        self.call("save", str(path))

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT)
        self.process.stdout.close()


def serve():
    """The browser's own process."""
    from PyQt5.QtCore import QEventLoop, QPoint, QSize, QSocketNotifier, Qt, QUrl
    from PyQt5.QtTest import QTest
    from PyQt5.QtWebKitWidgets import QWebView
    from PyQt5.QtWidgets import QApplication

    application = QApplication(["browser"])
    view = QWebView()
    view.show()

    def load(address):
        loop = QEventLoop()
        view.loadFinished.connect(loop.quit)
        view.load(QUrl(address))
        loop.exec_()
        view.loadFinished.disconnect(loop.quit)

    def resize(width, height):
        view.setFixedSize(QSize(width, height))

    def run(script):
        return view.page().mainFrame().evaluateJavaScript(script)

    def tap(x, y):
        QTest.mouseClick(view, Qt.LeftButton, Qt.NoModifier, QPoint(round(x), round(y)))

    def save(path):
        view.grab().save(path)

    calls = {"load": load, "resize": resize, "run": run, "tap": tap, "save": save}

    def answer():
        line = sys.stdin.readline()
        if not line:
            return application.quit()
        name, *arguments = json.loads(line)
        return print(json.dumps(calls[name](*arguments)), flush=True)

    calls_wait = QSocketNotifier(sys.stdin.fileno(), QSocketNotifier.Read)
    calls_wait.activated.connect(answer)
    application.exec_()


if __name__ == "__main__":
    serve()
