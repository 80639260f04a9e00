/// A sound in memory, ready to be played: nothing is read or decoded when it is needed.
public struct Sound: Equatable, Sendable {
    /// How its samples are to be taken.
    public struct Format: Equatable, Sendable {
        /// 1 or 2, interleaved.
        public let channels: Int
        /// Frames a second.
        public let rate: Int

        /// The format of so many channels and frames a second.
        public init(channels: Int, rate: Int) {
            self.channels = channels
            self.rate = rate
        }
    }

    /// Interleaved samples, 1.0 being full scale.
    public let samples: [Float]
    /// What they are.
    public let format: Format

    /// A sound of these samples.
    public init(samples: [Float], channels: Int, rate: Int) {
        self.samples = samples
        format = Format(channels: channels, rate: rate)
    }

    /// Samples of each channel.
    public var frames: Int { samples.count / format.channels }

    /// How long it lasts.
    public var duration: Duration { .seconds(Double(frames) / Double(format.rate)) }
}
