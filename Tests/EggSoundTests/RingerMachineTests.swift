import Testing

@testable import EggSound

/// The ringer's decisions, on simulated devices and a simulated clock, without waiting.
@Suite struct RingerMachineTests {
    private typealias Instant = SuspendingClock.Instant

    /// A simulated candidate that plays in real time, unless it is told to fail.
    private final class Device {
        enum Fault: Equatable {
            /// It can't be opened.
            case open(ALSAError)
            /// Every write fails.
            case write(ALSAError)
            /// It takes what fits and plays none of it.
            case swallows
            /// It is always full.
            case full
            /// The last frame is never heard.
            case neverEnds
            /// It can't be prepared.
            case prepare(ALSAError)
        }

        /// Its faults and their times, in seconds; at other times it works.
        var faults: [(times: Range<Double>, fault: Fault)] = []
        let bufferFrames = 3_200
        var written = 0
        var begin: Double?

        func fault(at time: Double) -> Fault? {
            faults.first { $0.times.contains(time) }?.fault
        }

        func left(at time: Double) -> Int {
            guard let begin, fault(at: time) != .swallows else { return written }
            return max(0, written - Int((time - begin) * 8_000))
        }

        func outcome(of action: RingerMachine.Action, at time: Double) -> RingerMachine.Outcome {
            func failed(_ code: ALSAError) -> RingerMachine.Outcome {
                .failed(DeviceFault("\(action)", device: "simulated", code: code))
            }
            switch (action, fault(at: time)) {
            case (.open, .open(let code)): return failed(code)
            case (.open, _): return .opened(bufferFrames: bufferFrames)
            case (.prepare, .prepare(let code)): return failed(code)
            case (.prepare, _), (.stop, _):
                (begin, written) = (nil, 0)
                return .done
            case (.write, .write(let code)): return failed(code)
            case (.write, .full): return .wrote(0)
            case (.write(let frames), _):
                begin = begin ?? time
                let count = min(frames.count, bufferFrames - left(at: time))
                written += count
                return .wrote(count)
            case (.writeSilence(let count), _): return .wrote(count)
            case (.waitForRoom, _): return .done
            case (.askWhatIsLeft, .neverEnds): return .left(1)
            case (.askWhatIsLeft, .open(let code)), (.askWhatIsLeft, .write(let code)): return failed(code)
            case (.askWhatIsLeft, _): return .left(left(at: time))
            case (.close, _), (.rest, _): return .done
            }
        }
    }

    /// Everything that could be heard: when each write went to which candidate.
    private struct Heard {
        var writes: [(time: Double, candidate: Int, frames: Int)] = []
        var hearings: [(time: Double, hearing: RingerMachine.Hearing)] = []
        var opens: [(time: Double, candidate: Int)] = []

        /// The longest time without a frame, from the beginning to the end.
        func longestSilence(until end: Double) -> Double {
            let times = [0] + writes.map(\.time) + [end]
            return zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? end
        }

        /// Which candidates were written to in a stretch of time.
        func candidates(in times: Range<Double>) -> Set<Int> {
            Set(writes.filter { times.contains($0.time) }.map(\.candidate))
        }
    }

    /// Plays half a second of sound with a second between, on these devices, for this many seconds.
    private func ring(_ devices: [Device], for seconds: Double, frames: Int = 4_000) -> Heard {
        let start = SuspendingClock().now
        var machine = RingerMachine(
            frames: frames, rate: 8_000, pause: .seconds(1), candidates: devices.count, at: start)
        var heard = Heard()
        var open: Int?
        var time = 0.0
        var steps = 0
        while time < seconds {
            steps += 1
            // Other calls take no time here, so a machine that spins makes no progress.
            if steps > 200_000 {
                Issue.record("the machine spins at \(time) s")
                break
            }
            let now = start + .seconds(time)
            let action = machine.next(at: now)
            if heard.hearings.last?.hearing != machine.hearing { heard.hearings.append((time, machine.hearing)) }
            var outcome = RingerMachine.Outcome.done
            switch action {
            case .rest(let wait): time += max(0.001, wait / .seconds(1))
            case .open(let index):
                heard.opens.append((time, index))
                outcome = devices[index].outcome(of: action, at: time)
                if case .opened = outcome { open = index }
            case .close: open = nil
            case .prepare, .write, .writeSilence, .waitForRoom, .askWhatIsLeft, .stop:
                guard let index = open else {
                    Issue.record("\(action) without a device")
                    return heard
                }
                if case .waitForRoom(let wait) = action { time += wait / .seconds(1) }
                if case .prepare = action { time += 0.005 }
                outcome = devices[index].outcome(of: action, at: time)
                if case .wrote(let count) = outcome, count > 0, devices[index].fault(at: time) != .swallows {
                    heard.writes.append((time, index, count))
                }
            }
            machine.handle(outcome, of: action, at: start + .seconds(time))
        }
        return heard
    }

    private func device(_ faults: (Range<Double>, Device.Fault)...) -> Device {
        let device = Device()
        device.faults = faults.map { (times: $0.0, fault: $0.1) }
        return device
    }

    @Test func aWorkingDeviceIsOpenedOnceAndPlaysRepeatedly() {
        let heard = ring([device(), device()], for: 30)
        #expect(heard.opens.map(\.candidate) == [0])
        #expect(heard.candidates(in: 0..<30) == [0])
        // Half a second of sound, a second of pause: twenty rings.
        #expect((19...21).contains(heard.writes.map(\.frames).reduce(0, +) / 4_000))
        #expect(heard.hearings.map(\.hearing) == [.unknown, .sounding(candidate: 0)])
    }

    /// Trap 12: a device that is busy, missing or unplugged.
    @Test(arguments: [ALSAError.busy, .noEntry, .hostDown, .noDevice])
    func aDeviceThatCannotBeOpenedIsReplacedAtOnce(code: ALSAError) {
        let heard = ring([device((0..<100, .open(code))), device()], for: 10)
        #expect((heard.writes.first?.time ?? 1) < 0.01 && heard.candidates(in: 0..<10) == [1])
    }

    private static let midSoundFaults: [Device.Fault] = [
        .write(.noDevice), .write(.badDescriptor), .write(.underrun), .write(.suspended), .swallows, .full, .neverEnds,
        .prepare(.noDevice),
    ]

    /// Trap 12 again: after any fault the next candidate plays within two seconds, in addition to the pause between
    /// rings.
    @Test(arguments: 0..<midSoundFaults.count)
    func afterAnyFaultTheNextCandidatePlaysWithinTwoSeconds(index: Int) {
        let fault = Self.midSoundFaults[index]
        let heard = ring([device((5.2..<100, fault)), device()], for: 30)
        #expect(heard.candidates(in: 0..<5) == [0])
        #expect(heard.candidates(in: 9..<20).contains(1), "\(fault)")
        #expect(heard.longestSilence(until: 30) <= 2 + 1 + 0.5, "\(fault)")
    }

    @Test(arguments: 0..<midSoundFaults.count)
    func itReturnsToThePreferredDeviceWhenThatWorksAgain(index: Int) {
        let heard = ring([device((5.2..<20, Self.midSoundFaults[index])), device()], for: 60)
        #expect(heard.candidates(in: 35..<60) == [0], "\(Self.midSoundFaults[index])")
    }

    @Test func aDeviceThatIsFreeAgainIsUsedAtTheNextRing() {
        let heard = ring([device((0..<5, .open(.busy))), device()], for: 20)
        #expect(heard.candidates(in: 0..<4) == [1])
        #expect(heard.candidates(in: 8..<20) == [0])
    }

    @Test func ifNothingCanBeHeardThatIsReportedAndTriedEverySecond() {
        let devices = [device((0..<10.5, .open(.noEntry))), device((0..<100, .open(.busy)))]
        let heard = ring(devices, for: 20)
        #expect(heard.hearings.first?.hearing == .unknown)
        guard case .failing(let fault)? = heard.hearings.dropFirst().first?.hearing else {
            Issue.record("\(heard.hearings)")
            return
        }
        #expect(fault.code == .noEntry, "it is the preferred device's fault that is told")
        #expect((9...12).contains(heard.opens.count { $0.candidate == 0 && $0.time < 10.5 }))
        #expect(heard.hearings.last?.hearing == .sounding(candidate: 0))
    }

    @Test func aSingleDeviceThatFailsDuringPlaybackIsAlsoTriedEverySecond() {
        let heard = ring([device((5.2..<9, .write(.noDevice)))], for: 20)
        #expect(heard.longestSilence(until: 20) < 9 - 5 + 2.5)
        #expect(heard.candidates(in: 11..<20) == [0])
    }

    @Test func playbackContinuesAfterAFewUnderruns() {
        let heard = ring([device((0.1..<0.12, .write(.underrun))), device()], for: 5)
        #expect(heard.opens.map(\.candidate) == [0])
    }

    @Test func withoutAnyCandidateItPauses() {
        let heard = ring([], for: 10)
        #expect(heard.writes.isEmpty && heard.opens.isEmpty)
    }

    @Test func aSoundOfOneFrameIsPlayed() {
        let heard = ring([device()], for: 10, frames: 1)
        #expect((9...11).contains(heard.writes.count))
    }
}
