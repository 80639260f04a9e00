import InputDevices
import Testing

@testable import EggKeys

@Suite struct ShowingTests {
    private var showing = Showing(
        KeyMap([
            settings([
                ("KEY_F13", .press, "soft"), ("KEY_F14", .hold, "cancel"), ("KEY_F15", .press, "pause --all"),
                ("REL_DIAL", .turn, "extend 30s"),
            ])
        ]))

    private mutating func send(_ name: String, _ value: Int32, at time: Int = 0, from number: Int = 1) -> [String] {
        showing.received(InputEvent(code(name), value, at: ms(time)), from: number, at: moment(time))
    }

    @Test mutating func devicesAreListedWithTheirSections() {
        #expect(
            showing.appeared(1, device("button@11", phys: "gpio-keys/input0"))
                == ["button@11 (gpio-keys/input0): [keys worktop]"])
        #expect(
            showing.appeared(2, device("Pedal", phys: "usb", links: ["by-id/pedal"]))
                == ["Pedal (by-id/pedal): no section is for it"])
        #expect(showing.line(device("button@12"), isOpen: false) == "button@12: can't be read; see: eggctl doctor")
        #expect(showing.vanished(2) == ["Pedal: disconnected"] && showing.vanished(2) == [])
    }

    @Test mutating func eachPressIsShownWithWhatItWouldDo() {
        _ = showing.appeared(1, device("button@11"))
        _ = showing.appeared(2, device("Pedal"))
        for time in stride(from: 0, to: 5000, by: 100) {
            #expect(send("KEY_F13", 1, at: time) == ["KEY_F13: eggctl soft"])
            #expect(send("KEY_F13", 0, at: time + 50) == [])
        }
        #expect(send("KEY_F14", 1, at: 6000) == [] && showing.nextWake == ms(7000))
        #expect(showing.advance(to: moment(7000)) == ["hold KEY_F14: eggctl cancel"])
        _ = send("REL_DIAL", 3, at: 8000)
        #expect(showing.advance(to: moment(8200)) == ["REL_DIAL: eggctl extend 30s, 3 times"])
        #expect(send("KEY_A", 1) == ["KEY_A of button@11: [keys worktop] has no line for it"])
        #expect(send("KEY_A", 0) == [] && send("KEY_A", 2) == [])
        #expect(send("KEY_A", 1) == ["KEY_A of button@11: [keys worktop] has no line for it"])
        #expect(send("KEY_F13", 1, from: 2) == ["KEY_F13 of Pedal: nothing"])
        #expect(send("REL_X", -1, from: 2) == ["REL_X of Pedal: nothing"] && send("REL_X", 2, from: 2) == [])
        #expect(send("KEY_F13", 1, from: 3) == [])
    }
}

@Suite struct LearningTests {
    private let left = device("button@11")
    private let right = device("button@12", "event4")

    @Test func threePressesMakeASection() {
        var learning = Learning()
        #expect(learning.question == "Press the button for soft.")
        #expect(learning.pressed(code("KEY_F13"), of: left) == nil)
        #expect(learning.question == "Press the button for medium.")
        #expect(learning.pressed(code("KEY_F14"), of: right) == nil)
        #expect(learning.pressed(code("KEY_F15"), of: left) == nil)
        #expect(learning.question == nil && learning.isComplete)
        #expect(learning.pressed(code("KEY_F16"), of: left) == nil)
        #expect(
            learning.section
                == "[keys buttons]\ndevice = button@11\ndevice = button@12\n"
                + "KEY_F13 = soft\nKEY_F14 = medium\nKEY_F15 = hard\n")
    }

    @Test func pressesThatCannotBeUsedAreAskedForAgain() {
        var learning = Learning()
        _ = learning.pressed(code("KEY_F13"), of: left)
        #expect(learning.pressed(code("KEY_F13"), of: left) == "This button is for soft already.")
        #expect(
            learning.pressed(code("KEY_F13"), of: right)
                == "KEY_F13 is also the code of the button for soft; give one of them another code.")
        #expect(learning.pressed(code("KEY_POWER"), of: left)?.hasPrefix("KEY_POWER can't be used") == true)
        #expect(learning.question == "Press the button for medium.")
    }

    @Test(arguments: ["event7", "Pad ", " Pad", "Pad ; mini"])
    func aDeviceWithoutAUsableNameIsNamedByItsLink(name: String) {
        var learning = Learning()
        let nameless = device(name, phys: "usb-1/input0", links: ["by-id/usb-x-event-kbd"])
        for name in ["KEY_F13", "KEY_F14", "KEY_F15"] { #expect(learning.pressed(code(name), of: nameless) == nil) }
        #expect(learning.section.contains("\ndevice = /dev/input/by-id/usb-x-event-kbd\n"))
    }
}
