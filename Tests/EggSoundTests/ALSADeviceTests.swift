import EggTestSupport
import Testing

@testable import EggSound

/// alsa-lib itself, with a PCM that writes what it plays into a file.
///
/// alsa-lib reads its configuration from the environment once per process. So the whole daemon is tested end to end, in
/// processes of its own; these tests need no configuration.
@Suite struct ALSADeviceTests {
    @Test func aMissingDeviceIsNamedInWords() {
        do {
            _ = try ALSADriver().open("no-such-pcm", format: .init(channels: 1, rate: 48_000))
            Issue.record("opened")
        } catch {
            #expect(error.device == "no-such-pcm" && error.code == .noEntry)
            #expect(error.description == "there is no sound device 'no-such-pcm'; is a sound card connected?")
        }
    }

    @Test func theNullDeviceTakesSound() throws {
        let device = try ALSADriver().open("null", format: .init(channels: 2, rate: 44_100))
        #expect(device.bufferFrames > 0)
        let silence = [Int16](repeating: 0, count: 2_000)
        #expect(try silence.withUnsafeBufferPointer { try device.write($0) } == 1_000)
        device.stop()
    }

    /// In the format of the kernel.
    @Test func aCardInUseIsFoundWithoutOpeningIt() throws {
        let folder = TemporaryFolder()
        for sub in ["pcm0p/sub0", "pcm0p/sub1"] { folder.write("closed\n".utf8, to: "card0/\(sub)/status") }
        // A microphone is no loudspeaker.
        folder.write("state: RUNNING\nowner_pid   : 812\n".utf8, to: "card0/pcm0c/sub0/status")
        #expect(!ALSACards.isInUse("hw:0", proc: folder.path))
        folder.write("state: RUNNING\nowner_pid   : 812\n".utf8, to: "card0/pcm0p/sub1/status")
        #expect(ALSACards.isInUse("hw:0", proc: folder.path))
        #expect(!ALSACards.isInUse("hw:1", proc: folder.path) && !ALSACards.isInUse("default", proc: folder.path))
    }

    private static let causes: [(ALSAError, ALSACards.Access, ALSAError)] = [
        // A user who is not in the group audio gets "no such device" from alsa-lib.
        (.noEntry, .denied, .noAccess), (.noEntry, .noCards, .noEntry), (.noEntry, .allowed, .noEntry),
        // Another user's dmix is closed to this user, who may use the card itself.
        (.noAccess, .allowed, .busy), (.noAccess, .denied, .noAccess), (.busy, .allowed, .busy),
    ]

    @Test(arguments: causes)
    func anErrorIsTranslatedToItsRealMeaning(code: ALSAError, access: ALSACards.Access, cause: ALSAError) {
        #expect(ALSACards.cause(of: code, access) == cause)
    }
}
