import CSndfile
import Glibc

/// Sound files, decoded by libsndfile: WAV, FLAC, Ogg and what else it reads.
public enum SoundFile {
    /// Why a file can't be an alarm.
    public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
        /// The file can't be opened, in the C library's words.
        case unreadable(path: String, reason: String)
        /// Not a file but a folder, a pipe, a device.
        case notAFile(path: String)
        /// libsndfile does not understand it, in its words.
        case undecodable(path: String, reason: String)
        /// Neither mono nor stereo.
        case channels(path: String, count: Int)
        /// A rate that no sound card plays.
        case rate(path: String, hertz: Int)
        /// Nothing to hear.
        case empty(path: String)
        /// Longer than an alarm may be.
        case tooLong(path: String)

        public var description: String {
            switch self {
            case .unreadable(let path, let reason): "\(path) can't be read: \(reason)"
            case .notAFile(let path): "\(path) is not a file"
            case .undecodable(let path, let reason): "\(path) is no sound that can be played: \(reason)"
            case .channels(let path, let count): "\(path) has \(count) channels; mono and stereo can be played"
            case .rate(let path, let hertz):
                "\(path) has \(hertz) samples a second; \(rates.lowerBound) to \(rates.upperBound) can be played"
            case .empty(let path): "\(path) holds no sound"
            case .tooLong(let path): "\(path) is longer than \(longest.components.seconds) s, the most that is kept"
            }
        }
    }

    /// The rates that are taken, in Hz.
    public static let rates = 4_000...192_000
    /// The longest sound that is kept decoded; 46 MB of stereo at 48 kHz.
    public static let longest: Duration = .seconds(120)

    /// Reads a whole file into memory. What its header promises is not believed: memory grows with what is really
    /// there.
    public static func decode(_ path: String) throws(Problem) -> Sound {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        // Opening a pipe would wait for a writer.
        guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path: path) }
        guard access(path, R_OK) == 0 else {
            throw .unreadable(path: path, reason: String(cString: strerror(errno)))
        }
        var information = SF_INFO()
        guard let file = sf_open(path, Int32(SFM_READ), &information) else {
            throw .undecodable(path: path, reason: String(cString: sf_strerror(nil)))
        }
        defer { sf_close(file) }
        let (channels, rate) = (Int(information.channels), Int(information.samplerate))
        guard (1...2).contains(channels) else { throw .channels(path: path, count: channels) }
        guard rates.contains(rate) else { throw .rate(path: path, hertz: rate) }
        let samples = try read(file, channels: channels, limit: rate * Int(longest.components.seconds), path: path)
        guard !samples.isEmpty else { throw .empty(path: path) }
        return Sound(samples: samples, channels: channels, rate: rate)
    }

    private static func read(
        _ file: OpaquePointer, channels: Int, limit: Int, path: String
    ) throws(Problem) -> [Float] {
        let chunk = 16 * 1024
        var samples: [Float] = []
        var space = [Float](repeating: 0, count: chunk * channels)
        while true {
            let frames = Int(sf_readf_float(file, &space, sf_count_t(chunk)))
            guard frames > 0 else { break }
            // A float file may hold infinities and worse; what is not a number is silence.
            samples += space[..<(frames * channels)].lazy.map { $0.isFinite ? $0 : 0 }
            guard samples.count <= limit * channels else { throw .tooLong(path: path) }
        }
        guard sf_error(file) == Int32(SF_ERR_NO_ERROR) || !samples.isEmpty else {
            throw .undecodable(path: path, reason: String(cString: sf_strerror(file)))
        }
        return samples
    }
}
