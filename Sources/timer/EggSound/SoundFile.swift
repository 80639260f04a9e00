import CSndfile
import Glibc
import POSIX
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
        /// Its header announces more samples than it holds.
        case truncated(path: String)
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
            case .truncated(let path): "\(path) is truncated; its header announces more sound than it contains"
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
    /// samples that are read.
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
        // The length of a stream may be unknown until its end; it is then written as the largest number. That of an MP3
        // file is often estimated.
        let isEstimated =
            information.frames == Int64.max || Int(information.format) & SF_FORMAT_TYPEMASK == SF_FORMAT_MPEG
        let isShort = !isEstimated && samples.count / channels < information.frames
        guard isShortened || !isShort && !isCutShort(file) else { throw .truncated(path: path) }
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

    /// Whether the header announces more bytes than there are. libsndfile plays what it finds and reports the
    /// difference only in its log: `data : 192000 (should be 95960)`.
    private static func isCutShort(_ file: OpaquePointer) -> Bool {
        var text = [CChar](repeating: 0, count: 4096)
        sf_command(file, Int32(SFC_GET_LOG_INFO), &text, Int32(text.count - 1))
        let log = String(buffer: text)
        return log.split(separator: "\n").contains { line in
            let words = line.split(separator: " ")
            guard let place = words.firstIndex(of: "(should"), place > 0, place + 2 < words.count,
                let promised = Int64(words[place - 1]), let found = Int64(words[place + 2].dropLast())
            else { return false }
            // The chunk of the samples must be complete, give or take a pad byte. The size of the whole file is often
            // wrong by a header, so only a larger gap counts.
            let isOfSamples = ["data", "SSND", "Data"].contains(words[0])
            return promised > found + (isOfSamples ? 8 : 4096) && !isStreamMark(promised)
        }
    }

    /// A program that writes sound into a pipe can't fill in the length afterwards, and leaves the largest number in
    /// its place, sometimes less a header.
    private static func isStreamMark(_ size: Int64) -> Bool {
        [Int64(Int32.max), Int64(UInt32.max)].contains { abs($0 - size) <= 256 }
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
