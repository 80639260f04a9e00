import Testing

@testable import EggSound

/// Which controls an alarm raises, and which levels are restored after it.
@Suite struct RaisingTests {
    private let opened = SuspendingClock().now
    private let quiet = [Mixer.Control(name: "Master", percent: 70, isOn: false)]

    private func saved(_ before: Mixer.Levels, raised: Mixer.Levels?) -> SavedLevels {
        var saved = SavedLevels(file: nil)
        saved.entries = [.init(mixer: "hw:0", control: "Master", before: before)]
        saved.entries[0].raised = raised
        return saved
    }

    @Test func whileACardSettlesControlsThatGoQuietAreRaisedEachTime() {
        var raising = Raising(openedAt: opened)
        #expect(raising.controlsToRaise(among: [], at: opened) == [])
        for second in 0..<10 {
            #expect(raising.controlsToRaise(among: quiet, at: opened + .seconds(second)) == quiet)
        }
        #expect(raising.controlsToRaise(among: quiet, at: opened + .seconds(10)) == [])
    }

    @Test func afterThatAnAlarmRaisesControlsOnceAndAPersonMayTurnThemDown() {
        var raising = Raising(openedAt: opened)
        let later = opened + .seconds(60)
        #expect(raising.controlsToRaise(among: quiet, at: later) == quiet)
        #expect(raising.controlsToRaise(among: quiet, at: later) == [])
        raising.alarmEnds()
        #expect(raising.controlsToRaise(among: quiet, at: later) == quiet)
        // One that was loud when the alarm began was also turned down by a person.
        raising.alarmEnds()
        #expect(raising.controlsToRaise(among: [], at: later) == [])
        #expect(raising.controlsToRaise(among: quiet, at: later) == [])
    }

    /// `alsactl` sets one control after the other, and of a control the volume first, or the switch.
    @Test func levelsThatAnotherProgramSetsMeanwhileAreTheOnesToRestore() {
        var raising = Raising(openedAt: opened)
        var saved = SavedLevels(file: nil)
        // The card's own levels when it appears.
        raising.save(.init(volumes: [0, 0], switches: [false]), of: "Master", on: "hw:0", in: &saved)
        saved.entries[0].raised = Mixer.Levels(volumes: [80, 80], switches: [true])
        func note(_ levels: Mixer.Levels, after seconds: Int) {
            raising.note(levels, of: "Master", on: "hw:0", at: opened + .seconds(seconds), in: &saved)
        }
        note(.init(volumes: [3, 4], switches: [true]), after: 1)
        #expect(
            saved
                == self.saved(
                    .init(volumes: [3, 4], switches: [false]), raised: .init(volumes: [3, 4], switches: [true])))
        saved.entries[0].raised = Mixer.Levels(volumes: [80, 80], switches: [true])
        note(.init(volumes: [80, 80], switches: [false]), after: 2)
        #expect(
            saved
                == self.saved(
                    .init(volumes: [3, 4], switches: [false]), raised: .init(volumes: [80, 80], switches: [false])))
        // A person has turned a knob.
        let settled = saved
        note(.init(volumes: [90, 90], switches: [true]), after: 10)
        #expect(saved == settled)
    }

    @Test func olderLevelsAreTheOnesToRestore() {
        var raising = Raising(openedAt: opened)
        let raised = Mixer.Levels(volumes: [80, 80], switches: [true])
        var saved = saved(.init(volumes: [5, 5], switches: [false]), raised: raised)
        let before = saved
        raising.save(.init(volumes: [0, 0], switches: [false]), of: "Master", on: "hw:0", in: &saved)
        raising.note(.init(volumes: [9, 9], switches: [true]), of: "Master", on: "hw:0", at: opened, in: &saved)
        #expect(saved == before)
    }
}
