import EggClient
import EggConfig
import EggWire
import InputDevices
import Testing

@testable import EggCommands
@testable import EggKeys

@Suite struct KeyMapTests {
    private let map = KeyMap([
        settings([("KEY_F13", .press, "soft"), ("KEY_F13", .hold, "cancel")], devices: ["button@*", "rotary@1?"]),
        settings(
            [("KEY_F13", .press, "hard"), ("KEY_ENTER", .hold, "soft")],
            devices: ["*/by-id/x", "by-id/usb-*-kbd", "usb-*/input0", "button@99"], name: "floor"),
    ])

    @Test(
        arguments: [
            (device("button@11"), "worktop"), (device("button@"), "worktop"), (device("rotary@12"), "worktop"),
            (device("button@99"), "worktop"), (device("Pedal", phys: "usb-1.2/input0"), "floor"),
            (device("Pedal", links: ["by-path/y", "by-id/usb-Pedal-event-kbd"]), "floor"),
            (device("my button@11"), nil), (device("rotary@1"), nil), (device("Pedal", phys: "usb-1.2/input1"), nil),
            (device(""), nil),
        ] as [(DeviceFolder.Listing, String?)])
    func aDeviceBelongsToTheFirstSectionThatNamesIt(_ device: DeviceFolder.Listing, _ section: String?) {
        #expect(map.section(for: device.names)?.name == section)
    }

    @Test func aDeviceWithoutAPhysicalPathIsNotFoundByIt() {
        #expect(KeyMap([settings([], devices: ["*"])]).section(for: ["", ""]) == nil)
        #expect(KeyMap([settings([], devices: ["*"])]).section(for: ["x"]) != nil)
    }

    @Test func linesBelongToTheKernelsCodes() {
        #expect(map.sections[1].presses == [code("KEY_F13"): "hard"])
        #expect(map.sections[0].holds == [code("KEY_F13"): "cancel"] && map.sections[0].turns == [:])
    }

    /// The reports of eggkeys, as `eggctl doctor` finds them in the status line of the service.
    @Test func doctorReadsTheReport() {
        let (button, pedal) = (device("button@11"), device("Pedal \"1\"", phys: "usb-1/input0"))
        func check(
            _ map: KeyMap, open: [DeviceFolder.Listing] = [], refused: [DeviceFolder.Listing] = []
        ) -> Timers.Check? {
            let status = KeysReport(map, open: open, refused: refused).status
            let service = ServiceStatus("eggkeys", properties: "ActiveState=active\nStatusText=\(status)\n")
            return KeysCheck.check(service) { _ in nil }
        }
        let read = check(map, open: [button, pedal])
        #expect(read?.verdict == .ok && read?.finding == "eggkeys reads button@11, Pedal \"1\"")
        let refused = check(map, open: [button], refused: [pedal])
        #expect(refused?.verdict == .warning && refused?.finding == "eggkeys can't read Pedal \"1\"")
        #expect(refused?.fix?.contains(#"ATTRS{name}=="Pedal ?1?""#) == true)
        let missing = check(map, open: [button])
        #expect(missing?.verdict == .warning && missing?.finding == "eggkeys finds no device of [keys floor]")
        let light = check(KeyMap([]))
        #expect(light?.verdict == .ok && light?.finding == "eggkeys has no keys, only the light")
    }
}

@Suite struct InputCodeTests {
    @Test(arguments: ["KEY_F13", "KEY_ENTER", "BTN_0", "REL_DIAL", "KEY_PROG1"])
    func aNameIsOneCode(_ name: String) {
        #expect(InputCode(name)?.name == name)
        #expect(InputCode(name)?.isKey == !name.hasPrefix("REL"))
    }

    /// The names that `eggctl keys` shows come from libevdev, and those of eggd.conf from the kernel's header.
    @Test func eggdConfTakesEachNameThatLibevdevShows() {
        for code in UInt16(1)..<0x2ff {
            let name = InputCode.key(code).name
            if !name.contains(":") { #expect(InputCode(name) == .key(code), "\(name)") }
        }
        for code in UInt16(0)..<0x0f {
            let name = InputCode.axis(code).name
            if !name.contains(":") { #expect(InputCode(name) == .axis(code), "\(name)") }
        }
    }

    @Test(arguments: ["KEY_SOFT", "", "ABS_X", "SYN_REPORT", "key_f13", "KEY_", "KEY_MAX", "KEY_CNT"])
    func othersAreNone(_ name: String) {
        #expect(InputCode(name) == nil)
    }
}
