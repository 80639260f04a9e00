import EggLoop
import EggTimers
import Glibc
import Instants
import Testing

@testable import EggDaemon
@testable import EggSound

/// Whether an alarm would be heard: the effects of each event, in order.
@Suite struct SoundWatchTests {
    typealias Effect = SoundWatch.Effect
    let hw0 = MixerAddress(name: "hw:0", option: "-c 0")
    let muted = Mixer.Control(name: "Master", percent: 70, isOn: false)
    let silence = "the mixer of 'default' has Master muted"
    let busy = DeviceFault(DeviceFault.opening, device: "default", code: .busy)
    let missing = DeviceFault(DeviceFault.opening, device: "default", code: .noEntry)

    /// A watch with a clock of its own.
    struct Play {
        var watch: SoundWatch
        var now = Instant(sinceBoot: .seconds(100_000))
        /// The time at which it has asked to be woken.
        var wakeAt: Instant?

        init(unmutes: Bool = false) { watch = SoundWatch(unmutes: unmutes) }

        /// The effects except those of the clock, which show in what they cause.
        @discardableResult
        mutating func handle(_ event: SoundWatch.Event) -> [Effect] {
            watch.handle(event, at: now).filter { effect in
                guard case .wake(let time) = effect else { return true }
                wakeAt = time.map { now.advanced(by: $0) }
                return false
            }
        }

        /// Lets time pass, with all wakeups in it.
        mutating func pass(_ time: Duration, isUdevBusy: Bool = false) -> [Effect] {
            let end = now.advanced(by: time)
            var effects: [Effect] = []
            while let wake = wakeAt, wake <= end {
                (now, wakeAt) = (wake, nil)
                effects += handle(.woken(isUdevBusy: isUdevBusy))
            }
            now = end
            return effects
        }

        /// A machine whose sound works and whose mixer is watched.
        mutating func settle(mixer: MixerAddress) {
            handle(.needed(true))
            handle(.reported(.ready(device: "default", mixer: mixer)))
            handle(.reported(.mixer(mixer, quiet: [])))
        }
    }

    @Test func theFirstCheckReadsTheMixerAndAnswersWaitingClients() {
        var play = Play()
        #expect(play.handle(.started) == [.request(MixerRequest()), .check()])
        #expect(play.handle(.asked) == [])
        let request = MixerRequest(mixer: hw0)
        #expect(play.handle(.reported(.ready(device: "default", mixer: hw0))) == [.request(request)])
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))) == [.publish, .log(.unheard(silence)), .answer])
        #expect(play.watch.soundOut == silence)
        #expect(play.wakeAt == nil)
    }

    @Test func withoutAMixerTheDeviceAloneDecides() {
        var play = Play()
        play.handle(.started)
        play.handle(.asked)
        #expect(play.handle(.reported(.ready(device: "null"))) == [.request(MixerRequest()), .answer])
        #expect(play.watch.soundOut == nil && play.wakeAt == nil)
    }

    @Test func aMixerIsWatchedAsLongAsItIsNeeded() {
        var play = Play()
        play.handle(.started)
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        play.handle(.reported(.mixer(hw0, quiet: [])))
        #expect(play.handle(.needed(true)) == [.request(MixerRequest(mixer: hw0, listens: true))])
        #expect(play.handle(.reported(.mixer(hw0, quiet: []))) == [])
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))) == [.publish, .log(.unheard(silence))])
        #expect(play.handle(.reported(.mixer(hw0, quiet: []))) == [.publish, .log(.heardAgain)])
        #expect(play.handle(.needed(false)) == [.request(MixerRequest(mixer: hw0))])
        // Nothing waits now.
        #expect(play.wakeAt == nil || play.pass(.seconds(3600)) == [])
    }

    /// A mixer that is not watched may have changed: it is read when a client asks.
    @Test func aQuestionReadsTheMixerAgainUnlessItIsWatched() {
        var play = Play()
        play.handle(.started)
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        play.handle(.reported(.mixer(hw0, quiet: [])))
        #expect(play.handle(.asked) == [.answer])
        _ = play.pass(.seconds(3))
        #expect(play.handle(.asked) == [.request(MixerRequest(mixer: hw0)), .check(ifInUse: "hw:0")])
        play.handle(.reported(.unchanged))
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))).contains(.answer))
        #expect(play.handle(.asked) == [.answer])
        play.handle(.needed(true))
        play.handle(.reported(.mixer(hw0, quiet: [muted])))
        _ = play.pass(.seconds(60))
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        play.handle(.reported(.mixer(hw0, quiet: [muted])))
        _ = play.pass(.seconds(60))
        #expect(play.handle(.asked) == [.check(ifInUse: "hw:0")])
        #expect(play.handle(.reported(.unchanged)) == [.answer])
        #expect(play.handle(.asked) == [.answer])
    }

    /// A machine that has just started is slow: a device that was not tried yet is no fault, and clients wait for the
    /// result. An alarm waits no longer than ever.
    @Test func theFirstCheckHasMoreTime() {
        var play = Play()
        play.handle(.started)
        #expect(play.handle(.asked) == [])
        #expect(play.pass(.seconds(4)) == [] && play.watch.soundOut == nil)
        #expect(play.handle(.reported(.ready(device: "null"))) == [.request(MixerRequest()), .answer])
        // A device that does not answer.
        var other = Play()
        other.handle(.started)
        #expect(other.handle(.asked) == [])
        #expect(other.pass(SoundWatch.firstCheckTime) == [.giveUpStuckCall])
        let fault = DeviceFault(DeviceFault.opening, device: "default", code: .noAnswer)
        let effects = other.handle(.reported(.failing(fault)))
        #expect(effects.contains(.log(.unheard(fault.description))) && effects.last == .answer)
        // Later checks.
        other.handle(.needed(true))
        #expect(other.pass(.milliseconds(10_600)) == [.check(), .giveUpStuckCall])
        // An alarm begins during the first check.
        var alarm = Play()
        alarm.handle(.started)
        alarm.handle(.alarmStarted(EggTimer.ID(1)))
        #expect(alarm.pass(.milliseconds(500)) == [.giveUpStuckCall])
    }

    /// Nothing tells that another program has opened a card, and a free one is not opened for a question.
    @Test func aQuestionFindsACardThatAnotherProgramHasTaken() {
        var play = Play()
        play.settle(mixer: hw0)
        _ = play.pass(.seconds(60))
        #expect(play.handle(.asked) == [.check(ifInUse: "hw:0")])
        let effects = play.handle(.reported(.failing(busy)))
        #expect(effects.contains(.log(.unheard(busy.description))) && effects.last == .answer)
        #expect(play.watch.soundOut == busy.description)
        // It is free again.
        #expect(play.pass(.seconds(10)) == [.check()])
        #expect(play.handle(.reported(.ready(device: "default", mixer: hw0))).contains(.publish))
        #expect(play.watch.soundOut == nil)
        // A sound server plays for several programs at a time.
        var server = Play()
        server.settle(mixer: MixerAddress(name: "default", option: "-D default"))
        _ = server.pass(.seconds(60))
        #expect(server.handle(.asked) == [.answer])
    }

    @Test func aMixerThatDoesNotAnswerDelaysOneQuestionOnly() {
        var play = Play()
        play.handle(.started)
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        #expect(play.handle(.asked) == [])
        #expect(play.pass(.seconds(2)) == [.answer])
        #expect(play.handle(.asked) == [.check(ifInUse: "hw:0")])
        #expect(play.handle(.reported(.unchanged)) == [.answer])
        // After it has answered it is asked again.
        play.handle(.reported(.mixer(hw0, quiet: [])))
        _ = play.pass(.seconds(3))
        #expect(play.handle(.asked) == [.request(MixerRequest(mixer: hw0)), .check(ifInUse: "hw:0")])
    }

    @Test func devicesThatChangeAreCheckedWhenTheyHaveSettled() {
        var play = Play()
        play.settle(mixer: hw0)
        #expect(play.handle(.devicesChanged) == [])
        _ = play.pass(.milliseconds(300))
        #expect(play.handle(.devicesChanged) == [])
        #expect(play.pass(.milliseconds(300)) == [])
        #expect(play.pass(.milliseconds(300)) == [.check()])
    }

    /// A check that was dropped or never reported used to leave the polling on for ever.
    @Test func theOutputIsPolledOnlyWhileItIsAtWork() {
        var play = Play()
        play.handle(.started)
        #expect(play.pass(SoundWatch.firstCheckTime + .milliseconds(500)) == [.giveUpStuckCall, .giveUpStuckCall])
        play.handle(.reported(.ready(device: "null")))
        #expect(play.wakeAt == nil)
        // A check that is refused is repeated later.
        play.handle(.devicesChanged)
        #expect(play.pass(.milliseconds(500)) == [.check()])
        #expect(play.handle(.checkRefused) == [])
        #expect(play.pass(.milliseconds(500)) == [.check()])
        // A check that a lead-in replaces reports nothing, and is repeated later.
        play.handle(.opens(for: .seconds(2)))
        let id = EggTimer.ID(1)
        play.handle(.alarmStarted(id))
        #expect(play.handle(.alarmStopped(id)) == [.request(MixerRequest()), .check()])
        play.handle(.reported(.ready(device: "null")))
        #expect(play.wakeAt == nil)
    }

    @Test func aLeadInWithoutAnAlarmEndsByItself() {
        var play = Play()
        play.settle(mixer: hw0)
        play.handle(.opens(for: .seconds(2)))
        #expect(play.watch.holdsDevice)
        let effects = play.pass(.seconds(4))
        #expect(effects.allSatisfy { $0 == .giveUpStuckCall } && !effects.isEmpty)
        #expect(!play.watch.holdsDevice && play.wakeAt == nil)
    }

    /// A check that a short sound replaces reports nothing.
    @Test func aShortSoundThatReplacesACheckIsFollowedByOne() {
        var play = Play()
        play.handle(.started)
        play.handle(.opens(for: .seconds(2)))
        #expect(play.pass(.seconds(4)).last == .check())
        play.handle(.reported(.ready(device: "null")))
        #expect(play.wakeAt == nil)
    }

    /// An alarm that is dismissed at once ends before the output has reported anything.
    @Test func anAlarmThatReportsNothingIsFollowedByTheCheckThatItReplaced() {
        for event in [SoundWatch.Event.started, .needed(true)] {
            var play = Play()
            play.handle(.alarmStarted(EggTimer.ID(1)))
            #expect(!play.handle(event).contains(.check()), "the output is in use")
            #expect(play.handle(.alarmStopped(EggTimer.ID(1))).contains(.check()), "\(event)")
        }
    }

    @Test func alarmsThatOverlapAreOne() {
        var play = Play()
        play.settle(mixer: hw0)
        let (one, two) = (EggTimer.ID(1), EggTimer.ID(2))
        play.handle(.alarmStarted(one))
        play.handle(.alarmStarted(two))
        #expect(play.watch.alarms == [one, two] && play.watch.isPlaying)
        play.handle(.alarmStopped(one))
        #expect(play.watch.isPlaying && play.wakeAt != nil)
        play.handle(.alarmStopped(two))
        #expect(!play.watch.isPlaying && play.wakeAt == nil)
        // The end of a timer that does not ring ends no alarm.
        play.handle(.alarmStopped(two))
        #expect(!play.watch.isPlaying)
    }

    @Test func anAlarmThatMovesToAnotherDeviceIsLogged() {
        var play = Play()
        play.settle(mixer: hw0)
        play.handle(.alarmStarted(EggTimer.ID(1)))
        play.handle(.reported(.sounding(device: "default", mixer: hw0)))
        let hw1 = MixerAddress(name: "hw:1", option: "-c 1")
        #expect(
            play.handle(.reported(.sounding(device: "plughw:1,0", mixer: hw1))) == [
                .request(MixerRequest(mixer: hw1, listens: true)), .log(.moved(to: "plughw:1,0")),
            ])
        #expect(play.watch.soundDevice == "plughw:1,0")
        // A late report about the previous mixer says nothing about this one.
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))) == [])
    }

    /// A card that another program uses: nothing in /dev shows when it becomes free.
    @Test func failingDevicesAreCheckedAgainWhileTheyAreNeeded() {
        var play = Play()
        play.handle(.needed(true))
        #expect(
            play.handle(.reported(.failing(busy))) == [.publish, .log(.unheard(busy.description))])
        #expect(play.pass(.seconds(9)) == [])
        #expect(play.pass(.seconds(1)) == [.check()])
        #expect(play.handle(.reported(.failing(busy))) == [])
        play.handle(.needed(false))
        _ = play.pass(.seconds(10))
        play.handle(.reported(.failing(busy)))
        #expect(play.wakeAt == nil)
        // A question is answered after a check.
        _ = play.pass(.seconds(60))
        #expect(play.handle(.asked) == [.check()])
        #expect(
            play.handle(.reported(.ready(device: "default"))) == [
                .publish, .log(.heardAgain), .answer,
            ] || play.watch.soundOut == nil)
    }

    @Test func aMissingCardIsNotCheckedRepeatedly() {
        var play = Play()
        play.handle(.needed(true))
        play.handle(.reported(.failing(missing)))
        #expect(play.wakeAt == nil)
    }

    @Test func aStuckCallWithoutASpareThreadIsReportedAndTriedAgain() {
        var play = Play()
        play.settle(mixer: hw0)
        play.handle(.alarmStarted(EggTimer.ID(1)))
        #expect(play.pass(.milliseconds(500)) == [.giveUpStuckCall])
        // Another thread has taken over, and reports itself.
        #expect(play.handle(.stuck(.givenUp(device: "default"))) == [])
        let error = SystemError("pthread_create", code: Errno(rawValue: EAGAIN))
        play.handle(.stuck(.noThread(device: "default", error)))
        #expect(
            play.watch.soundOut == "the sound device 'default' does not answer, "
                + "and no thread can be created to use another: \(error)")
        #expect(play.pass(.milliseconds(500)) == [.giveUpStuckCall])
    }
}
