import EggClient
import EggTestSupport
import Testing

@testable import EggSound

/// The faults of sound devices, which clients say in their language.
@Suite struct FaultWordsTests {
    @Test(
        arguments: [
            .noEntry, .noDevice, .noAnswer, .noAccess, .busy, .hostDown, .noOutput, .stalled, .invalid,
        ] as [ALSAError])
    func aFaultIsSaidInTheLanguage(code: ALSAError) {
        expect("\(DeviceFault("open", device: "Zoë", code: code))", names: ["open: \(code)"])
    }

    @Test(arguments: [nil, 2] as [Int?]) func aQuietMixerIsSaidInTheLanguage(percent: Int?) throws {
        let control = Mixer.Control(name: "Master", percent: percent, isOn: percent == nil ? false : nil)
        expect(try #require(Mixer.fault(of: "Zoë", quiet: [control])), names: ["Master"])
    }

    /// The call, alsa-lib's words and the names of controls stay as they are.
    private func expect(_ fault: String, names: [String]) {
        let shown = PseudoLanguage.language.speak { said(fault) }
        let words = PseudoLanguage.forgotten(in: shown, names: ["Zoë"] + names)
        #expect(words.isEmpty, "without accents: \(words) in \(shown)")
        #expect(said(fault) == fault)
    }
}
