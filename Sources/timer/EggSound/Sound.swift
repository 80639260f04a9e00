/// A decoded sound in memory, ready to be played.
public struct Sound: Equatable, Sendable {
    /// The format of its samples.
    public struct Format: Equatable, Sendable {
        /// 1 or 2, interleaved.
        public let channels: Int
        /// Frames per second.
        public let rate: Int
    }

    /// Interleaved samples; 1.0 is full scale.
    public let samples: [Float]
    /// The format of the samples.
    public let format: Format
    /// Whether its file is longer, and these samples are the beginning.
    public let isShortened: Bool

    /// A sound with these samples.
    public init(samples: [Float], channels: Int, rate: Int, isShortened: Bool = false) {
        self.samples = samples
        format = Format(channels: channels, rate: rate)
        self.isShortened = isShortened
    }

    /// The number of samples per channel.
    public var frames: Int { samples.count / format.channels }

    /// Its duration.
    public var duration: Duration { .seconds(Double(frames) / Double(format.rate)) }
}
