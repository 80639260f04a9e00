import EggClient
import EggSound
import EggTestSupport
import Testing

/// The faults of sound devices, which clients say in their language.
@Suite struct FaultWordsTests {
    @Test(arguments: [.noEntry, .noDevice, .noAnswer, .busy, .hostDown, .stalled, .invalid] as [ALSAError])
    func aFaultIsSaidInTheLanguage(code: ALSAError) {
        let fault = "\(DeviceFault("open", device: "Zoë", code: code))"
        let shown = PseudoLanguage.language.speak { said(fault) }
        // The call and alsa-lib's words stay as they are.
        let words = PseudoLanguage.forgotten(in: shown, names: ["Zoë", "open: \(code)"])
        #expect(words.isEmpty, "without accents: \(words) in \(shown)")
        #expect(said(fault) == fault)
    }
}
