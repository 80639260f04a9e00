"""The kitchen: a machine with the package installed, and an owner called egg, whose services run without a login."""

import json
import shlex
import subprocess
import time

from machine import BoxError, Machine
from recording import RATE, Recording

OWNER = "egg"
SOCKET = "/run/user/1000/eggd.sock"
RINGS_WITHIN = 0.3
BUILT_IN_CARD = ["-device", "intel-hda", "-device", "hda-output,audiodev=built-in"]


def expect(holds, what):
    if not holds:
        raise BoxError(what)


class Kitchen:
    """The current machine. Cases that leave it unchanged share it; otherwise it is rebooted."""

    def __init__(self, kind, image, work):
        self.kind = kind
        self.image = image.resolve()
        self.work = work
        self.disk = None
        self.machine = None
        self.boots = 0
        self.has_card = True
        self.is_installed = False
        # Whether the owner's services start with the machine.
        self.has_linger = False
        # The options of QEMU for a network.
        self.network = []

    # Power.

    def boot(self, has_card=True, **options):
        """Switches the machine on, after cutting its power if it is on. The options are those of Machine."""
        self.cut_power()
        self.boots += 1
        folder = self.work / f"boot-{self.boots}"
        if not self.disk:
            self.disk = (self.work / f"disk-{self.boots}.qcow2").resolve()
            subprocess.run(
                ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", self.image / "disk.ext4", self.disk],
                check=True,
            )
        devices = ["-device", "qemu-xhci,id=usb", *(BUILT_IN_CARD if has_card else []), *self.network]
        for name in "built-in", "usb":
            devices += ["-audiodev", f"wav,id={name},path={name}.wav,out.frequency=48000"]
        self.has_card = has_card
        payload = (self.work / "payload.tar").resolve()
        self.machine = Machine(self.kind, self.image, self.disk, payload, folder, devices, **options)
        self.speaker = Recording(folder / "built-in.wav")
        self.usb_speaker = Recording(folder / "usb.wav")
        # Both appear a little after the agent.
        if self.has_linger:
            self.wait_for_manager()
        if has_card:
            self.wait_until(lambda: self.run("test -e /proc/asound/card0/pcm0p").status == 0, "the sound card")
        self.root("mkdir -p /run/box && tar -C /run/box -xf /dev/disk/by-id/virtio-payload")

    def cut_power(self):
        if self.machine:
            self.machine.cut_power()
            self.machine = None

    def switch_off(self):
        """Cuts the power after all writes are on the disk."""
        self.root("sync")
        self.cut_power()

    def discard(self):
        """Discards the machine and its disk."""
        self.cut_power()
        if self.disk:
            self.disk.unlink()
        self.disk = None
        self.is_installed = False
        self.has_linger = False

    def boot_new(self):
        """A fresh Debian machine, except that the owner has set the volume."""
        self.discard()
        self.boot()
        self.root("amixer -q -c 0 sset Master 100% unmute && alsactl store")

    def have(self, has_card=True):
        """A running machine with the package installed and no timers."""
        if not self.is_installed:
            self.boot_new()
            self.root(f"usermod -aG audio {OWNER} && loginctl enable-linger {OWNER}")
            self.has_linger = True
            self.wait_for_manager()
            self.install()
            self.owner("systemctl --user enable --now eggd.socket")
        if self.machine and self.has_card != has_card:
            self.switch_off()
        if not self.machine:
            self.boot(has_card)
        for timer in self.timers():
            self.eggctl(f"cancel '{timer['name']}'")

    def install(self, name="eggtimer.deb"):
        # There is no network, but the packages that eggtimer depends on are on the disk.
        install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q --allow-downgrades"
        answer = self.root(f"{install} /run/box/{name}")
        self.is_installed = True
        return answer

    # Commands. All except those of 'run' must succeed and return only their output.

    def run(self, command, user="root"):
        return self.machine.run(command, user)

    def type(self, lines):
        """Runs lines in a login shell of the owner, up to the first that fails."""
        login = f"systemd-run -q --wait --pipe -p PAMName=login -p User={OWNER} -p WorkingDirectory=/home/{OWNER}"
        return self.run(f"printf '%s\\n' {shlex.quote(lines)} >/run/box/lines && {login} bash -l -e /run/box/lines")

    def root(self, command):
        return self.succeed(self.run(command))

    def owner(self, command):
        return self.succeed(self.run(command, OWNER))

    def eggctl(self, arguments):
        return self.owner(f"eggctl {arguments}")

    @staticmethod
    def succeed(answer):
        expect(answer.status == 0, str(answer))
        return answer.text

    def wait_until(self, holds, what):
        """Calls the function for up to a minute of the machine's time until its result is true; returns it."""
        end = self.machine.clock().boot + 60
        while True:
            found = holds()
            if found:
                return found
            expect(self.machine.clock().boot < end, f"{what} did not come within a minute")
            time.sleep(0.1)

    def wait_for_manager(self):
        self.wait_until(lambda: self.run("systemctl -q is-active user@1000.service").status == 0, "the owner's manager")

    # Replies of eggd.

    def timers(self):
        return json.loads(self.eggctl("status --json"))["timers"]

    def timer(self, name=None):
        """The timer with this name; without a name, the egg's, else that of the time."""
        timers = {timer["name"]: timer for timer in self.timers()}
        found = timers.get(name) if name else timers.get("egg", timers.get("timer"))
        expect(found, f"eggd knows no timer '{name or 'egg'}'")
        return found

    def wait_for_state(self, state, name=None):
        self.wait_until(lambda: self.timer(name)["state"] == state, f"the state '{state}'")

    def deadline(self, timer=None):
        """The timer's deadline on the guest's boot clock; without a timer, that of the egg as it is now."""
        clock = self.machine.clock()
        return (timer or self.timer())["endsAtUnixMs"] / 1000 - clock.wall + clock.boot

    def overdue(self, deadline):
        """The seconds by which eggd says that the timer is overdue; they must be those since this deadline."""
        before = self.machine.clock().boot - deadline
        overdue = self.timer()["overdueMs"] / 1000
        after = self.machine.clock().boot - deadline
        expect(
            before - 0.1 <= overdue <= after + 0.1,
            f"overdue by {overdue:.2f} s, it says, when {before:.2f} to {after:.2f} s had passed since the deadline",
        )
        return overdue

    def main_process(self):
        """The process id of eggd; '0' while it is not running."""
        return self.owner("systemctl --user show -P MainPID eggd.service")

    # The machine's journal.

    def journal_end(self):
        """The current end of the journal."""
        return self.root("journalctl -n 1 --show-cursor -o cat | sed -n 's/^-- cursor: //p'")

    def journal(self, cursor=None):
        """The entries of the owner's services and their manager since that position, or since the boot."""
        since = f"--after-cursor='{cursor}'" if cursor else "-b"
        return self.root(f"journalctl --no-pager -o cat {since} _UID=1000")

    # The speaker's sound.

    def sound(self, recording, begin, what):
        """The time on the guest's boot clock of a speaker's first sound after this frame."""
        first = self.wait_until(lambda: recording.first_sound(begin), what)
        # While the card plays, the end of the file is the present, so it is compared with the clock. Reading both takes
        # time, so the closest of several pairs is used.
        pairs = []
        for _ in range(10):
            before = recording.frames
            clock = self.machine.clock().boot
            after = recording.frames
            pairs.append((after - before, clock - ((before + after) / 2 - first) / RATE))
        return min(pairs)[1]

    def lateness(self, recording, begin, deadline, what):
        """The seconds from the deadline, on the guest's boot clock, to a speaker's first sound after this frame."""
        waited = self.machine.waited()
        late = self.sound(recording, begin, what) - deadline
        # The machine and its card are late by their own clock while the emulator waits.
        waited = self.machine.waited() - waited
        expect(-RINGS_WITHIN <= late <= RINGS_WITHIN + waited, f"{what} came {late:+.2f} s from the deadline")
        return late

    def sounds_for(self, recording, seconds):
        """The part of the next seconds in which a speaker is loud."""
        begin = recording.frames
        self.root(f"sleep {seconds}")
        return recording.seconds_of_sound(begin)

    def expect_silence(self, recording, why):
        """Expects that a speaker is silent, after a quarter of a second, for longer than the bell's pauses."""
        self.root("sleep 0.25")
        loud = self.sounds_for(recording, 3)
        expect(loud == 0, f"{loud:.2f} s of sound came out of the speaker {why}")
