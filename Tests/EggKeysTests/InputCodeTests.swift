import InputDevices
import Testing

@testable import EggKeys

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
