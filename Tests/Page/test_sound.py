"""Sound in Firefox: PulseAudio's null sink plays the alarm; without any device the page says that it can't ring."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

from browser import PageTest
from firefox import Firefox
from kitchen import Kitchen, wait_until


def setUpModule():
    global kitchen
    kitchen = Kitchen()


def tearDownModule():
    kitchen.close()


class SoundTest(PageTest):
    """The tests' browser, with a sound server whose sink is recorded."""

    @classmethod
    def setUpClass(cls):
        cls.folder = Path(cls.enterClassContext(tempfile.TemporaryDirectory(prefix="egg-sound-")))
        before = os.environ.get("PULSE_SERVER")
        os.environ["PULSE_SERVER"] = f"unix:{cls.folder}/native"
        cls.addClassCleanup(lambda: os.environ.pop("PULSE_SERVER") if before is None else os.environ.update(PULSE_SERVER=before))
        cls.start_server()
        super().setUpClass()

    @classmethod
    def start_server(cls):
        pass

    @classmethod
    def start(cls, *command):
        process = subprocess.Popen(command, env={**os.environ, "HOME": str(cls.folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        cls.addClassCleanup(process.wait)
        cls.addClassCleanup(process.terminate)

    def setUp(self):
        kitchen.clear()
        self.page.open(kitchen.address)
        self.page.tap("#ring-here")
        self.addCleanup(self.page.tap, "#ring-here")


class HeardTests(SoundTest, unittest.TestCase):
    engine = Firefox

    @classmethod
    def start_server(cls):
        cls.start(
            "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", f"module-native-protocol-unix socket={cls.folder}/native auth-anonymous=1",
            "-L", "module-null-sink sink_name=kitchen rate=8000 channels=1")
        wait_until((cls.folder / "native").exists, what="the sound server listens")
        cls.start(
            "/usr/bin/parec", "--device=kitchen.monitor", "--raw", "--format=s16le", "--rate=8000", "--channels=1",
            "--latency-msec=20", str(cls.folder / "heard"))
        wait_until(lambda: cls.heard(0), what="the sink is recorded")

    @classmethod
    def heard(cls, begin):
        """The recording after so many bytes."""
        path = cls.folder / "heard"
        return path.read_bytes()[begin:] if path.exists() else b""

    def test_an_alarm_is_heard_until_it_is_stopped(self):
        page = self.page
        page.wait_for_bell()
        # The tap itself is heard.
        wait_until(lambda: any(self.heard(0)), what="the bell strikes once")
        wait_until(lambda: not any(self.heard(0)[-8000:]), what="it is silent again")
        before = len(self.heard(0))
        kitchen.call("Start", durationMs=1000)
        page.wait_until_shown("dialog.ringing[open]")
        wait_until(lambda: any(self.heard(before)), what="the alarm is heard")
        page.tap("dialog.ringing .stop")
        page.wait_until_hidden("dialog.ringing")
        wait_until(lambda: not any(self.heard(before)[-8000:]), what="it is silent after Stop")

    def test_once_touched_it_rings_after_a_reload(self):
        page = self.page
        page.wait_for_bell()
        page.open(kitchen.address)
        page.wait_for_text("#sound-out", "Touch once, so that this page can ring.")
        page.tap("#idle")
        page.wait_for_bell()
        page.wait_until_hidden("#sound-out")


class UnheardTests(SoundTest, unittest.TestCase):
    """Without a sound device."""

    engine = Firefox

    def test_it_says_that_it_cannot_ring(self):
        self.page.wait_for_text("#sound-out", "This page can’t ring: the browser gives it no sound.")


if __name__ == "__main__":
    unittest.main()
