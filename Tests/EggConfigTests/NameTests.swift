import EggTimers
import Testing

@testable import EggConfig

@Suite struct NameTests {
    /// The rule for names is the one of `--name`.
    @Test(arguments: ["_x", "🥚", "👩‍🍳", "تخم‌مرغ", "क्‍ष", "x\u{ad}y\u{200e}"])
    func namesOfTimersAreNamesOfEggsKitchensAndKeysAsWell(name: String) throws {
        let lines = [
            "[egg \(name)]", "duration = 5m", "[mqtt]", "broker = mqtt://localhost", "kitchen = \(name)",
            "[keys \(name)]", "device = keys", "KEY_A = \(name)",
        ]
        let reading = read(lines.joined(separator: "\n"))
        let read = try #require(TimerName(name)).text
        #expect(reading.problems == [])
        #expect(reading.configuration.menu.egg(called: name)?.name == read)
        #expect(reading.configuration.mqtt?.kitchen == read)
        #expect(reading.configuration.keys.map(\.name) == [read])
    }

    @Test func aKitchensNameThatIsTooLongIsToldFromOneThatCannotBeSeen() {
        let long = String(repeating: "k", count: 65)
        let lines = "[mqtt]\nbroker = mqtt://localhost\nkitchen = "
        #expect(
            problems(lines + long) == [
                "eggd.conf:3: '\(long)' isn't a valid value of 'kitchen'; it is too long; the limit is 64 bytes"
            ])
        #expect(
            problems(lines + "\u{3164}") == [
                "eggd.conf:3: '\u{3164}' isn't a valid value of 'kitchen'; it must be text that can be seen"
            ])
    }
}
