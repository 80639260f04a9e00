"""The case with a second machine: another room, which follows the kitchen and is connected with it by a network."""

from kitchen import OWNER, Kitchen, expect
from machine import BoxError

INSTALL = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q /run/box/eggtimer-mqtt.deb"
KITCHEN, ROOM = "10.3.14.1", "10.3.14.2"


def rings_in_another_room(kitchen):
    """The kitchen loses its power with an egg in the pot: another room is heard, where the alarm is dismissed for both."""
    kitchen.discard()
    folder = kitchen.work / "living-room"
    folder.mkdir()
    (folder / "payload.tar").symlink_to((kitchen.work / "payload.tar").resolve())
    room = Kitchen(kitchen.kind, kitchen.image, folder)
    # Each machine has the end of the network at which it listens, and that of the other, in the folder of its boot.
    kitchen.network = network("../lan", "../living-room/lan", "52:54:00:00:00:01")
    room.network = network("../lan", "../../lan", "52:54:00:00:00:02")
    try:
        return lose_the_kitchen(kitchen, room)
    except BoxError:
        if room.machine:
            (folder / "journal.log").write_text(room.run("journalctl --no-pager --merge -o short-monotonic").text)
        raise
    finally:
        room.discard()
        kitchen.discard()
        kitchen.network = []


def network(here, there, address):
    ends = f"local.type=unix,local.path={here},remote.type=unix,remote.path={there}"
    return ["-netdev", f"dgram,id=lan,{ends}", "-device", f"virtio-net-pci,netdev=lan,mac={address}"]


def lose_the_kitchen(kitchen, room):
    # The living room has the broker.
    room.have()
    # Machines from one disk have one id.
    room.root("echo 31415926535897932384626433832795 >/etc/machine-id")
    room.root(r"printf 'listener 1883\nallow_anonymous true\n' >/etc/mosquitto/conf.d/box.conf")
    join(room, ROOM)
    room.root("systemctl enable -q --now mosquitto")
    kitchen.have()
    join(kitchen, KITCHEN)
    bridge(kitchen, "kitchen = Kitchen", "access = answer", "keepalive = 10s")
    bridge(room, "kitchen = Living room", "access = answer", "follow = kitchen")

    # While the host is busy, the clocks of emulated machines differ; the answer to a question tells by how much.
    room.wait_until(lambda: "its clock is" in room.run("eggctl doctor", OWNER).text, "the kitchen's answer")
    # Less than a minute, the longest that the bell is waited for.
    kitchen.eggctl("start 50s --name egg")
    name = "Kitchen/egg"

    def copy():
        return next((one for one in room.timers() if one["name"] == name), None)

    # Until a message can be dated, its copy can ring early.
    room.wait_until(lambda: (copy() or {}).get("state") == "cooking", "the copy of the egg in the living room")
    heard = room.speaker.frames
    kitchen.cut_power()
    left = copy()["remainingMs"] / 1000
    expect(copy()["state"] == "cooking", f"the power was to be cut while it cooks, but the copy is {copy()}")
    late = room.lateness(room.speaker, heard, room.deadline(copy()), "the bell in the living room")
    room.wait_for_state("ringing", name)
    room.wait_until(lambda: not copy()["origin"]["isReachable"], "the loss of the kitchen")
    status = room.eggctl("status")
    expect("can't be reached" in status, f"'eggctl status' doesn't say that the kitchen is lost: {status}")
    room.eggctl("dismiss")
    room.expect_silence(room.speaker, "after the alarm was dismissed")
    expect(not room.timers(), f"after the alarm was dismissed the living room has {room.timers()}")

    kitchen.boot()
    join(kitchen, KITCHEN)
    kitchen.wait_until(lambda: not kitchen.timers(), "the end of the egg in the kitchen")
    history = kitchen.eggctl("history")
    expect("Living room" in history, f"'eggctl history' in the kitchen doesn't say where it was answered: {history}")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed in the living room")
    expect(not room.timers(), f"after the kitchen had come back the living room has {room.timers()}")
    return (
        f"with {left:.0f} s left the kitchen lost its power; the living room rang {late:+.2f} s from the deadline, and was "
        "dismissed for both"
    )


def join(machine, address):
    """Joins the network of the two machines."""
    machine.root(
        f"card=$(ls /sys/class/net | grep -vx lo) && ip address add {address}/24 dev $card && ip link set $card up"
    )


def bridge(machine, *lines):
    """Connects the machine with the broker."""
    machine.root(INSTALL)
    text = "".join(f"{line}\\n" for line in (f"broker = mqtt://{ROOM}", *lines))
    machine.owner(f"mkdir -p .config/eggtimer && printf '[mqtt]\\n{text}' >.config/eggtimer/eggd.conf")
    machine.owner("systemctl --user restart eggd.socket && systemctl --user enable --now eggmqtt")
    machine.wait_until(
        lambda: f"eggmqtt is connected to mqtt://{ROOM}" in machine.run("eggctl doctor", OWNER).text, "the broker")
