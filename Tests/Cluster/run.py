"""Kitchens that each follow the next at a broker of three NATS servers behind haproxy, which are killed meanwhile.

    run.py PROGRAMS FOLDER SEED SECONDS     the folder of eggd and eggmqtt, an empty folder, the seed of all that is
                                            random, and how long one server at a time is killed
"""

import json
import os
import random
import sys
import threading
import time

from cluster import (
    KITCHENS, PATIENCE, Cluster, Kitchen, Simulated, alarm_of, chance, client, complaints, now, processes, seed, wait_until)

seconds = float(sys.argv[4])
SIMULATED, SENDERS = 200, 4
# What eggtimer-mqtt(7) promises, in seconds: a command without an answer is sent again after that time, and how far rooms
# are apart whose clocks aren't synchronised.
ANSWER_TIME, APART = 20, 1


class Command:
    """A command with a key, and what its sender knows of it."""

    def __init__(self, kitchen, kind, name, topic, payload):
        self.kitchen, self.kind, self.name, self.topic, self.payload = kitchen, kind, name, topic, payload
        self.answers = []
        # How often it was sent again, and how long its sender was connected since.
        self.repetitions, self.waited = 0, 0.0

    def times(self):
        """How often it was carried out."""
        return self.kitchen.done[self.kind, self.name]

    def complaint(self):
        if self.times() > 1:
            return f"was carried out {self.times()} times"
        if not self.answers or bool(self.times()) != any("sentence" in answer for answer in self.answers):
            return f"was carried out {self.times()} times, and its sender knows {self.answers}"
        return None


class Sender:
    """Sends commands to kitchens until it knows what has become of them, and notes the status of bridges."""

    def __init__(self, number, port):
        self.commands, self.status = {}, {}
        self.client = client(
            f"sender-{number}", port, ["eggtimer/+/reply", "eggtimer/+/status"], on_message=self.received)

    def received(self, _, __, message):
        kitchen, place = message.topic.split("/")[1:]
        if place == "status":
            self.status[kitchen] = message.payload
            return
        answer = json.loads(message.payload)
        if command := self.commands.get(answer.get("command")):
            command.answers.append({key: answer[key] for key in ("sentence", "message") if answer.get(key)})

    def send(self, command):
        self.commands[command.payload] = command
        self.client.publish(f"eggtimer/{command.kitchen.id}/{command.topic}", command.payload, 1)

    def wait(self, passed):
        """Sends again what has no answer."""
        for command in self.commands.values():
            if not command.answers and self.client.is_on:
                command.waited += passed
                if command.waited >= ANSWER_TIME:
                    command.repetitions, command.waited = command.repetitions + 1, 0.0
                    self.send(command)

    def knows(self):
        return all(command.answers for command in self.commands.values())


class House:
    """Everything, and the judge."""

    def __init__(self):
        self.cluster = Cluster()
        self.kitchens = [Kitchen(number, self.cluster.port) for number in range(KITCHENS)]
        self.simulated = [Simulated(number, self.cluster.port) for number in range(SIMULATED)]
        self.senders = [Sender(number, self.cluster.port) for number in range(SENDERS)]
        self.eggs, self.dismissed, self.kills, self.is_over = 0, set(), 0, False

    def follower(self, kitchen):
        return self.kitchens[kitchen.number - 1]

    def are_connected(self):
        # A server forgets now and then to tell a new client a state.
        told = [sender.status for sender in self.senders]
        are_online = all(any(status.get(one.id) == b"online" for status in told) for one in self.kitchens)
        return are_online and all(one.client.is_on for one in [*self.simulated, *self.senders])

    # What happens

    def kill_nodes(self):
        """One node at a time for so many seconds, then two for half a minute."""
        fate = random.Random(seed + 1)
        end = now() + seconds
        while now() < end:
            time.sleep(fate.uniform(2, 15))
            node = fate.randrange(3)
            self.cluster.kill(node)
            self.kills += 1
            time.sleep(fate.uniform(0.5, 8))
            self.cluster.start(node)
        time.sleep(5)
        pair = fate.sample(range(3), 2)
        for node in pair:
            self.cluster.kill(node)
        # These are on all boards at the end.
        for kitchen in self.kitchens:
            list(kitchen.call("Start", durationMs=3_600_000, name="end"))
        time.sleep(30)
        for node in pair:
            self.cluster.start(node)
        self.is_over = True

    def command(self):
        """An egg is started, and some of them are changed by one more command."""
        kitchen, name, sender = chance.choice(self.kitchens), f"c{self.eggs}", chance.choice(self.senders)
        self.eggs += 1
        fate, key = chance.random(), f"key-{self.eggs}"
        length = 60 if fate < 0.3 else chance.randrange(5, 40)
        start = (
            ("command", f"{length}s --name {name} --key {key}") if chance.random() < 0.5 else
            ("call/Start", json.dumps({"durationMs": length * 1000, "name": name, "key": key})))
        sender.send(Command(kitchen, "started", name, *start))
        if fate < 0.15:
            yield chance.uniform(1, 8), sender, (kitchen, "cancelled", name, "command", f"cancel {name} --key {key}-off")
        elif fate < 0.5:
            longer = json.dumps({"name": name, "byMs": 7000, "key": f"{key}-longer"})
            yield chance.uniform(1, 8), sender, (kitchen, "extended", name, "call/Extend", longer)

    def answer(self):
        """Alarms that were heard for some seconds, here and where the kitchen is followed, are dismissed in either room."""
        for kitchen in self.kitchens:
            follower = self.follower(kitchen)
            for timer in [one for one in kitchen.timers if one["state"] == "ringing" and not one.get("origin")]:
                alarm = alarm_of(timer)
                rings, is_heard = now() - kitchen.rang.get(alarm, now()), alarm in follower.rang
                if alarm in self.dismissed or rings < 3 or not is_heard and alarm in follower.arrived and rings < 20:
                    continue
                self.dismissed.add(alarm)
                copies = [one["id"] for one in follower.timers if one["state"] == "ringing" and alarm_of(one) == alarm]
                room, id = (follower, copies[0]) if copies and chance.random() < 0.5 else (kitchen, timer["id"])
                list(room.call("Dismiss", id=id))

    def live(self):
        """Lives until the nodes have been killed, and all is as it should be afterwards."""
        killer = threading.Thread(target=self.kill_nodes, daemon=True)
        killer.start()
        step, later, settled, end = 0.25, [], 0.0, None
        while settled < ANSWER_TIME + 1:
            time.sleep(step)
            if not self.is_over:
                if chance.random() < 1.5 * step:
                    later += [(now() + delay, *rest) for delay, *rest in self.command()]
                for one in chance.sample(self.simulated, 5):
                    one.publish()
            for due in [one for one in later if one[0] <= now()]:
                later.remove(due)
                due[1].send(Command(*due[2]))
            self.answer()
            for sender in self.senders:
                sender.wait(step)
            if self.is_over:
                # Senders ask again for all that has waited for the last bridge, and then nothing more may happen.
                end = end or now() + PATIENCE + 3 * ANSWER_TIME
                are_known = not later and all(sender.knows() for sender in self.senders)
                settled = settled + step if are_known and self.are_connected() else 0
                if now() > end:
                    complaints.append("long after the last node had come back, not all clients were connected with all answers")
                    return

    # The end

    def are_boards_right(self):
        return all(
            set(kitchen.board()) == {"end", f"Kitchen {(kitchen.number + 1) % KITCHENS}/end"} for kitchen in self.kitchens)

    def judge(self):
        def boards():
            self.answer()
            return self.are_boards_right()

        if not wait_until(boards, "the end of all eggs in all rooms"):
            complaints.extend(f"{kitchen.name} has {sorted(kitchen.board())}" for kitchen in self.kitchens)
        commands = [command for sender in self.senders for command in sender.commands.values()]
        for command in commands:
            if complaint := command.complaint():
                complaints.append(f"'{command.payload}' for {command.kitchen.name} {complaint}")
        done, again = sum(one.times() for one in commands), sum(one.repetitions > 0 for one in commands)
        print(f"{len(commands)} commands while {self.kills} and 2 nodes were killed: {done} carried out, "
              f"{len(commands) - done} refused, {again} sent again", flush=True)
        self.judge_eggs()
        # A server may have lost a state that it or another one has confirmed; eggmqtt publishes its states again by itself.
        for one in self.simulated:
            one.greet(one.client)
        wait_until(lambda: not any(one.unconfirmed for one in self.simulated), "the confirmation of the last states", 30)
        for node in range(3):
            self.judge_node(node)

    def judge_eggs(self):
        apart = []
        for kitchen in self.kitchens:
            follower = self.follower(kitchen)
            for alarm, rang in kitchen.rang.items():
                # It is of this kitchen, and its copy had arrived.
                if alarm not in kitchen.arrived and follower.arrived.get(alarm, rang) < rang:
                    apart.append(abs(follower.rang.get(alarm, float("inf")) - rang))
                    if apart[-1] > APART:
                        complaints.append(f"alarm {alarm} of {kitchen.name} was heard {apart[-1]:.2f} s apart")
        print(f"{len(apart)} alarms whose copies had arrived, heard in both rooms {max(apart):.2f} s apart at most", flush=True)

    def judge_node(self, node):
        """What a node has retained is what was published last."""
        expected = {f"{one.topic}/status": "online" for one in self.simulated}
        expected |= {f"{one.topic}/timers": one.payload for one in self.simulated}
        for kitchen in self.kitchens:
            expected[f"eggtimer/{kitchen.id}/status"] = "online"
            expected[f"eggtimer/{kitchen.id}/timers"] = kitchen.board()["end"]
        found = {}

        def received(_, __, message):
            payload = message.payload.decode()
            if payload.startswith("{") and '"kitchen"' in payload:
                payload = " ".join(timer["id"] for timer in json.loads(payload)["timers"])
            found[message.topic] = payload

        observer = client(f"observer-{node}", self.cluster.places[node], ["eggtimer/#"], False, received)
        is_right = wait_until(lambda: expected.items() <= found.items(), f"all retained states on node {node}", 60)
        observer.loop_stop()
        for topic in sorted(expected) if not is_right else []:
            if found.get(topic) != expected[topic]:
                complaints.append(f"node {node} has {found.get(topic, '')[:40]!r} at {topic}, not {expected[topic][:40]!r}")


house = None
try:
    house = House()
    if wait_until(house.are_connected, "the connection of all clients"):
        print(f"{KITCHENS} kitchens and {SIMULATED} simulated ones are connected", flush=True)
        house.live()
        house.judge()
finally:
    for process in processes:
        if process.poll() is None:
            process.kill()
            process.wait()
print(*complaints, sep="\n", file=sys.stderr)
sys.stderr.flush()
os._exit(1 if complaints else 0)
