import EggTimers
import Testing

@testable import EggDaemon
@testable import EggSound

extension SoundWatchTests {
    @Test func anAlarmThatUnmutesIsHeardThroughAMutedMixer() {
        var play = Play(unmutes: true)
        play.handle(.needed(true))
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        // Before the alarm nothing is wrong.
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))) == [])
        let id = EggTimer.ID(1)
        #expect(
            play.handle(.alarmStarted(id)) == [.request(MixerRequest(mixer: hw0, listens: true, raises: true))])
        #expect(play.handle(.reported(.mixer(hw0, quiet: []))) == [])
        // A person mutes it by hand.
        #expect(play.handle(.reported(.mixer(hw0, quiet: [muted]))) == [.publish, .log(.unheard(silence))])
        // Afterwards it is set back, and the next alarm would be heard.
        #expect(
            play.handle(.alarmStopped(id)) == [
                .request(MixerRequest(mixer: hw0, listens: true)), .publish, .log(.heardAgain), .check(),
            ])
    }

    @Test func aTestUnmutesAsAnAlarmDoes() {
        var play = Play(unmutes: true)
        play.handle(.started)
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        play.handle(.reported(.mixer(hw0, quiet: [muted])))
        #expect(play.handle(.testStarted) == [.request(MixerRequest(mixer: hw0, listens: true, raises: true))])
        play.handle(.reported(.sounding(device: "default", mixer: hw0)))
        play.handle(.reported(.mixer(hw0, quiet: [])))
        #expect(play.watch.playedFault == nil)
        #expect(
            play.handle(.reported(.tested(device: "default", framesPlayed: 1, fault: nil))) == [
                .request(MixerRequest(mixer: hw0))
            ])
    }

    @Test func aReloadedUnmuteSettingTakesEffect() {
        var play = Play()
        play.settle(mixer: hw0)
        play.handle(.reported(.mixer(hw0, quiet: [muted])))
        #expect(play.handle(.configured(unmutes: true, fault: nil)) == [.publish, .log(.heardAgain), .check()])
    }

    @Test func aVolumeOfZeroIsReportedWhateverTheDevice() {
        let fault = "the volume in the configuration is 0 %, at which nothing is heard"
        var play = Play()
        play.settle(mixer: hw0)
        #expect(
            play.handle(.configured(unmutes: true, fault: fault)) == [.publish, .log(.unheard(fault)), .check()])
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        #expect(play.watch.soundOut == fault && play.watch.playedFault == fault)
        #expect(SoundWatch(fault: fault).soundOut == fault)
    }

    @Test func aMixerThatDisappearsCausesACheckOfTheDevices() {
        var play = Play()
        play.settle(mixer: hw0)
        _ = play.pass(.seconds(60))
        #expect(play.handle(.reported(.mixerLost(hw0))) == [])
        #expect(play.pass(.milliseconds(500)) == [.check()])
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        // The check is not repeated again and again.
        play.handle(.reported(.mixerLost(hw0)))
        #expect(play.pass(.seconds(9)) == [])
        #expect(play.pass(.seconds(1)) == [.check()])
    }

    /// The sound server may play through another mixer then, such as that of a speaker that was just connected.
    @Test func aMixerThatDisappearsDuringAnAlarmIsOpenedAgain() {
        var play = Play(unmutes: true)
        play.settle(mixer: .server)
        let request = MixerRequest(mixer: .server, listens: true, raises: true)
        #expect(play.handle(.alarmStarted(EggTimer.ID(1))) == [.request(request)])
        play.handle(.reported(.sounding(device: "default", mixer: .server)))
        #expect(play.handle(.reported(.mixerLost(.server))) == [.request(request)])
    }

    /// The server's mixer tells when it has a speaker, so nothing is polled.
    @Test func aServerWithoutASpeakerIsCheckedAgainWhenItTells() {
        let fault = DeviceFault("a call", device: "default", code: .noOutput)
        var play = Play()
        play.handle(.needed(true))
        let request = Effect.request(MixerRequest(mixer: .server, listens: true))
        #expect(
            play.handle(.reported(.failing(fault)))
                == [request, .publish, .log(.unheard(fault.description))])
        #expect(play.handle(.reported(.mixer(.server, quiet: []))) == [])
        #expect(play.pass(.seconds(3600)) == [])
        #expect(play.handle(.reported(.mixerLost(.server))) == [])
        #expect(play.pass(.milliseconds(500)) == [.check()])
        play.handle(.reported(.ready(device: "default", mixer: .server)))
        #expect(play.watch.soundOut == nil)
    }
}
