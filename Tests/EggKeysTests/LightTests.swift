import EggTestSupport
import EggWire
import POSIX
import Testing

@testable import EggKeys

@Suite struct LightTests {
    @Test(
        arguments: [
            ([], Light.Blink.none), ([.cooking], .slow), ([.paused], .none), ([.snoozed], .slow), ([.missed], .none),
            ([.ringing], .fast), ([.cooking, .ringing], .fast), ([.paused, .cooking], .slow),
        ] as [([Timers.State], Light.Blink)])
    func theLightShowsTheTimers(_ states: [Timers.State], _ blink: Light.Blink) {
        var light = Light()
        light.show(states.map { timer($0) })
        #expect(light.blink == blink && light.nextWake == nil)
        light.show(nil)
        #expect(light.blink == .none)
    }

    @Test func anAlarmThatIsOnlyShownHereDoesNotBlink() {
        #expect(Light.Blink([shownTimer(.ringing)]) == .none)
        #expect(Light.Blink([shownTimer(.ringing), timer(.cooking)]) == .slow)
    }

    @Test func noPatternIsTheKernelsDefault() {
        for blink in [Light.Blink.none, .slow, .fast, .short] { #expect(blink.off > 0) }
        #expect(Light.Blink.none.on == 0)
    }

    @Test func aRefusalIsTwoShortBlinks() {
        var light = Light()
        light.show([timer(.cooking)])
        light.refuse(at: ms(1000))
        #expect(light.blink == .none && light.nextWake == ms(1300))
        light.advance(to: ms(1299))
        #expect(light.blink == .none)
        light.advance(to: ms(1300))
        #expect(light.blink == .short && light.nextWake == ms(1650))
        // A second one within it is the same.
        light.refuse(at: ms(1400))
        #expect(light.blink == .short && light.nextWake == ms(1650))
        light.show([timer(.ringing)])
        #expect(light.blink == .short)
        light.advance(to: ms(1650))
        #expect(light.blink == .none && light.nextWake == ms(1950))
        light.advance(to: ms(1950))
        #expect(light.blink == .fast && light.nextWake == nil)
        light.advance(to: ms(9000))
        #expect(light.blink == .fast)
    }

    @Test func onlyTheTriggersFilesAreWritten() throws {
        let folder = TemporaryFolder()
        try Folder.make(folder.path("egg"))
        for name in ["delay_on", "delay_off", "brightness"] {
            try SmallFile.replace(folder.path("egg/\(name)"), with: [])
        }
        let files = LightFiles(led: "egg", in: folder.path)
        try files.show(.slow)
        #expect(SmallFile.text(folder.path("egg/delay_on")) == "200\n")
        #expect(SmallFile.text(folder.path("egg/delay_off")) == "1800\n")
        #expect(SmallFile.text(folder.path("egg/brightness")) == "")
    }

    @Test func aLightWithoutItsTriggerIsAnError() throws {
        let folder = TemporaryFolder()
        #expect(throws: FileError.self) { try LightFiles(led: "egg", in: folder.path).show(.fast) }
    }
}
