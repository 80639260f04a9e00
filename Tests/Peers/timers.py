"""Uses another Varlink implementation: calls every method of io.eggtimer.Timers and follows a watch.

    timers.py SOCKET

Exits 0 when everything was as the interface says; an assertion that fails ends it with a traceback.
"""

import sys

import varlink

client = varlink.Client.new_with_address("unix:" + sys.argv[1])
description = client.open("org.varlink.service").GetInterfaceDescription("io.eggtimer.Timers")
assert "interface io.eggtimer.Timers" in description["description"]

with client.open("io.eggtimer.Timers") as timers, client.open("io.eggtimer.Timers") as other:
    watch = other.Watch(_more=True)
    first = next(watch)
    assert first["event"]["kind"] == "snapshot" and first["timers"] == [], first

    started = timers.Start(egg="soft", name="left pot")
    # On a busy machine, the reply takes some milliseconds.
    assert 299_000 < started["timer"]["remainingMs"] <= 300_000, started
    assert started["timer"]["durationMs"] == 300_000 and started["timer"]["state"] == "cooking", started
    assert "replaced" not in started or started["replaced"] is None, started
    assert timers.Start(durationMs=9_000, name="left pot")["replaced"]["egg"] == "soft"
    assert timers.Pause("left pot")["timer"]["state"] == "paused"
    assert timers.Resume("left pot")["timer"]["state"] == "cooking"
    assert timers.Extend(name="left pot", byMs=1_000)["timer"]["durationMs"] == 10_000
    assert timers.Rename(name="left pot", to="pot")["timer"]["name"] == "pot"
    assert timers.Rename(to="left pot")["timer"]["name"] == "left pot"
    assert [timer["name"] for timer in timers.List()["timers"]] == ["left pot"]
    assert timers.Dismiss()["timers"] == [] and timers.Snooze()["timers"] == []
    assert [egg["name"] for egg in timers.Eggs()["eggs"]] == ["soft", "medium", "hard"]

    try:
        timers.Start(egg="sotf")
        raise AssertionError("an unknown egg was taken")
    except varlink.VarlinkError as error:
        assert error.error() == "io.eggtimer.Timers.NoSuchEgg", error
        assert error.parameters() == {"egg": "sotf", "known": ["soft", "medium", "hard"]}, error
    try:
        timers.Resume("left pot")
        raise AssertionError("what runs was resumed")
    except varlink.VarlinkError as error:
        assert error.error() == "io.eggtimer.Timers.WrongState", error

    timers.Start(durationMs=1_000, name="left pot")
    kinds = []
    while "rang" not in kinds:
        event = next(watch)
        kinds.append(event["event"]["kind"])
    edges = [kind for kind in kinds if kind != "tick"]
    assert edges == ["started", "replaced", "paused", "resumed", "extended", "renamed", "renamed", "replaced", "rang"], edges
    assert timers.Snooze(name="left pot", forMs=1_000)["timers"][0]["state"] == "snoozed"
    while event["event"]["kind"] != "rang" or event["event"]["sequence"] < 11:
        event = next(watch)
    assert timers.Dismiss("left pot")["timers"][0]["state"] == "ringing"
    timers.Start(egg="hard")
    assert timers.Cancel()["timer"]["egg"] == "hard"
print("every method was called")
