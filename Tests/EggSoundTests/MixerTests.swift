import Testing

@testable import EggSound

/// Which of a card's controls would make an alarm inaudible. The cards are real ones, as `amixer` shows them.
@Suite struct MixerTests {
    private func control(_ name: String, _ percent: Int?, _ isOn: Bool? = nil) -> Mixer.Control {
        Mixer.Control(name: name, percent: percent, isOn: isOn)
    }

    private func quiet(_ controls: Mixer.Control...) -> [String] {
        Mixer.quiet(among: controls).map(\.name)
    }

    @Test func aLaptopsCardWithSpeakersIsHeard() {
        #expect(
            quiet(
                control("Master", 80, true), control("Headphone", 0, false), control("Speaker", 100, true),
                control("PCM", 100), control("Mic", 0, false), control("Beep", 0, false)) == [])
    }

    @Test func controlsThatAllSoundPassesThroughMustBeOpen() {
        #expect(quiet(control("Master", 80, false), control("Speaker", 100, true)) == ["Master"])
        #expect(quiet(control("Master", 3, true), control("PCM", 0)) == ["Master", "PCM"])
        #expect(quiet(control("PCM,1", 0)) == ["PCM,1"])
    }

    @Test func oneOpenOutputIsEnoughAndNoneIsNot() {
        #expect(quiet(control("Headphone", 60, true), control("Speaker", 60, false)) == [])
        #expect(quiet(control("Headphone", 60, false), control("Speaker", 4, true)) == ["Headphone", "Speaker"])
    }

    /// A sound server tells no dB, and its percentage is cubic: at 10 % it plays 60 dB below full.
    @Test func withoutDecibelsTheLimitIsTheSameOnTheScaleOfSoundServers() {
        #expect(quiet(control("Master", 18, true)) == [] && quiet(control("Master", 17, true)) == ["Master"])
        #expect(Mixer.attenuation(ofVolume: 0.1).rounded() == 60)
    }

    @Test func whatIsRaisedIsSwitchedOnAndAtLeastAt80Percent() {
        let levels = Mixer.Levels(volumes: [13_107, 60_000], switches: [false, true])
        #expect(levels.audible(in: 0...65_536) == .init(volumes: [52_428, 60_000], switches: [true, true]))
        #expect(Mixer.Levels(volumes: [], switches: [false]).audible(in: nil) == .init(volumes: [], switches: [true]))
    }

    @Test func aDigitalOutputCountsIfThereIsNoOther() {
        #expect(quiet(control("HDMI", nil, false)) == ["HDMI"])
        #expect(quiet(control("IEC958", nil, false), control("IEC958,1", nil, true)) == [])
        #expect(quiet(control("Master", 80, true), control("IEC958", nil, false)) == [])
    }

    /// A USB card whose only control has a name of its own.
    @Test func theOnlyControlOfACardMustBeOpen() {
        #expect(quiet(control("Audio Output Volume Control", 70, false)) == ["Audio Output Volume Control"])
        #expect(quiet(control("Audio Output Volume Control", 70, true)) == [])
    }

    /// A card with a range of 106 dB is at 57 % when it is 46 dB down; one with 30 dB is loud at 2 %.
    @Test func decibelsCountMoreThanPercent() {
        #expect(quiet(Mixer.Control(name: "PCM", percent: 57, isOn: nil, attenuation: 46)) == ["PCM"])
        #expect(quiet(Mixer.Control(name: "PCM", percent: 2, isOn: nil, attenuation: 29)) == [])
    }

    /// They are one after the other, so what they take away adds up.
    @Test func allControlsOnTheWayCountTogether() {
        func quiet(_ levels: KeyValuePairs<String, Double>) -> [String] {
            Mixer.quiet(
                among: levels.map { Mixer.Control(name: $0.key, percent: 50, isOn: true, attenuation: $0.value) }
            ).map(\.name)
        }
        #expect(quiet(["Master": 30, "PCM": 30]) == ["Master", "PCM"])
        #expect(quiet(["Master": 20, "PCM": 25]) == [] && quiet(["Master": 44, "PCM": 2]) == ["Master"])
        #expect(quiet(["Master": 30, "Speaker": 30, "Headphone": 60]) == ["Master", "Speaker"])
        #expect(quiet(["Master": 30, "Speaker": 30, "Headphone": 0]) == [])
        #expect(quiet(["Master": 30, "PCM": 0, "PCM,1": 30]) == [], "the second is another device's")
        #expect(quiet(["Master": 30, "Mic": 30]) == [])
    }

    @Test func controlsThatAreNotOutputsDoNotMatter() {
        #expect(quiet(control("Mic Boost", 0), control("Loopback Mixing", nil, false)) == [])
        #expect(quiet() == [])
    }
}
