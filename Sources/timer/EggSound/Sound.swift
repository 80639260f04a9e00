import Glibc

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

extension Sound {
    /// Four beeps of a kitchen timer, generated in code; the tone needs no file and is therefore always available.
    public static let builtInTone: Sound = {
        let rate = 48_000
        let (beep, pause, edge) = (rate * 12 / 100, rate * 8 / 100, rate * 4 / 1000)
        var samples: [Float] = []
        for _ in 0..<4 {
            for frame in 0..<beep {
                // Edges of four milliseconds keep the beep from clicking.
                let fromEdge = Double(min(frame, beep - 1 - frame, edge)) / Double(edge)
                let envelope = 0.5 - 0.5 * cos(.pi * fromEdge)
                // A small speaker is loudest around 2 kHz, and the third harmonic makes it carry.
                let phase = 2 * .pi * 2000 * Double(frame) / Double(rate)
                samples.append(Float(envelope * (0.7 * sin(phase) + 0.2 * sin(3 * phase))))
            }
            samples += Array(repeating: 0, count: pause)
        }
        return Sound(samples: samples, channels: 1, rate: rate)
    }()
}
