import InputDevices
import Testing

@testable import EggKeys

@Suite struct InputCodeTests {
    @Test(arguments: ["KEY_F13", "KEY_ENTER", "BTN_0", "REL_DIAL", "KEY_PROG1"])
    func aNameIsOneCode(_ name: String) {
        #expect(InputCode(name)?.name == name)
        #expect(InputCode(name)?.isKey == !name.hasPrefix("REL"))
    }

    @Test(arguments: ["KEY_SOFT", "", "ABS_X", "SYN_REPORT", "key_f13", "KEY_"])
    func othersAreNone(_ name: String) {
        #expect(InputCode(name) == nil)
    }
}
