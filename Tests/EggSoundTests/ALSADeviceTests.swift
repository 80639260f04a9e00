import EggSound
import EggTestSupport
import Testing

/// alsa-lib itself, with a PCM that writes what it plays into a file.
///
/// The configuration is read from the environment once in a process, so the whole daemon is tested in processes of its
/// own, end to end; here is what needs none.
@Suite struct ALSADeviceTests {
    @Test func aDeviceThatIsNotThereIsNamedInWords() {
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
}
