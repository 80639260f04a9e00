import InputDevices
import Testing

@testable import EggKeys

private let button = Gestures.Input(device: 1, code: code("KEY_F13"))
private let dial = Gestures.Input(device: 1, code: code("REL_DIAL"))

extension Gestures {
    fileprivate mutating func down(_ input: Input = button, at time: Int, held: Bool = false) -> [Gesture] {
        down(input, mayBeHeld: held, answersAlarm: false, at: ms(time))
    }
    fileprivate mutating func up(_ input: Input = button, at time: Int) -> [Gesture] { up(input, at: ms(time)) }
}

private let press = Gestures.Gesture(input: button, kind: .press)
private let hold = Gestures.Gesture(input: button, kind: .hold)

/// Times are in milliseconds.
@Suite struct GesturesTests {
    private var gestures = Gestures()

    @Test mutating func aKeyThatIsNeverHeldActsAtOnce() {
        #expect(gestures.down(at: 0) == [press])
        #expect(gestures.nextWake == nil)
        #expect(gestures.up(at: 5000) == [])
        #expect(gestures.nextWake == nil)
        #expect(gestures.down(at: 5030) == [press])
    }

    @Test mutating func aKeyThatMayBeHeldActsWhenItStaysUp() {
        #expect(gestures.down(at: 0, held: true) == [])
        #expect(gestures.nextWake == ms(1000))
        #expect(gestures.up(at: 999) == [])
        #expect(gestures.nextWake == ms(1029))
        #expect(gestures.advance(to: ms(1028)) == [])
        #expect(gestures.advance(to: ms(1029)) == [press])
        #expect(gestures.nextWake == nil && gestures.advance(to: ms(9999)) == [])
    }

    @Test mutating func lostEventsMakeNoHold() {
        let other = Gestures.Input(device: 2, code: button.code)
        #expect(gestures.down(at: 0, held: true) == [] && gestures.down(other, at: 0, held: true) == [])
        gestures.interrupted(device: 1)
        #expect(gestures.advance(to: ms(1000)) == [Gestures.Gesture(input: other, kind: .hold)])
        #expect(gestures.up(at: 1100) == [] && gestures.down(at: 1200) == [press])
    }

    @Test mutating func anEventOfOneKeyEndsNoHoldOfAnotherWhoseReleaseIsNotReadYet() {
        let other = Gestures.Input(device: 2, code: button.code)
        #expect(gestures.down(at: 0, held: true) == [])
        #expect(gestures.down(other, at: 1050) == [Gestures.Gesture(input: other, kind: .press)])
        #expect(gestures.up(at: 900) == [])
        #expect(gestures.advance(to: ms(1050)) == [press])
    }

    @Test mutating func aHoldHappensWhileTheKeyIsDownAndOnce() {
        _ = gestures.down(at: 0, held: true)
        #expect(gestures.advance(to: ms(999)) == [])
        #expect(gestures.advance(to: ms(1000)) == [hold])
        #expect(gestures.nextWake == nil && gestures.advance(to: ms(9000)) == [])
        #expect(gestures.up(at: 9000) == [] && gestures.advance(to: ms(9999)) == [])
    }

    @Test mutating func aHoldIsFoundFromTheKernelsTimesHoweverLateTheyAreRead() {
        _ = gestures.down(at: 0, held: true)
        #expect(gestures.up(at: 1500) == [hold])
        _ = gestures.down(at: 2000, held: true)
        _ = gestures.up(at: 2100)
        #expect(gestures.down(at: 2300, held: true) == [press])
    }

    @Test mutating func aBouncingContactIsOnePress() {
        #expect(gestures.down(at: 0) == [press])
        for time in stride(from: 1, to: 20, by: 2) {
            #expect(gestures.up(at: time) == [] && gestures.down(at: time + 1) == [])
        }
        #expect(gestures.up(at: 300) == [])
        #expect(gestures.down(at: 329) == [] && gestures.up(at: 331) == [])
        #expect(gestures.down(at: 361) == [press])
    }

    @Test mutating func aBouncingContactIsOneHold() {
        _ = gestures.down(at: 0, held: true)
        _ = gestures.up(at: 2)
        #expect(gestures.down(at: 31, held: true) == [])
        #expect(gestures.nextWake == ms(1000))
        _ = gestures.up(at: 970)
        _ = gestures.down(at: 990, held: true)
        #expect(gestures.advance(to: ms(1000)) == [hold])
    }

    @Test mutating func repeatedEventsChangeNothing() {
        #expect(gestures.up(at: 0) == [])
        #expect(gestures.down(at: 10) == [press] && gestures.down(at: 100) == [])
        #expect(gestures.up(at: 200) == [] && gestures.up(at: 220) == [])
        #expect(gestures.down(at: 230) == [press])
    }

    @Test mutating func twoKeysAndTwoDevicesAreApart() {
        let second = Gestures.Input(device: 2, code: button.code)
        _ = gestures.down(at: 0, held: true)
        #expect(gestures.down(second, at: 1) == [.init(input: second, kind: .press)])
        _ = gestures.up(second, at: 2)
        gestures.forget(device: 2)
        #expect(gestures.nextWake == ms(1000))
        #expect(gestures.advance(to: ms(1000)) == [hold])
    }

    @Test(arguments: [false, true])
    mutating func aKeyThatIsHeldWhileItsDeviceVanishesDoesNothingMore(_ isReleased: Bool) {
        _ = gestures.down(at: 0, held: true)
        if isReleased { _ = gestures.up(at: 10) }
        gestures.forget(device: 1)
        #expect(gestures.nextWake == nil && gestures.advance(to: ms(9000)) == [])
        // The device reports the release when it is connected again.
        #expect(gestures.up(at: 9001) == [] && gestures.advance(to: ms(9999)) == [])
        #expect(gestures.down(at: 10_000) == [press])
    }

    @Test mutating func aDialThatIsTurnedFastIsOneTurn() {
        for step in 0..<50 { #expect(gestures.turned(dial, by: 1, at: ms(step * 199)) == []) }
        #expect(gestures.nextWake == ms(49 * 199 + 200))
        #expect(gestures.advance(to: ms(49 * 199 + 199)) == [])
        #expect(gestures.advance(to: ms(49 * 199 + 200)) == [.init(input: dial, kind: .turn(50))])
        #expect(gestures.nextWake == nil)
    }

    @Test mutating func aRestSeparatesTurns() {
        _ = gestures.turned(dial, by: -2, at: ms(0))
        #expect(gestures.turned(dial, by: 3, at: ms(200)) == [.init(input: dial, kind: .turn(-2))])
        _ = gestures.turned(dial, by: -3, at: ms(300))
        #expect(gestures.advance(to: ms(500)) == [])
        #expect(gestures.nextWake == nil)
    }

    @Test mutating func aHostileDialIsLimited() {
        for _ in 0..<3 { _ = gestures.turned(dial, by: Int(Int32.max), at: ms(0)) }
        #expect(gestures.advance(to: ms(200)) == [.init(input: dial, kind: .turn(10_000))])
        for _ in 0..<3 { _ = gestures.turned(dial, by: Int.min, at: ms(300)) }
        #expect(gestures.advance(to: ms(500)) == [.init(input: dial, kind: .turn(-10_000))])
        _ = gestures.turned(dial, by: 5, at: ms(600))
        gestures.forget(device: 1)
        #expect(gestures.advance(to: ms(900)) == [])
    }

    @Test mutating func whatEndsTogetherComesInTheOrderOfItsTime() {
        let second = Gestures.Input(device: 2, code: button.code)
        _ = gestures.down(second, at: 10, held: true)
        _ = gestures.down(at: 5, held: true)
        _ = gestures.turned(dial, by: 1, at: ms(400))
        #expect(gestures.advance(to: ms(2000)).map(\.kind) == [.turn(1), .hold, .hold])
        _ = gestures.up(at: 2000)
        _ = gestures.up(second, at: 2000)
    }
}
