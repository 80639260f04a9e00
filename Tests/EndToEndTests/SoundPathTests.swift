import EggTestSupport
import Glibc
import Testing

/// A tone through the whole path, from the file to the samples that a device gets in its own format.
@Suite struct SoundPathTests {
    private let folder = TemporaryFolder()

    /// The formats of a device, which alsa-lib's plugins can be told to insist on.
    private static let devices: [(name: String, configuration: String)] = [
        ("16 bits", "type plug; slave.pcm { type file; file FILE; format raw; slave.pcm { type null } }"),
        (
            "32 bits, stereo, 44.1 kHz",
            "type plug; slave { format S32_LE; rate 44100; channels 2; pcm { type file; file FILE; format raw; "
                + "slave.pcm { type null } } }"
        ),
        // Bare hardware that takes nothing but floating point, without a plug in front.
        (
            "float",
            "type lfloat; slave { format S32_LE; pcm { type file; file FILE; format raw; slave.pcm { type null } } }"
        ),
    ]

    @Test(arguments: devices.indices)
    func aToneKeepsItsPitchAndItsLevel(index: Int) throws {
        let device = Self.devices[index]
        // A tone at full scale: any gain on the way would clip it.
        let tone = folder.write(Sine.wave(hertz: 997, level: 1, rate: 48_000, seconds: 2), to: "tone.wav")
        let heard = folder.path("heard.raw")
        let quoted = "\"\(heard)\""
        let pcm = device.configuration.split(separator: "FILE", omittingEmptySubsequences: false).joined(
            separator: quoted)
        let configuration = """
            pcm.!default { \(pcm) }
            pcm.plug { @args [ SLAVE ] @args.SLAVE { type string } type plug slave.pcm $SLAVE }
            """
        let alarm = folder.write("[alarm]\nsound = \(tone)\nvolume = 100%\n".utf8, to: "eggd.conf")
        let daemon = try RunningDaemon(
            environment: ["ALSA_CONFIG_PATH": folder.write(configuration.utf8, to: "asound.conf")],
            options: ["--config", alarm])
        #expect(try daemon.eggctl("status").output == "no timer is running; start one with: eggctl start soft\n")
        let watch = try daemon.startEggctl("watch", "--json")
        _ = try daemon.eggctl("start", "1s")
        try watch.line(with: #""kind":"rang""#)
        // A ring and a part of its pause.
        let isWide = index > 0
        let (rate, channels) = index == 1 ? (44_100, 2) : (48_000, 1)
        let bytes = Int(Double(rate) * 2) * channels * (isWide ? 4 : 2)
        try waitUntil("\(device.name): an alarm") { contents(of: heard)?.count ?? 0 >= bytes }
        #expect(try daemon.end() == 0)
        let raw = try #require(contents(of: heard))
        let samples = isWide ? Self.samples(raw, as: Int32.self) : Self.samples(raw, as: Int16.self)
        let left = stride(from: 0, to: samples.count, by: channels).map { samples[$0] }
        let measured = try #require(Sine.measure(left, rate: rate), "\(device.name)")
        #expect(abs(measured.hertz - 997) < 0.1, "\(device.name): \(measured)")
        #expect(abs(measured.decibels) < 0.5, "\(device.name): \(measured)")
        // A clipped sine has harmonics; the noise of a linear resampler stays far below this.
        #expect(measured.distortion < -60, "\(device.name): \(measured)")
    }

    private static func samples<Sample: FixedWidthInteger>(_ raw: [UInt8], as type: Sample.Type) -> [Double] {
        let size = MemoryLayout<Sample>.size
        return raw.withUnsafeBytes { space in
            (0..<(raw.count / size)).map { index in
                Double(space.loadUnaligned(fromByteOffset: index * size, as: Sample.self)) / (Double(Sample.max) + 1)
            }
        }
    }
}
