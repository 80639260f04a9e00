import EggSound
import EggTimers
import Synchronization

@testable import EggDaemon

/// The whole service, from the bytes that clients send to the board of timers, with a clock of its own.
///
/// An input is a play in lines. A line that begins otherwise is sent as it is, followed by a NUL:
///
///     @2            the next lines are for client 2, of 0 to 3; it connects for its first line, and again after
///                   it was disconnected
///     Sa300000      a call in shorthand
///     >bytes        sends these bytes without a NUL
///     +300000       this many milliseconds pass
///     ~             the tick of a second
///     |             from now on clients act all at once; the next time, one after the other again
///     z             from now on the client reads nothing; the next time, it reads again
///     .             the client closes its sending direction
///     x             the client disconnects
///     !   ?         no alarm would be heard; an alarm would be heard again
///     *   &         a test alarm has ended; an examination has ended
final class ServiceTarget: Target {
    static let name = "service"
    static let maxLength = 2048
    static let freesAtOnce = false

    func handle(_ bytes: UnsafeRawBufferPointer) {
        let play = ServicePlay()
        for line in bytes.split(separator: UInt8(ascii: "\n")) { play.perform(Array(line)) }
        play.end()
    }
}

/// An alarm output that checks the order of the calls to it.
final class RuleOutput: AlarmOutput, Sendable {
    private let state = Mutex(false)

    var isPlaying: Bool { state.withLock { $0 } }
    let sounds = ["bell"]
    func problem(ofSound name: String) -> String? { nil }
    func start(for timer: EggTimer) {
        state.withLock { isPlaying in
            require(!isPlaying, "an alarm is not started while one is played")
            isPlaying = true
        }
    }
    func warn() -> Duration? {
        require(!isPlaying, "a warning does not disturb an alarm")
        return .seconds(3)
    }
    func stop() { state.withLock { $0 = false } }
    func prepare(for timer: EggTimer, within time: Duration) {
        require(time > .zero, "an alarm that is prepared is still to come")
    }
    func check(ifInUse card: String?) -> Bool { !isPlaying }
    func giveUpStuckCall() -> Ringer.StuckCall? { nil }
    func test(for time: Duration) -> Bool { !isPlaying }
    func request(_ request: MixerRequest) {}
    let setup = AlarmSetup(sounds: [], format: Sound.builtInTone.format, device: "null", volume: 1)
}
