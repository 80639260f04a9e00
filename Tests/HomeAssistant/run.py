"""eggmqtt with a real broker and a real Home Assistant; access list and automations are those of the manual.

    run.py PROGRAMS FOLDER      the folder of eggd, eggctl and eggmqtt, and an empty folder
"""

import asyncio
import contextlib
import hashlib
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import threading
import traceback

import paho.mqtt.client as mqtt
from home import PATIENCE, Home, free_port

programs, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
MANUAL = pathlib.Path(__file__).parents[2] / "man/eggtimer-mqtt.7"

CONFIGURATION = """
[alarm]
device = null
[mqtt]
broker = mqtt://127.0.0.1:{port}
access = full
keepalive = 10s
user = egg
password-file = {password}
"""


def manual(section: str) -> str:
    """The examples in a section of the manual."""
    section = MANUAL.read_text().split(f".Sh {section}")[1].split(".Sh ")[0]
    text = "".join(re.findall(r"^\.Bd [^\n]*\n(.*?)^\.Ed", section, re.M | re.S))
    return text.replace(r"\(dq", '"').replace(r"\(aq", "'").replace(r"\-", "-")


class Kitchen:
    """A broker, eggd and eggmqtt."""

    def __init__(self):
        self.port = free_port()
        self.configuration = folder / "config/eggtimer/eggd.conf"
        self.configuration.parent.mkdir(parents=True)
        self.password = folder / "password"
        self.password.touch(0o600)
        self.password.write_text("egg\n")
        self.configure()
        (folder / ".asoundrc").write_text("pcm.!default { type null }\n")
        broker = folder / "mosquitto.conf"
        # The kitchen's id, which the list has to name.
        machine = pathlib.Path("/etc/machine-id").read_text()
        kitchen = hashlib.sha256(f"eggmqtt {machine} {os.geteuid()}".encode()).hexdigest()[:12]
        (folder / "acl").write_text(manual("SECURITY").replace("3f2a9c01b7d4", kitchen))
        users = folder / "users"
        users.touch(0o600)
        for user in ("egg", "homeassistant"):
            subprocess.run(["mosquitto_passwd", "-b", users, user, user], check=True)
        broker.write_text(
            f"user root\nlistener {self.port} 127.0.0.1\nallow_anonymous false\n"
            f"acl_file {folder}/acl\npassword_file {users}\n")
        # As 'eggctl page --open' opens it.
        self.page = "http://192.0.2.7:8090/"
        opened = folder / "config/systemd/user/eggweb.socket.d/open.conf"
        opened.parent.mkdir(parents=True)
        opened.write_text("[Socket]\nListenStream=\nListenStream=192.0.2.7:8090\n")
        self.version = subprocess.check_output([programs / "eggmqtt", "--version"], text=True).split()[-1]
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": str(folder), "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_STATE_HOME": str(folder / "state"), "EGGD_SOCKET": str(folder / "eggd.sock"), "TZ": "UTC",
        }
        # Debian has it in a folder that users' PATH lacks.
        self.broker = self.spawn(["/usr/sbin/mosquitto", "-c", broker], "mosquitto")
        self.eggd = self.spawn([programs / "eggd"], "eggd")
        self.bridge = None

    def configure(self, more=""):
        self.configuration.write_text(CONFIGURATION.format(port=self.port, password=self.password) + more)

    def spawn(self, command, name):
        log = os.open(folder / f"{name}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        try:
            return subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
        finally:
            os.close(log)

    def start_bridge(self):
        self.bridge = self.spawn([programs / "eggmqtt"], "eggmqtt")

    async def end_bridge(self):
        self.bridge.terminate()
        assert await asyncio.to_thread(self.bridge.wait, PATIENCE) == 0

    def kill_bridge(self):
        self.bridge.kill()
        self.bridge.wait()

    def eggctl(self, *words) -> str:
        return subprocess.run(
            [programs / "eggctl", *words], env=self.environment, capture_output=True, text=True, timeout=PATIENCE
        ).stdout

    def timers(self) -> dict:
        """The timers by their names, as eggd has them."""
        lines = self.eggctl("status", "--json").splitlines()
        timers = [timer for line in lines for timer in json.loads(line).get("timers", [])]
        return {timer["name"]: timer for timer in timers}

    def announcement(self) -> threading.Event:
        """Is set when Home Assistant has announced itself, after which everything is sent to it."""
        announced = threading.Event()
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        client.on_message = lambda _, __, message: announced.set()
        client.username_pw_set("egg", "egg")
        client.on_connect = lambda *_: client.subscribe("homeassistant/status", 1)
        # The broker may not listen yet.
        client.connect_async("127.0.0.1", self.port)
        client.loop_start()
        return announced

    def retained(self) -> dict:
        """What the broker hands to a new client."""
        found, done = {}, []
        client = mqtt.Client(mqtt.CallbackAPIVersion.VERSION2)
        client.on_message = lambda _, __, message: found.__setitem__(message.topic, message.payload)
        # The broker sends what it has retained before it acknowledges what follows.
        client.on_publish = lambda *_: done.append(True)
        client.username_pw_set("egg", "egg")
        client.connect("127.0.0.1", self.port)
        for topic in ("eggtimer/#", "homeassistant/device/+/config"):
            client.subscribe(topic, 1)
        client.publish("test/end", "", qos=1)
        while not done:
            client.loop(1)
        client.disconnect()
        return found

    def end(self):
        for process in (self.bridge, self.eggd, self.broker):
            if process and process.poll() is None:
                process.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    process.wait(10)
                process.kill()


READINGS = {
    "sensor.kitchen_next_end", "sensor.kitchen_countdown", "sensor.kitchen_state", "binary_sensor.kitchen_ringing",
    "binary_sensor.kitchen_problem", "event.kitchen_timer",
}
ACTIONS = {
    "button.kitchen_dismiss", "button.kitchen_snooze", "button.kitchen_one_minute_more", "button.kitchen_undo",
    "switch.kitchen_paused", "text.kitchen_command", "sensor.kitchen_answer", "button.kitchen_soft", "button.kitchen_medium",
    "button.kitchen_hard",
}


def passed(text):
    print(f"ok    {text}", flush=True)


async def check(kitchen: Kitchen, home: Home):
    announced = kitchen.announcement()
    await home.start()
    assert await asyncio.to_thread(announced.wait, PATIENCE), "Home Assistant doesn't announce itself"
    kitchen.start_bridge()
    await home.until(lambda: READINGS | ACTIONS <= set(home.states()), "the device with its entities")
    assert set(home.states()) == READINGS | ACTIONS, home.states()
    await home.until_state("sensor.kitchen_state", "idle")
    await home.until_state("binary_sensor.kitchen_ringing", "off")
    await home.until_state("binary_sensor.kitchen_problem", "off")
    assert home.device() == ("eggtimer", "Egg timer", kitchen.version, kitchen.page), home.device()
    assert home.names() == {"sensor.kitchen_next_end": "Kitchen Next end", "button.kitchen_soft": "Kitchen Soft"}
    diagnostic = {"binary_sensor.kitchen_problem", "sensor.kitchen_countdown", "event.kitchen_timer"}
    assert home.categories() == dict.fromkeys(diagnostic, "diagnostic") | {"text.kitchen_command": "config"}
    shown = set(re.findall(r"\w+\.kitchen_\w+", manual("A DASHBOARD")))
    assert len(shown) == 10 and shown <= set(home.states()), shown - set(home.states())
    # Else a tap only opens what Home Assistant knows of the button.
    assert all(card["tap_action"] == {"action": "toggle"} for card in home.cards("button"))
    assert home.state("sensor.kitchen_countdown") == "idle" and home.listed() == "No egg is cooking.", home.listed()
    passed(f"the device appears with {len(READINGS | ACTIONS)} entities, among them those of the manual's dashboard")

    await home.call("button", "press", "button.kitchen_soft")
    await home.until_state("sensor.kitchen_state", "cooking")
    assert kitchen.timers()["egg"]["egg"] == "soft"
    await home.until(lambda: "T" in home.state("sensor.kitchen_next_end"), "a next end")
    listed = home.attributes("sensor.kitchen_next_end")["timers"]
    assert [timer["name"] for timer in listed] == ["egg"], listed
    passed(f"a press starts an egg, which ends at {home.state('sensor.kitchen_next_end')}")
    await home.until(lambda: home.event() == ("started", "egg"), "the event that it started")
    next_end = home.attributes("sensor.kitchen_next_end")
    assert (next_end["name"], next_end["egg"], next_end["duration"]) == ("egg", "soft", "0:05:00"), next_end
    assert next_end["remaining"] == "0:05:00" and "T" in next_end["finishes_at"], next_end
    countdown = home.attributes("sensor.kitchen_countdown")
    assert home.state("sensor.kitchen_countdown") == "active" and "timers" not in countdown, countdown
    assert all(countdown[key] == next_end[key] for key in ("name", "egg", "duration", "remaining", "finishes_at"))
    assert re.fullmatch(r"- \*\*soft egg\*\*: cooking until \d\d:\d\d:\d\d", home.listed()), home.listed()
    await home.until(lambda: (home.state("sensor.kitchen_answer") or "").startswith("soft egg: 5:00 left"), "an answer")
    passed(f"the next end has a timer's attributes, and the answer is '{home.state('sensor.kitchen_answer')}'")

    before = await home.rows()
    # Ten ticks of eggd pass.
    watch = subprocess.Popen(
        [programs / "eggctl", "watch", "--json"], env=kitchen.environment, stdout=subprocess.PIPE, text=True)
    ticks = 0
    while ticks < 10:
        line = await asyncio.to_thread(watch.stdout.readline)
        ticks += '"tick"' in line
    watch.kill()
    assert await home.rows() == before, f"{await home.rows() - before} rows in {ticks} seconds"
    passed(f"no row in the recorder while {ticks} seconds pass")

    await home.call("switch", "turn_on", "switch.kitchen_paused")
    await home.until_state("sensor.kitchen_state", "paused")
    await home.until_state("switch.kitchen_paused", "on")
    paused = home.attributes("sensor.kitchen_next_end")
    assert home.state("sensor.kitchen_next_end") == "unknown" and paused["remaining"].startswith("0:0"), paused
    assert paused["name"] == "egg" and paused["finishes_at"] is None, paused
    assert home.state("sensor.kitchen_countdown") == "paused" and home.listed() == "- **soft egg**: paused", home.listed()
    await home.call("switch", "turn_off", "switch.kitchen_paused")
    await home.until_state("sensor.kitchen_state", "cooking")
    passed("the switch pauses and resumes")

    duration = kitchen.timers()["egg"]["durationMs"]
    await home.call("button", "press", "button.kitchen_one_minute_more")
    await home.until(lambda: kitchen.timers()["egg"]["durationMs"] == duration + 60_000, "one minute more")
    passed("one minute more")

    await home.call("text", "set_value", "text.kitchen_command", value="nonsense")
    await home.until_state("sensor.kitchen_answer", "unknown egg 'nonsense'")
    assert home.state("text.kitchen_command") == "", home.state("text.kitchen_command")
    passed("a command that is refused has an answer, and doesn't stay")

    await home.call("text", "set_value", "text.kitchen_command", value="1s --name tea")
    await home.until_state("binary_sensor.kitchen_ringing", "on")
    await home.until(lambda: home.event() == ("rang", "tea"), "the event that it rang")
    await home.until(lambda: any(call[0] == "light" for call in home.calls), "the lamp's flash")
    await home.until(lambda: any(call[0] == "tts" for call in home.calls), "the announcement")
    spoken = next(call[2] for call in home.calls if call[0] == "tts")
    assert spoken["message"] == "tea is done", spoken
    passed("an alarm: ringing turns on, a lamp flashes, a loudspeaker says 'tea is done'")

    await home.call("button", "press", "button.kitchen_snooze")
    await home.until_state("binary_sensor.kitchen_ringing", "off")
    assert kitchen.timers()["tea"]["state"] == "snoozed"
    await home.call("button", "press", "button.kitchen_dismiss")
    await home.until(lambda: "tea" not in kitchen.timers(), "the dismissal")
    await home.until(lambda: home.event() == ("dismissed", "tea"), "its event")
    await home.call("button", "press", "button.kitchen_undo")
    await home.until(lambda: "tea" in kitchen.timers(), "the undo")
    kitchen.eggctl("cancel", "--all")
    await home.until_state("sensor.kitchen_state", "idle")
    passed("snooze, dismiss and undo")

    said = await home.hass.services.async_call(
        "conversation", "process", {"text": "start a hard egg", "language": "en"}, blocking=True, return_response=True)
    answer = said["response"]["speech"]["plain"]["speech"]
    await home.until_state("sensor.kitchen_state", "cooking")
    assert kitchen.timers()["egg"]["egg"] == "hard"
    assert answer.startswith("hard egg: 12:00 left"), answer
    passed(f"a sentence starts an egg: '{answer}'")
    said = await home.hass.services.async_call(
        "conversation", "process", {"text": "start a quail egg", "language": "en"}, blocking=True, return_response=True)
    answer = said["response"]["speech"]["plain"]["speech"]
    assert answer == "unknown egg 'quail'", answer
    passed(f"a sentence with an egg that doesn't exist: '{answer}'")

    kitchen.kill_bridge()
    await home.until_state("sensor.kitchen_state", "unavailable")
    assert set(home.states().values()) == {"unavailable"} and home.listed() == "The egg timer is unavailable."
    kitchen.start_bridge()
    await home.until_state("sensor.kitchen_state", "cooking")
    passed("after kill -9 of the bridge everything is unavailable, and back with the next one")

    await home.stop()
    kitchen.eggctl("1s", "--name", "late")
    async with asyncio.timeout(PATIENCE):
        while kitchen.timers()["late"]["state"] != "ringing":
            await asyncio.sleep(0.1)
    await home.start()
    await home.until(lambda: home.event() == ("rang", "late"), "the alarm that rang while it was away")
    kitchen.eggctl("dismiss")
    await home.until_state("sensor.kitchen_state", "cooking")
    await home.until_state("binary_sensor.kitchen_problem", "off")
    await home.until(lambda: "unavailable" not in home.states().values(), "all entities after the restart")
    assert set(home.states()) == READINGS | ACTIONS, home.states()
    await home.call("button", "press", "button.kitchen_medium")
    await home.until(lambda: kitchen.timers()["egg"]["egg"] == "medium", "a press after the restart")
    passed("after a restart of Home Assistant everything is back")

    kitchen.configure("[egg Œuf mollet]\nduration = 4m\n")
    kitchen.eggd.send_signal(signal.SIGHUP)
    await home.until(lambda: home.state("button.kitchen_oeuf_mollet"), "the button of a new egg")
    kitchen.configure()
    kitchen.eggd.send_signal(signal.SIGHUP)
    await home.until(lambda: home.state("button.kitchen_oeuf_mollet") is None, "the removal of its button")
    passed("an egg that enters the menu has a button, until it leaves the menu")

    await kitchen.end_bridge()
    await home.until_state("sensor.kitchen_state", "unavailable")
    await asyncio.to_thread(
        subprocess.run, [programs / "eggmqtt", "--forget"], env=kitchen.environment, check=True, timeout=PATIENCE)
    await home.until(lambda: not home.states(), "the removal of everything")
    left = await asyncio.to_thread(kitchen.retained)
    assert not left, f"the broker has retained {left}"
    passed("'eggmqtt --forget' removes everything from Home Assistant and from the broker")
    await home.stop()


async def check_german(kitchen: Kitchen, home: Home):
    """A Home Assistant that knows the entities in German only has those of the manual."""
    kitchen.configure("language = de\n")
    kitchen.start_bridge()
    await home.start()
    german = {"sensor.kitchen_next_end": "Kitchen Nächstes Ende", "button.kitchen_soft": "Kitchen Weich"}
    await home.until(lambda: home.names() == german, "German names")
    assert set(home.states()) == READINGS | ACTIONS, home.states()
    await home.until(lambda: "unavailable" not in home.states().values(), "all entities")
    await home.call("button", "press", "button.kitchen_soft")
    await home.until(lambda: "weiches Ei: noch 5:00" in home.state("sensor.kitchen_answer"), "a German answer")
    passed(f"with 'language = de', names and answers are German: '{home.state('sensor.kitchen_answer')}'")
    await kitchen.end_bridge()
    await home.stop()


async def main():
    kitchen = Kitchen()
    try:
        await check(kitchen, Home(folder / "home", kitchen.port, manual("AUTOMATIONS"), manual("A DASHBOARD")))
        await check_german(kitchen, Home(folder / "german", kitchen.port, "[]"))
    finally:
        await asyncio.to_thread(kitchen.end)


try:
    asyncio.run(main())
    status = 0
except Exception:
    traceback.print_exc()
    status = 1
# The threads of a Home Assistant that was not stopped would delay the exit for minutes.
sys.stdout.flush()
sys.stderr.flush()
os._exit(status)
