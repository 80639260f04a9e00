import Glibc

/// A decoded sound in memory, ready to be played.
package struct Sound: Equatable, Sendable {
    package struct Format: Equatable, Sendable {
        /// 1 or 2, interleaved.
        package let channels: Int
        /// Frames per second.
        package let rate: Int
    }

    /// Interleaved samples; 1.0 is full scale.
    package let samples: [Float]
    package let format: Format
    /// Whether its file is longer, and these samples are the beginning.
    package let isShortened: Bool

    package init(samples: [Float], channels: Int, rate: Int, isShortened: Bool = false) {
        self.samples = samples
        format = Format(channels: channels, rate: rate)
        self.isShortened = isShortened
    }

    /// The number of samples per channel.
    package var frames: Int { samples.count / format.channels }

    package var duration: Duration { .seconds(Double(frames) / Double(format.rate)) }
}

extension Sound {
    /// Four beeps of a kitchen timer, generated in code; the tone needs no file and is therefore always available.
    package static let builtInTone: Sound = {
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
