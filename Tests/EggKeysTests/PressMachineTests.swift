import EggClient
import EggConfig
import EggWire
import InputDevices
import Testing

@testable import EggKeys

extension PressMachine.Effect {
    /// The effect in a few words.
    fileprivate var text: String {
        switch self {
        case .call(let calls, _):
            calls.map { "\($0.method) \(String(decoding: $0.parameters.bytes, as: UTF8.self))" }
                .joined(separator: ", ")
        case .refuse(let sentence): "refuse \(sentence)"
        case .watch(let isUrgent): "watch \(isUrgent)"
        }
    }
    fileprivate var press: PressMachine.Press? {
        if case .call(_, let press) = self { press } else { nil }
    }
}

/// The actions of a section's keys, from events of devices to calls. Times are in milliseconds.
@Suite struct PressMachineTests {
    private var machine = PressMachine()

    private static let lines: [(String, KeyBinding.Gesture, String)] = [
        ("KEY_F13", .press, "soft"), ("KEY_F14", .press, "9m tea"), ("KEY_F14", .hold, "cancel tea"),
        ("KEY_F15", .press, "pause --all"), ("KEY_F16", .hold, "undo"), ("REL_DIAL", .turn, "extend 30s"),
    ]

    private mutating func appear(_ settings: KeysSettings = settings(lines), as number: Int = 1) {
        if let section = KeyMap([settings]).sections.first { machine.assign(section, to: number) }
    }

    private mutating func send(
        _ name: String, _ value: Int32, at time: Int, from number: Int = 1
    ) -> [PressMachine.Effect] {
        machine.received(InputEvent(code(name), value, at: ms(time)), from: number, at: moment(time))
    }

    private mutating func advance(to time: Int) -> [PressMachine.Effect] { machine.advance(to: moment(time)) }

    init() {
        appear()
        _ = machine.watched(event([]), at: moment(0))
    }

    private static let soft = #"Start {"egg":"soft","name":"egg"}"#

    @Test mutating func aPressCarriesOutItsLineAtOnce() {
        let effects = send("KEY_F13", 1, at: 10)
        #expect(effects.map(\.text) == [Self.soft])
        #expect(effects.first?.press == PressMachine.Press(title: "KEY_F13", line: "soft", time: ms(10)))
        #expect(send("KEY_F13", 2, at: 500).isEmpty && send("KEY_F13", 0, at: 600).isEmpty)
        #expect(machine.nextWake == nil)
    }

    @Test mutating func aHoldHasItsOwnLine() {
        #expect(send("KEY_F14", 1, at: 0).isEmpty)
        #expect(machine.nextWake == ms(1000))
        #expect(advance(to: 1000).map(\.text) == [#"Cancel {"typed":"tea"}"#])
        #expect(send("KEY_F14", 0, at: 1100).isEmpty)
        #expect(send("KEY_F14", 1, at: 2000).isEmpty && send("KEY_F14", 0, at: 2100).isEmpty)
        let effects = advance(to: 2130)
        #expect(effects.first?.text.hasPrefix(#"Start {"durationMs":540000,"name":"tea""#) == true)
        #expect(effects.first?.press?.title == "KEY_F14")
    }

    @Test mutating func aKeyThatOnlyHasAHoldDoesNothingWhenPressed() {
        #expect(send("KEY_F16", 1, at: 0).isEmpty && send("KEY_F16", 0, at: 100).isEmpty && advance(to: 200).isEmpty)
        #expect(send("KEY_F16", 1, at: 300).isEmpty)
        let effects = advance(to: 1300)
        #expect(effects.map(\.text) == ["Undo {}"])
        #expect(effects.first?.press?.title == "hold KEY_F16")
    }

    @Test(arguments: [(1, 30_000), (4, 120_000), (-3, -90_000)])
    mutating func aTurnExtendsByItsSteps(_ steps: Int, _ byMs: Int) {
        for _ in 0..<abs(steps) { #expect(send("REL_DIAL", steps > 0 ? 1 : -1, at: 0).isEmpty) }
        let effects = advance(to: 200)
        #expect(effects.map(\.text) == [#"Extend {"byMs":\#(byMs)}"#])
        #expect(effects.first?.press?.steps == steps)
    }

    @Test mutating func otherKeysDoNothing() {
        for name in ["KEY_A", "BTN_LEFT", "REL_X", "KEY_POWER"] {
            #expect(send(name, 1, at: 0).isEmpty && send(name, 0, at: 9).isEmpty)
        }
        #expect(send("KEY_F13", 1, at: 0, from: 2).isEmpty)
        #expect(machine.nextWake == nil)
    }

    @Test mutating func twoDevicesHaveTheirOwnSections() {
        appear(settings([("KEY_F13", .press, "hard")], name: "floor"), as: 2)
        #expect(send("KEY_F13", 1, at: 0, from: 2).first?.text.contains(#""egg":"hard""#) == true)
        #expect(send("KEY_F13", 1, at: 1).map(\.text) == [Self.soft])
        machine.vanished(2)
        #expect(send("KEY_F13", 0, at: 50, from: 2).isEmpty && send("KEY_F13", 1, at: 100, from: 2).isEmpty)
    }

    @Test mutating func aDeviceTakesTheSectionOfItsLinks() throws {
        let map = KeyMap([
            settings([("KEY_F13", .press, "hard")], devices: ["by-id/pedal"]),
            settings([("KEY_F13", .press, "soft")], devices: ["Pedal"]),
        ])
        let before = try #require(map.section(for: device("Pedal").names))
        let after = try #require(map.section(for: device("Pedal", links: ["by-id/pedal"]).names))
        let isNew = [before, before, after].map { machine.assign($0, to: 2) }
        #expect(isNew == [true, false, true])
        #expect(send("KEY_F13", 1, at: 10, from: 2).map(\.text) == [#"Start {"egg":"hard","name":"egg"}"#])
    }

    @Test mutating func aKeyThatIsDownWhileItsDeviceChangesItsSectionDoesNothing() throws {
        #expect(send("KEY_F14", 1, at: 0).isEmpty && machine.nextWake == ms(1000))
        let other = try #require(KeyMap([settings([("KEY_F13", .press, "hard")])]).sections.first)
        machine.assign(other, to: 1)
        #expect(machine.nextWake == nil)
        #expect(send("KEY_F14", 0, at: 100).isEmpty && advance(to: 2000).isEmpty)
    }

    @Test mutating func aKeyThatIsHeldWhileItsDeviceVanishesDoesNothing() {
        _ = send("KEY_F14", 1, at: 0)
        machine.vanished(1)
        #expect(machine.nextWake == nil && advance(to: 5000).isEmpty)
        appear(as: 2)
        #expect(send("KEY_F14", 0, at: 6000, from: 2).isEmpty && advance(to: 7000).isEmpty)
    }

    @Test mutating func allMeansTheTimersThatThereAre() {
        #expect(
            send("KEY_F15", 1, at: 0).map(\.text)
                == ["refuse KEY_F15, 'eggctl pause --all': no timer is in a state for this"])
        _ = machine.watched(event([timer(.cooking, name: "a"), timer(.cooking, name: "b")]), at: moment(1))
        _ = send("KEY_F15", 0, at: 100)
        #expect(send("KEY_F15", 1, at: 200).map(\.text) == [#"Pause {"name":"a"}, Pause {"name":"b"}"#])
    }

    // MARK: Alarms

    @Test(arguments: ["KEY_F13", "KEY_F14", "KEY_F15", "KEY_F16"])
    mutating func anyKeyDismissesAnAlarmAndAHoldSnoozesIt(_ name: String) {
        _ = machine.watched(event([timer(.cooking, name: "a"), timer(.ringing, name: "b")], .rang), at: moment(0))
        #expect(send(name, 1, at: 10).isEmpty && send(name, 0, at: 100).isEmpty)
        #expect(advance(to: 130).map(\.text) == ["Dismiss {}"])
        #expect(send(name, 1, at: 500).isEmpty)
        #expect(advance(to: 1500).map(\.text) == ["Snooze {}"])
        #expect(send(name, 0, at: 1600).isEmpty)
    }

    @Test mutating func aDialStillTurnsWhileAnAlarmRings() {
        _ = machine.watched(event([timer(.ringing)], .rang), at: moment(0))
        _ = send("REL_DIAL", 2, at: 10)
        #expect(advance(to: 210).map(\.text) == [#"Extend {"byMs":60000}"#])
    }

    @Test mutating func keysKeepTheirLinesWhileAnAlarmRingsIfTheSectionSaysSo() {
        appear(settings(Self.lines, answersAlarms: false))
        _ = machine.watched(event([timer(.ringing)], .rang), at: moment(0))
        #expect(send("KEY_F13", 1, at: 10).map(\.text) == [Self.soft])
    }

    @Test mutating func anAlarmThatIsOnlyShownHereIsNotAnswered() {
        _ = machine.watched(event([shownTimer(.ringing)], .rang), at: moment(0))
        #expect(send("KEY_F13", 1, at: 10).map(\.text) == [Self.soft])
    }

    @Test(arguments: [Timers.State.cooking, .paused, .snoozed, .missed])
    mutating func onlyAnAlarmThatRingsIsAnswered(_ state: Timers.State) {
        _ = machine.watched(event([timer(state)]), at: moment(0))
        #expect(send("KEY_F13", 1, at: 10).map(\.text) == [Self.soft])
    }

    @Test mutating func anAlarmThatBeginsWhileAKeyIsDownIsNotAnsweredByIt() {
        _ = send("KEY_F14", 1, at: 0)
        _ = machine.watched(event([timer(.ringing)], .rang), at: moment(10))
        _ = send("KEY_F14", 0, at: 20)
        #expect(advance(to: 60).first?.text.hasPrefix("Start") == true)
        _ = send("KEY_F14", 1, at: 100)
        _ = machine.watched(event([]), at: moment(110))
        _ = send("KEY_F14", 0, at: 120)
        #expect(advance(to: 150).map(\.text) == ["Dismiss {}"])
    }

    // MARK: While eggd can't be reached

    private static let refusal = "refuse KEY_F13, 'eggctl soft': eggd can't be reached; see: eggctl status"

    @Test(arguments: [1, 4999])
    mutating func aPressIsCarriedOutWhenEggdReturnsSoon(_ delay: Int) {
        #expect(machine.watched(lost(), at: moment(0)).isEmpty)
        #expect(send("KEY_F13", 1, at: 1000).map(\.text) == [Self.refusal, "watch true"])
        #expect(machine.nextWake == ms(6000))
        #expect(advance(to: 1000 + delay - 1).isEmpty)
        #expect(machine.watched(event([]), at: moment(1000 + delay)).map(\.text) == [Self.soft])
        #expect(machine.nextWake == nil)
        // The urgent connection is replaced when it is lost.
        #expect(machine.watched(lost(), at: moment(9000)).map(\.text) == ["watch false"])
        #expect(machine.watched(lost(), at: moment(9001)).isEmpty)
    }

    @Test(arguments: [true, false])
    mutating func aPressIsNeverCarriedOutLater(_ isTold: Bool) {
        _ = machine.watched(lost(), at: moment(0))
        _ = send("KEY_F13", 1, at: 1000)
        if isTold { #expect(advance(to: 6000).map(\.text) == ["watch false"]) }
        #expect(machine.watched(event([]), at: moment(6000)).isEmpty)
        #expect(advance(to: 7000).isEmpty && machine.nextWake == nil)
    }

    @Test mutating func pressesAreCarriedOutInTheirOrder() {
        _ = machine.watched(lost(), at: moment(0))
        _ = send("KEY_F13", 1, at: 0)
        _ = send("REL_DIAL", 1, at: 100)
        #expect(advance(to: 300).isEmpty)
        let texts = machine.watched(event([]), at: moment(400)).map(\.text)
        #expect(texts == [Self.soft, #"Extend {"byMs":30000}"#])
    }

    @Test mutating func aHangingEggdIsAnEggdThatIsAway() {
        _ = machine.watched(.stalled, at: moment(0))
        #expect(send("KEY_F13", 1, at: 10).map(\.text) == [Self.refusal, "watch true"])
        #expect(machine.watched(event([]), at: moment(20)).map(\.text) == [Self.soft])
    }

    @Test mutating func nothingIsCarriedOutBeforeTheFirstConnection() {
        machine = PressMachine()
        appear()
        #expect(send("KEY_F13", 1, at: 10).map(\.text) == [Self.refusal, "watch true"])
    }

    @Test mutating func aCallThatDoesNotReachEggdWaitsForIt() throws {
        let press = try #require(send("KEY_F13", 1, at: 0).first?.press)
        #expect(machine.ended(press, .unreachable, at: moment(10)).map(\.text) == [Self.refusal, "watch true"])
        let again = machine.watched(event([]), at: moment(500))
        #expect(again.map(\.text) == [Self.soft] && again.first?.press == press)
        // Even if the urgent connection still seems to be open.
        #expect(machine.ended(press, .unreachable, at: moment(2000)).map(\.text) == [Self.refusal, "watch true"])
        #expect(machine.watched(event([]), at: moment(5000)).isEmpty)
    }

    @Test mutating func aCallThatEndsTooLateDoesNotWait() throws {
        let press = try #require(send("KEY_F13", 1, at: 0).first?.press)
        let effects = machine.ended(press, .unreachable, at: moment(5000))
        #expect(effects.map(\.text) == [Self.refusal, "watch false"])
        #expect(machine.watched(event([]), at: moment(5001)).isEmpty)
    }

    @Test mutating func aCallWhoseReplyIsLostIsNotRepeated() throws {
        let press = try #require(send("KEY_F13", 1, at: 0).first?.press)
        #expect(
            machine.ended(press, .init([.uncertain(.client(.timedOut))]), at: moment(10)).map(\.text)
                == ["refuse KEY_F13, 'eggctl soft': eggd has not answered, and may have carried it out"])
        #expect(machine.watched(event([]), at: moment(20)).isEmpty)
    }

    // MARK: Refusals and limits

    @Test mutating func aRefusalIsShown() throws {
        let press = try #require(send("KEY_F13", 1, at: 0).first?.press)
        #expect(
            machine.ended(press, .refused("there is no timer 'egg'"), at: moment(9)).map(\.text)
                == ["refuse KEY_F13, 'eggctl soft': there is no timer 'egg'"])
        #expect(machine.ended(press, .refused("x"), at: moment(1008)).isEmpty)
        #expect(!machine.ended(press, .refused("x"), at: moment(1009)).isEmpty)
    }

    @Test mutating func fewPressesAreUnderWayAtATime() throws {
        var presses: [PressMachine.Press] = []
        for number in 0..<20 {
            presses += send("KEY_F13", 1, at: number * 100).compactMap(\.press)
            _ = send("KEY_F13", 0, at: number * 100 + 50)
        }
        #expect(presses.count == PressMachine.maxPresses)
        _ = machine.ended(presses[0], .carriedOut, at: moment(3000))
        #expect(send("KEY_F13", 1, at: 3000).map(\.text) == [Self.soft])
    }

    @Test mutating func anAlarmIsAnsweredHoweverManyPressesAreUnderWay() {
        for number in 0..<20 {
            _ = send("KEY_F13", 1, at: number * 100)
            _ = send("KEY_F13", 0, at: number * 100 + 50)
        }
        _ = machine.watched(event([timer(.ringing)]), at: moment(3000))
        _ = send("KEY_F13", 1, at: 3000)
        _ = send("KEY_F13", 0, at: 3100)
        #expect(advance(to: 3200).map(\.text) == ["Dismiss {}"])
    }

    @Test(arguments: [(4999, 1), (5000, 0)])
    mutating func aPressThatIsReadTooLateIsRefused(late: Int, calls: Int) {
        let event = InputEvent(code("KEY_F13"), 1, at: ms(100))
        let effects = machine.received(event, from: 1, at: moment(100 + late))
        #expect(effects.count == 1 && effects.compactMap(\.press).count == calls)
        #expect(send("KEY_F13", 0, at: 6000).isEmpty)
        #expect(send("KEY_F13", 1, at: 7000).map(\.text) == [Self.soft])
    }

    @Test mutating func aKeyWhoseReleaseIsReadTooLateWasNotHeld() {
        #expect(send("KEY_F14", 1, at: 0).isEmpty)
        let release = InputEvent(code("KEY_F14"), 0, at: ms(100))
        #expect(machine.received(release, from: 1, at: moment(5100)).isEmpty)
        #expect(machine.nextWake == nil && advance(to: 9000).isEmpty)
    }

    @Test mutating func lostEventsMakeNoHold() {
        #expect(send("KEY_F14", 1, at: 0).isEmpty)
        #expect(machine.received(InputEvent(.dropped, 0, at: ms(500)), from: 1, at: moment(500)).isEmpty)
        #expect(machine.nextWake == nil && advance(to: 2000).isEmpty)
    }

    @Test mutating func tenThousandPressesASecondAreOne() {
        var calls = 0
        for number in 0..<10_000 {
            let time = Duration.microseconds(number * 100)
            for value in [Int32(1), 0] {
                let event = InputEvent(code("KEY_F13"), value, at: time + .microseconds(value == 1 ? 0 : 50))
                calls += machine.received(event, from: 1, at: moment(number / 10)).count
            }
        }
        #expect(calls == 1)
    }

    @Test mutating func aDeviceThatSendsEverythingDoesLittle() {
        var effects: [PressMachine.Effect] = []
        for number in 0..<50 {
            for type in [UInt16(1), 2] {
                for code in 0..<UInt16(0x2ff) {
                    let event = InputEvent(
                        InputCode(type: type, code: code), [1, 0, 2, .max, .min][number % 5], at: ms(number))
                    effects += machine.received(event, from: 1, at: moment(number))
                }
            }
        }
        #expect(effects.compactMap(\.press).count <= PressMachine.maxPresses)
        #expect(effects.count <= PressMachine.maxPresses + 1)
    }
}
