import EggSound
import EggTimers
import Synchronization

@testable import EggDaemon

/// The whole service, from the bytes that clients send to the board of timers, with a clock of its own.
///
/// An input is a play in lines. One that begins otherwise is sent as it stands, with a NUL behind it:
///
///     @2            what follows is done by client 2, of 0 to 3; it connects when it first has something to do,
///                   and again when it has been cut off
///     Sa300000      a call in shorthand
///     >bytes        sends these without a NUL
///     +300000       so many milliseconds pass
///     ~             a second's tick
///     |             from now on clients act all at once, or again one after the other
///     z             from now on it reads nothing, or reads again
///     .             it will send no more
///     x             it hangs up
///     !   ?         no alarm would be heard; one would again
///     *   &         a trial of the alarm has come to its end; an examination has
final class ServiceTarget: Target {
    static let name = "service"
    static let longest = 2048
    static let freesAtOnce = false

    func take(_ bytes: UnsafeRawBufferPointer) {
        let play = ServicePlay()
        for line in bytes.split(separator: UInt8(ascii: "\n")) { play.perform(Array(line)) }
        play.end()
    }
}

/// An alarm output that checks the order of the calls to it.
final class RuleOutput: AlarmOutput, Sendable {
    private let state = Mutex(false)

    var isPlaying: Bool { state.withLock { $0 } }
    func start(for egg: String) {
        state.withLock { isPlaying in
            require(!isPlaying, "an alarm is not started while one is played")
            isPlaying = true
        }
    }
    func stop() { state.withLock { $0 = false } }
    func prepare(for egg: String, within time: Duration) {
        require(time > .zero, "an alarm that is prepared is still to come")
    }
    func check() -> Bool { !isPlaying }
    func giveUpStuckCall() -> Ringer.StuckCall? { nil }
    func test(for time: Duration) -> Bool { !isPlaying }
    func request(_ request: MixerRequest) {}
    let setup = AlarmSetup(sounds: [], format: Sound.builtInTone.format, device: "null", volume: 1)
}
