"""A sound server without a device, for Firefox, which says that it can't ring without one; what it plays is recorded."""

import os
import subprocess
import tempfile
from pathlib import Path

from kitchen import wait_until


class Silence:
    """No sound server, and no device: browsers that are started meanwhile have none."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory(prefix="egg-sound-")
        self.folder = Path(self.temporary.name)
        self.before = os.environ.get("PULSE_SERVER")
        os.environ["PULSE_SERVER"] = f"unix:{self.folder}/native"

    def close(self):
        if self.before is None:
            del os.environ["PULSE_SERVER"]
        else:
            os.environ["PULSE_SERVER"] = self.before
        self.temporary.cleanup()


class Speaker(Silence):
    def __init__(self):
        super().__init__()
        self.processes = []
        self._start(
            "/usr/bin/pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm=yes",
            "-L", f"module-native-protocol-unix socket={self.folder}/native auth-anonymous=1",
            "-L", "module-null-sink sink_name=kitchen rate=8000 channels=1")
        wait_until((self.folder / "native").exists, what="the sound server listens")
        self._start(
            "/usr/bin/parec", "--device=kitchen.monitor", "--raw", "--format=s16le", "--rate=8000", "--channels=1",
            "--latency-msec=20", str(self.folder / "heard"))
        wait_until(lambda: self.heard(0), what="the sink is recorded")

    def _start(self, *command):
        self.processes.append(subprocess.Popen(
            command, env={**os.environ, "HOME": str(self.folder)}, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    def heard(self, begin):
        """The recording after so many bytes."""
        path = self.folder / "heard"
        return path.read_bytes()[begin:] if path.exists() else b""

    def close(self):
        for process in reversed(self.processes):
            process.terminate()
            process.wait()
        super().close()
