"""The ten cases: each takes the kitchen, says what it has seen, and raises a BoxError when that is not as it should be.

A case leaves the kitchen as it was; only one that fails need not, since nothing of it is used again then.
"""

import json
import re
import time

from kitchen import OWNER, SOCKET, expect

RINGS_WITHIN = 0.3
RESTART = "systemctl --user restart eggd"


def first_egg(kitchen):
    """From the package to the bell: installed, one command typed, an egg on time, answered."""
    kitchen.boot_new()
    kitchen.install()
    kitchen.owner("systemctl --user enable --now eggd.socket")
    expect(kitchen.owner("systemctl --user is-active eggd.socket") == "active", "eggd.socket is not active")
    running = kitchen.run("pgrep -x eggd")
    expect(running.status == 1, f"eggd ran before anybody had called it: process {running.text}")

    before = kitchen.machine.clock().boot
    kitchen.eggctl("start 3s")
    after = kitchen.machine.clock().boot
    deadline = kitchen.deadline()
    expect(
        before + 3 - 0.1 <= deadline <= after + 3 + 0.1,
        f"an egg of 3 s that was put on between {before:.2f} and {after:.2f} is said to be done at {deadline:.2f}",
    )
    late = kitchen.sound(kitchen.speaker, 0, "the bell") - deadline
    expect(abs(late) <= RINGS_WITHIN, f"the speaker rang {late:+.2f} s from the deadline")
    kitchen.wait_for_state("ringing")
    # The second ring: it goes on until somebody answers.
    heard = kitchen.speaker.frames
    kitchen.wait_until(lambda: kitchen.speaker.seconds_of_sound(heard) > 3, "more than one ring of the bell")
    kitchen.eggctl("dismiss")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed")
    return f"no eggd before the first client; the speaker rang {late:+.2f} s from the deadline, until dismissed"


def speaks_varlink(kitchen):
    """systemd's own client speaks to it."""
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
    # It ends by timeout's hand; three ticks are a promise that is kept each second.
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
    """Another user of the machine can't connect, root can."""
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
    """Systemd ignores much of what a unit asks for: a program in eggd's place sees what it has really got."""
    drop_in = ".config/systemd/user/eggd.service.d"
    settings = r"[Service]\nType=oneshot\nRestart=no\nExecStart=\nExecStart=/usr/local/bin/inside-service\n"
    kitchen.root("install -m 755 /run/box/inside-service /usr/local/bin")
    kitchen.eggctl("cancel")
    kitchen.owner("systemctl --user stop eggd.service")
    kitchen.owner(f"mkdir -p {drop_in} && printf '{settings}' >{drop_in}/inside.conf && systemctl --user daemon-reload")
    begin = kitchen.journal_end()
    started = kitchen.run("systemctl --user start eggd.service", user=OWNER)
    lines = re.findall(r"\b(ok|FAIL)    ?(.*)", kitchen.journal(begin))
    failures = [text for verdict, text in lines if verdict == "FAIL"]
    expect(started.status == 0 and not failures, f"inside the sandbox: {failures or started}")
    expect(any("can be opened" in text for _, text in lines), f"no card was seen from inside the sandbox: {lines}")
    kitchen.owner(f"rm -r {drop_in} && systemctl --user daemon-reload && systemctl --user restart eggd.socket")
    return len(lines)


def survives_crashes(kitchen):
    """Trap 14. Killed and stuck, ten times each, and stopped: systemd brings it back and the deadline stands."""
    kitchen.have()
    drop_in = ".config/systemd/user/eggd.service.d"
    kitchen.owner(f"mkdir -p {drop_in} && printf '[Service]\\nWatchdogSec=2\\n' >{drop_in}/box.conf")
    kitchen.owner("systemctl --user daemon-reload")
    # What runs has the watchdog that it was started with.
    kitchen.run(RESTART, user=OWNER)
    kitchen.eggctl("start 20m")
    deadline = kitchen.deadline()
    restarts = int(kitchen.owner("systemctl --user show -P NRestarts eggd.service"))
    begin = kitchen.journal_end()
    furthest = 0
    for signal in ["KILL", "STOP"] * 10:
        # The old one may be active for a while: until systemd has noticed.
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
    # Whoever asks now is heard by the socket, and brings it back.
    moved = kitchen.deadline() - deadline
    expect(abs(moved) <= 0.1, f"after a stop the deadline is {moved:+.2f} s from where it was")
    kitchen.owner(f"rm -r {drop_in} && systemctl --user daemon-reload && {RESTART}")
    within = f"the deadline stands within {furthest * 1000:.0f} ms"
    return f"10 kills, 10 times stuck, {restarts} restarts, and back after a stop: {within}"


def survives_a_power_cut(kitchen):
    """The power fails in mid-countdown, and comes back with nobody there."""
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
    # As a time server would, some while after the start.
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
    """What a time server's client tells the kernel: the clock is right."""
    kitchen.root("adjtimex --status 0 --maxerror 0 --esterror 0")


def survives_suspend(kitchen):
    """Asleep past the deadline: it rings at once on waking, and is answered although the sound card hangs."""
    kitchen.have()
    # A card as after many a waking: it takes a buffer, and never anything more. Nobody reads from this pipe.
    kitchen.owner(
        "mkfifo $XDG_RUNTIME_DIR/card && mkdir -p .config/eggtimer && "
        "systemd-run --user -q --unit box-card bash -c 'exec 3<>$XDG_RUNTIME_DIR/card; exec sleep infinity' && "
        """echo "pcm.hanging { type file file $XDG_RUNTIME_DIR/card slave.pcm { type null } }" >.asoundrc && """
        f"printf '[alarm]\\ndevice = hanging\\n' >.config/eggtimer/eggd.conf; {RESTART}"
    )
    # One writes down the time as long as the owner's programs may run, the other what is seen of the egg.
    kitchen.owner(
        "systemd-run --user -q --unit box-pulse -p StandardOutput=file:$HOME/pulse bash -c "
        "'exec 3<> <(:); while :; do read -rt 0.05 -u 3; echo $EPOCHREALTIME; done'"
    )
    kitchen.owner(
        "systemd-run --user -q --unit box-watch -p StandardOutput=file:$HOME/watched bash -c "
        """'eggctl watch --json | while read -r line; do echo "$EPOCHREALTIME $line"; done'"""
    )
    kitchen.wait_until(lambda: "snapshot" in kitchen.run("cat watched", OWNER).text, "the watcher's first event")
    begin = kitchen.journal_end()
    kitchen.eggctl("start 10s")
    done_at = kitchen.timer()["endsAtUnixMs"] / 1000
    kitchen.root("systemctl --no-block suspend")
    kitchen.machine.wait_for_event("SUSPEND")
    heard = kitchen.speaker.frames
    # The time that it is to be away.
    time.sleep(12)
    kitchen.machine.hand("system_wakeup")
    kitchen.machine.wait_for_event("WAKEUP")

    # The hanging card is given up, and another one rings.
    sounded = kitchen.sound(kitchen.speaker, heard, "the bell from the other card")
    kitchen.wait_for_state("ringing")
    expect(": rang" in kitchen.journal(begin), "the journal does not say that it rang")
    pulse = [float(moment) for moment in kitchen.owner("cat pulse").split()]
    gap, asleep, awake = max((after - before, before, after) for before, after in zip(pulse, pulse[1:]))
    expect(asleep < done_at < awake, f"the egg was not done asleep, but at {done_at:.2f}: {asleep:.2f} to {awake:.2f}")
    seen = [line for line in kitchen.owner("cat watched").splitlines() if '"rang"' in line]
    expect(seen, "no watcher was told that it rings")
    rang = float(seen[0].split()[0]) - awake
    expect(rang <= 1, f"a watcher was told that it rings {rang:.2f} s after its programs had woken up")
    clock = kitchen.machine.clock()
    sounded += clock.wall - clock.boot - awake
    expect(sounded <= 5, f"the other card rang {sounded:.2f} s after the machine had woken up")

    before, after = map(
        float, kitchen.owner("before=$EPOCHREALTIME; eggctl dismiss >dismissed; echo $before $EPOCHREALTIME").split()
    )
    took = after - before
    expect(took <= 0.5, f"'eggctl dismiss' took {took:.2f} s")
    dismissed = kitchen.owner("cat dismissed")
    expect(": dismissed" in dismissed, f"'eggctl dismiss' said: {dismissed}")
    expect(not kitchen.timers(), "the egg is still there after it was dismissed")
    kitchen.expect_silence(kitchen.speaker, "after the alarm was dismissed")
    kitchen.owner("rm -r pulse watched dismissed .asoundrc .config/eggtimer")
    # There are emulated sound cards that don't survive suspend.
    kitchen.switch_off()
    return (
        f"asleep for {gap:.0f} s, told {rang:+.2f} s from waking, heard after {sounded:.1f} s from the card that "
        f"doesn't hang, dismissed in {took * 1000:.0f} ms"
    )


def ignores_clock_steps(kitchen):
    """The wall clock is set a day forward and back in mid-countdown."""
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
    late = kitchen.sound(kitchen.speaker, heard, "the bell") - deadline
    expect(abs(late) <= RINGS_WITHIN, f"the speaker rang {late:+.2f} s from the deadline")
    kitchen.eggctl("dismiss")
    return f"a day forward and back: the deadline stands, and the speaker rang {late:+.2f} s from it"


def survives_an_unplugged_card(kitchen):
    """The preferred card is pulled while it rings, and plugged in again."""
    kitchen.have()

    def plug():
        kitchen.machine.hand("device_add", driver="usb-audio", id="card", bus="usb.0", audiodev="usb")
        kitchen.wait_until(lambda: "USB-Audio" in kitchen.root("cat /proc/asound/cards"), "the USB sound card")
        return re.search(r"\[(\w+) *\]: USB-Audio", kitchen.root("cat /proc/asound/cards"))[1]

    card = plug()
    device = f"[alarm]\\ndevice = plughw:{card}\\n"
    kitchen.owner(f"mkdir -p .config/eggtimer && printf '{device}' >.config/eggtimer/eggd.conf")
    # Without a client eggd need not run; then it reads its configuration when it starts.
    kitchen.eggctl("status")
    kitchen.owner("systemctl --user reload eggd.service")
    built_in, usb = kitchen.speaker.frames, kitchen.usb_speaker.frames
    begin = kitchen.journal_end()
    kitchen.eggctl("start 1s")
    kitchen.sound(kitchen.usb_speaker, usb, "the bell from the preferred card")
    expect(not kitchen.speaker.seconds_of_sound(built_in), "the other card rang beside the preferred one")

    pulled = kitchen.machine.clock().boot
    kitchen.machine.hand("device_del", id="card")
    silent = kitchen.sound(kitchen.speaker, built_in, "the bell from the other card") - pulled
    expect(silent <= 2, f"the other card rang {silent:.2f} s after the first was pulled")
    expect(kitchen.timer()["state"] == "ringing", f"the egg is {kitchen.timer()}")
    kitchen.machine.wait_for_event("DEVICE_DELETED")

    usb = kitchen.usb_speaker.frames
    plugged = kitchen.machine.clock().boot
    plug()
    # A card that has failed is given some rest before it is trusted again.
    returned = kitchen.sound(kitchen.usb_speaker, usb, "the bell from the preferred card again") - plugged
    expect(returned <= 20, f"the preferred card rang {returned:.1f} s after it was plugged in again")
    kitchen.wait_until(lambda: f"plughw:{card}" in kitchen.journal(begin), "the word of it in the journal")
    loud = kitchen.sounds_for(kitchen.speaker, 4)
    expect(not loud, f"the other card went on for {loud:.2f} s after the preferred one had come back")
    kitchen.eggctl("dismiss")
    kitchen.expect_silence(kitchen.usb_speaker, "after the alarm was dismissed")
    kitchen.owner("rm -r .config/eggtimer; systemctl --user reload eggd.service || true")
    kitchen.machine.hand("device_del", id="card")
    kitchen.machine.wait_for_event("DEVICE_DELETED")
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
    before = kitchen.machine.clock().boot - deadline
    overdue = kitchen.timer()["overdueMs"] / 1000
    after = kitchen.machine.clock().boot - deadline
    expect(
        before - 0.1 <= overdue <= after + 0.1,
        f"overdue by {overdue:.2f} s, it says, when {before:.2f} to {after:.2f} s had passed since the deadline",
    )
    kitchen.eggctl("dismiss")
    return f"status: '{status.text.splitlines()[-1]}'; doctor: '{complaints[0]}'; counted down and rang in words"


def survives_an_upgrade(kitchen):
    """A newer package is installed in mid-countdown."""
    kitchen.have()
    kitchen.eggctl("start 20m")
    deadline, process = kitchen.deadline(), kitchen.main_process()
    old = kitchen.eggctl("--version").split()[-1]
    kitchen.install("newer.deb")
    # The next case needs the package as it was.
    kitchen.is_installed = False
    new = kitchen.eggctl("--version").split()[-1]
    expect(new != old, f"eggctl is {new} after the upgrade as before")

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
    return f"{old} to {new}: the egg cooked on, status and doctor name the restart, the new one rings"


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
        ],
        start=1,
    )
)
