import EggLoop
import EggTimers
import Instants
import Testing

@testable import EggDaemon
@testable import EggSound

/// The log while the machine boots, when cards, mixers and sound servers appear one after the other.
extension SoundWatchTests {
    /// Cards appear some seconds after the user's services have started.
    @Test func missingSoundDuringBootIsKnownAndNotLogged() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        play.handle(.started)
        #expect(play.handle(.reported(.failing(missing))) == [.publish])
        #expect(play.watch.soundOut == missing.description)
        _ = play.pass(.seconds(2))
        play.handle(.devicesChanged)
        #expect(play.pass(.milliseconds(500)) == [.check()])
        #expect(
            play.handle(.reported(.ready(device: "default", mixer: hw0))) == [
                .request(MixerRequest(mixer: hw0)), .publish,
            ])
        play.handle(.reported(.mixer(hw0, quiet: [])))
        #expect(play.pass(.seconds(60)) == [])
    }

    /// After a power cut the timers are restored, and the devices are checked for them, before eggd serves.
    @Test func missingSoundDuringBootIsNotLoggedForRestoredTimersEither() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        #expect(play.handle(.needed(true)).contains(.check()))
        #expect(play.handle(.reported(.failing(missing))) == [.publish])
        #expect(play.handle(.started).allSatisfy { $0 == .request(MixerRequest(listens: true)) })
    }

    /// The mixer is still muted, the stored levels are restored, and then a sound server takes the card.
    @Test func whatPassesDuringBootIsNotLogged() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        var effects = play.handle(.needed(true))
        effects += play.handle(.reported(.ready(device: "default", mixer: hw0)))
        effects += play.handle(.reported(.mixer(hw0, quiet: [muted])))
        effects += play.pass(.seconds(2))
        effects += play.handle(.reported(.mixer(hw0, quiet: [])))
        effects += play.pass(.seconds(3))
        play.handle(.devicesChanged)
        effects += play.pass(.milliseconds(500))
        effects += play.handle(.reported(.failing(busy)))
        #expect(effects.filter { $0 == .publish }.count == 3)
        #expect(effects.allSatisfy { if case .log = $0 { false } else { true } }, "\(effects)")
        // What lasts is logged.
        #expect(play.pass(.seconds(60)).contains(.log(.unheard(busy.description))))
    }

    @Test func anAlarmThatIsNotHeardDuringBootIsLoggedAtOnce() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        play.handle(.alarmStarted(EggTimer.ID(1)))
        #expect(play.handle(.reported(.failing(missing))) == [.publish, .log(.unheard(missing.description))])
        #expect(play.handle(.reported(.sounding(device: "default"))).contains(.log(.heardAgain)))
        // An alarm that starts while the fault is known.
        var later = Play()
        later.now = Instant(sinceBoot: .seconds(9))
        later.handle(.started)
        later.handle(.reported(.failing(missing)))
        #expect(later.handle(.alarmStarted(EggTimer.ID(1))).contains(.log(.unheard(missing.description))))
    }

    /// The timer that wakes stands still while the machine sleeps, so a time that has passed meanwhile is awaited anew.
    /// Otherwise an alarm's stuck call would be found only when that timer ends.
    @Test func anAlarmAfterASleepDuringBootIsPolledAtOnce() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        play.handle(.started)
        play.handle(.reported(.ready(device: "default", mixer: hw0)))
        play.now = play.now.advanced(by: .seconds(12))
        let effects = play.watch.handle(.alarmStarted(EggTimer.ID(1)), at: play.now)
        #expect(effects.contains(.wake(after: .milliseconds(1))), "\(effects)")
    }

    @Test func soundThatIsStillMissingAfterBootIsLoggedSoon() {
        var play = Play()
        play.now = Instant(sinceBoot: .seconds(9))
        play.handle(.started)
        play.handle(.reported(.failing(missing)))
        #expect(play.pass(.seconds(9)) == [])
        #expect(play.pass(.seconds(1)) == [.log(.unheard(missing.description))])
        #expect(play.wakeAt == nil)
        // The check waits for udev while it is working, but not for ever.
        var busy = Play()
        busy.now = Instant(sinceBoot: .seconds(9))
        busy.handle(.started)
        busy.handle(.reported(.failing(missing)))
        #expect(busy.pass(.seconds(40), isUdevBusy: true) == [])
        #expect(busy.pass(.seconds(20), isUdevBusy: true) == [.log(.unheard(missing.description))])
    }
}
