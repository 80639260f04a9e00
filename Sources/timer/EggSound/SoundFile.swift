import CSndfile
import Glibc
import Synchronization

/// Sound files, decoded by libsndfile: WAV, FLAC, Ogg and the other formats it reads.
package enum SoundFile {
    /// Why a file can't be an alarm.
    package enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// The file can't be opened, in the C library's words.
        case unreadable(path: String, reason: String)
        /// It is a folder, a pipe or a device.
        case notAFile(path: String)
        case unknownFormat(path: String)
        /// libsndfile can't decode it, for this reason.
        case undecodable(path: String, reason: String)
        /// It is neither mono nor stereo.
        case channels(path: String, count: Int)
        /// No sound card plays its rate.
        case rate(path: String, hertz: Int)
        case empty(path: String)

        package var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
            case .notAFile(let path): "\(path) is not a file"
            case .unknownFormat(let path):
                "\(path) can't be played: its format is none of WAV, AIFF, FLAC, Ogg, Opus and MP3"
            case .undecodable(let path, let reason): "\(path) can't be played: \(reason)"
            case .channels(let path, let count): "\(path) has \(count) channels; mono and stereo can be played"
            case .rate(let path, let hertz):
                "\(path) has \(hertz) samples a second; \(rates.lowerBound) to \(rates.upperBound) can be played"
            case .empty(let path): "\(path) contains no sound"
            }
        }
    }

    /// The accepted rates, in Hz.
    package static let rates = 4_000...192_000
    /// The longest sound: 23 MB of stereo at 48 kHz while it is read, half of that afterwards.
    package static let maxDuration: Duration = .seconds(60)

    /// libmpg123's remarks are kept from standard error for one file at a time.
    private static let silence = Mutex(())

    /// Reads a file into memory, of a longer one the first minute. Its header is not trusted: memory grows with the
    /// samples that are read, and of a file that was cut short these are played.
    package static func decode(_ path: String) throws(Problem) -> Sound {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        // Opening a pipe would wait for a writer.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard access(path, R_OK) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        return try silence.withLock { _ throws(Problem) in
            let stream = csndfile_silence()
            defer { csndfile_end_silence(stream) }
            return try decode(file: path)
        }
    }

    private static func decode(file path: String) throws(Problem) -> Sound {
        var information = SF_INFO()
        guard let file = sf_open(path, Int32(SFM_READ), &information) else {
            throw unknownFormats.contains(sf_error(nil))
                ? .unknownFormat(path: path) : .undecodable(path: path, reason: reason(nil))
        }
        defer { sf_close(file) }
        let (channels, rate) = (Int(information.channels), Int(information.samplerate))
        guard (1...2).contains(channels) else { throw .channels(path: path, count: channels) }
        guard rates.contains(rate) else { throw .rate(path: path, hertz: rate) }
        let limit = rate * Int(maxDuration.components.seconds) * channels
        let samples = try read(file, channels: channels, limit: limit, path: path)
        var more = [Float](repeating: 0, count: channels)
        let isShortened = samples.count == limit && sf_readf_float(file, &more, 1) > 0
        guard !samples.isEmpty else { throw .empty(path: path) }
        return Sound(samples: samples, channels: channels, rate: rate, isShortened: isShortened)
    }

    /// The codes for a file in no known format. The second one is libsndfile's for a file that its name makes MP3, and
    /// that isn't.
    private static let unknownFormats = [Int32(SF_ERR_UNRECOGNISED_FORMAT), 7]

    /// The C library's last error, without its full stop.
    private static func reason(_ file: OpaquePointer?) -> String {
        let sentence = String(cString: sf_strerror(file))
        return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    private static func read(
        _ file: OpaquePointer, channels: Int, limit: Int, path: String
    ) throws(Problem) -> [Float] {
        let chunk = 16 * 1024
        var samples: [Float] = []
        var space = [Float](repeating: 0, count: chunk * channels)
        while samples.count < limit {
            let frames = Int(sf_readf_float(file, &space, sf_count_t(min(chunk, (limit - samples.count) / channels))))
            guard frames > 0 else { break }
            // A float file may hold infinities and NaN, which become silence.
            samples += space[..<(frames * channels)].lazy.map { $0.isFinite ? $0 : 0 }
        }
        guard sf_error(file) == Int32(SF_ERR_NO_ERROR) || !samples.isEmpty else {
            throw .undecodable(path: path, reason: reason(file))
        }
        return samples
    }
}
