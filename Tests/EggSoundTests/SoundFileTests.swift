import CSndfile
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

    /// Makes two seconds of silence with libsndfile, in a format that sox can't write.
    private func encode(_ name: String, _ format: Int) throws -> String {
        let path = folder.path(name)
        var information = SF_INFO()
        (information.samplerate, information.channels, information.format) = (48_000, 1, Int32(format))
        let file = try #require(sf_open(path, Int32(SFM_WRITE), &information), "\(String(cString: sf_strerror(nil)))")
        let silence = [Float](repeating: 0, count: 96_000)
        #expect(sf_writef_float(file, silence, 96_000) == 96_000)
        sf_close(file)
        return path
    }

    private func mp3(_ name: String) throws -> String {
        try encode(name, SF_FORMAT_MPEG | SF_FORMAT_MPEG_LAYER_III)
    }

    @Test func opusAndMP3AreDecoded() throws {
        let opus = try encode("tone.opus", SF_FORMAT_OGG | SF_FORMAT_OPUS)
        for path in [opus, try mp3("tone.mp3")] {
            #expect(try SoundFile.decode(path).duration == .seconds(2))
        }
    }

    /// Without the header that programs put into the first frame, an MP3 file's length is an estimate.
    @Test func anMP3FileWithoutALengthIsDecoded() throws {
        let bytes = try #require(contents(of: mp3("tone.mp3")))
        let second = try #require((1..<bytes.count - 1).first { bytes[$0] == 0xFF && bytes[$0 + 1] & 0xE0 == 0xE0 })
        #expect(try SoundFile.decode(folder.write(bytes[second...], to: "bare.mp3")).duration > .seconds(1))
    }

    /// libmpg123 writes what it finds odd about a file to standard error.
    @Test func whatALibraryThinksOfAFileIsNotWritten() throws {
        let bytes = try #require(contents(of: mp3("tone.mp3")))
        let torn = folder.write(
            bytes[..<(bytes.count / 2)] + Array("garbage".utf8) + bytes[(bytes.count / 2)...], to: "torn.mp3")
        let written = folder.write([], to: "written")
        let (standardError, file) = (dup(STDERR_FILENO), open(written, O_WRONLY))
        dup2(file, STDERR_FILENO)
        _ = try? SoundFile.decode(torn)
        dup2(standardError, STDERR_FILENO)
        for descriptor in [standardError, file] { close(descriptor) }
        #expect(contents(of: written) == [])
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

    /// The beginning of an M4A file.
    private static let m4a = Array("\u{0}\u{0}\u{0}\u{1C}ftypM4A \u{0}\u{0}\u{0}\u{0}M4A mp42isom".utf8)

    @Test(arguments: ["bad.wav", "bad.m4a", "bad.mp3"])
    func aFileInAnotherFormatIsRefusedWithTheFormatsThatCanBePlayed(name: String) {
        for bytes in [[], Array("no sound, but words".utf8), Self.m4a] {
            let path = folder.write(bytes, to: name)
            #expect(throws: SoundFile.Problem.unknownFormat(path: path)) { try SoundFile.decode(path) }
        }
        #expect(
            "\(SoundFile.Problem.unknownFormat(path: "a.m4a"))"
                == "a.m4a can't be played: its format is none of WAV, AIFF, FLAC, Ogg, Opus and MP3")
    }

    @Test func aBrokenFileIsRefused() {
        let path = folder.write(Array("RIFF\u{10}\u{0}\u{0}\u{0}WAVEfmt ".utf8), to: "bad.wav")
        let reason = "Error in WAV file. No 'data' chunk marker"
        #expect(throws: SoundFile.Problem.undecodable(path: path, reason: reason)) { try SoundFile.decode(path) }
    }

    @Test func aSoundWithoutSamplesIsRefused() throws {
        let path = folder.path("empty.wav")
        let made = try Program.run("/usr/bin/sox", ["-n", "-r", "48000", "-c", "1", path, "trim", "0", "0"])
        try #require(made.status == 0)
        #expect(throws: SoundFile.Problem.empty(path: path)) { try SoundFile.decode(path) }
    }

    /// As after a download that was interrupted.
    @Test(arguments: ["cut.wav", "cut.flac", "cut.aiff", "cut.au"])
    func ofASoundThatWasCutShortTheRestIsPlayed(name: String) throws {
        let path = try make(name, ["-r", "48000", "-c", "1"])
        let whole = try SoundFile.decode(path).duration
        let bytes = try #require(contents(of: path))
        folder.write(bytes.prefix(bytes.count / 2), to: name)
        let rest = try SoundFile.decode(path)
        #expect(rest.duration > .zero && rest.duration < whole && !rest.isShortened)
    }

    /// A header that announces ten gigabytes, as RF64 can, is not believed, and no memory is reserved for them.
    @Test func aHeaderThatPromisesTenGigabytesIsNotBelieved() throws {
        let plain = try #require(contents(of: make("tone.wav", ["-r", "48000", "-c", "1", "-b", "16"])))
        let size: UInt64 = 10 << 30
        var promise = Array("ds64".utf8) + bytes(28 as UInt32) + bytes(size + 36)
        promise += bytes(size) + bytes(size / 2) + bytes(0 as UInt32)
        let head = Array("RF64".utf8) + bytes(UInt32.max) + Array("WAVE".utf8)
        let path = folder.write(
            head + promise + plain[12..<36] + Array("data".utf8) + bytes(UInt32.max) + plain[44...], to: "vast.wav")
        #expect(try SoundFile.decode(path).duration == .milliseconds(500))
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

    @Test func ofALongSoundTheFirstMinuteIsPlayed() throws {
        let path = try make("long.wav", ["-r", "8000", "-c", "1"], seconds: "61")
        let sound = try SoundFile.decode(path)
        #expect(sound.isShortened && sound.duration == .seconds(60))
        #expect(try !SoundFile.decode(make("minute.wav", ["-r", "8000", "-c", "1"], seconds: "60")).isShortened)
    }
}

@Suite struct SoundCatalogTests {
    private let folder = TemporaryFolder()

    private func place(_ name: String) {
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
        for file in ["usr/share/eggtimer/sounds/bell.wav", "own/bell.flac", "own/A B.v2.WAV", "own/.hidden.wav"] {
            place(file)
        }
        folder.write([], to: "usr/share/eggtimer/sounds/README.md")
        let catalog = SoundCatalog(executable: folder.path("usr/bin/eggd"), userFolder: folder.path("own"))
        #expect(catalog.names == ["bell", "A B.v2"])
        #expect(catalog.load("bell").path == folder.path("own/bell.flac"))
        #expect(catalog.load("A B.v2").problem == nil)
        #expect(SoundCatalog(executable: "/usr/bin/eggd", userFolder: folder.path("none")).names == [])
    }

    /// Someone has converted an M4A file, and put a broken file in place of a shipped one.
    @Test func aFileThatCannotBePlayedHidesNoOtherOfItsName() {
        for file in ["usr/share/eggtimer/sounds/bell.wav", "own/horn.wav"] { place(file) }
        for file in ["own/horn.m4a", "own/bell.mp3"] { folder.write([], to: file) }
        let catalog = SoundCatalog(executable: folder.path("usr/bin/eggd"), userFolder: folder.path("own"))
        for (name, good, bad) in [
            ("horn", "own/horn.wav", "own/horn.m4a"), ("bell", "usr/share/eggtimer/sounds/bell.wav", "own/bell.mp3"),
        ] {
            let finding = catalog.load(name)
            #expect(finding.path == folder.path(good) && finding.problem == nil)
            #expect(finding.leftOut == ["\(SoundFile.Problem.unknownFormat(path: folder.path(bad)))"])
        }
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
