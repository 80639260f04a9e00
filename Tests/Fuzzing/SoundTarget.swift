import Glibc

@testable import EggSound

/// Sound files, in any format that libsndfile recognises. libsndfile is the system's and is not instrumented, so
/// libFuzzer does not see its paths.
final class SoundTarget: Target {
    static let name = "sound"
    static let maxLength = 16 * 1024

    /// A file in memory. Its path has no suffix, so only its content counts.
    private let file: Int32
    private var path: String { "/proc/self/fd/\(file)" }

    init() {
        let name = "/egg-fuzz-\(getpid())"
        file = shm_open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { fatalError("no file to fuzz: \(errno)") }
        shm_unlink(name)
    }

    func handle(_ bytes: UnsafeRawBufferPointer) {
        guard ftruncate(file, 0) == 0, pwrite(file, bytes.baseAddress, bytes.count, 0) == bytes.count else {
            fatalError("no file to fuzz: \(errno)")
        }
        do throws(SoundFile.Problem) {
            let sound = try SoundFile.decode(path)
            require((1...2).contains(sound.format.channels), "mono or stereo")
            require(SoundFile.rates.contains(sound.format.rate), "a rate that is played")
            require(sound.frames > 0 && sound.samples.count == sound.frames * sound.format.channels, "whole frames")
            require(sound.duration <= SoundFile.maxDuration, "no longer than an alarm may be")
            require(sound.samples.allSatisfy(\.isFinite), "numbers, all of them")
        } catch {
            require(!error.description.isEmpty && error.description.contains(path), "the problem names the file")
        }
    }
}
