"""A kitchen of its own: eggd and eggweb in a folder, and what eggd says about its timers."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path

# A time zone in which no timer of the tests ends tomorrow. Of its names, browsers know those without digits.
ZONE = "UTC" if 6 <= time.gmtime().tm_hour < 18 else "Asia/Tokyo"
# Also of the browsers.
os.environ["TZ"] = ZONE

PROGRAMS = Path(os.environ["EGG_PROGRAMS"])
ROOT = Path(__file__).resolve().parents[2]

CONFIGURATION = """
[egg poached]
duration = 3m30s
description = Poached, runny

[egg onsen]
duration = 13m
description = A white like custard
"""

SILENT_DEVICE = "pcm.!default { type null }\n"
NO_DEVICE = "pcm.!default { type file, file /nowhere/at/all, slave.pcm { type hw, card 99 } }\n"


# How many seconds a test waits. A machine that is busy with other tests may need many times its usual time.
LIMIT = 60


class Refusal(Exception):
    """An error that eggd replied with."""


def wait_until(holds, seconds=LIMIT, what=""):
    """Waits for a condition and returns its value; `what` names it, or is a function that does so at the end."""
    end = time.monotonic() + seconds
    while not (value := holds()):
        assert time.monotonic() < end, f"this has not come true: {what() if callable(what) else what or holds}"
        time.sleep(0.02)
    return value


class Kitchen:
    """Runs eggd with a device that makes no sound, and eggweb on a free port."""

    def __init__(self, device=SILENT_DEVICE, web=ROOT / "web", host="127.0.0.1", programs=PROGRAMS):
        self.web, self.host, self.programs = web, host, programs
        self.folder = Path(tempfile.mkdtemp(prefix="egg-page-"))
        self.socket = self.folder / "eggd.sock"
        self.configuration = self.folder / "eggd.conf"
        self.configuration.write_text(CONFIGURATION)
        (self.folder / "asound.conf").write_text(device)
        self.environment = {
            "HOME": str(self.folder), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": ZONE,
            "EGGD_SOCKET": str(self.socket), "ALSA_CONFIG_PATH": str(self.folder / "asound.conf"),
            "SWIFT_BACKTRACE": "enable=no",
        }
        self.eggd = self.eggweb = None
        self.start_eggd()
        self.start_eggweb()

    def _start(self, program, *options):
        with open(self.folder / f"{program}.log", "ab") as log:
            return subprocess.Popen(
                [self.programs / program, *map(str, options)], env=self.environment, stderr=log, stdout=log)

    def start_eggd(self):
        self.eggd = self._start("eggd", "--state-dir", self.folder / "state", "--config", self.configuration)
        wait_until(self._answers, what="eggd answers")

    def start_eggweb(self, port=0):
        log = self.folder / "eggweb.log"
        begin = log.stat().st_size if log.exists() else 0
        self.eggweb = self._start(
            "eggweb", "--listen", f"{self.host}:{port}", "--state-dir", self.folder / "page", "--web", self.web,
            "--config", self.configuration)

        def address():
            for line in log.read_text()[begin:].splitlines():
                if "http://" in line:
                    return line[line.index("http://"):].split()[0]
            assert self.eggweb.poll() is None, f"eggweb has ended: {log.read_text()}"
            return None

        self.address = wait_until(address, what="eggweb listens")

    def kill_eggd(self):
        self.eggd.kill()
        self.eggd.wait()

    def kill_eggweb(self):
        self.eggweb.kill()
        self.eggweb.wait()

    def reload(self, configuration):
        """Replaces the configuration, and returns when eggd uses it."""
        before = self.call("Eggs")
        self.configuration.write_text(configuration)
        self.eggd.send_signal(signal.SIGHUP)
        wait_until(lambda: self.call("Eggs") != before, what="eggd has reloaded its configuration")

    def call(self, method, **parameters):
        """Calls a method of eggd."""
        with socket.socket(socket.AF_UNIX) as connection:
            connection.settimeout(15)
            connection.connect(str(self.socket))
            message = {"method": f"io.eggtimer.Timers.{method}", "parameters": parameters}
            connection.sendall(json.dumps(message).encode() + b"\0")
            reply = b""
            while not reply.endswith(b"\0"):
                data = connection.recv(65536)
                if not data:
                    raise ConnectionError("eggd closed the connection")
                reply += data
        reply = json.loads(reply[:-1])
        if "error" in reply:
            raise Refusal(reply)
        return reply.get("parameters", {})

    def timers(self):
        return self.call("List")["timers"]

    def timer(self, name=None):
        """The timer with this name, or nothing; without a name, the egg's, else that of the time."""
        timers = {timer["name"]: timer for timer in self.timers()}
        return timers.get(name) if name else timers.get("egg", timers.get("timer"))

    def wait_for(self, name=None, **values):
        """Waits until a timer has these values."""
        def has_them():
            timer = self.timer(name)
            return timer and all(timer[key] == value for key, value in values.items()) and timer
        return wait_until(has_them, what=lambda: f"{name or 'the timer'} has {values}, among {self.timers()}")

    def clear(self):
        """Removes all timers."""
        for timer in self.timers():
            self.call("Cancel", name=timer["name"])

    def _answers(self):
        assert self.eggd.poll() is None, f"eggd has ended: {(self.folder / 'eggd.log').read_text()}"
        try:
            return self.call("List")
        except OSError:
            return None

    def close(self):
        for process in (self.eggweb, self.eggd):
            if process and process.poll() is None:
                process.terminate()
                process.wait(20)
        shutil.rmtree(self.folder, ignore_errors=True)
