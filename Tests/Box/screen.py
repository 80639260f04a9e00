"""The screen of the machine 'screen', and the case of script/kiosk, which shows the page on it."""

import struct

from kitchen import OWNER, expect

UNIT = "eggtimer-kiosk.service"
WIDTH, HEIGHT = 800, 480


class Picture:
    """What the screen shows, from the file in which Xvfb has its pixels; every second pixel of every second line."""

    def __init__(self, path):
        data = path.read_bytes()
        header = struct.unpack_from(">25I", data)
        line, colours, start = header[12], header[19], header[0]
        # QEMU's window begins where one of 640 x 480 would be in the middle.
        left, top = (header[4] - 640) // 2, (header[5] - 480) // 2
        self.pixels = []
        for row in range(top, top + HEIGHT, 2):
            begin = start + 12 * colours + row * line + 4 * left
            self.pixels += [pixel & 0xFFFFFF for pixel in struct.unpack_from(f"<{WIDTH}I", data, begin)[::2]]

    def has(self, colour):
        """The part of the picture that is nearly of this colour."""
        channels = colour >> 16, colour >> 8 & 255, colour & 255
        near = sum(
            all(abs((pixel >> shift & 255) - channel) < 24 for shift, channel in zip((16, 8, 0), channels))
            for pixel in self.pixels
        )
        return near / len(self.pixels)

    def differs(self, other):
        """The part of the picture that is not the same in another."""
        return sum(one != two for one, two in zip(self.pixels, other.pixels)) / len(self.pixels)

    def is_alarm(self):
        return self.has(0xF2A12F) > 0.4

    def is_console(self):
        return self.has(0x000000) > 0.9


def shows_on_a_screen(kitchen):
    """With 512 MB, script/kiosk shows the page at each start and after each fault, a tap stops the alarm, and it goes."""
    kitchen.have()
    kitchen.switch_off()
    kitchen.boot(memory=512)
    kitchen.root("systemctl unmask getty@tty1.service && systemctl start getty@tty1.service")
    kitchen.root("mkdir -p /opt/eggtimer && tar -C /opt/eggtimer -xf /run/box/repository.tar")
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q /run/box/eggtimer-web.deb"

    refused = kiosk(kitchen)
    expect(refused.status == 1 and "\n" not in refused.text, f"without eggtimer-web, one sentence was expected: {refused}")
    kitchen.root(install)
    kitchen.owner("systemctl --user enable --now eggweb.socket")
    connect_touch_screen(kitchen)
    kitchen.succeed(kiosk(kitchen))
    wait_for_state(kitchen, "active the page is connected")
    kitchen.root("sleep 5")
    page = look(kitchen)
    expect(not page.is_console() and not page.is_alarm(), "the screen doesn't show the page")

    kitchen.switch_off()
    kitchen.boot(memory=512)
    wait_for_page(kitchen, page, "after a restart of the machine")
    used = kitchen.root("free -m").splitlines()[1].split()[2]
    connect_touch_screen(kitchen)
    stop_by_touch(kitchen)
    wait_for_page(kitchen, page, "after the alarm")
    survive_faults(kitchen, page)
    leave_by_keyboard(kitchen, page)
    expect_order_of_ends(kitchen)
    go_away(kitchen, install)
    kitchen.root("rm -r /opt/eggtimer; systemctl stop box-keypad; systemctl mask --now getty@tty1.service")
    kitchen.switch_off()
    return f"a restart, three kills and a frozen browser; {used} MB of 512 are used"


def look(kitchen):
    return Picture(kitchen.work / "Xvfb_screen0")


def kiosk(kitchen, arguments=""):
    return kitchen.run(f"/opt/eggtimer/script/kiosk {arguments}", OWNER)


def connect_touch_screen(kitchen):
    kitchen.root("install -m 755 /run/box/keypad /usr/local/bin && modprobe uinput")
    kitchen.root("rm -f /run/box-keypad; systemd-run -q --unit box-keypad keypad serve")
    kitchen.wait_until(lambda: kitchen.run("test -S /run/box-keypad").status == 0, "the program with the touch screen")
    kitchen.root("keypad plug touchscreen && udevadm settle")


def wait_for_state(kitchen, state):
    """Waits until the unit's state, and what it says about it, is this."""
    ask = f"systemctl show -P ActiveState -P StatusText {UNIT} | sort | tr '\\n' ' '"
    expected = " ".join(sorted([state.partition(" ")[0], state.partition(" ")[2]]))
    kitchen.wait_until(lambda: kitchen.root(ask).strip() == expected, f"the state '{state}'")


def wait_for_page(kitchen, page, when):
    """Waits until the screen shows the same as before, but for the figures of a clock or a sentence."""
    kitchen.wait_until(lambda: look(kitchen).differs(page) < 0.02 and kitchen.run("true"), f"the page {when}")
    wait_for_state(kitchen, "active the page is connected")


def stop_by_touch(kitchen):
    """An alarm fills the screen, also under two fingers, until Stop is tapped."""
    kitchen.eggctl("start 1s")
    kitchen.wait_until(lambda: look(kitchen).is_alarm(), "the alarm on the screen")
    kitchen.root("sleep 2")
    alarm = look(kitchen)
    kitchen.root("keypad spread; sleep 1")
    moved = look(kitchen).differs(alarm)
    expect(moved < 0.05, f"two fingers have changed {moved:.0%} of the alarm's picture")
    kitchen.root("keypad tap 780 700")
    kitchen.wait_until(lambda: not kitchen.timers(), "the end of the alarm whose Stop was tapped")
    # The page offers to take it back for a minute.
    kitchen.root("sleep 55")


def survive_faults(kitchen, page):
    for process in "cog", "WPEWebProcess", "WPENetworkProce":
        kitchen.root(f"pkill -9 -x {process} && sleep 2")
        wait_for_page(kitchen, page, f"after the end of {process}")
    begin = kitchen.journal_end()
    kitchen.root("pkill -STOP -x WPENetworkProce; sleep 55")
    said = "and is opened again"
    kitchen.wait_until(lambda: said in kitchen.journal(begin), f"'{said}' about a frozen browser")
    wait_for_page(kitchen, page, "after the browser was frozen")
    # Without eggweb the page stays, in the same process.
    browser = kitchen.root("pgrep -x cog")
    kitchen.owner("systemctl --user stop eggweb.socket eggweb.service")
    kitchen.root("sleep 50")
    wait_for_state(kitchen, "active eggweb doesn't answer; the page counts and rings by itself")
    expect(kitchen.root("pgrep -x cog") == browser, "the page was replaced while eggweb didn't answer")
    kitchen.owner("systemctl --user start eggweb.socket")
    wait_for_page(kitchen, page, "after eggweb answered again")


def leave_by_keyboard(kitchen, page):
    """Ctrl-Alt-F2 leads to a login, Ctrl-Alt-F1 back."""
    press(kitchen, "ctrl", "alt", "f2")
    kitchen.wait_until(lambda: look(kitchen).is_console(), "the text login")
    wait_for_state(kitchen, "activating another terminal is seen; Ctrl-Alt-F1 leads to the page")
    press(kitchen, "ctrl", "alt", "f1")
    wait_for_page(kitchen, page, "after the text login")
    # No tab, no window, no dialog, and no end.
    browser = kitchen.root("pgrep -x cog")
    for letter in "tnpowq":
        press(kitchen, "ctrl", letter)
    kitchen.root("sleep 3")
    wait_for_page(kitchen, page, "after a browser's keys")
    expect(kitchen.root("pgrep -x cog") == browser, "a key has ended the browser")


def press(kitchen, *keys):
    kitchen.machine.hand("send-key", keys=[{"type": "qcode", "data": key} for key in keys])


def expect_order_of_ends(kitchen):
    """When memory is short, the kernel ends the browser before eggweb and eggd."""
    values = {}
    for name in "cog", "WPEWebProcess", "eggweb", "eggd":
        values[name] = int(kitchen.root(f"cat /proc/$(pgrep -n -x {name})/oom_score_adj"))
    order = [values[name] for name in ("eggd", "eggweb", "cog")]
    expect(order[0] < order[1] < order[2] <= values["WPEWebProcess"], f"the kernel's order is {values}")


def go_away(kitchen, install):
    """A stop, a removal of the package and --remove bring the text login back."""

    def expect_login(when):
        kitchen.wait_until(lambda: look(kitchen).is_console(), f"the text login after {when}")
        states = kitchen.run(f"systemctl is-active {UNIT} getty@tty1.service").text.split()
        expect(states == ["inactive", "active"], f"after {when}, the page and the login are {states}")

    kitchen.root(f"systemctl stop {UNIT} && sleep 1")
    expect_login("a stop")
    kitchen.root(f"systemctl start {UNIT}")
    kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get purge -y -q eggtimer-web; sleep 6")
    expect_login("the package's removal")
    kitchen.root(install)
    kitchen.root(f"systemctl start {UNIT}")
    kitchen.succeed(kiosk(kitchen, "--remove"))
    left = kitchen.run(f"ls -d /etc/systemd/system/*kiosk* /usr/local/sbin/*kiosk* ~{OWNER}/.cache/eggtimer-kiosk").text
    expect(left.count("No such file") == 3, f"--remove has left {left}")
    kitchen.wait_until(lambda: look(kitchen).is_console(), "the text login after --remove")
    kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get remove -y -q eggtimer-web")
    kitchen.owner("rm -r .config/systemd/user/sockets.target.wants/eggweb.socket; systemctl --user daemon-reload")
