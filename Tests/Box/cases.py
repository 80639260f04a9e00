"""The cases. Each takes the kitchen, returns a summary, and raises a BoxError on a failure.

A case leaves the kitchen as it found it. One that fails needn't, because the machine is discarded then.
"""

import base64
import gzip
import json
import re
import shlex
import sqlite3
import statistics
import tempfile
import time
from pathlib import Path

from kitchen import OWNER, SOCKET, expect
from recording import RATE
from rooms import rings_in_another_room
from screen import shows_on_a_screen

RESTART = "systemctl --user restart eggd"


def paper(path):
    """The text of README.md or of a manual page."""
    text = Path(__file__).parents[2].joinpath(path).read_text()
    for escape, character in {"\\-": "-", "\\(aq": "'", "\\(dq": '"'}.items():
        text = text.replace(escape, character)
    return text


def example(path, block):
    """The lines of an example that this expression finds, without prompts and comments; it ends with doctor."""
    found = re.search(block, paper(path), re.MULTILINE)
    expect(found, f"{path} has no such example: {block}")
    lines = [line.strip().removeprefix("$ ").split("#")[0].strip() for line in found[0].splitlines()]
    expect(lines[-1] == "eggctl doctor", f"the example in {path} ends with another command than doctor: {lines[-1]}")
    return lines


def put_package(kitchen, name):
    """Puts a package into the owner's folder, and returns its file's name and its architecture."""
    version, architecture = kitchen.root(f"dpkg-deb -f /run/box/{name}.deb Version Architecture").split()[1::2]
    package = f"{name}_{version}_{architecture}.deb"
    kitchen.root(f"cp /run/box/{name}.deb /home/{OWNER}/{package}")
    return package, architecture


def installation_lines(kitchen):
    """The lines of README.md that install the package."""
    package, architecture = put_package(kitchen, "eggtimer")
    lines = example("README.md", r"^    sudo apt install \./eggtimer_.*\n(?:^    .*\n)*")
    # README.md names the package for a Raspberry Pi.
    lines[0] = lines[0].replace("_arm64.", f"_{architecture}.")
    expect(lines[0].endswith(f"./{package}"), f"README.md installs another package than {package}: {lines[0]}")
    return lines


def first_egg(kitchen):
    """README.md's lines are typed on a new machine; an egg is started, and rings on time until it is dismissed."""
    kitchen.boot_new()
    lines = installation_lines(kitchen)
    kitchen.succeed(kitchen.type("\n".join(lines[:-1])))
    kitchen.is_installed = kitchen.has_linger = True
    expect(kitchen.owner("systemctl --user is-active eggd.socket") == "active", "eggd.socket is not active")
    running = kitchen.run("pgrep -x eggd")
    expect(running.status == 1, f"eggd ran before anybody had called it: process {running.text}")
    doctor = kitchen.type(lines[-1])
    expect(doctor.status == 1 and "sudo reboot" in doctor.text, f"doctor doesn't ask for the reboot: {doctor}")
    kitchen.switch_off()
    kitchen.boot()
    doctor = kitchen.type(f"{lines[-1]} --ring")
    expect(doctor.status == 0 and "the test alarm played" in doctor.text, f"after the reboot doctor says: {doctor}")

    heard = kitchen.speaker.frames
    before = kitchen.machine.clock().boot
    kitchen.eggctl("start 3s")
    after = kitchen.machine.clock().boot
    deadline = kitchen.deadline()
    expect(
        before + 3 - 0.1 <= deadline <= after + 3 + 0.1,
        f"an egg of 3 s that was put on between {before:.2f} and {after:.2f} is said to be done at {deadline:.2f}",
    )
    late = kitchen.lateness(kitchen.speaker, heard, deadline, "the bell")
    kitchen.wait_for_state("ringing")
    # The second ring: the alarm continues until it is dismissed.
    heard = kitchen.speaker.frames
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(heard) > 3, "more than one ring of the bell")
    kitchen.eggctl("dismiss")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed")
    return f"{len(lines)} lines of README.md and a reboot; rang {late:+.2f} s from the deadline, until dismissed"


def speaks_varlink(kitchen):
    """systemd's own Varlink client can use eggd."""
    kitchen.have()
    methods = kitchen.owner(f"varlinkctl list-methods {SOCKET} io.eggtimer.Timers").split()
    for method in "Start", "Watch", "Dismiss":
        expect(f"io.eggtimer.Timers.{method}" in methods, f"'varlinkctl list-methods' has no {method}: {methods}")
    kitchen.owner(f"varlinkctl introspect {SOCKET} io.eggtimer.Timers >interface && varlinkctl validate-idl interface")
    call = f"varlinkctl call --json=short {SOCKET} io.eggtimer.Timers"
    started = json.loads(kitchen.owner(f"""{call}.Start '{{"durationMs": 60000, "name": "pot"}}'"""))
    expect(started["timer"]["state"] == "cooking", f"'varlinkctl call … Start' was answered with {started}")
    refused = kitchen.run(f"""{call}.Start '{{"egg": "dragon"}}'""", user=OWNER)
    expect(refused.status != 0 and "NoSuchEgg" in refused.text, f"NoSuchEgg was expected, but {refused}")
    # timeout ends the watch; three ticks show that there is one each second.
    watch = "varlinkctl call --json=short --more --timeout=infinity"
    watched = kitchen.run(
        f"timeout 6 {watch} {SOCKET} io.eggtimer.Timers.Watch '{{}}' | head -n 4", user=OWNER
    )
    kinds = [json.loads(line)["event"]["kind"] for line in watched.text.splitlines() if line.startswith("{")]
    expect(kinds == ["snapshot", "tick", "tick", "tick"], f"a snapshot and three ticks were expected, but {watched}")
    cancelled = json.loads(kitchen.owner(f"""{call}.Cancel '{{"name": "pot"}}'"""))
    expect(cancelled["timer"]["name"] == "pot", f"'varlinkctl call … Cancel' was answered with {cancelled}")
    return f"varlinkctl lists {len(methods)} methods, finds the interface valid, calls, is refused, and watches"


def keeps_others_out(kitchen):
    """Another user of the machine can't connect; root can."""
    kitchen.have()
    kitchen.eggctl("start 10m")

    def expect_refusal(wall):
        refused = kitchen.run(f"eggctl --socket {SOCKET} cancel", user="neighbour")
        expect(refused.status == 69, f"{wall} did not keep a neighbour out: {refused}")
        refused = kitchen.run(f"varlinkctl call {SOCKET} io.eggtimer.Timers.List '{{}}'", user="neighbour")
        expect(refused.status != 0, f"{wall} did not keep a neighbour out: {refused}")

    expect_refusal("the owner's runtime folder")
    kitchen.root("chmod 711 /run/user/1000")
    expect_refusal("the socket's mode")
    kitchen.root("chmod 700 /run/user/1000")
    by_root = kitchen.root(f"eggctl --socket {SOCKET} status --json")
    expect('"cooking"' in by_root, f"root was to see the egg that cooks, and saw {by_root}")
    checks = look_from_inside(kitchen)
    return (
        "a neighbour is refused by the runtime folder, and by the socket where that is open; root is served; "
        f"{checks} checks from inside the sandbox"
    )


def look_from_inside(kitchen):
    """What an alarm needs is permitted inside eggd's sandbox, and the rest is not."""
    kitchen.eggctl("cancel")
    kitchen.owner("systemctl --user stop eggd.service")
    lines = run_inside(kitchen, "eggd")
    expect(any("can be opened" in text for _, text in lines), f"no card was seen from inside the sandbox: {lines}")
    kitchen.owner("systemctl --user restart eggd.socket")
    return len(lines)


def run_inside(kitchen, program, word=""):
    """systemd ignores settings that it can't apply, so another program checks the sandbox in the place of this one."""
    drop_in = f".config/systemd/user/{program}.service.d"
    command = f"/usr/local/bin/inside-service {word}".rstrip()
    settings = rf"[Service]\nType=oneshot\nRestart=no\nExecStart=\nExecStart={command}\n"
    kitchen.root("install -m 755 /run/box/inside-service /usr/local/bin")
    kitchen.owner(f"mkdir -p {drop_in} && printf '{settings}' >{drop_in}/inside.conf && systemctl --user daemon-reload")
    begin = kitchen.journal_end()
    started = kitchen.run(f"systemctl --user start {program}.service", user=OWNER)
    lines = re.findall(r"\b(ok|FAIL)    ?(.*)", kitchen.journal(begin))
    failures = [text for verdict, text in lines if verdict == "FAIL"]
    expect(started.status == 0 and lines and not failures, f"inside {program}'s sandbox: {failures or started}")
    kitchen.owner(f"rm -r {drop_in} && systemctl --user daemon-reload")
    return lines


def survives_crashes(kitchen):
    """Trap 14. eggd is killed and made to hang, ten times each, and stopped: it is restarted, the deadline stays."""
    kitchen.have()
    drop_in = ".config/systemd/user/eggd.service.d"
    kitchen.owner(f"mkdir -p {drop_in} && printf '[Service]\\nWatchdogSec=2\\n' >{drop_in}/box.conf")
    kitchen.owner("systemctl --user daemon-reload")
    # A running eggd keeps the watchdog timeout that it was started with.
    kitchen.run(RESTART, user=OWNER)
    kitchen.eggctl("start 20m")
    deadline = kitchen.deadline()
    restarts = int(kitchen.owner("systemctl --user show -P NRestarts eggd.service"))
    begin = kitchen.journal_end()
    furthest = 0
    for signal in ["KILL", "STOP"] * 10:
        # The old process counts as active until systemd has noticed its end.
        kitchen.owner(
            f"old=$(systemctl --user show -P MainPID eggd.service); kill -{signal} $old || exit; new=$old; "
            "until [[ $new != 0 && $new != $old ]] && systemctl --user is-active -q eggd.service; "
            "do sleep 0.2; new=$(systemctl --user show -P MainPID eggd.service); done"
        )
        moved = kitchen.deadline() - deadline
        furthest = max(furthest, abs(moved))
        expect(abs(moved) <= 0.1, f"after SIG{signal} the deadline is {moved:+.2f} s from where it was")
    restarts = int(kitchen.owner("systemctl --user show -P NRestarts eggd.service")) - restarts
    expect(restarts >= 20, f"systemd counts {restarts} restarts of eggd, not 20")
    bites = kitchen.journal(begin).count("Watchdog timeout")
    expect(bites >= 10, f"the journal tells of {bites} watchdog timeouts, not of ten")
    kitchen.owner("systemctl --user stop eggd.service")
    expect(kitchen.main_process() == "0", "eggd still runs after its service was stopped")
    # The socket starts eggd again for the next client.
    moved = kitchen.deadline() - deadline
    expect(abs(moved) <= 0.1, f"after a stop the deadline is {moved:+.2f} s from where it was")
    kitchen.owner(f"rm -r {drop_in} && systemctl --user daemon-reload && {RESTART}")
    within = f"the deadline stays within {furthest * 1000:.0f} ms"
    return f"10 kills, 10 times stuck, {restarts} restarts, and back after a stop: {within}"


def survives_a_power_cut(kitchen):
    """The power fails during a countdown and returns with nobody logged in."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.eggctl("start 10s")
    egg = kitchen.timer()
    expect(egg["state"] == "cooking", f"the power was to be cut while it cooks, but the egg is {egg}")
    kitchen.boot()
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(0) > 1, "the bell after the power had come back")
    sessions = kitchen.root("loginctl list-sessions --json=short")
    people = [session for session in json.loads(sessions) if not session["class"].startswith("manager")]
    expect(not people, f"somebody has logged in: {people}")
    # Sets the clock like a time server, some time after the start.
    synchronise(kitchen)

    def late():
        overdue = kitchen.timer()["overdueMs"] / 1000
        should_be = kitchen.machine.clock().wall - egg["endsAtUnixMs"] / 1000
        return should_be if abs(overdue - should_be) <= 1.5 else None

    overdue = kitchen.wait_until(late, "the right time since the egg was done")
    status = kitchen.eggctl("status")
    expect(re.search(r"ringing, done \d+:\d\d ago", status), f"'eggctl status' does not say how late it is: {status}")
    kitchen.eggctl("dismiss")
    return f"rang after the boot with nobody logged in, and says '{status}' when {overdue:.0f} s have passed"


def synchronise(kitchen):
    """Tells the kernel, like a time server's client, that the clock is synchronised."""
    kitchen.root("adjtimex --status 0 --maxerror 0 --esterror 0")


def survives_suspend(kitchen):
    """The machine sleeps past the deadline: it rings at once on waking, and can be dismissed with a hanging card."""
    kitchen.have()
    # A card that hangs after waking up: like this pipe without a reader, it takes one buffer and no more.
    kitchen.owner(
        "mkfifo $XDG_RUNTIME_DIR/card && mkdir -p .config/eggtimer && "
        "systemd-run --user -q --unit box-card bash -c 'exec 3<>$XDG_RUNTIME_DIR/card; exec sleep infinity' && "
        """echo "pcm.hanging { type file file $XDG_RUNTIME_DIR/card slave.pcm { type null } }" >.asoundrc && """
        f"printf '[alarm]\\ndevice = hanging\\n' >.config/eggtimer/eggd.conf; {RESTART}"
    )
    # The first program records the times at which the owner's programs run, the second one the events of the egg.
    kitchen.owner(
        "systemd-run --user -q --unit box-clock -p StandardOutput=file:$HOME/clock bash -c "
        "'exec 3<> <(:); while :; do read -rt 0.05 -u 3; echo $EPOCHREALTIME; done'"
    )
    kitchen.owner(
        "systemd-run --user -q --unit box-watch -p StandardOutput=file:$HOME/watched bash -c "
        """'eggctl watch --json | while read -r line; do echo "$EPOCHREALTIME $line"; done'"""
    )
    kitchen.wait_until(lambda: "snapshot" in kitchen.run("cat watched", OWNER).text, "the watcher's first event")
    begin = kitchen.journal_end()
    kitchen.eggctl("start 20s")
    done_at = kitchen.timer()["endsAtUnixMs"] / 1000
    kitchen.root("systemctl --no-block suspend")
    kitchen.machine.wait_for_event("SUSPEND")
    heard = kitchen.speaker.frames
    # The duration of the suspend.
    time.sleep(22)
    waited = kitchen.machine.waited()
    kitchen.machine.hand("system_wakeup")
    kitchen.machine.wait_for_event("WAKEUP")

    # The hanging card is abandoned, and another one plays the alarm.
    sounded = kitchen.sound(kitchen.speaker, heard, "the bell from the other card")
    # The machine is late by its own clock while the emulator waits.
    late = kitchen.machine.waited() - waited
    kitchen.wait_for_state("ringing")
    expect(": rang" in kitchen.journal(begin), "the journal does not say that it rang")
    times = [float(moment) for moment in kitchen.owner("cat clock").split()]
    gap, asleep, awake = max((after - before, before, after) for before, after in zip(times, times[1:]))
    expect(asleep < done_at < awake, f"the egg was not done asleep, but at {done_at:.2f}: {asleep:.2f} to {awake:.2f}")
    seen = [line for line in kitchen.owner("cat watched").splitlines() if '"rang"' in line]
    expect(seen, "no watcher was told that it rings")
    rang = float(seen[0].split()[0]) - awake
    expect(rang <= 1 + late, f"a watcher was told that it rings {rang:.2f} s after its programs had woken up")
    clock = kitchen.machine.clock()
    sounded += clock.wall - clock.boot - awake
    expect(sounded <= 5 + late, f"the other card rang {sounded:.2f} s after the machine had woken up")

    waited = kitchen.machine.waited()
    before, after = map(
        float, kitchen.owner("before=$EPOCHREALTIME; eggctl dismiss >dismissed; echo $before $EPOCHREALTIME").split()
    )
    took = after - before
    expect(took <= 0.5 + kitchen.machine.waited() - waited, f"'eggctl dismiss' took {took:.2f} s")
    dismissed = kitchen.owner("cat dismissed")
    expect(": dismissed" in dismissed, f"'eggctl dismiss' said: {dismissed}")
    expect(not kitchen.timers(), "the egg is still there after it was dismissed")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed")
    kitchen.owner("rm -r clock watched dismissed .asoundrc .config/eggtimer")
    # Some emulated sound cards don't survive suspend.
    kitchen.switch_off()
    return (
        f"asleep for {gap:.0f} s, told {rang:+.2f} s from waking, heard after {sounded:.1f} s from the card that "
        f"doesn't hang, dismissed in {took * 1000:.0f} ms"
    )


def ignores_clock_steps(kitchen):
    """The wall clock is set a day forward and back during a countdown."""
    kitchen.have()
    day = 86_400
    kitchen.eggctl("start 15s")
    deadline = kitchen.deadline()
    done_at = kitchen.timer()["endsAtUnixMs"] / 1000
    heard = kitchen.speaker.frames
    for step in "+", "-":
        kitchen.root(f"date -s '{step}1 day'")
        moved = kitchen.deadline() - deadline
        expect(abs(moved) <= 0.1, f"after a step of {step}1 day the deadline is {moved:+.2f} s from where it was")
        shown = kitchen.timer()["endsAtUnixMs"] / 1000 - done_at - (day if step == "+" else 0)
        expect(abs(shown) <= 3, f"after a step of {step}1 day the time of day shown is {shown:+.2f} s off")
        expect(kitchen.timer()["state"] == "cooking", f"after a step of {step}1 day the egg is {kitchen.timer()}")
    late = kitchen.lateness(kitchen.speaker, heard, deadline, "the bell")
    kitchen.eggctl("dismiss")
    return f"a day forward and back: the deadline stays, and the speaker rang {late:+.2f} s from it"


def survives_an_unplugged_card(kitchen):
    """The preferred card is unplugged while an alarm rings, and plugged in again."""
    kitchen.have()

    card = plug(kitchen)
    # Without a client, eggd may not be running; then it reads its configuration when it starts.
    kitchen.eggctl("status")
    configure(kitchen, f"device = plughw:{card}")
    built_in, usb = kitchen.speaker.frames, kitchen.usb_speaker.frames
    begin = kitchen.journal_end()
    kitchen.eggctl("start 1s")
    kitchen.sound(kitchen.usb_speaker, usb, "the bell from the preferred card")
    expect(not kitchen.speaker.seconds_of_sound(built_in), "the other card rang beside the preferred one")

    kitchen.machine.hand("device_del", id="card")
    pulled = kitchen.machine.clock().boot
    silent = kitchen.sound(kitchen.speaker, built_in, "the bell from the other card") - pulled
    expect(silent <= 2, f"the other card rang {silent:.2f} s after the first was pulled")
    expect(kitchen.timer()["state"] == "ringing", f"the egg is {kitchen.timer()}")
    kitchen.machine.wait_for_event("DEVICE_DELETED")

    usb = kitchen.usb_speaker.frames
    plug(kitchen)
    plugged = kitchen.machine.clock().boot
    # A card that has failed is not used again for some time.
    returned = kitchen.sound(kitchen.usb_speaker, usb, "the bell from the preferred card again") - plugged
    expect(returned <= 20, f"the preferred card rang {returned:.1f} s after it was plugged in again")
    kitchen.wait_until(lambda: f"plughw:{card}" in kitchen.journal(begin), "the word of it in the journal")
    loud = kitchen.sounds_for(kitchen.speaker, 4)
    expect(not loud, f"the other card continued for {loud:.2f} s after the preferred one was back")
    kitchen.eggctl("dismiss")
    kitchen.expect_silence(kitchen.usb_speaker, "after the alarm was dismissed")
    configure(kitchen)
    unplug(kitchen)
    return f"rings on the other card {silent:.2f} s after the pull, and {returned:.1f} s after the plug where it was"


def counts_without_a_card(kitchen):
    """A machine without any sound card."""
    kitchen.have(has_card=False)
    kitchen.eggctl("start 5s")
    deadline = kitchen.deadline()
    status = kitchen.run("eggctl status 2>&1", user=OWNER)
    expect("no sound" in status.text, f"'eggctl status' does not say that nothing would be heard: {status}")
    doctor = kitchen.run("eggctl doctor 2>&1", user=OWNER)
    complaints = [line for line in doctor.text.splitlines() if line.startswith("FAIL") and "sound" in line]
    expect(doctor.status == 1 and complaints, f"'eggctl doctor' does not fail over it: {doctor}")
    kitchen.wait_for_state("ringing")
    kitchen.overdue(deadline)
    kitchen.eggctl("dismiss")
    return f"status: '{status.text.splitlines()[-1]}'; doctor: '{complaints[0]}'; counted down and rang in words"


def survives_an_upgrade(kitchen):
    """A newer package is installed during a countdown."""
    kitchen.have()
    kitchen.eggctl("start 20m")
    deadline, process = kitchen.deadline(), kitchen.main_process()
    old = kitchen.eggctl("--version").split()[-1]
    kitchen.install("newer.deb")
    new = kitchen.eggctl("--version").split()[-1]
    expect(new != old, f"eggctl is {new} after the upgrade as before")
    stale = kitchen.owner("systemctl --user show -P NeedDaemonReload eggd.service")
    expect(stale == "no", "after the upgrade the user's service manager still has the old unit")

    def expect_deadline(after):
        moved = kitchen.deadline() - deadline
        expect(abs(moved) <= 0.1, f"after {after} the deadline is {moved:+.2f} s from where it was")

    expect(kitchen.main_process() == process, "the upgrade has restarted eggd")
    expect_deadline("the upgrade")
    for command in "status", "doctor":
        answer = kitchen.run(f"eggctl {command} 2>&1", user=OWNER)
        named = all(word in answer.text for word in (old, new, RESTART))
        expect(named, f"'eggctl {command}' does not tell {old} from {new} and name '{RESTART}': {answer}")
    kitchen.owner(RESTART)
    expect_deadline("the restart")
    status = kitchen.eggctl("status 2>&1")
    expect(RESTART not in status, f"after the restart 'eggctl status' still says: {status}")
    heard = kitchen.speaker.frames
    kitchen.eggctl("start 2s --name bell")
    kitchen.sound(kitchen.speaker, heard, "the bell of the new eggd")
    # The next case needs the original package.
    kitchen.eggctl("dismiss")
    kitchen.install()
    kitchen.owner(RESTART)
    return f"{old} to {new}: the egg cooked on, status and doctor name the restart, the new one rings"


STATE = f"/home/{OWNER}/.local/state/eggtimer"


def change_database(kitchen, sql):
    """Stops eggd and changes its database, which is left without a log."""
    kitchen.owner("systemctl --user stop eggd.service")
    packed = kitchen.owner(f"gzip -c {STATE}/eggtimer.db | base64 -w 0")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "eggtimer.db")
        path.write_bytes(gzip.decompress(base64.b64decode(packed)))
        database = sqlite3.connect(path)
        database.executescript(sql)
        database.close()
        packed = base64.b64encode(gzip.compress(path.read_bytes())).decode()
    kitchen.owner(f"rm -f {STATE}/eggtimer.db* && base64 -d <<<{packed} | gunzip >{STATE}/eggtimer.db")


def expect_said(kitchen, begin, sentence, *commands):
    """Expects that the journal and these commands of eggctl say something about the database."""
    for command in commands:
        answer = kitchen.run(f"eggctl {command} 2>&1", user=OWNER)
        expect(sentence in answer.text, f"'eggctl {command}' doesn't say '{sentence}': {answer}")
    journal = kitchen.journal(begin)
    expect(sentence in journal, f"the journal doesn't say '{sentence}': {journal}")


def upgrades_the_database(kitchen):
    """A later package finds this one's timers; a later layout is left alone."""
    kitchen.have()
    kitchen.eggctl("start 5m --name tea")
    kitchen.eggctl("pause tea")
    kitchen.eggctl("start 90s")
    deadline, before = kitchen.deadline(), kitchen.timers()
    kitchen.owner("systemctl --user stop eggd.service")
    kitchen.install("newer.deb")
    heard = kitchen.speaker.frames
    kitchen.owner("systemctl --user restart eggd.service")
    after = kitchen.timers()
    same = [[timer[word] for timer in timers for word in ("name", "id", "state")] for timers in (before, after)]
    expect(same[0] == same[1], f"the timers were {before} and are {after}")
    moved = kitchen.deadline() - deadline
    expect(abs(moved) <= 0.1, f"after the upgrade the deadline is {moved:+.2f} s from where it was")
    late = kitchen.lateness(kitchen.speaker, heard, deadline, "the bell after the upgrade")
    kitchen.eggctl("dismiss")

    begin, heard = kitchen.journal_end(), kitchen.speaker.frames
    change_database(kitchen, "ALTER TABLE timer ADD COLUMN yolk TEXT; PRAGMA user_version = 99;")
    seal = f"cd {STATE} && ls && sha256sum eggtimer.db*"
    before = kitchen.owner(seal)
    kitchen.eggctl("start 1s")
    kitchen.sound(kitchen.speaker, heard, "the bell beside a later layout")
    expect_said(kitchen, begin, "was written by a newer eggd (its layout is 99", "status", "doctor", "history")
    kitchen.eggctl("dismiss")
    kitchen.owner("systemctl --user stop eggd.service")
    after = kitchen.owner(seal)
    expect(after == before, f"the state folder was '{before}' and is '{after}'")

    # The next case needs the original package.
    kitchen.owner(f"systemctl --user stop eggd.service; rm {STATE}/eggtimer.db*")
    kitchen.install()
    kitchen.owner(RESTART)
    return f"rang {late:+.2f} s from the deadline; a later layout was left alone"


def fill(kitchen, folder):
    """Fills the file system of a folder completely, including the blocks that are reserved for root."""
    kitchen.root(
        f"mkdir -p {folder}/full; sync; n=0; for size in 512M 64M 8M 1M 64K 4K; do "
        f"while fallocate -l $size {folder}/full/$((n += 1)) 2>/dev/null; do :; done; rm -f {folder}/full/$n; done"
    )


def expect_no_room(kitchen, why):
    """The owner can't write a file."""
    probe = kitchen.run("echo egg >probe", OWNER)
    expect(probe.status != 0, f"the owner could still write a file {why}")


def ring_unsaved(kitchen, why):
    """The first client starts eggd, which rings and reports that timers aren't saved."""
    kitchen.owner("systemctl --user stop eggd.service")
    expect_no_room(kitchen, why)
    heard = kitchen.speaker.frames
    kitchen.eggctl("start 1s --name quick")
    kitchen.sound(kitchen.speaker, heard, f"the bell {why}")
    status = kitchen.eggctl("status 2>&1")
    # After a power cut the clock is not synchronised yet, and the egg from before it is late by an estimate.
    expect(re.search(r"ringing, done (at least )?\d+:\d\d ago", status), f"{why} 'eggctl status' says: {status}")
    notices = [line for line in status.splitlines() if "a restart would lose" in line]
    expect(notices, f"{why} 'eggctl status' doesn't say that nothing is saved: {status}")
    kitchen.eggctl("dismiss")
    return notices[0]


def rings_when_home_is_full(kitchen):
    """The owner's home is full at the first start ever, at a later one, and over the owner's quota."""
    kitchen.have()
    kitchen.owner("systemctl --user stop eggd.service")
    kitchen.root(
        "mkdir -p /mnt/home && mount -o loop,usrquota /run/box/home.ext4 /mnt/home && cp -a /home/egg/. /mnt/home && "
        "rm -rf /mnt/home/.local && chown egg:egg /mnt/home && mount --bind /mnt/home /home/egg && umount /mnt/home"
    )
    heard = []
    for why in "at the first start, with the home full", "with the home full", "over quota":
        if why == "over quota":
            # Sets a quota of 4 MB for the owner by quotactl(Q_SETQUOTA), because setquota(8) isn't installed.
            kitchen.root(
                """perl -e 'my $call = `uname -m` =~ /x86_64/ ? 179 : 60; """
                """my $limit = pack "Q8L2", 4096, 4096, 0, 0, 0, 0, 0, 0, 1, 0; my $disk = $ARGV[0]; """
                """syscall($call, 0x80000800, $disk, 1000, $limit) == 0 or die $!' """
                "$(findmnt -n -o SOURCE -T /home/egg | sed 's/\\[.*//')"
            )
        # Each sync frees blocks that were reserved for writing; the last blocks are filled by one small file each.
        kitchen.run(
            "for i in {1..4}; do head -c 64M /dev/zero >full.$i; sync -f .; done; "
            "for i in {1..12}; do echo full >full-$i; sync -f .; done",
            OWNER,
        )
        heard.append(ring_unsaved(kitchen, why))
        # When there is space again, an egg is saved.
        kitchen.owner("rm -f full* probe")
        if len(heard) == 1:
            # The folder could not be created at the start, and the sandbox prevents eggd from creating it.
            kitchen.owner("systemctl --user stop eggd.service")
        kitchen.eggctl("start 20m")
        deadline = kitchen.deadline()
        kitchen.wait_until(lambda: "a restart would lose" not in kitchen.eggctl("status 2>&1"), "room for the egg")
        kitchen.owner("systemctl --user kill -s KILL eggd.service")
        kitchen.wait_until(lambda: kitchen.main_process() != "0", "the next eggd")
        moved = kitchen.deadline() - deadline
        expect(abs(moved) <= 0.1, f"saved when there was room again, the deadline is {moved:+.2f} s from where it was")
        kitchen.eggctl("cancel")
        kitchen.owner("systemctl --user stop eggd.service")
    kitchen.root("umount /home/egg")
    return f"rang each time, and saved again when there was room; status: '{heard[0]}', '{heard[1]}', '{heard[2]}'"


def rings_when_the_disk_is_full(kitchen):
    """The whole disk is full, even for the journal: a saved egg rings after a power cut, and so does a new one."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.eggctl("start 80s")
    fill(kitchen, "")
    expect_no_room(kitchen, "on a full disk")
    expect(kitchen.timer()["state"] == "cooking", f"the power was to be cut while it cooks: {kitchen.timer()}")
    kitchen.boot()
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(0) > 1, "the bell after a power cut, on a full disk")
    expect_no_room(kitchen, "on a full disk")
    kitchen.eggctl("dismiss")
    said = ring_unsaved(kitchen, "on a full disk")
    kitchen.root("rm -r /full")
    kitchen.owner("systemctl --user stop eggd.service")
    return f"a saved egg rang after a power cut, and a new one; status: '{said}'"


def rings_when_the_disk_is_read_only(kitchen):
    """The disk becomes read-only and still is after the next boot: a saved egg rings, and so does a new one."""
    kitchen.have()
    synchronise(kitchen)
    # Nothing makes the disk writable at the next boot.
    kitchen.root("cp /etc/fstab /root && sed -i 's/ext4 defaults/ext4 ro/' /etc/fstab && sync")
    kitchen.eggctl("start 80s")
    kitchen.owner("systemctl --user stop eggd.service")
    # This uses the kernel's emergency remount. After a disk error with errors=remount-ro, Linux 6.12 also refuses to
    # read, so that no program can start.
    kitchen.root("echo u >/proc/sysrq-trigger")
    kitchen.wait_until(lambda: " ro," in kitchen.root("grep ' / ext4' /proc/mounts"), "the disk's being read-only")
    first = ring_unsaved(kitchen, "on a disk that has become read-only")
    egg = kitchen.timer()
    expect(egg["state"] == "cooking", f"the power was to be cut while it cooks, but the egg is {egg}")
    kitchen.boot(root="ro")
    expect(" ro," in kitchen.root("grep ' / ext4' /proc/mounts"), "the disk was to be read-only after the boot")
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(0) > 1, "the bell after a power cut, read-only")
    kitchen.eggctl("dismiss")
    ring_unsaved(kitchen, "on a read-only disk")
    kitchen.root("mount -o remount,rw $(findmnt -n -o SOURCE /) / && cp /root/fstab /etc/fstab")
    kitchen.switch_off()
    return f"a saved egg rang after a power cut, and new ones before and after it; status: '{first}'"


def stops_with_the_package(kitchen):
    """The package is removed while an egg cooks and while one rings, and is installed again."""
    kitchen.have()

    def expect_nothing(command):
        left = kitchen.run("pgrep -ax eggd")
        expect(left.status == 1, f"after '{command}' eggd still runs: {left.text}")
        expect(kitchen.run(f"test -e {SOCKET}").status == 1, f"after '{command}' the socket is still there")
        kitchen.expect_silence(kitchen.speaker, f"after '{command}'")

    def remove(command):
        said = kitchen.root(f"DEBIAN_FRONTEND=noninteractive apt-get -y -q {command} eggtimer")
        expect_nothing(command)
        return said

    kitchen.eggctl("start 20m --name later")
    deadline = kitchen.timer("later")["endsAtUnixMs"]
    remove("remove")
    kitchen.install()
    state = kitchen.owner("systemctl --user is-active eggd.socket")
    expect(state == "active", f"installed again, eggd.socket is {state}, though the owner has enabled it")
    process = kitchen.main_process()
    expect(process != "0", "installed again, eggd doesn't run, though an egg cooks")
    moved = (kitchen.timer("later")["endsAtUnixMs"] - deadline) / 1000
    expect(abs(moved) <= 0.1, f"installed again, the deadline is {moved:+.2f} s from where it was")

    heard = kitchen.speaker.frames
    kitchen.eggctl("start 1s --name bell")
    kitchen.sound(kitchen.speaker, heard, "the bell")
    said = remove("purge")
    expect("stay in ~/.local/state/eggtimer" in said, f"'purge' doesn't say where the timers are: {said}")
    kitchen.owner("test -s .local/state/eggtimer/eggtimer.db")
    heard = kitchen.speaker.frames
    kitchen.install()
    kitchen.owner("systemctl --user enable --now eggd.socket")
    kitchen.sound(kitchen.speaker, heard, "the bell after the package was installed again")
    kitchen.eggctl("dismiss")
    kitchen.eggctl("cancel later")
    return f"removed while cooking and while ringing: silent, no process; installed again: {moved * 1000:+.0f} ms, rings"


NEIGHBOUR = "neighbour"


def log_in(kitchen, user):
    """Opens a session for a user like a login, and returns the user's id. Stopping box-login closes the session."""
    kitchen.root(f"systemd-run -q --unit=box-login -p PAMName=login -p User={user} sleep infinity")
    uid = kitchen.root(f"id -u {user}")
    kitchen.wait_until(lambda: kitchen.run(f"systemctl -q is-active user@{uid}").status == 0, "the user's manager")
    return uid


def warns_of_a_logout(kitchen):
    """A user without linger starts an egg: start and doctor warn that it ends with the session, and it does."""
    kitchen.have()
    kitchen.root(f"usermod -aG audio {NEIGHBOUR}")
    uid = log_in(kitchen, NEIGHBOUR)
    succeed = lambda command: kitchen.succeed(kitchen.run(command, NEIGHBOUR))  # noqa: E731
    succeed("systemctl --user enable --now eggd.socket")
    started = succeed("eggctl start 20m 2>&1")
    for words in "ends with your session", f"enable-linger {NEIGHBOUR}":
        expect(words in started, f"'eggctl start' doesn't say '{words}': {started}")
    doctor = kitchen.run("eggctl doctor 2>&1", NEIGHBOUR).text
    expect(f"enable-linger {NEIGHBOUR}" in doctor, f"'eggctl doctor' doesn't speak of linger: {doctor}")
    kitchen.root("systemctl stop box-login")
    ended = f"systemctl show -P ActiveState user@{uid} | grep -E 'inactive|failed'"
    kitchen.wait_until(lambda: kitchen.run(ended).status == 0, "the manager's end")
    expect(kitchen.run(f"pgrep -u {NEIGHBOUR} -x eggd").status == 1, "eggd outlives its user's manager")
    # With linger, the egg is restored and start gives no warning.
    kitchen.root(f"loginctl enable-linger {NEIGHBOUR}")
    kitchen.wait_until(lambda: kitchen.run(f"systemctl -q is-active user@{uid}").status == 0, "the manager again")
    timers = json.loads(succeed("eggctl status --json"))["timers"]
    expect([timer["state"] for timer in timers] == ["cooking"], f"after the next login the eggs are {timers}")
    again = succeed("eggctl start 20m 2>&1")
    expect("session" not in again, f"with linger 'eggctl start' says: {again}")
    succeed("eggctl cancel; systemctl --user disable --now eggd.socket eggd.service")
    kitchen.root(f"loginctl disable-linger {NEIGHBOUR}; gpasswd -d {NEIGHBOUR} audio")
    return f"start says: '{started.splitlines()[-1]}'; the egg ended with the session and came back with the next"


def names_the_missing_group(kitchen):
    """A user isn't in the group audio: status and doctor show that as the reason, and the command that fixes it."""
    kitchen.have()
    kitchen.root(f"loginctl enable-linger {NEIGHBOUR}")
    uid = kitchen.root(f"id -u {NEIGHBOUR}")
    kitchen.wait_until(lambda: kitchen.run(f"systemctl -q is-active user@{uid}").status == 0, "the user's manager")
    kitchen.succeed(kitchen.run("systemctl --user enable --now eggd.socket", NEIGHBOUR))

    def findings(words):
        doctor = kitchen.run("eggctl doctor 2>&1", NEIGHBOUR)
        found = [line for line in doctor.text.splitlines() if line.startswith("FAIL")]
        expect(doctor.status == 1 and found, f"'eggctl doctor' finds nothing wrong: {doctor}")
        for word in words:
            expect(word in doctor.text, f"'eggctl doctor' doesn't say '{word}': {doctor}")
        expect("is a sound card connected" not in doctor.text, f"'eggctl doctor' blames the sound card: {doctor}")
        return found[0]

    status = kitchen.run("eggctl status 2>&1", NEIGHBOUR).text
    expect("audio" in status, f"'eggctl status' doesn't name the group audio: {status}")
    first = findings(["group audio", f"usermod -aG audio {NEIGHBOUR}"])
    # The user has joined the group, but the running service manager doesn't have it yet.
    kitchen.root(f"usermod -aG audio {NEIGHBOUR}")
    findings(["group audio"])
    kitchen.root(f"systemctl restart user@{uid}")
    doctor = kitchen.run("eggctl doctor 2>&1", NEIGHBOUR).text
    expect("FAIL" not in doctor, f"with a manager of the new group 'eggctl doctor' says: {doctor}")
    kitchen.succeed(kitchen.run("systemctl --user disable --now eggd.socket eggd.service", NEIGHBOUR))
    kitchen.root(f"loginctl disable-linger {NEIGHBOUR}; gpasswd -d {NEIGHBOUR} audio")
    return f"status: '{status.splitlines()[-1]}'; doctor: '{first}'"


def says_that_the_mixer_is_muted(kitchen):
    """The mixer is muted and set to zero by hand: status reports it until it is raised again."""
    kitchen.have()
    kitchen.eggctl("start 20m")
    said = []
    for wrong, right in ("mute", "unmute"), ("0%", "100%"):
        kitchen.root(f"amixer -q -c 0 sset Master {wrong}")
        kitchen.wait_until(lambda: len(kitchen.eggctl("status 2>&1").splitlines()) > 1, f"word of Master {wrong}")
        said.append(kitchen.eggctl("status 2>&1").splitlines()[-1])
        expect("Master" in said[-1], f"with Master {wrong} 'eggctl status' says: {said[-1]}")
        started = kitchen.eggctl("start 20m 2>&1")
        expect("Master" in started, f"with Master {wrong} 'eggctl start' says: {started}")
        kitchen.root(f"amixer -q -c 0 sset Master {right}")
        kitchen.wait_until(lambda: len(kitchen.eggctl("status 2>&1").splitlines()) == 1, f"word of Master {right}")
    kitchen.eggctl("cancel")
    return f"status: '{said[0]}' and '{said[1]}'"


def stays_loud_when_alsa_mutes_the_mixer(kitchen):
    """With 'unmute = yes' an alarm stays loud when ALSA restores a muted mixer: at boot, and for a card plugged in."""
    kitchen.have()
    plug(kitchen)
    usb = re.search("'(.+)'", kitchen.root("amixer -c 1 scontrols"))[1]
    for card, control in (0, "Master"), (1, usb):
        kitchen.root(f"amixer -q -c {card} sset '{control}' 70% mute")
    kitchen.root("alsactl store")
    unplug(kitchen)
    configure(kitchen, "unmute = yes")
    heard = kitchen.speaker.frames
    kitchen.eggctl("start 1s")
    kitchen.sound(kitchen.speaker, heard, "the bell through a muted mixer")

    def expect_bell(speaker, why):
        begin = speaker.frames
        kitchen.wait_until(lambda: speaker.seconds_of_sound(begin) > 3, f"the bell after {why}")

    kitchen.root("sync")
    kitchen.boot()
    kitchen.sound(kitchen.speaker, 0, "the bell after the power had come back")
    # ALSA does so during the boot, before or after eggd; and now certainly after it.
    kitchen.root("alsactl restore")
    expect_bell(kitchen.speaker, "ALSA had muted the mixer")
    plugged = kitchen.usb_speaker.frames
    card = plug(kitchen)
    configure(kitchen, "unmute = yes", f"device = plughw:{card}")
    kitchen.eggctl("dismiss")
    kitchen.wait_until(lambda: "[off]" in kitchen.root("amixer -c 0 sget Master"), "the restored mixer")
    unplug(kitchen)
    kitchen.eggctl("start 1s")
    kitchen.wait_for_state("ringing")
    expect_bell(kitchen.speaker, "the preferred card was unplugged")
    plug(kitchen)
    kitchen.sound(kitchen.usb_speaker, plugged, "the bell from a card that was plugged in")
    # Where udev's rule works, it has done so before the alarm began; and now certainly after it.
    kitchen.root("udevadm settle && alsactl restore")
    expect_bell(kitchen.usb_speaker, "ALSA had muted its mixer")
    kitchen.eggctl("dismiss")
    for card, control in (0, "Master"), (1, usb):
        kitchen.wait_until(
            lambda: "[off]" in kitchen.root(f"amixer -c {card} sget '{control}'"), f"the restored mixer of card {card}"
        )
    unplug(kitchen)
    configure(kitchen)
    kitchen.root("rm /var/lib/alsa/asound.state && amixer -q -c 0 sset Master 100% unmute && alsactl store")
    return "muted in mid-ring at boot and when its card was plugged in, it continued; afterwards both mixers were muted"


def finds_a_sound_server_without_a_card(kitchen):
    """PipeWire plays to nothing without a card: this is said, and when a card comes the bell is heard."""
    kitchen.have(has_card=False)
    kitchen.root("ln -s /usr/share/alsa/alsa.conf.d/99-pipewire-default.conf /etc/alsa/conf.d/")
    kitchen.owner("systemctl --user start pipewire.socket pipewire-pulse.service wireplumber.service")
    # eggd has read ALSA's configuration when it started.
    kitchen.owner("systemctl --user stop eggd.service")
    kitchen.wait_until(lambda: "Dummy Output" in kitchen.run("wpctl status", OWNER).text, "PipeWire's dummy output")
    missing = "no speaker is connected"
    for command in "start 20m", "status", "doctor", "doctor --ring":
        said = kitchen.run(f"eggctl {command} 2>&1", OWNER).text
        expect(missing in said, f"without a speaker 'eggctl {command}' says: {said}")
    kitchen.eggctl("start 1s --name bell")
    kitchen.wait_for_state("ringing", "bell")
    expect(missing in kitchen.eggctl("status 2>&1"), f"while it rings unheard: {kitchen.eggctl('status 2>&1')}")
    heard = kitchen.usb_speaker.frames
    plug(kitchen)
    kitchen.wait_until(lambda: kitchen.usb_speaker.seconds_of_sound(heard) > 3, "the bell from the card that came")
    status = kitchen.eggctl("status 2>&1")
    expect("no sound" not in status, f"with a card 'eggctl status' says: {status}")
    kitchen.eggctl("dismiss bell")
    kitchen.expect_silence(kitchen.usb_speaker, "after the alarm was dismissed")
    kitchen.eggctl("cancel")
    kitchen.owner("systemctl --user stop pipewire-pulse.socket pipewire.socket pipewire-pulse wireplumber pipewire")
    kitchen.root("rm /etc/alsa/conf.d/99-pipewire-default.conf")
    unplug(kitchen)
    return f"doctor --ring: '{said.splitlines()[-1]}'; heard when a card was plugged in"


def plug(kitchen):
    """Plugs in the USB sound card; returns the name of the card."""
    kitchen.machine.hand("device_add", driver="usb-audio", id="card", bus="usb.0", audiodev="usb")
    kitchen.wait_until(lambda: "USB-Audio" in kitchen.root("cat /proc/asound/cards"), "the USB sound card")
    kitchen.root("udevadm settle")
    return re.search(r"\[(\w+) *\]: USB-Audio", kitchen.root("cat /proc/asound/cards"))[1]


def unplug(kitchen):
    kitchen.machine.hand("device_del", id="card")
    kitchen.machine.wait_for_event("DEVICE_DELETED")


def configure(kitchen, *lines):
    """Configures the owner's alarm; without lines there is no configuration afterwards."""
    text = "".join(f"{line}\\n" for line in lines)
    write = f"mkdir -p .config/eggtimer && printf '[alarm]\\n{text}' >.config/eggtimer/eggd.conf"
    kitchen.owner(write if lines else "rm -r .config/eggtimer")
    # If eggd isn't running, it reads the configuration when it starts.
    kitchen.owner("systemctl --user reload eggd.service || true")


def survives_without_a_clock(kitchen):
    """The machine's clock has no battery: after a power cut it is years behind until it is synchronised."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.eggctl("start 20m")
    egg = kitchen.timer()
    kitchen.boot(clock="2020-01-01T00:00:00")
    behind = egg["endsAtUnixMs"] / 1000 - kitchen.machine.clock().wall
    expect(behind > 30 * 86_400, f"the clock was to be far behind, not {behind:.0f} s before the deadline")
    # While the disk is slow, eggd answers without the saved timers at first.
    kitchen.wait_until(kitchen.timers, "the saved egg")
    back = kitchen.timer()
    expect(back["state"] == "cooking", f"after the boot the egg is {back}")
    left = back["remainingMs"] / 1000
    expect(left <= 20 * 60, f"an egg of 20 minutes has {left:.0f} s left after a power cut")
    doctor = kitchen.run("eggctl doctor 2>&1", OWNER).text
    expect(re.search("synchroni[sz]ed", doctor), f"'eggctl doctor' doesn't speak of the clock: {doctor}")
    # The clock is set half a minute after the egg was done.
    heard = kitchen.speaker.frames
    kitchen.root(f"date -s @{egg['endsAtUnixMs'] // 1000 + 30}")
    synchronise(kitchen)
    kitchen.sound(kitchen.speaker, heard, "the bell after the clock was set")
    overdue = kitchen.overdue(kitchen.deadline(egg))
    kitchen.eggctl("dismiss")
    return f"with a clock {behind / 86_400:.0f} days behind {left:.0f} s were left; set, it rang, {overdue:.0f} s late"


def wait_until_saved(kitchen, what):
    kitchen.wait_until(lambda: "a restart would lose" not in kitchen.eggctl("status 2>&1"), f"{what} to be saved")


def rings_while_the_disk_stalls(kitchen):
    """An SD card stalls: the alarm is on time, unsaved timers are reported, and a saved one rings after a power cut."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.eggctl("status")
    kitchen.machine.throttle_disk(accesses=1)
    kitchen.eggctl("start 10s")
    deadline, heard = kitchen.deadline(), kitchen.speaker.frames
    late = kitchen.sound(kitchen.speaker, heard, "the bell while the disk stalls") - deadline
    expect(abs(late) <= 1, f"while the disk stalls the speaker rang {late:+.2f} s from the deadline")
    kitchen.eggctl("dismiss")
    # Writing a page takes hours now.
    kitchen.machine.throttle_disk(bytes_written=1)
    started = kitchen.eggctl("start 20m 2>&1")
    expect("a restart would lose" in started, f"'eggctl start' does not say that the egg isn't saved: {started}")
    doctor = kitchen.run("eggctl doctor 2>&1", OWNER).text
    expect("the disk has not answered" in doctor, f"'eggctl doctor' doesn't speak of the disk: {doctor}")
    kitchen.machine.throttle_disk()
    wait_until_saved(kitchen, "the egg")

    kitchen.machine.throttle_disk(accesses=1)
    kitchen.eggctl("start 30s")
    wait_until_saved(kitchen, "the egg")
    # A tenth of a bad card's speed. The start of eggd alone takes 350 accesses, to load it and its libraries.
    kitchen.boot(accesses=50)
    rang = kitchen.sound(kitchen.speaker, 0, "the bell after a power cut, with a slow disk")
    kitchen.machine.throttle_disk()
    kitchen.eggctl("dismiss")
    wait_until_saved(kitchen, "the dismissal")
    return (
        f"rang {late:+.2f} s from the deadline with one access a second, said what wasn't saved, and after a power cut "
        f"rang {rang:.0f} s after the machine's start with 50 accesses a second"
    )


def rings_with_little_memory(kitchen):
    """A Raspberry Pi with 512 MB, all of which another program takes: eggd rings, and the kernel kills that program."""
    kitchen.have()
    kitchen.switch_off()
    kitchen.boot(memory=512)
    synchronise(kitchen)
    memory = lambda field: int(kitchen.root(f"sed -n 's/^{field}: *\\([0-9]*\\) .*/\\1/p' /proc/meminfo"))  # noqa: E731
    total = memory("MemTotal")
    expect(total < 512 * 1024, f"the machine was to have 512 MB at most, and has {total} kB")
    kitchen.eggctl("status")
    process = kitchen.main_process()
    eat = """push @all, "x" x (1 << 20)"""
    left = """open(MEMORY, "/proc/meminfo"), join("", <MEMORY>) =~ /MemAvailable: *(\\d+)/ && $1"""
    kitchen.root(f"systemd-run -q --unit=box-eater perl -e '{eat} while (({left}) > 20480); sleep'")
    kitchen.wait_until(lambda: memory("MemAvailable") < 28 * 1024, "a machine without memory")
    kitchen.eggctl("start 10s")
    deadline, heard = kitchen.deadline(), kitchen.speaker.frames
    late = kitchen.sound(kitchen.speaker, heard, "the bell while memory is short") - deadline
    expect(abs(late) <= 1, f"while memory was short the speaker rang {late:+.2f} s from the deadline")
    used = pss(kitchen, "eggd")
    doctor = kitchen.run("eggctl doctor 2>&1", OWNER)
    expect(doctor.status == 0, f"while memory was short doctor says: {doctor}")
    # This program takes more than there is.
    kitchen.run(f"systemd-run -q --wait --unit=box-glutton perl -e '{eat} while 1' || true")
    victims = killed_processes(kitchen)
    expect(set(victims) == {"perl"}, f"the kernel has killed {victims}")
    expect(kitchen.main_process() == process, "eggd was killed while memory was short")
    kitchen.eggctl("dismiss")
    kitchen.switch_off()
    return (
        f"rang {late:+.2f} s from the deadline in {total >> 10} MB, of which eggd had {used:.1f} (PSS) and "
        f"another program all others; the kernel killed {', '.join(victims)}"
    )


def killed_processes(kitchen):
    """The names of the processes that the kernel has killed for their memory since the boot."""
    return re.findall(r"Out of memory: Killed process \d+ \((.*?)\)", kitchen.root("journalctl -k -b -o cat"))


def wakes_a_slow_output(kitchen):
    """An output cuts off the first second of sound, as HDMI does: lead-in opens it before the deadline."""
    kitchen.have()
    kitchen.owner("mkdir -p .config/eggtimer && printf '[alarm]\\nlead-in = 3s\\n' >.config/eggtimer/eggd.conf")
    kitchen.run(RESTART, OWNER)
    kitchen.eggctl("start 10s")
    deadline, heard = kitchen.deadline(), kitchen.speaker.frames
    running = "grep -q RUNNING /proc/asound/card0/pcm0p/sub0/status"
    expect(kitchen.run(running).status != 0, "the output is open long before the deadline")
    opened = kitchen.root(f"until {running}; do sleep 0.1; done; cut -d ' ' -f 1 /proc/uptime")
    early = deadline - float(opened)
    expect(early > 1, f"the output was opened {early:.2f} s before the deadline")
    # QEMU writes the last milliseconds of an earlier alarm when the output is opened again. Any other sound during the
    # lead-in is too early for the bell.
    late = kitchen.lateness(kitchen.speaker, heard + RATE // 2, deadline, "the bell after a lead-in")
    kitchen.eggctl("dismiss")
    doctor = kitchen.run("eggctl doctor 2>&1", OWNER)
    expect(doctor.status == 0, f"with a lead-in 'eggctl doctor' says: {doctor}")
    kitchen.owner(f"rm -r .config/eggtimer; {RESTART}")
    return f"the output was open {early:.1f} s before the deadline, silent; the bell {late:+.2f} s from it"


def runs_commands(kitchen):
    """The command in eggd.conf(5) runs when an egg rings, outside of eggd's sandbox, and its service ends."""
    kitchen.have()
    line = re.search(r"^on-ring = systemd-cat .*", paper("man/eggd.conf.5"), re.MULTILINE)
    expect(line, "eggd.conf(5) has no example of a command that logs")
    # Writing to the home folder, to a temporary file and to the service manager is what eggd may not do.
    program = (
        "pwd >place && touch /tmp/box-command && systemctl --user is-active eggd.service && "
        'echo "command: $EGG_EVENT $EGG_NAME $EGG_EGG"; sleep 600 & exit 3'
    )
    settings = f"'[alarm]' {shlex.quote(line[0])} 'on-start = /home/{OWNER}/started'"
    kitchen.owner(
        f"printf '%s\\n' '#!/bin/sh' {shlex.quote(program)} >started && chmod +x started && "
        f"mkdir -p .config/eggtimer && printf '%s\\n' {settings} >.config/eggtimer/eggd.conf"
    )
    kitchen.run(RESTART, OWNER)
    # Nobody has enabled it: eggd.service starts it.
    expect(kitchen.owner("systemctl --user is-active eggd-commands.socket") == "active", "nothing waits for commands")
    expect(kitchen.run("pgrep -x eggrun").status == 1, "eggrun ran before the first event")
    doctor = kitchen.run("eggctl doctor", OWNER).text
    expect("commands in the configuration are run" in doctor, f"'eggctl doctor' says of commands: {doctor}")
    begin = kitchen.journal_end()
    kitchen.eggctl("start 3s --name pot")

    def logged(text):
        kitchen.wait_until(lambda: text in kitchen.journal(begin), f"'{text}' in the journal")

    logged("command: start pot custom")
    logged("exited with 3")
    logged("Poached eggs are done")
    kitchen.wait_for_state("ringing", "pot")
    expect(kitchen.owner("cat place") == f"/home/{OWNER}", f"the command ran in {kitchen.owner('cat place')}")
    kitchen.wait_until(lambda: kitchen.run("pgrep -x eggrun").status == 1, "the end of eggrun")
    expect(kitchen.run(f"pgrep -u {OWNER} -x sleep").status == 1, "a process that the command has left still runs")
    result = kitchen.owner("systemctl --user show -P Result eggd-commands.service")
    expect(result == "success", f"eggd-commands.service ended with {result}")

    # The socket outlasts a quick series, and a service that can't be started.
    for number in range(30):
        kitchen.eggctl(f"start soft --name egg-{number}")
    kitchen.wait_until(
        lambda: kitchen.journal(begin).count("command: start egg-") == 30, "the commands of thirty eggs"
    )
    kitchen.eggctl("cancel --all")
    expect(kitchen.owner("systemctl --user is-active eggd-commands.socket") == "active", "the socket was given up")
    kitchen.owner("systemctl --user stop eggd-commands.socket")
    begin = kitchen.journal_end()
    kitchen.eggctl("start 1s --name pot")
    logged("systemctl --user start eggd-commands.socket")
    doctor = kitchen.run("eggctl doctor", OWNER).text
    expect("commands in the configuration are not run" in doctor, f"'eggctl doctor' says of commands: {doctor}")
    kitchen.wait_for_state("ringing", "pot")
    kitchen.eggctl("dismiss")
    kitchen.owner(f"rm -r started place /tmp/box-command .config/eggtimer; {RESTART}")
    expect(kitchen.owner("systemctl --user is-active eggd-commands.socket") == "active", "the socket did not come back")
    return "the command of eggd.conf(5) ran at the ring, one's own program outside the sandbox, and 30 in a quick series"


def counts_instructions(kitchen):
    """The instructions and the memory that eggd and eggctl take, beside those of systemd's programs."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.eggctl("status")
    # In the first minute after the boot, eggd wakes up to tell whether the sound cards have been found by then. The end
    # of a client is handled a moment later.
    kitchen.wait_until(lambda: float(kitchen.root("cat /proc/uptime").split()[0]) > 75, "the end of the boot")
    (idle,) = increase(kitchen, 30, usage(kitchen, "eggd"))
    expect(idle == 0, f"an idle eggd has executed {idle / 1000:.3f} million instructions in 30 s")
    kitchen.eggctl("start 20m")

    def watch(command):
        """The instructions of eggd and of its only watcher for each tick, and the watcher's memory."""
        events = "/run/user/1000/box-watched"
        kitchen.owner(
            f"rm -f {events}; systemd-run --user -qG --unit box-watch -p StandardOutput=file:{events} {command}"
        )
        count = f"grep -c '\"tick\"' {events}"
        kitchen.wait_until(lambda: kitchen.run(count).status == 0, f"a tick from '{command}'")
        ticks, engine, watcher = increase(kitchen, 20, count, usage(kitchen, "eggd"), usage(kitchen, "box-watch"))
        expect(ticks >= 19, f"'{command}' has shown {ticks} ticks in 20 s")
        memory = pss(kitchen, "box-watch")
        kitchen.owner(f"systemctl --user stop box-watch; rm {events}")
        return engine / ticks, watcher / ticks, memory

    def whole(command):
        """The instructions of a command, from its start to its end."""
        # 'time' shows milliseconds, so it sums up twenty runs. Another one before them loads the files.
        seconds = kitchen.owner(
            f"{command} >/dev/null; TIMEFORMAT='%U %S'; time for i in {{1..20}}; do {command} >/dev/null; done"
        ).split()
        return sum(map(float, seconds)) * 1e6 / 20

    def with_service(command, unit):
        """The instructions of a command and of the service that carries it out."""
        before = int(kitchen.root(usage(kitchen, unit)))
        client = whole(command)
        return client + (int(kitchen.root(usage(kitchen, unit))) - before) / 21

    engine, watcher, watcher_memory = watch("eggctl watch --json")
    other = f"varlinkctl call --json=short {SOCKET} io.eggtimer.Timers"
    _, other_watcher, other_memory = watch(f"{other}.Watch '{{}}' --more --timeout=infinity")
    status, other_status, least = whole("eggctl status"), whole(f"{other}.List '{{}}'"), whole("/bin/true")
    expect(
        status < other_status,
        f"'eggctl status' executes {status / 1000:.2f} million instructions, 'varlinkctl' {other_status / 1000:.2f}",
    )
    # Both have one timer to list. Each further start of systemd's adds one.
    other_start = "systemd-run --user -qG --on-active=20m true"
    kitchen.owner(other_start)
    listed = with_service("eggctl status", "eggd")
    other_listed = with_service("systemctl --user list-timers --no-pager 'run-*'", "init.scope")
    started = with_service("eggctl start 20m", "eggd")
    other_started = with_service(other_start, "init.scope")
    kitchen.owner("systemctl --user stop 'run-*.timer'")
    memory, manager = pss(kitchen, "eggd"), pss(kitchen, "init.scope")
    kitchen.eggctl("cancel --all")
    return (
        f"idle for 30 s: {idle}; millions of instructions: a tick {engine / 1000:.2f} in eggd and "
        f"{watcher / 1000:.2f} in 'eggctl watch' ({watcher / other_watcher:.2f} of varlinkctl's), "
        f"'eggctl status' {status / 1000:.2f} ({status / other_status:.2f} of varlinkctl's, {status / least:.1f} times "
        f"true's); with eggd, 'eggctl status' {listed / 1000:.2f} and 'eggctl start' {started / 1000:.2f} "
        f"({listed / other_listed:.2f} of 'systemctl list-timers' and {started / other_started:.2f} of 'systemd-run "
        f"--on-active', with systemd); PSS: eggd {memory:.1f} MB ({memory / manager:.2f} of the user's service "
        f"manager's), 'eggctl watch' {watcher_memory:.1f} MB ({watcher_memory / other_memory:.2f} of varlinkctl's)"
    )


def increase(kitchen, seconds, *commands):
    """By how much the number that each command prints has grown after these seconds."""
    # One command in the machine, so that the connection to it adds nothing to the time.
    both = "; ".join(commands)
    numbers = [int(number) for number in kitchen.root(f"{both}; sleep {seconds}; {both}").split()]
    return [after - before for before, after in zip(numbers[: len(commands)], numbers[len(commands) :])]


def usage(kitchen, unit):
    """A command that prints how many thousands of instructions a unit of the owner has executed.

    The kernel counts microseconds. The emulated machine's time passes by a nanosecond for each instruction.
    """
    return f"sed -n 's/^usage_usec //p' {control_group(kitchen, unit)}/cpu.stat"


def pss(kitchen, unit):
    """The memory of a unit's first process in MB. It also has a share of what others use."""
    process = kitchen.root(f"head -n 1 {control_group(kitchen, unit)}/cgroup.procs")
    return int(kitchen.root(f"sed -n 's/^Pss: *\\([0-9]*\\) .*/\\1/p' /proc/{process}/smaps_rollup")) / 1024


def control_group(kitchen, unit):
    return "/sys/fs/cgroup" + kitchen.owner(f"systemctl --user show -P ControlGroup {unit}")


LAN_ADDRESS = "192.168.7.1"


def serves_the_page(kitchen):
    """The page answers its user on the machine and nobody else, is opened to the home network and closed, and exits."""
    kitchen.have()

    def get(path="/", address="127.0.0.1", user=OWNER, host=None, cookie=None):
        """The status of a reply, and the reply."""
        lines = [f"GET {path} HTTP/1.0", f"Host: {host or address}:8090", *([f"Cookie: {cookie}"] if cookie else [])]
        request = "".join(f"{line}\\r\\n" for line in [*lines, ""])
        reply = kitchen.run(f"exec 3<>/dev/tcp/{address}/8090 && printf '{request}' >&3 && cat <&3", user).text
        status = re.match(r"HTTP/1\.\d (\d+) ", reply)
        return int(status[1]) if status else 0, reply

    def expect_reply(expected, why, **request):
        status, reply = get(**request)
        expect(status == expected, f"{why} the reply was to be {expected}, and was: {reply or 'none'}")
        return reply

    def listeners():
        return sorted(line.split()[3] for line in kitchen.root("ss -Hltn").splitlines())

    kitchen.root(f"ip link add house type dummy && ip address add {LAN_ADDRESS}/24 dev house && ip link set house up")
    install = "DEBIAN_FRONTEND=noninteractive apt-get install -y -q /run/box/eggtimer-web.deb"
    kitchen.root(install)
    expect(not listeners(), f"the package listens before it is told to: {listeners()}")
    kitchen.owner("systemctl --user enable --now eggweb.socket")
    expect(listeners() == ["127.0.0.1:8090"], f"the socket listens at {listeners()}")
    expect(kitchen.run("pgrep -x eggweb").status == 1, "eggweb ran before the first request")

    page = expect_reply(200, "for its user")
    expect("<html" in page, f"the page is: {page}")
    expect(kitchen.run("pgrep -x eggweb").status == 0, "no eggweb runs after the first request")

    listed = '"timers":'
    expect(listed in call_list(kitchen), "the page doesn't list eggd's timers")
    process = kitchen.run("pgrep -x eggweb").text
    kitchen.owner("systemctl --user restart eggd.socket")
    expect(listed in call_list(kitchen), "the page doesn't list eggd's timers after eggd.socket has restarted")
    expect(kitchen.run("pgrep -x eggweb").text == process, "eggweb was restarted together with eggd.socket")
    # The page may have been started before eggd's socket existed for the first time.
    kitchen.owner("systemctl --user stop eggd.socket eggweb.service && rm -r $XDG_RUNTIME_DIR/eggtimer")
    expect("NoDaemon" in call_list(kitchen), "the page doesn't say that eggd can't be reached")
    kitchen.owner("systemctl --user start eggd.socket")
    expect(listed in call_list(kitchen), "a page that was started before eggd.socket doesn't list eggd's timers")
    expect_reply(403, "for another user", user="neighbour")
    # In the sandbox's user namespace, root looks like any other user.
    expect_reply(403, "for root", user="root")
    expect_reply(421, "for a name that isn't the machine's", host="evil.example")
    expect_reply(0, "from the home network while the page is closed,", address=LAN_ADDRESS)

    opened = kitchen.eggctl("page --open")
    expect("not encrypted" in opened, f"'eggctl page --open' doesn't say that HTTP isn't encrypted: {opened}")
    link = re.search(rf"http://{LAN_ADDRESS}:8090(/\?token=\S+)", opened)
    expect(link, f"'eggctl page --open' shows no link for the home network: {opened}")
    expect(listeners() == ["*:8090"], f"the opened socket listens at {listeners()}")
    asked = expect_reply(401, "without the secret", address=LAN_ADDRESS)
    expect("eggctl page" in asked, f"the refusal doesn't name 'eggctl page': {asked}")
    expect_reply(401, "with a wrong secret", address=LAN_ADDRESS, path="/?token=" + "x" * 43)
    given = expect_reply(303, "with the secret", address=LAN_ADDRESS, path=link[1])
    cookie = re.search(r"(?i)^set-cookie: (eggweb=[^;\r]+)", given, re.M)
    expect(cookie, f"the secret is not kept in a cookie: {given}")
    expect_reply(200, "with the cookie", address=LAN_ADDRESS, cookie=cookie[1])
    expect_reply(200, "for its user, though the page is open,")
    status, reply = get(user="neighbour")
    expect(status in (401, 403), f"another user without the secret got: {reply}")
    doctor = kitchen.run("eggctl doctor", OWNER).text
    expect("open to your home network" in doctor, f"'eggctl doctor' doesn't say that the page is open: {doctor}")
    kitchen.eggctl("page --new-token")
    expect_reply(401, "with the old cookie", address=LAN_ADDRESS, cookie=cookie[1])
    kitchen.eggctl("page --close")
    expect(listeners() == ["127.0.0.1:8090"], f"the closed socket listens at {listeners()}")
    expect_reply(0, "from the home network after the page was closed,", address=LAN_ADDRESS)
    expect_reply(200, "for its user, after the page was closed,")

    began = kitchen.machine.clock().boot
    kitchen.wait_until(lambda: kitchen.run("pgrep -x eggweb").status == 1, "the end of an idle eggweb")
    idle = kitchen.machine.clock().boot - began
    result = kitchen.owner("systemctl --user show -P Result eggweb.service")
    expect(result == "success", f"the idle eggweb ended with {result}")
    checks = look_from_inside_the_page(kitchen)

    expect_reply(200, "after that")
    kitchen.eggctl("page --open")
    removed = kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get remove -y -q eggtimer-web")
    expect(kitchen.run("pgrep -x eggweb").status == 1, "eggweb still runs after its package was removed")
    expect(not listeners(), f"after the removal something listens at {listeners()}")
    expect(kitchen.owner("systemctl --user is-active eggd.socket") == "active", "the removal has stopped eggd.socket")
    expect("closed the touch page of egg" in removed, f"the removal doesn't say that it closes the page: {removed}")
    kitchen.root(install)
    expect(listeners() == ["127.0.0.1:8090"], f"installed again, after it was open, the page listens at {listeners()}")
    expect_reply(200, "after the page was installed again")
    remove_page(kitchen)
    kitchen.root("ip link delete house")
    return (
        "answers its user on the machine; a neighbour, root, other names and the home network are refused; opened, it "
        f"asks the network for the secret; closed again; ended after {idle:.0f} s; {checks} checks inside the sandbox"
    )


def remove_page(kitchen):
    kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get remove -y -q eggtimer-web")
    kitchen.owner(
        "rm -rf .config/systemd/user/sockets.target.wants/eggweb.socket .local/state/eggweb .local/state/till; "
        "systemctl --user daemon-reload"
    )


# 18,000 sockets that are connected to each other, and nothing more.
IDLE_SOCKETS = """
    socket $listener, AF_INET, SOCK_STREAM, 0 or die; bind $listener, pack_sockaddr_in 0, INADDR_LOOPBACK or die;
    listen $listener, 128 or die; $address = getsockname $listener;
    for (1..9000) {
        socket my $one, AF_INET, SOCK_STREAM, 0 or die; connect $one, $address or die;
        accept my $other, $listener or die; push @all, $one, $other;
    }
    sleep;
"""

# 2,300 connections to the page in a second, of which 5,000 stay open; every second one has a request.
FLOOD = r"""
    $SIG{PIPE} = "IGNORE"; $page = pack_sockaddr_in 8090, INADDR_LOOPBACK;
    while (1) {
        for (1..23) {
            socket my $one, AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0 or die; connect $one, $page; push @all, $one;
            syswrite $one, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n" if @all % 2;
        }
        splice @all, 0, @all - 5000 if @all > 5000; select undef, undef, undef, 0.01;
    }
"""

# A page: it opens an event stream, waits for the alarm and, after some sound, stops it. It prints when the stream was
# open, when it showed the alarm, when it asked for the end and got it, and the reply's first line.
PAGE = r"""
    exec 3<>/dev/tcp/127.0.0.1/8090 && printf 'GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n' >&3
    while read -r line && [[ $line != *'"kind":"snapshot"'* ]]; do :; done <&3
    read -r opened _ </proc/uptime
    while read -r line && [[ $line != *'"kind":"rang"'* ]]; do :; done <&3
    read -r rang _ </proc/uptime
    sleep 2; read -r tapped _ </proc/uptime
    exec 4<>/dev/tcp/127.0.0.1/8090
    printf 'POST /call/io.eggtimer.Timers.Dismiss HTTP/1.1\r\nHost: localhost\r\n%s\r\n%s\r\n\r\n{}' \
        'Content-Type: application/json' 'Content-Length: 2' >&4
    read -r reply <&4; read -r stopped _ </proc/uptime
    echo "$opened $rang $tapped $stopped $reply"
"""


def serves_the_page_in_a_flood(kitchen):
    """Another user has 18,000 idle sockets and floods the page while it rings: it shows the alarm and stops it."""
    kitchen.have()
    kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get install -y -q /run/box/eggtimer-web.deb")
    kitchen.owner("systemctl --user enable --now eggweb.socket")

    def start_neighbour(unit, program):
        settings = "-p User=neighbour -p LimitNOFILE=20000"
        kitchen.root(f"systemd-run -q --unit {unit} {settings} perl -MSocket -e {shlex.quote(program)}")

    start_neighbour("box-idle", IDLE_SOCKETS)
    sockets = "awk '/^TCP:/ && $3 >= 18000' /proc/net/sockstat | grep -q ."
    kitchen.wait_until(lambda: kitchen.run(sockets).status == 0, "18,000 sockets")
    kitchen.eggctl("start 20s")
    deadline = kitchen.deadline()
    heard = kitchen.speaker.frames
    start_neighbour("box-flood", FLOOD)
    begin = kitchen.machine.clock().boot
    *times, reply = kitchen.owner(PAGE).split(maxsplit=4)
    opened, rang, tapped, stopped = map(float, times)
    expect(reply.split()[1] == "200", f"'Stop' was answered with {reply}")
    expect(opened < deadline, f"in the flood the page was open after {opened - begin:.1f} s")
    # A connection that finds no place in the queue is repeated after a second.
    expect(rang - deadline < 2, f"in the flood the page showed the alarm after {rang - deadline:.1f} s")
    expect(stopped - tapped < 5, f"in the flood 'Stop' was carried out after {stopped - tapped:.1f} s")
    kitchen.lateness(kitchen.speaker, heard, deadline, "in the flood the bell")
    kitchen.root("systemctl is-active box-idle box-flood && systemctl stop box-idle box-flood")
    expect(not kitchen.timers(), f"after 'Stop' there are timers: {kitchen.timers()}")
    remove_page(kitchen)
    return (
        f"open after {opened - begin:.1f} s, shows the alarm after {rang - deadline:.1f} s and stops it after "
        f"{stopped - tapped:.1f} s, while another user has 18,000 sockets and opens 2,300 in a second"
    )


def call_list(kitchen):
    """The page's reply to a call that asks eggd for its timers."""
    lines = ["POST /call/io.eggtimer.Timers.List HTTP/1.0", "Host: localhost", "Content-Type: application/json", ""]
    request = "".join(f"{line}\\r\\n" for line in lines)
    return kitchen.run(f"exec 3<>/dev/tcp/127.0.0.1/8090 && printf '{request}' >&3 && cat <&3", OWNER).text


def look_from_inside_the_page(kitchen):
    """What the page needs is permitted inside eggweb's sandbox, and the rest is not."""
    open_stand_ins(kitchen)
    kitchen.owner("mkdir -p .config/eggtimer && echo '[alarm]' >.config/eggtimer/eggd.conf")
    lines = run_inside(kitchen, "eggweb", "page")
    kitchen.owner("rm -r .config/eggtimer")
    kitchen.owner("systemctl --user stop stand-ins.socket")
    kitchen.root("systemctl stop stand-ins.socket")
    return len(lines)


def open_stand_ins(kitchen):
    """Opens a socket in place of each one that eggweb must not reach and this machine doesn't have."""
    kitchen.root("install -m 755 /run/box/inside-service /usr/local/bin")
    missing = [
        path
        for path in kitchen.owner("inside-service sockets").split()
        if kitchen.run(f"test -S {path}").status != 0
    ]
    for run, user, is_own in ("systemd-run", "root", False), ("systemd-run --user", OWNER, True):
        paths = [path for path in missing if path.startswith("/run/user/") == is_own]
        listen = " ".join(f"--socket-property=ListenStream={path}" for path in paths)
        command = f"{run} -q --unit=stand-ins {listen} --socket-property=SocketMode=0666 sleep 9"
        kitchen.succeed(kitchen.run(command, user))
    outside = kitchen.run("inside-service outside", OWNER)
    expect(outside.status == 0, f"without the sandbox: {outside}")


PASSWORD = "soft boiled"
LOGIN = f"-h house.local -u egg -P '{PASSWORD}'"


def bridges_to_a_broker(kitchen):
    """The lines of eggmqtt(8) connect the timers with a broker. It starts an egg and, after a power cut, stops its alarm."""
    kitchen.have()
    synchronise(kitchen)
    start_broker(kitchen)
    begin = kitchen.journal_end()
    package, _ = put_package(kitchen, "eggtimer-mqtt")
    lines = example("man/eggmqtt.8", r"^\$ install -D -m 600 .*\n(?:^[^.].*\n)*")
    lines[0] += f" <<<'{PASSWORD}'"
    kitchen.succeed(kitchen.type("\n".join([f"sudo apt install ./{package}", *lines[:-1]])))

    def retained(topic):
        """The topic and the message that the broker retains there; none if there is none."""
        answer = kitchen.run(f"mosquitto_sub {LOGIN} -v -C 1 -W 5 -t 'eggtimer/{topic}'")
        return answer.text.split(" ", 1) if answer.status == 0 else None

    def wait_for_status(status, when):
        return kitchen.wait_until(
            lambda: (found := retained("+/status")) and found[1] == status and found[0], f"'{status}' {when}"
        )

    def wait_for_timers(holds, what):
        """Waits until the broker's timers are so; the connection to eggd may be a new one."""
        kitchen.wait_until(lambda: (found := retained("+/timers")) and holds(json.loads(found[1])["timers"]), what)

    def command(line):
        kitchen.root(f"mosquitto_pub {LOGIN} -t {base}/command -m '{line}'")

    base = wait_for_status("online", "on the broker").removesuffix("/status")
    expect("mqtts://" in kitchen.journal(begin), "the log doesn't say that the password can be read in the network")
    wait_for_timers(lambda timers: not timers, "the timers on the broker")
    kitchen.owner("systemctl --user restart eggd.socket && systemctl --user kill --signal KILL eggmqtt")
    wait_for_status("offline", "after the bridge was killed")
    wait_for_status("online", "after systemd had started the bridge again")

    command("30s")
    wait_for_timers(lambda timers: [timer["state"] for timer in timers] == ["cooking"], "the egg on the broker")
    # The broker's memory is of that time after the power cut.
    kitchen.root("systemctl kill --signal USR1 mosquitto")
    saved = "grep -q cooking /var/lib/mosquitto/mosquitto.db && sync"
    kitchen.wait_until(lambda: kitchen.run(saved).status == 0, "the broker's memory on the disk")
    egg = kitchen.timer()
    expect(egg["state"] == "cooking", f"the power was to be cut while it cooks, but the egg is {egg}")
    kitchen.boot()
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(0) > 1, "the bell after the power had come back")
    wait_for_timers(lambda timers: [timer["state"] for timer in timers] == ["ringing"], "the alarm on the broker")
    wait_for_status("online", "after the power had come back")
    events = "/run/box/events"
    kitchen.root(
        f"systemd-run -q --unit box-events -p StandardOutput=file:{events} mosquitto_sub {LOGIN} "
        f"-t {base}/event -t {base}/status"
    )
    kitchen.wait_until(lambda: kitchen.run(f"grep -q online {events}").status == 0, "the subscription")
    command("dismiss")
    dismissed = f"""grep -q '"dismissed"' {events}"""
    kitchen.wait_until(lambda: kitchen.run(dismissed).status == 0, "the event on the broker")
    kitchen.root("systemctl stop box-events")
    wait_for_timers(lambda timers: not timers, "the end of the egg on the broker")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed on the broker")
    doctor = kitchen.run("eggctl doctor", OWNER).text
    expect("eggmqtt is connected to mqtt://house.local" in doctor, f"doctor says of the bridge: {doctor}")

    # The start of eggd and of the bridge is over, as in counts_instructions.
    kitchen.wait_until(lambda: float(kitchen.root("cat /proc/uptime").split()[0]) > 75, "the end of the boot")
    process = kitchen.owner("systemctl --user show -P MainPID eggmqtt")
    switches = f"awk '/^voluntary/ {{ sum += $2 }} END {{ print sum }}' /proc/{process}/task/*/status"
    # Each time is shorter than a keepalive; in one of them there is a sign of life.
    wakeups = [increase(kitchen, 50, switches)[0] for _ in range(2)]
    expect(max(wakeups) <= 2, f"idle, the bridge has woken up {wakeups} times in twice 50 s")
    memory = pss(kitchen, "eggmqtt")
    expect(memory <= 12, f"the bridge has {memory:.1f} MB")

    kitchen.root("DEBIAN_FRONTEND=noninteractive apt-get remove -y -q eggtimer-mqtt")
    expect(kitchen.run("pgrep -x eggmqtt").status == 1, "eggmqtt still runs after its package was removed")
    wait_for_status("offline", "after the package was removed")
    kitchen.owner(
        "rm -r .config/eggtimer .config/systemd/user/default.target.wants/eggmqtt.service eggtimer-mqtt_*; "
        "systemctl --user daemon-reload && systemctl --user reload eggd"
    )
    kitchen.root(
        "systemctl disable -q --now mosquitto && rm /etc/mosquitto/conf.d/box.conf /etc/mosquitto/passwords "
        "/var/lib/mosquitto/* && sed -i /house.local/d /etc/hosts"
    )
    return (
        f"{len(lines)} lines of eggmqtt(8); an egg started by the broker rang there and here after a power cut, and was "
        f"dismissed there; {wakeups} wakeups in twice 50 s, PSS {memory:.1f} MB"
    )


def start_broker(kitchen):
    """Starts a broker that the lines of eggmqtt(8) lead to; it knows only the user egg."""
    passwords = "/etc/mosquitto/passwords"
    settings = rf"listener 1883\nallow_anonymous false\npassword_file {passwords}\n"
    kitchen.root(
        f"mosquitto_passwd -b -c {passwords} egg '{PASSWORD}' && chown mosquitto {passwords} && "
        f"printf '{settings}' >/etc/mosquitto/conf.d/box.conf && echo 127.0.0.1 house.local >>/etc/hosts && "
        "systemctl enable -q --now mosquitto"
    )


KEYS_CONFIGURATION = """\
[keys worktop]
device = Box Keyboard
device = Box Buttons
KEY_F13 = soft
KEY_F14 = medium
hold KEY_F14 = cancel
KEY_F15 = 9m --name tea
KEY_F16 = pause
REL_DIAL = extend 30s
"""

# The keys that are pressed too fast.
MANY_KEYS = "".join(f"KEY_MACRO{number} = soft\n" for number in range(1, 31))

# Without the grab, the machine's console would act on its keys.
HOSTILE_SECTION = """\
[keys everything]
device = Box Everything
grab = yes
KEY_F13 = soft
hold KEY_F13 = pause
KEY_F14 = medium
REL_DIAL = extend 30s
"""

KEYS_RULES = "/etc/udev/rules.d/69-eggtimer.rules"
EVENTS = "/run/user/1000/box-events"


def presses_buttons(kitchen):
    """Buttons, a dial and a light, also unplugged at any moment, pressed too fast, and beside a hostile device."""
    kitchen.have()
    synchronise(kitchen)
    kitchen.root("install -m 755 /run/box/keypad /usr/local/bin && modprobe uinput")
    kitchen.root("systemd-run -q --unit box-keypad keypad serve")
    kitchen.wait_until(lambda: kitchen.run("test -S /run/box-keypad").status == 0, "the program with the devices")
    section = prepare_light(kitchen)
    configure_keys(kitchen, KEYS_CONFIGURATION, MANY_KEYS, section)
    allow_buttons(kitchen)
    press_and_turn(kitchen)
    press_without_eggd(kitchen)
    idle, cooking = instructions_of_keys(kitchen), instructions_of_keys(kitchen, "start 20m")
    expect((idle, cooking) == (0, 0), f"while nobody presses, eggkeys executes {idle} and {cooking} thousands in 30 s")
    times = sorted(map(float, keypad(kitchen, "answers 200").split()))
    median, slow = times[99], times[197]
    expect(slow <= 10, f"until eggd's event, one of a hundred presses takes {slow:.1f} ms, the median {median:.1f} ms")
    opened = unplug_buttons(kitchen)
    presses, answered = press_too_fast(kitchen)
    memory = send_everything(kitchen, section)
    remove_keys(kitchen)
    return (
        f"press to event {median:.1f} ms, p99 {slow:.1f} ms; executes nothing in 30 s, also while an egg cooks; "
        f"50 unplugs, {opened} of an open device; {presses} presses in 3 s, eggd answers in {answered * 1000:.0f} ms; "
        f"after 20,000 hostile events PSS {memory:.1f} MB"
    )


def keypad(kitchen, words):
    """Has the program with the devices carry out a command."""
    return kitchen.root(f"keypad {words}")


def prepare_light(kitchen):
    """Connects the light, and allows it as the package allows one called egg; returns its section of eggd.conf.

    It is an LED of an input device, whose name the kernel chooses.
    """
    name = f"{keypad(kitchen, 'plug light')}::scrolllock"
    rule, unit = "/usr/lib/udev/rules.d/70-eggtimer.rules", "/usr/lib/systemd/user/eggkeys.service"
    drop_in = ".config/systemd/user/eggkeys.service.d"
    kitchen.root(f"""sed 's/KERNEL=="egg"/KERNEL=="{name}"/' {rule} >/etc/udev/rules.d/70-eggtimer.rules""")
    kitchen.root(f"grep -q {name} /etc/udev/rules.d/70-eggtimer.rules && grep -qx 'ReadWritePaths=.*/egg' {unit}")
    kitchen.owner(
        f"mkdir -p {drop_in} && "
        rf"printf '[Service]\nReadWritePaths=-/sys/class/leds/%s\n' {name} >{drop_in}/box.conf"
    )
    kitchen.root("udevadm control --reload && udevadm trigger --settle --subsystem-match=leds")
    folder = f"/sys/class/leds/{name}"
    kitchen.wait_until(lambda: kitchen.run(f"test -w {folder}/delay_on", OWNER).status == 0, "the light's permission")
    expect(kitchen.run(f"test -w {folder}/brightness", OWNER).status != 0, "the user can also write its brightness")
    return f"[light]\nled = {name}\n"


def configure_keys(kitchen, *sections):
    """Starts eggkeys with these sections."""
    text = shlex.quote("".join(sections))
    kitchen.owner(f"mkdir -p .config/eggtimer && printf %s {text} >.config/eggtimer/eggd.conf")
    kitchen.owner("eggd --check-config")
    kitchen.owner("systemctl --user daemon-reload && systemctl --user enable -q eggkeys")
    kitchen.owner("systemctl --user restart eggkeys")


def plug_device(kitchen, device):
    """Connects a device; returns its file when udev has set the mode of it."""
    name = keypad(kitchen, f"plug {device}")
    kitchen.root("udevadm settle")
    return f"/dev/input/{kitchen.root(f'cd /sys/class/input/{name} && echo event*')}"


def plug_readable(kitchen, device):
    """Connects a device, and waits until eggkeys reads it."""
    begin = kitchen.journal_end()
    plug_device(kitchen, device)
    said = f"Box {device.capitalize()} is connected"
    kitchen.wait_until(lambda: said in kitchen.journal(begin), f"'{said}' in the journal")


def allow_buttons(kitchen):
    """A keyboard stays unreadable; the line that doctor shows makes the buttons readable."""
    kitchen.owner("printf '[keys a]\\ndevice = a\\nKEY_F13 = soft\\nKEY_POWER = soft\\n' >power.conf")
    refused = kitchen.run("eggd --check-config --config power.conf", OWNER)
    expect(refused.status == 78 and "turns the machine off" in refused.text, f"KEY_POWER was not refused: {refused}")
    line = """SUBSYSTEM=="input", ATTRS{name}=="Box Keyboard", ENV{EGGTIMER_KEYS}="1" """
    kitchen.root(f"echo {shlex.quote(line)} >{KEYS_RULES} && udevadm control --reload; rm /home/{OWNER}/power.conf")

    def wait_for_finding(text):
        return kitchen.wait_until(
            lambda: text in (said := kitchen.run("eggctl doctor", OWNER).text) and said, f"'{text}' of doctor"
        )

    def expect_reader(file, can_read):
        opened = kitchen.run(f": <{file}", OWNER)
        expect((opened.status == 0) == can_read, f"{kitchen.root(f'ls -l {file}')}, and its opening: {opened}")

    expect_reader(plug_device(kitchen, "keyboard"), can_read=False)
    wait_for_finding("eggkeys can't read Box Keyboard, because it has letter keys")
    keypad(kitchen, "unplug keyboard")
    file = plug_device(kitchen, "buttons")
    expect_reader(file, can_read=False)
    fix = re.search(r"echo '.*69-eggtimer.rules .* udevadm trigger", wait_for_finding("eggkeys can't read Box Buttons"))
    expect(fix, "doctor doesn't say how to allow the buttons")
    kitchen.succeed(kitchen.type(fix[0]))
    kitchen.root("udevadm settle")
    wait_for_finding("eggkeys reads Box Buttons")
    mode = kitchen.root(f"stat -c '%U %G %a' {file}")
    expect(mode == "root audio 640", f"the buttons belong to '{mode}'")


def press_and_turn(kitchen):
    """Each gesture makes one change, and the light shows it."""
    kitchen.owner(f"systemd-run --user -qG --unit box-events -p StandardOutput=file:{EVENTS} eggctl watch --json")
    kitchen.wait_until(lambda: kitchen.run(f"grep -q snapshot {EVENTS}").status == 0, "the watcher's snapshot")
    expect_event(kitchen, "press F13", "started")
    expect_event(kitchen, "hold F14 1.2", "cancelled")
    expect_event(kitchen, "bounce F13", "started")
    before = kitchen.timer()["durationMs"]
    expect_event(kitchen, "turn 20", "extended")
    added = kitchen.timer()["durationMs"] - before
    expect(added == 600_000, f"twenty steps of the dial have added {added} ms")

    expect_blinking(light_blinks(kitchen, "recorded 9"), 3, 0.2, 1.8)
    kitchen.eggctl("cancel")
    ring(kitchen)
    expect_blinking(light_blinks(kitchen, "recorded 3"), 8, 0.15, 0.15)
    expect_event(kitchen, "press F16", "dismissed")
    idle = light_blinks(kitchen, "recorded 4")
    expect(not idle, f"without a timer: {idle}")
    expect_refusal(kitchen, "press F16")
    ring(kitchen)
    expect_event(kitchen, "hold F13 1.2", "snoozed")
    kitchen.owner("systemctl --user stop box-events")
    kitchen.eggctl("cancel --all")


def events(kitchen):
    """The kinds of the watcher's events that a person causes, and of alarms."""
    lines = kitchen.root(f"grep -v '\"tick\"' {EVENTS}").splitlines()
    kinds = [json.loads(line)["event"]["kind"] for line in lines]
    return [kind for kind in kinds if kind not in ("snapshot", "sound", "saving", "kitchen")]


def expect_event(kitchen, words, kind):
    """Moves the buttons, and expects this one event."""
    before = len(events(kitchen))
    keypad(kitchen, words)
    kitchen.wait_until(lambda: len(events(kitchen)) > before, f"'{kind}' after '{words}'")
    # Another one would follow at once.
    kitchen.root("sleep 0.5")
    found = events(kitchen)[before:]
    expect(found == [kind], f"after '{words}' came {found}")


def ring(kitchen):
    kitchen.eggctl("start 1s")
    kitchen.wait_until(lambda: events(kitchen)[-1] == "rang", "the alarm's event")


def light_blinks(kitchen, *commands):
    """For each time that the light goes on until the last of the commands ends: how long it is on, and then off."""
    line = "; ".join(f"keypad {command}" for command in ("record", *commands))
    changes = [tuple(map(float, change.split())) for change in kitchen.root(line).splitlines()]
    while changes and not changes[0][1]:
        changes.pop(0)
    times = [time for time, _ in changes] + [float("inf")] * 2
    return [(times[at + 1] - times[at], times[at + 2] - times[at + 1]) for at in range(0, len(changes), 2)]


def expect_blinking(blinks, count, on, off):
    """Expects at least so many blinks, which are so long; the kernel may end single ones late."""
    # The recording ends before the next blink, so the last one's pause is not known.
    times = list(zip(*blinks[:-1]))
    lengths = [statistics.median(some) for some in times]
    expect(
        len(blinks) > count and abs(lengths[0] - on) <= 0.03 and abs(lengths[1] - off) <= 0.03,
        f"the light was to blink for {on} s, with {off} s between, and has blinked like this: {blinks}",
    )


def expect_refusal(kitchen, words):
    """Expects two short blinks."""
    blinks = light_blinks(kitchen, words, "recorded 2")
    expect(
        len(blinks) == 2 and max(blinks[0][0], blinks[0][1], blinks[1][0]) < 0.16,
        f"the light after a refused press: {blinks}",
    )


def press_without_eggd(kitchen):
    """A press is carried out if eggd returns within five seconds, and else never; meanwhile the light refuses it."""
    stop = "systemctl --user stop eggd.socket eggd.service"
    start = "systemctl --user start eggd.socket"
    kitchen.owner(f"{stop} && keypad press F13 && sleep 1 && {start}")
    kitchen.wait_until(lambda: [timer["name"] for timer in kitchen.timers()] == ["egg"], "the egg of an earlier press")
    kitchen.eggctl("cancel")
    kitchen.owner(stop)
    expect_refusal(kitchen, "press F15")
    kitchen.owner(f"sleep 5 && {start}")
    # This press is carried out after all that waited.
    keypad(kitchen, "press F13")
    kitchen.wait_until(kitchen.timers, "the egg of the press after eggd had returned")
    names = [timer["name"] for timer in kitchen.timers()]
    expect(names == ["egg"], f"a press was carried out after more than five seconds: {names}")
    kitchen.eggctl("cancel")


def instructions_of_keys(kitchen, change=None):
    """The thousands of instructions that eggkeys executes in 30 s after a change."""
    if change:
        kitchen.eggctl(change)
    # The press before, or the change, and the status line that follows have an end.
    count = usage(kitchen, "eggkeys")
    kitchen.wait_until(lambda: increase(kitchen, 3, count) == [0], "the rest of eggkeys")
    return increase(kitchen, 30, count)[0]


def keys_process(kitchen):
    return kitchen.owner("systemctl --user show -P MainPID eggkeys")


def expect_press(kitchen, process, when):
    """The same process still carries out a press."""
    kitchen.eggctl("cancel --all")
    keypad(kitchen, "press F15")
    kitchen.wait_until(lambda: any(timer["name"] == "tea" for timer in kitchen.timers()), f"a press {when}")
    kitchen.eggctl("cancel tea")
    expect(keys_process(kitchen) == process, f"eggkeys was started again {when}")


def unplug_buttons(kitchen):
    """The buttons are unplugged fifty times; returns how often eggkeys had opened them."""
    process = keys_process(kitchen)
    keypad(kitchen, "unplug buttons")
    kitchen.eggctl("start 20m --name pot")
    begin = kitchen.journal_end()
    for _ in range(5):
        keypad(kitchen, "unplugs 10")
    opened = kitchen.journal(begin).count("Box Buttons is connected")
    expect(opened >= 10, f"eggkeys has opened the buttons {opened} times of fifty")
    plug_readable(kitchen, "buttons")
    # F14, which cancels if it is held, was down when they were unplugged.
    kitchen.timer("pot")
    expect_press(kitchen, process, "after fifty unplugs")
    return opened


def press_too_fast(kitchen):
    """10,000 presses a second for three seconds; returns their number, and the time of a call to eggd meanwhile."""
    process = keys_process(kitchen)
    before, after, presses = kitchen.owner(
        "keypad flood 3 >presses & sleep 1; before=$EPOCHREALTIME; eggctl status >/dev/null || exit; "
        'echo $before $EPOCHREALTIME; wait; cat presses; rm presses'
    ).split()
    answered = float(after) - float(before)
    expect(answered <= 1, f"while keys are pressed too fast, 'eggctl status' takes {answered:.2f} s")
    expect(kitchen.timers(), "none of the presses was carried out")
    expect_press(kitchen, process, "after too many presses")
    return int(presses), answered


def send_everything(kitchen, light):
    """A device sends 20,000 events of any kind; returns the memory of eggkeys afterwards."""
    line = """SUBSYSTEM=="input", ATTRS{name}=="Box Everything", ENV{EGGTIMER_KEYS}="1" """
    kitchen.root(f"echo {shlex.quote(line)} >>{KEYS_RULES} && udevadm control --reload")
    configure_keys(kitchen, KEYS_CONFIGURATION, HOSTILE_SECTION, light)
    begin = kitchen.journal_end()
    plug_readable(kitchen, "everything")
    expect("can't be grabbed" not in kitchen.journal(begin), "the hostile device was not grabbed")
    process = keys_process(kitchen)
    keypad(kitchen, "chaos 20000")
    keypad(kitchen, "unplug everything")
    expect(kitchen.timers(), "none of the hostile events was a press")
    expect_press(kitchen, process, "after a hostile device")
    memory = pss(kitchen, "eggkeys")
    expect(memory <= 16, f"after a hostile device eggkeys has {memory:.1f} MB")
    return memory


def remove_keys(kitchen):
    kitchen.owner(
        f"systemctl --user disable -q --now eggkeys; rm -r {EVENTS} .config/eggtimer "
        ".config/systemd/user/eggkeys.service.d; systemctl --user daemon-reload; systemctl --user reload eggd || true"
    )
    kitchen.root(
        f"systemctl stop box-keypad; rm /run/box-keypad /usr/local/bin/keypad {KEYS_RULES} "
        "/etc/udev/rules.d/70-eggtimer.rules; udevadm control --reload"
    )


CASES = dict(
    enumerate(
        [
            first_egg,
            speaks_varlink,
            keeps_others_out,
            survives_crashes,
            survives_a_power_cut,
            survives_suspend,
            ignores_clock_steps,
            survives_an_unplugged_card,
            counts_without_a_card,
            survives_an_upgrade,
            rings_when_home_is_full,
            rings_when_the_disk_is_full,
            rings_when_the_disk_is_read_only,
            stops_with_the_package,
            warns_of_a_logout,
            names_the_missing_group,
            says_that_the_mixer_is_muted,
            survives_without_a_clock,
            rings_while_the_disk_stalls,
            wakes_a_slow_output,
            serves_the_page,
            rings_with_little_memory,
            runs_commands,
            counts_instructions,
            stays_loud_when_alsa_mutes_the_mixer,
            serves_the_page_in_a_flood,
            finds_a_sound_server_without_a_card,
            upgrades_the_database,
            bridges_to_a_broker,
            presses_buttons,
            shows_on_a_screen,
            rings_in_another_room,
        ],
        start=1,
    )
)

# The cases that a kind of machine can't run, with the reasons.
NO_SCREEN = {31: "this machine has no screen"}
NOT_ON = {
    "pc": NO_SCREEN,
    "pi": {6: "QEMU's arm64 machine can't suspend", **NO_SCREEN},
    "screen": {number: "this machine is for its screen" for number in CASES if number not in NO_SCREEN},
}
