/// A sound in memory, ready to be played: nothing is read or decoded when it is needed.
public struct Sound: Equatable, Sendable {
    /// Interleaved samples, 1.0 being full scale.
    public let samples: [Float]
    /// 1 or 2.
    public let channels: Int
    /// Frames a second.
    public let rate: Int

    /// A sound of these samples.
    public init(samples: [Float], channels: Int, rate: Int) {
        self.samples = samples
        self.channels = channels
        self.rate = rate
    }

    /// Samples of each channel.
    public var frames: Int { samples.count / channels }

    /// How long it lasts.
    public var duration: Duration { .seconds(Double(frames) / Double(rate)) }
}
