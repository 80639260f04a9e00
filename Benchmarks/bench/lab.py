"""What is measured, and what it is measured with: daemons and peers as processes, and what /proc says about them."""

import contextlib
import ctypes
import fcntl
import json
import os
import pty
import shutil
import signal
import socket
import struct
import subprocess
import tempfile
import termios
import threading
import time


class Lab:
    """The programs, a folder on the disk, a folder for sockets, and every process that was started."""

    def __init__(self, products, programs, disk, termdown):
        self.products = products
        self.eggd = os.path.join(products, "eggd")
        self.eggctl = os.path.join(products, "eggctl")
        self.till = os.path.join(products, "till")
        self.programs = programs
        self.termdown = termdown
        # State that is to be durable lies beside the source, not where a memory file system may be mounted.
        self.disk = disk
        shutil.rmtree(disk, ignore_errors=True)
        os.makedirs(disk)
        # The path of a socket holds 107 bytes; the source's own folder may be a deep one.
        self.sockets = tempfile.mkdtemp(prefix="eggbench-")
        self.children = []
        self.terminals = []
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for terminal in list(self.terminals):
            terminal.interrupt()
            terminal.wait()
        self.end(*reversed(self.children))
        shutil.rmtree(self.sockets, ignore_errors=True)
        shutil.rmtree(self.disk, ignore_errors=True)

    def program(self, name):
        return os.path.join(self.programs, name)

    def fresh(self, name):
        """A path that nothing stands at, for a socket."""
        self.number += 1
        return os.path.join(self.sockets, f"{name}-{self.number}")

    def folder(self, name):
        """A new folder on the disk."""
        self.number += 1
        path = os.path.join(self.disk, f"{name}-{self.number}")
        os.makedirs(path)
        return path

    def environment(self, **more):
        """Nothing of the caller's own kitchen gets in."""
        return {"PATH": os.environ["PATH"], "HOME": self.disk, "LC_ALL": "C.UTF-8", **more}

    def start(self, *command, env=None, **options):
        options.setdefault("stdin", subprocess.DEVNULL)
        options.setdefault("stdout", subprocess.DEVNULL)
        options.setdefault("stderr", subprocess.DEVNULL)
        child = subprocess.Popen(command, env=env or self.environment(), **options)
        self.children.append(child)
        return child

    def end(self, *children):
        for child in children:
            child.terminate()
        for child in children:
            try:
                child.wait(10)
            except subprocess.TimeoutExpired:
                child.kill()
                child.wait()
            if child in self.children:
                self.children.remove(child)

    def samples(self, *command, env=None):
        """What a meter prints: a list of figures, in nanoseconds, for each of those that took turns."""
        done = subprocess.run(command, env=env or self.environment(), capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"{os.path.basename(command[0])} has failed: {done.stderr.strip()}")
        rounds = ([int(word) for word in line.split()] for line in done.stdout.splitlines())
        return [list(each) for each in zip(*rounds)]


class Eggd:
    """A daemon of ours with a state folder and a configuration of its own, on ALSA's device `null`."""

    def __init__(self, lab, name="eggd", alarm=(), env=None):
        self.lab = lab
        self.socket = lab.fresh(name)
        self.state = lab.folder(name)
        self.config = os.path.join(self.state, "eggd.conf")
        with open(self.config, "w") as file:
            file.write("\n".join(("[alarm]", "device = null", *alarm, "")))
        self.env = lab.environment(EGGD_SOCKET=self.socket)
        self.process = lab.start(*self.command, env={**self.env, **(env or {})})
        self.pid = self.process.pid
        wait_for_socket(self.socket, self.process)

    @property
    def command(self):
        return [self.lab.eggd, "--socket", self.socket, "--state-dir", self.state, "--config", self.config]

    def connect(self):
        return Wire(self.socket)

    def call(self, method, **parameters):
        with self.connect() as wire:
            return wire.call(method, **parameters)

    def end(self):
        self.lab.end(self.process)


class Mpd:
    """The Music Player Daemon with as little to do as it can have: no music, no database, and nothing that plays."""

    def __init__(self, lab):
        self.lab = lab
        self.socket = lab.fresh("mpd")
        self.config = f"{self.socket}.conf"
        with open(self.config, "w") as file:
            file.write(f'bind_to_address "{self.socket}"\naudio_output {{\n    type "null"\n    name "null"\n}}\n')
        self.env = lab.environment(MPD_HOST=self.socket)

    @property
    def command(self):
        return ["mpd", "--no-daemon", "--stderr", self.config]

    def start(self):
        self.process = self.lab.start(*self.command)
        self.pid = self.process.pid
        wait_for_socket(self.socket, self.process)
        return self

    def end(self):
        self.lab.end(self.process)


class SleepAndPlay:
    """A shell that sleeps and then plays a sound: the timer of a user who installs none."""

    def __init__(self, lab, seconds, sound, **env):
        words = [f"{name}={value}" for name, value in env.items()]
        command = f"sleep {seconds} && {' '.join(words)} aplay -q -D null {sound}"
        self.process = lab.start("sh", "-c", command)
        self.lab = lab
        shell = self.process.pid
        while not (children := self.children_of(shell)):
            time.sleep(0.001)
        self.pids = [shell, *children]

    @staticmethod
    def children_of(pid):
        with open(f"/proc/{pid}/task/{pid}/children") as file:
            return [int(word) for word in file.read().split()]

    def end(self):
        # The shell ends with it, and plays nothing.
        os.kill(self.pids[1], signal.SIGTERM)
        self.process.wait()
        self.lab.children.remove(self.process)


class Wire:
    """A connection to eggd, for whatever needs no measuring."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.connect(path)
        self.rest = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, method, more=False, **parameters):
        call = {"method": f"io.eggtimer.Timers.{method}", "parameters": parameters}
        if more:
            call["more"] = True
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def message(self):
        """The next message as it came, with its NUL."""
        while b"\0" not in self.rest:
            bytes = self.socket.recv(65536)
            if not bytes:
                raise EOFError("eggd closed the connection")
            self.rest += bytes
        message, self.rest = self.rest.split(b"\0", 1)
        return message + b"\0"

    def receive(self):
        reply = json.loads(self.message()[:-1])
        if "error" in reply:
            raise RuntimeError(f"eggd refused: {reply}")
        return reply["parameters"]

    def call(self, method, **parameters):
        self.send(method, **parameters)
        return self.receive()


class OnTerminal:
    """A command on a terminal of 80 by 24 of which everything is read; ends with the CPU time that it and its children
    have taken."""

    def __init__(self, lab, command, env):
        self.lab = lab
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
            os.execvpe(command[0], command, {**env, "TERM": "xterm-256color"})
        lab.terminals.append(self)
        self.output = b""
        self.reader = threading.Thread(target=self.read)
        self.reader.start()

    def read(self):
        try:
            while chunk := os.read(self.terminal, 65536):
                self.output += chunk
        except OSError:
            pass

    def interrupt(self):
        """As Ctrl-C does."""
        os.kill(self.pid, signal.SIGINT)

    def wait(self):
        """User and system time of all of it, in seconds."""
        _, status, usage = os.wait4(self.pid, 0)
        self.reader.join()
        os.close(self.terminal)
        self.lab.terminals.remove(self)
        self.status = os.waitstatus_to_exitcode(status)
        return usage.ru_utime + usage.ru_stime


def wait_for_socket(path, process):
    for _ in range(2000):
        try:
            with socket.socket(socket.AF_UNIX) as probe:
                probe.connect(path)
                return
        except OSError:
            if process.poll() is not None:
                raise SystemExit(f"'{' '.join(process.args)}' ended with {process.returncode} instead of serving")
            time.sleep(0.01)
    raise SystemExit(f"nobody answers at {path}")


@contextlib.contextmanager
def on_one_core():
    """Programs started within run on one and the same core, so that their figures don't depend on where the kernel puts
    them."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


def is_clock_synchronised():
    """Whether the kernel trusts the wall clock (`adjtimex` with no change; 5 is `TIME_ERROR`)."""
    return ctypes.CDLL(None).adjtimex(ctypes.create_string_buffer(512)) != 5


def boot_clock():
    return time.clock_gettime_ns(time.CLOCK_BOOTTIME)


def sleep_until(boot_ns):
    left = boot_ns - boot_clock()
    if left > 0:
        time.sleep(left / 1e9)


def cpu(pid):
    """CPU time of a process, in seconds, with that of its threads that have ended (`clock_getcpuclockid`)."""
    return time.clock_gettime((~pid << 3) | 2)


def memory_of(pid):
    """Bytes in memory, also with the share of what others have (PSS); and those of them that are no page of a file."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        sizes = {line.split(":")[0]: int(line.split()[1]) * 1024 for line in file if line.endswith("kB\n")}
    return sizes["Pss"], sizes["Pss_Dirty"]


def switches(pid):
    """Context switches of each thread so far, by its id: those in which it waited, and those in which it had to."""
    counts = {}
    for thread in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{thread}/status") as file:
                counts[thread] = [int(line.split()[1]) for line in file if "ctxt_switches" in line]
        except OSError:
            continue
    return counts
