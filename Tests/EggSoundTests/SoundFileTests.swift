import EggSound
import EggTestSupport
import Foundation
import Testing

@Suite struct SoundFileTests {
    private let folder = TemporaryFolder()

    /// Makes a file with sox; its name decides the format.
    private func make(_ name: String, _ options: [String] = [], seconds: String = "0.5") throws -> String {
        let path = folder.path(name)
        let made = try Program.run(
            "/usr/bin/sox", ["-n"] + options + [path, "synth", seconds, "sine", "440", "vol", "0.5"])
        try #require(made.status == 0, "\(made.errors)")
        return path
    }

    @Test(arguments: ["tone.wav", "tone.flac", "tone.ogg", "tone.aiff"])
    func formatsThatLibsndfileReadsAreDecoded(name: String) throws {
        let sound = try SoundFile.decode(make(name, ["-r", "44100", "-c", "2"]))
        #expect(sound.format.channels == 2 && sound.format.rate == 44_100)
        #expect(abs(sound.frames - 22_050) <= 1)
        let peak = sound.samples.map(abs).max() ?? 0
        #expect((0.45...0.55).contains(peak))
    }

    @Test(arguments: [8_000, 22_050, 48_000, 96_000])
    func anyUsualRateIsPreserved(rate: Int) throws {
        let sound = try SoundFile.decode(make("tone.wav", ["-r", "\(rate)", "-c", "1"]))
        #expect(sound.format.rate == rate && sound.format.channels == 1)
        #expect(sound.duration == .milliseconds(500))
    }

    @Test func aMissingFileIsReported() {
        let path = folder.path("none.wav")
        #expect(throws: SoundFile.Problem.unreadable(path: path, reason: "No such file or directory")) {
            try SoundFile.decode(path)
        }
    }

    @Test func aFolderAndAPipeAreRefused() {
        let pipe = folder.path("pipe")
        #expect(mkfifo(pipe, 0o600) == 0)
        for path in [folder.path, pipe] {
            #expect(throws: SoundFile.Problem.notAFile(path: path)) { try SoundFile.decode(path) }
        }
    }

    @Test(arguments: [[], Array("no sound, but words".utf8), Array("RIFF\u{10}\u{0}\u{0}\u{0}WAVEfmt ".utf8)])
    func aFileThatIsNotASoundIsRefused(bytes: [UInt8]) {
        let path = folder.write(bytes, to: "bad.wav")
        do {
            _ = try SoundFile.decode(path)
            Issue.record("decoded \(bytes.count) bytes of nothing")
        } catch {
            guard case .undecodable(path, let reason) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(!reason.isEmpty)
        }
    }

    @Test func aSoundWithoutSamplesIsRefused() throws {
        let path = folder.path("empty.wav")
        let made = try Program.run("/usr/bin/sox", ["-n", "-r", "48000", "-c", "1", path, "trim", "0", "0"])
        try #require(made.status == 0)
        #expect(throws: SoundFile.Problem.empty(path: path)) { try SoundFile.decode(path) }
    }

    @Test(arguments: ["cut.wav", "cut.flac", "cut.aiff", "cut.au"])
    func aTruncatedSoundIsRefused(name: String) throws {
        let path = try make(name, ["-r", "48000", "-c", "1"])
        let bytes = try #require(contents(of: path))
        folder.write(bytes.prefix(bytes.count / 2), to: name)
        #expect(throws: SoundFile.Problem.truncated(path: path)) { try SoundFile.decode(path) }
    }

    /// A header that announces ten gigabytes, as RF64 can, is not believed, and no memory is reserved for them.
    @Test func aHeaderThatPromisesTenGigabytesIsRefused() throws {
        let plain = try #require(contents(of: make("tone.wav", ["-r", "48000", "-c", "1", "-b", "16"])))
        let size: UInt64 = 10 << 30
        var promise = Array("ds64".utf8) + bytes(28 as UInt32) + bytes(size + 36)
        promise += bytes(size) + bytes(size / 2) + bytes(0 as UInt32)
        let head = Array("RF64".utf8) + bytes(UInt32.max) + Array("WAVE".utf8)
        let path = folder.write(
            head + promise + plain[12..<36] + Array("data".utf8) + bytes(UInt32.max) + plain[44...], to: "vast.wav")
        #expect(throws: SoundFile.Problem.truncated(path: path)) { try SoundFile.decode(path) }
    }

    @Test func aSoundWithoutChannelsIsRefused() throws {
        var wave = try #require(contents(of: make("tone.wav", ["-r", "48000", "-c", "1", "-b", "16"])))
        (wave[22], wave[23]) = (0, 0)
        let path = folder.write(wave, to: "none.wav")
        #expect(throws: SoundFile.Problem.undecodable(path: path, reason: "Channel count is zero")) {
            try SoundFile.decode(path)
        }
    }

    /// A file that was written into a pipe has the largest number in place of its length, and is complete all the same.
    @Test func aStreamOfUnknownLengthIsPlayed() throws {
        var wave = try #require(contents(of: make("tone.wav", ["-r", "48000", "-c", "1", "-b", "16"])))
        wave.replaceSubrange(4..<8, with: bytes(UInt32.max))
        wave.replaceSubrange(40..<44, with: bytes(UInt32.max))
        #expect(try SoundFile.decode(folder.write(wave, to: "stream.wav")).frames == 24_000)
    }

    /// Many programs write a size that is wrong by a header or a pad byte; the sound is complete.
    @Test(arguments: [1, 8, 44])
    func aWholeFileWhoseSizeIsSlightlyWrongIsPlayed(excess: UInt32) throws {
        var wave = try #require(contents(of: make("tone.wav", ["-r", "48000", "-c", "1", "-b", "16"])))
        wave.replaceSubrange(4..<8, with: bytes(UInt32(wave.count - 8) + excess))
        #expect(try SoundFile.decode(folder.write(wave, to: "wrong.wav")).frames == 24_000)
    }

    private func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }

    @Test func moreThanTwoChannelsAreRefused() throws {
        let path = try make("surround.wav", ["-c", "6"])
        #expect(throws: SoundFile.Problem.channels(path: path, count: 6)) { try SoundFile.decode(path) }
    }

    @Test func aSoundLongerThanAMinuteIsRefused() throws {
        let path = try make("long.wav", ["-r", "8000", "-c", "1"], seconds: "61")
        #expect(throws: SoundFile.Problem.tooLong(path: path)) { try SoundFile.decode(path) }
        #expect(
            "\(SoundFile.Problem.tooLong(path: "a.wav"))" == "a.wav lasts longer than 60 s, the longest that is played")
    }
}

@Suite struct SoundCatalogTests {
    private let folder = TemporaryFolder()

    private func makeFolder(_ name: String) {
        try? FileManager.default.createDirectory(atPath: folder.path(name), withIntermediateDirectories: true)
    }

    private func place(_ name: String) {
        makeFolder(name.split(separator: "/").dropLast().joined(separator: "/"))
        let bell = contents(of: BuiltPrograms.sourceTree + "/sounds/bell.wav") ?? []
        folder.write(bell, to: name)
    }

    @Test func anInstalledProgramFindsItsSoundsBesideIt() {
        place("usr/share/eggtimer/sounds/bell.wav")
        let finding = SoundCatalog(executable: folder.path("usr/bin/eggd")).load("bell")
        #expect(finding.path == folder.path("usr/share/eggtimer/sounds/bell.wav"))
        #expect(finding.problem == nil && finding.sound.format.rate == 48_000)
    }

    @Test func aBuiltProgramFindsTheNearestSoundsAboveIt() {
        place("tree/sounds/bell.wav")
        let finding = SoundCatalog(executable: folder.path("tree/.build/debug/eggd")).load("bell")
        #expect(finding.path == folder.path("tree/sounds/bell.wav"))
    }

    @Test func theInstalledSoundComesFirst() {
        place("usr/share/eggtimer/sounds/bell.wav")
        place("usr/sounds/bell.wav")
        let finding = SoundCatalog(executable: folder.path("usr/bin/eggd")).load("bell")
        #expect(finding.path == folder.path("usr/share/eggtimer/sounds/bell.wav"))
    }

    @Test func theUsersOwnSoundsComeFirstAndHaveNames() {
        for file in ["usr/share/eggtimer/sounds/bell.wav", "own/bell.flac", "own/horn.ogg"] { place(file) }
        folder.write([], to: "own/README.md")
        let catalog = SoundCatalog(executable: folder.path("usr/bin/eggd"), userFolder: folder.path("own"))
        #expect(catalog.names == ["bell", "horn"])
        #expect(catalog.load("bell").path == folder.path("own/bell.flac"))
        #expect(SoundCatalog(executable: "/usr/bin/eggd", userFolder: folder.path("none")).names == [])
    }

    @Test func aPathIsUsedAsItIs() {
        place("elsewhere/gong.wav")
        let finding = SoundCatalog(executable: "/usr/bin/eggd").load(folder.path("elsewhere/gong.wav"))
        #expect(finding.problem == nil && finding.path == folder.path("elsewhere/gong.wav"))
    }

    @Test func withoutAFileTheBuiltInToneIsUsed() {
        let sounds = folder.path("usr/share/eggtimer/sounds")
        for (name, hint) in [("gong", ""), ("bell.wav", ", and a path has a '/'")] {
            let finding = SoundCatalog(executable: folder.path("usr/bin/eggd")).load(name)
            #expect(finding.sound == .builtInTone && finding.path == nil)
            #expect(finding.problem == "there is no sound '\(name)' in \(sounds)\(hint); the built-in tone will ring")
        }
    }

    @Test func theBuiltInToneReplacesABadFile() {
        makeFolder("usr/share/eggtimer/sounds")
        folder.write(Array("words".utf8), to: "usr/share/eggtimer/sounds/bell.wav")
        let finding = SoundCatalog(executable: folder.path("usr/bin/eggd")).load("bell")
        #expect(finding.sound == .builtInTone && finding.problem?.contains("bell.wav can't be played: ") == true)
        // libsndfile's reason ends with a full stop.
        #expect(finding.problem?.contains(".;") == false)
    }

    @Test(arguments: ["~/bell.wav", "$HOME/bell.wav"])
    func aPathThatAShellWouldReplaceIsExplained(path: String) {
        #expect(
            SoundCatalog(executable: "/usr/bin/eggd").load(path).problem == """
                \(path) can't be read: No such file or directory; give an absolute path, in which '~' and variables have \
                no meaning; the built-in tone will ring
                """)
    }
}

/// The sounds that the project ships, and the built-in one.
@Suite struct OwnSoundsTests {
    static let sounds: [(String, Sound)] = {
        let files = ["bell", "chime", "timer"].compactMap { name in
            (try? SoundFile.decode("\(BuiltPrograms.sourceTree)/sounds/\(name).wav")).map { (name, $0) }
        }
        return files + [("built-in tone", .builtInTone)]
    }()

    @Test func allSoundsExist() {
        #expect(Self.sounds.map(\.0) == ["bell", "chime", "timer", "built-in tone"])
    }

    @Test func theyAreLoudAndDoNotClip() {
        for (name, sound) in Self.sounds {
            let peak = sound.samples.map(abs).max() ?? 0
            #expect(peak > 0.5 && peak < 0.999, "\(name): peak \(peak)")
        }
    }

    @Test func theyBeginWithinTwentyMilliseconds() throws {
        for (name, sound) in Self.sounds {
            // A room begins to hear a sound at -40 dB below full scale.
            let begin = try #require(sound.samples.firstIndex { abs($0) > 0.01 }, "\(name) is silent")
            #expect(begin < sound.format.rate * sound.format.channels / 50, "\(name) begins after \(begin) samples")
        }
    }

    @Test func theFilesLastOneToFourSeconds() {
        for (name, sound) in Self.sounds.dropLast() {
            #expect((.seconds(1) ... .seconds(4)).contains(sound.duration), "\(name)")
            #expect([44_100, 48_000].contains(sound.format.rate), "\(name)")
        }
    }

    @Test func theyEndInSilence() {
        for (name, sound) in Self.sounds {
            #expect(sound.samples.last.map(abs) ?? 1 < 0.001, "\(name) ends with a click")
        }
    }

    @Test func theirProgramGeneratesTheSameFiles() throws {
        let made = try Program.run(
            "/usr/bin/python3", ["\(BuiltPrograms.sourceTree)/sounds/make-sounds", "--check"],
            environment: ["PATH": "/usr/bin:/bin"])
        #expect(made.status == 0, "\(made.output)\(made.errors)")
    }
}
