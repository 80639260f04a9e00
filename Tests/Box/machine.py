"""An emulated machine: QEMU, the connection to the agent in the guest, and QMP, which controls the hardware."""

import base64
import json
import select
import shlex
import socket
import subprocess
import time
from pathlib import Path
from typing import NamedTuple


class Hardware(NamedTuple):
    """A kind of machine: its emulator, the emulator's options, its display, and its console."""

    emulator: str
    options: list
    console: str
    display: str = "none"


HARDWARE = {
    "pc": Hardware("qemu-system-x86_64", ["-cpu", "max"], "ttyS0"),
    # The processor of a Raspberry Pi 4. QEMU's model of the whole board has no PCI bus for the sound cards.
    "pi": Hardware("qemu-system-aarch64", ["-M", "virt", "-cpu", "cortex-a72"], "ttyAMA0"),
    # A PC with a screen, a keyboard and a graphics processor, which Xvfb's stands for. With the instructions of newer
    # processors, as QEMU emulates them, browsers crash or draw stripes.
    "screen": Hardware(
        "qemu-system-x86_64",
        ["-cpu", "Westmere", "-device", "virtio-gpu-gl-pci,xres=800,yres=480", "-device", "virtio-keyboard-pci"],
        "ttyS0",
        "sdl,gl=on",
    ),
}


class BoxError(Exception):
    """Why a case failed: the expected and the actual result."""


class Line:
    """One end of a Unix socket for a protocol of lines; each read has a time limit, on the given clock."""

    def __init__(self, path, name, clock):
        self.name = name
        self.clock = clock
        self.rest = b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(str(path))

    def send(self, text):
        self.socket.sendall(text.encode() + b"\n")

    def read(self, limit, what):
        end = self.clock() + limit
        while b"\n" not in self.rest:
            if not select.select([self.socket], [], [], 1)[0]:
                if self.clock() > end:
                    raise BoxError(f"{self.name}: {what} did not come within {limit} s")
                continue
            try:
                data = self.socket.recv(65536)
            except ConnectionError:
                data = b""
            if not data:
                raise BoxError(f"{self.name}: the line broke while {what} was awaited")
            self.rest += data
        line, self.rest = self.rest.split(b"\n", 1)
        return line.decode(errors="replace")


class Answer:
    """A command's output in the guest, and its exit status."""

    def __init__(self, command, status, text):
        self.command = command
        self.status = status
        self.text = text.strip()

    def __str__(self):
        return f"'{self.command}' said '{self.text}' and exited with {self.status}"


class Machine:
    """A machine from power-on to power-off. Another Machine on the same disk is the next boot.

    Its memory is in MB. If a number of accesses is given, its disk does not allow more of them in a second.
    """

    # The time limits of a command in the machine's own time, and of any answer in the emulator's, in which the machine
    # may be slow. Anything that takes longer is broken.
    command_limit = 60
    limit = 900

    def __init__(self, kind, image, disk, payload, folder, devices, root="rw", memory=1024, clock="utc", accesses=0):
        hardware = HARDWARE[kind]
        self.folder = Path(folder)
        self.folder.mkdir(parents=True)
        self.events = []
        command = [
            hardware.emulator, "-accel", "tcg,thread=single", *hardware.options, "-m", memory, "-rtc", f"base={clock}",
            # The machine's time is counted in instructions, 10^9 a second, and follows real time only while it is idle.
            # So its programs and sound card see a machine of constant speed, however busy the host is.
            "-icount", "shift=0,sleep=on",
            "-kernel", image / "vmlinuz", "-initrd", image / "initrd",
            "-append", f"root=LABEL=kitchen {root} console={hardware.console} quiet no_console_suspend panic=-1",
            # A power cut ends QEMU, not the host: what the guest has flushed need not be on the host's own disk.
            "-drive", f"file={disk},if=virtio,format=qcow2,cache=unsafe,id=disk,throttling.iops-total={accesses}",
            "-drive", f"file={payload},if=none,id=payload,format=raw,readonly=on",
            "-device", "virtio-blk-pci,drive=payload,serial=payload",
            "-chardev", "socket,id=agent,path=agent,server=on,wait=off",
            "-device", "virtio-serial-pci", "-device", "virtserialport,chardev=agent,name=box",
            "-qmp", "unix:qmp,server=on,wait=off", "-serial", "file:console.log",
            "-nodefaults", "-display", hardware.display, "-no-reboot", *devices,
        ]  # fmt: skip
        with open(self.folder / "qemu.log", "w") as log:
            self.process = subprocess.Popen([str(word) for word in command], cwd=folder, stdout=log, stderr=log)
        try:
            self.qmp = self.connect("qmp")
            self.qmp.read(self.limit, "QEMU's greeting")
            self.hand("qmp_capabilities")
            self.agent = self.connect("agent")
            self.run("true")
        except BaseException:
            self.cut_power()
            raise

    def waited(self):
        """How many seconds the emulator has waited for a processor of the host since its start."""
        waited = 0
        for thread in Path("/proc").glob(f"{self.process.pid}/task/*/schedstat"):
            try:
                waited = max(waited, int(thread.read_text().split()[1]))
            except (FileNotFoundError, ProcessLookupError):
                pass  # This thread has ended.
        return waited / 1e9

    def clock_of_emulator(self):
        """The time in which the emulator runs or is idle. It stands still while the host's processors are busy."""
        return time.monotonic() - self.waited()

    def connect(self, name):
        end = self.clock_of_emulator() + self.limit
        while True:
            try:
                return Line(self.folder / name, name, self.clock_of_emulator)
            except (FileNotFoundError, ConnectionRefusedError):
                if self.process.poll() is not None or self.clock_of_emulator() > end:
                    said = (self.folder / "qemu.log").read_text().strip()
                    raise BoxError(f"QEMU did not start: {said}") from None
                time.sleep(0.05)

    def cut_power(self):
        self.process.kill()
        self.process.wait()

    # The guest's agent.

    def run(self, command, user="root"):
        """Runs a shell command as root, or as a user, without a session and so without a login."""
        # A command that hangs is ended in the guest, because the next one uses the same connection.
        whole = command if user == "root" else as_user(user, command)
        line = f"timeout -v -k 5 {self.command_limit} bash -c {shlex.quote(whole)}"
        self.agent.send(base64.b64encode(line.encode()).decode())
        status, _, said = self.agent.read(self.limit, f"the end of '{command}'").partition(" ")
        answer = Answer(command, int(status), base64.b64decode(said).decode(errors="replace"))
        # These statuses come from timeout; no case may take them for a refusal.
        if answer.status in (124, 137):
            raise BoxError(f"not ended by itself within {self.command_limit} s of the machine's: {answer}")
        return answer

    def clock(self):
        """The guest's clocks: the time since its boot, and the wall clock."""
        self.agent.send("clock")
        boot, wall = self.agent.read(self.limit, "the guest's clock").split()
        return Clock(float(boot), float(wall))

    # The hardware.

    def hand(self, command, **arguments):
        self.qmp.send(json.dumps({"execute": command, "arguments": arguments}))
        while True:
            message = json.loads(self.qmp.read(self.limit, f"the answer to {command}"))
            if "event" in message:
                self.events.append(message["event"])
            elif "error" in message:
                raise BoxError(f"QEMU refuses {command}: {message['error']['desc']}")
            else:
                return

    def throttle_disk(self, accesses=0, bytes_written=0):
        """Limits the disk to this many accesses, and to writing this many bytes, in a second; 0 is no limit."""
        self.hand(
            "block_set_io_throttle",
            device="disk", bps=0, bps_rd=0, bps_wr=bytes_written, iops=accesses, iops_rd=0, iops_wr=0,
        )  # fmt: skip

    def wait_for_event(self, name):
        while name not in self.events:
            message = json.loads(self.qmp.read(self.limit, f"the event {name}"))
            self.events.append(message.get("event"))
        self.events.remove(name)


class Clock(NamedTuple):
    """A moment on the guest's clocks; the first one also counts during suspend."""

    boot: float
    wall: float


def as_user(user, command):
    return (
        f"uid=$(id -u {user}); cd /home/{user}; "
        f"exec setpriv --reuid {user} --regid {user} --init-groups env -i HOME=/home/{user} USER={user} "
        "PATH=/usr/local/bin:/usr/bin:/bin LANG=C.UTF-8 XDG_RUNTIME_DIR=/run/user/$uid "
        f"DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$uid/bus bash -c {shlex.quote(command)}"
    )
