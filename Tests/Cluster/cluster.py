"""The processes and clients: a broker of three NATS servers behind haproxy, and kitchens, real and simulated."""

import collections
import contextlib
import hashlib
import json
import os
import pathlib
import random
import socket
import subprocess
import sys
import threading
import time

import paho.mqtt.client as mqtt

programs, folder = (pathlib.Path(path).resolve() for path in sys.argv[1:3])
seed = int(sys.argv[3])
KITCHENS = 20
# Bridges that have failed to connect again and again wait for two minutes.
PATIENCE = 150
# Commands and kills have random numbers of their own, so that neither changes the other's.
chance = random.Random(seed)
now = time.monotonic
processes: list[subprocess.Popen] = []
complaints: list[str] = []


def spawn(name, *command, **environment):
    with open(folder / f"{name}.log", "a") as log:
        process = subprocess.Popen(
            [str(word) for word in command], stdout=log, stderr=log, cwd=folder,
            env={"PATH": os.environ["PATH"], "TZ": "UTC", **environment})
    processes.append(process)
    return process


def free_ports(count):
    probes = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [probe.getsockname()[1] for probe in probes]
    for probe in probes:
        probe.close()
    return ports


def wait_until(holds, what, patience=PATIENCE):
    end = now() + patience
    while not holds():
        if now() > end:
            complaints.append(f"{what} did not come within {patience} s")
            return False
        time.sleep(0.2)
    return True


class Cluster:
    """Three servers, and what is in front of them, at `port`."""

    def __init__(self):
        self.port, *ports = free_ports(10)
        self.places = ports[:3]
        routes = ", ".join(f"nats://127.0.0.1:{port}" for port in ports[3:6])
        for node in range(3):
            (folder / f"nats-{node}.conf").write_text(
                f"server_name: node{node}\nlisten: 127.0.0.1:{ports[6 + node]}\njetstream {{ store_dir: nats-{node} }}\n"
                f"cluster {{ name: house, listen: 127.0.0.1:{ports[3 + node]}, routes: [{routes}] }}\n"
                f"mqtt {{ listen: 127.0.0.1:{self.places[node]}, ack_wait: \"10s\" }}\n")
        servers = "".join(
            f" server node{node} 127.0.0.1:{place} check inter 500 fall 1 on-marked-down shutdown-sessions\n"
            for node, place in enumerate(self.places))
        (folder / "haproxy.conf").write_text(
            "defaults\n mode tcp\n retries 3\n option redispatch\n timeout connect 1s\n timeout client 1h\n"
            f" timeout server 1h\nlisten mqtt\n bind 127.0.0.1:{self.port}\n balance leastconn\n{servers}")
        self.nodes = [None] * 3
        for node in range(3):
            self.start(node)
        spawn("haproxy", "/usr/sbin/haproxy", "-db", "-f", "haproxy.conf")

    def start(self, node):
        self.nodes[node] = spawn(f"nats-{node}", "/usr/sbin/nats-server", "-c", f"nats-{node}.conf")

    def kill(self, node):
        self.nodes[node].kill()
        self.nodes[node].wait()


def client(name, port, subscriptions=(), is_lasting=True, on_message=None, will=None, greet=lambda client: None):
    """A client of MQTT that connects again by itself, and then greets the broker before it sends again what the broker has
    not confirmed; a lasting one has a session that the broker keeps."""
    versions = [mqtt.CallbackAPIVersion.VERSION2] if hasattr(mqtt, "CallbackAPIVersion") else []
    made = mqtt.Client(*versions, client_id=name, clean_session=not is_lasting)
    made.reconnect_delay_set(1, 4)
    made.is_on = False

    def connected(_, __, ___, code, *____):
        made.is_on = code == 0 and not subscriptions
        subscribe()
        greet(made)

    def subscribe():
        if subscriptions:
            made.subscribe([(topic, 1) for topic in subscriptions])

    def subscribed(_, __, ___, codes, *____):
        # While a server is busy or without a quorum, it refuses a subscription.
        made.is_on = all(int(getattr(code, "value", code)) <= 1 for code in codes)
        if not made.is_on:
            subscribe()

    def disconnected(*_):
        made.is_on = False

    made.on_connect, made.on_disconnect = connected, disconnected
    made.on_subscribe, made.on_message = subscribed, on_message
    if will:
        made.will_set(will, "offline", 1, True)
    made.connect_async("127.0.0.1", port)
    made.loop_start()
    return made


class Kitchen:
    """A real eggd and its eggmqtt, on a machine of its own; all that eggd tells is written down."""

    kinds = {"started", "extended", "cancelled"}

    def __init__(self, number, port):
        self.number, self.name = number, f"Kitchen {number}"
        self.id, self.folder = kitchen_id(number), folder / f"kitchen-{number}"
        (self.folder / "eggtimer").mkdir(parents=True)
        (self.folder / "machine-id").write_text(f"{number:032x}\n")
        (self.folder / "eggtimer/eggd.conf").write_text(
            f"[alarm]\ndevice = null\n[mqtt]\nbroker = mqtt://127.0.0.1:{port}\naccess = full\nkitchen = {self.name}\n"
            f"follow = {kitchen_id((number + 1) % KITCHENS)}\n")
        self.socket = str(self.folder / "eggd.sock")
        self.environment = {
            "HOME": str(self.folder), "XDG_CONFIG_HOME": str(self.folder), "XDG_STATE_HOME": str(self.folder),
            "EGGD_SOCKET": self.socket}
        # By alarm: when its copy arrived here, and when it was heard.
        self.arrived, self.rang = {}, {}
        self.done = collections.Counter()
        self.timers = []
        spawn(f"kitchen-{number}/eggd", programs / "eggd", **self.environment)
        wait_until(lambda: os.path.exists(self.socket), f"eggd of {self.name}")
        threading.Thread(target=self.watch, daemon=True).start()
        spawn(
            f"kitchen-{number}/eggmqtt", "unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/machine-id && exec "$1"',
            self.folder / "machine-id", programs / "eggmqtt", **self.environment)

    def call(self, method, more=False, **parameters):
        """The replies to a call."""
        call = {"method": f"io.eggtimer.Timers.{method}", "parameters": parameters, "more": more}
        with socket.socket(socket.AF_UNIX) as line:
            line.connect(self.socket)
            line.sendall(json.dumps(call).encode() + b"\0")
            rest = b""
            while data := line.recv(65536):
                *messages, rest = (rest + data).split(b"\0")
                for message in messages:
                    yield json.loads(message)["parameters"]
                if messages and not more:
                    return

    def watch(self):
        with contextlib.suppress(OSError):
            for reply in self.call("Watch", more=True):
                event, self.timers = reply["event"], reply["timers"]
                if event["kind"] in self.kinds and "/" not in event["timer"]:
                    self.done[event["kind"], event["timer"]] += 1
                for timer in self.timers:
                    if timer.get("origin"):
                        self.arrived.setdefault(alarm_of(timer), now())
                    if timer["state"] == "ringing":
                        self.rang.setdefault(alarm_of(timer), now())

    def board(self):
        return {timer["name"]: timer["id"] for timer in self.timers}


def alarm_of(timer):
    """The alarm that rings, or that rings next: the same in each room, and another one after the timer was extended."""
    return (timer.get("origin") or {"run": timer["id"]})["run"], timer["alarm"]


def kitchen_id(number):
    return hashlib.sha256(f"eggmqtt {number:032x}\n {os.geteuid()}".encode()).hexdigest()[:12]


class Simulated:
    """A client that retains states like those of a kitchen; like eggmqtt, it publishes the last one on each connection."""

    def __init__(self, number, port):
        self.topic = f"eggtimer/{hashlib.sha256(b'%d' % number).hexdigest()[:12]}"
        self.payload, self.count, self.unconfirmed = "{}", 0, set()
        self.client = client(
            f"simulated-{number}", port, [f"{self.topic}/command"], will=f"{self.topic}/status", greet=self.greet)
        self.client.on_publish = lambda _, __, number, *___: self.unconfirmed.discard(number)

    def greet(self, client):
        self.send(client, "status", "online")
        self.send(client, "timers", self.payload)

    def send(self, client, name, payload):
        self.unconfirmed.add(client.publish(f"{self.topic}/{name}", payload, 1, True).mid)

    def publish(self):
        if not self.client.is_on or self.unconfirmed:
            return  # One of them would be sent again after the last one.
        self.count += 1
        self.payload = json.dumps({"number": self.count, "timers": "x" * chance.randrange(2000)})
        self.send(self.client, "timers", self.payload)
