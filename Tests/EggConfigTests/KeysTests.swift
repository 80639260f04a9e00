import Testing

@testable import EggConfig

/// The sections `[keys NAME]` and `[light]`.
@Suite struct KeysTests {
    @Test func aSectionHasDevicesAndLines() {
        let reading = read(
            """
            [keys worktop]
            device = button@*
            device = /dev/input/by-path/platform-rotary@11-event
            KEY_F13 = soft
            hold  KEY_F13 = cancel
            KEY_ENTER = dismiss
            REL_DIAL = extend 30s left-pot
            KEY_F14 = 9m --name 'left pot'
            any-key-dismisses = no
            grab = yes
            [keys floor]
            device = Pedal [2]
            BTN_0 = pause --all
            [light]
            led = egg
            """)
        #expect(reading.problems == [])
        var worktop = KeysSettings(name: "worktop")
        worktop.devices = ["button@*", "by-path/platform-rotary@11-event"].compactMap(DevicePattern.init)
        worktop.bindings = [
            KeyBinding("KEY_F13", .press, "soft"), KeyBinding("KEY_F13", .hold, "cancel"),
            KeyBinding("KEY_ENTER", .press, "dismiss"), KeyBinding("REL_DIAL", .turn, "extend 30s left-pot"),
            KeyBinding("KEY_F14", .press, "9m --name 'left pot'"),
        ]
        (worktop.answersAlarms, worktop.grabs) = (false, true)
        var floor = KeysSettings(name: "floor")
        floor.devices = ["Pedal [2]"].compactMap(DevicePattern.init)
        floor.bindings = [KeyBinding("BTN_0", .press, "pause --all")]
        #expect(reading.configuration.keys == [worktop, floor])
        #expect(reading.configuration.led == "egg")
        #expect(Configuration.standard.keys == [] && Configuration.standard.led == nil)
        #expect(KeysSettings(name: "a").answersAlarms && !KeysSettings(name: "a").grabs)
    }

    @Test func partsOfASectionAreJoined() {
        let reading = read("[keys a]\ndevice = x\nKEY_A = soft\n[alarm]\n[keys a]\nKEY_B = hard\n")
        #expect(reading.problems.isEmpty)
        #expect(reading.configuration.keys.map { $0.bindings.map(\.key) } == [["KEY_A", "KEY_B"]])
    }

    private static let power = "; the keys KEY_PROG1 to KEY_PROG4 and KEY_F13 to KEY_F24 mean nothing to the system"
    private static let device =
        "it must be a device's name, its physical path, or its link in /dev/input/by-id or by-path, as 'eggctl keys' "
        + "lists them; the number of eventN changes at each start"

    private static let refused: [(line: String, message: String)] = [
        ("KEY_POWER = soft", "KEY_POWER can't be used: systemd turns the machine off when it is pressed" + power),
        ("hold KEY_POWER = soft", "KEY_POWER can't be used: systemd turns the machine off when it is pressed" + power),
        ("KEY_POWER2 = soft", "KEY_POWER2 can't be used: systemd turns the machine off when it is pressed" + power),
        ("KEY_SLEEP = soft", "KEY_SLEEP can't be used: systemd suspends the machine when it is pressed" + power),
        ("KEY_SUSPEND = soft", "KEY_SUSPEND can't be used: systemd suspends the machine when it is pressed" + power),
        ("KEY_RESTART = soft", "KEY_RESTART can't be used: systemd restarts the machine when it is pressed" + power),
        ("hold REL_DIAL = extend 1m", "'REL_DIAL' is a dial, which can't be held"),
        (
            "REL_DIAL = soft",
            "'soft' isn't a valid value of 'REL_DIAL'; a dial can only extend, such as 'extend 30s' for each step"
        ),
        ("KEY_NOPE = soft", "'KEY_NOPE' is no key that Linux knows; did you mean 'KEY_COPY'?"),
        ("hold KEY_ENTR = soft", "'KEY_ENTR' is no key that Linux knows; did you mean 'KEY_ENTER'?"),
        (
            "REL_TURNTABLE = extend 30s",
            "'REL_TURNTABLE' is no key that Linux knows; 'eggctl keys' shows those of your buttons"
        ),
        ("KEY_A =", "'KEY_A' has no value; missing egg or time, such as soft, medium, hard or 7m30s"),
        ("KEY_A = soft --host pi", "'soft --host pi' isn't a valid value of 'KEY_A'; unknown option '--host'"),
        ("KEY_A = 9m 'x", "'9m 'x' isn't a valid value of 'KEY_A'; the quote ' isn't closed"),
        (
            "hold KEY_A = extend",
            "'extend' isn't a valid value of 'hold KEY_A'; missing time, such as 30s, or -30s to shorten the countdown"
        ),
        (
            "KEY_A = status",
            "'status' isn't a valid value of 'KEY_A'; 'status' is for eggctl alone; a line here starts or changes timers, "
                + "such as soft, extend 1m or dismiss"
        ),
        (
            "KEY_A = dragon",
            "'KEY_A' names 'dragon', which is neither a verb of a timer nor an egg; the eggs are soft, medium, hard"
        ),
        (
            "hold KEY_A = cook soft:2 herd:1",
            "'hold KEY_A' names 'herd', which is neither a verb of a timer nor an egg; the eggs are soft, medium, hard"
        ),
        // These fail whatever timers there are.
        ("KEY_A = soft --since 5m", "'KEY_A' has a --since that is too long; the egg takes 5m"),
        (
            "KEY_A = 9m --since 9m",
            "'9m --since 9m' isn't a valid value of 'KEY_A'; --since 9m is too long; the whole time would be over"
        ),
        (
            "KEY_A = extend 99h",
            "'extend 99h' isn't a valid value of 'KEY_A'; 99h is out of range; a countdown can be 1s to 99h"
        ),
        (
            "KEY_A = cook soft hard --name \(String(repeating: "x", count: 60))",
            "'KEY_A' names a pot whose eggs would have too long a name, such as '\(String(repeating: "x", count: 60)): 1 "
                + "soft egg'"
        ),
        (
            "KEY_A = in", "'in' isn't a valid value of 'KEY_A'; missing time after 'in', such as in 10m"
        ),
        ("KEY_B = hard", "'KEY_B' is already set in [keys a] on line 3; this line is ignored"),
        ("device =", "'device' has no value; " + device),
        ("device = event3", "'event3' isn't a valid value of 'device'; " + device),
        ("device = event*", "'event*' isn't a valid value of 'device'; " + device),
        ("device = /dev/input/event12", "'/dev/input/event12' isn't a valid value of 'device'; " + device),
        ("device = /dev/input/mouse0", "'/dev/input/mouse0' isn't a valid value of 'device'; " + device),
        ("grab = maybe", "'maybe' isn't a valid value of 'grab'; it must be yes or no"),
        (
            "key_a = soft",
            "unknown key 'key_a' in [keys a]; did you mean 'KEY_…'?"
        ),
        (
            "press KEY_A = soft",
            "unknown key 'press KEY_A' in [keys a]; the keys are device, grab, any-key-dismisses, KEY_…, BTN_…, REL_…, "
                + "hold KEY_…"
        ),
        (
            "KEY_ = soft",
            "unknown key 'KEY_' in [keys a]; did you mean 'KEY_…'?"
        ),
    ]

    @Test(arguments: refused)
    func aLineIsRefusedAndTheOthersStand(line: String, message: String) {
        let reading = read("[keys a]\ndevice = x\nKEY_B = soft\n\(line)\n")
        #expect(reading.problems.map(\.description) == ["eggd.conf:4: \(message)"])
        #expect(reading.configuration.keys.first?.bindings.first == KeyBinding("KEY_B", .press, "soft"))
        #expect(reading.configuration.keys.first?.devices.map(\.text) == ["x"])
    }

    /// eggd, which knows the sounds, checks them.
    @Test func theSoundsOfLinesAreNamed() {
        let reading = read("[keys a]\ndevice = x\nKEY_A = soft --sound owl\nKEY_B = 9m\nhold KEY_B = 9m --sound bell\n")
        #expect(reading.problems == [] && reading.lineSounds == [3: "owl", 5: "bell"])
    }

    /// They are copied from web pages, or typed by accident on a Mac.
    @Test func noBreakSpacesAreSpaces() {
        let reading = read(
            "[keys\u{a0}a]\ndevice\u{a0}=\u{202f}x\u{a0}\nhold\u{a0}KEY_A = 9m\u{a0}tea\u{2003}; a comment\n")
        #expect(reading.problems == [])
        #expect(reading.configuration.keys.first?.devices.map(\.text) == ["x"])
        #expect(reading.configuration.keys.first?.bindings == [KeyBinding("KEY_A", .hold, "9m tea")])
    }

    @Test func aSectionThatCanDoNothingIsReportedAndLeftOut() {
        let reading = read(
            "[keys a]\nKEY_A = soft\n[keys b]\ndevice = x\n[light]\n[keys]\n[keys \u{202e}]\nKEY_A = x\n")
        #expect(
            reading.problems.map(\.description) == [
                "eggd.conf:1: [keys a] needs a device, such as 'device = button@*'",
                "eggd.conf:3: [keys b] has no valid line for a key, such as 'KEY_F13 = soft'",
                "eggd.conf:5: [light] needs the name of an LED, such as 'led = egg'",
                "eggd.conf:6: the section needs a name: [keys NAME]",
                "eggd.conf:7: '\u{FFFD}' isn't a valid name of keys; it must be text that can be seen",
            ])
        #expect(reading.configuration.keys == [])
    }

    @Test(arguments: ["", "..", "a/b", ".egg", "../../tmp/x"])
    func aLEDIsTheNameOfAFolder(_ name: String) {
        #expect(problems("[light]\nled = \(name)").count == 1)
    }

    @Test(arguments: [
        ("button@*", "button@11", true), ("button@*", "button@", true), ("button@*", "my button@11", false),
        ("button@?", "button@11", false), ("*pedal*", "USB pedal v2", true), ("Pedal [2]", "Pedal [2]", true),
        ("Pedal [2]", "Pedal 2", false), ("usb-*/input0", "usb-0000:01:00.0-1.2/input0", true), ("a\\*", "a\\b", true),
        ("A", "a", false), ("*", "", true),
    ])
    func aDeviceIsFoundByItsPattern(_ pattern: String, _ name: String, _ isMatch: Bool) throws {
        #expect(try #require(DevicePattern(pattern)).matches(name) == isMatch)
    }
}
