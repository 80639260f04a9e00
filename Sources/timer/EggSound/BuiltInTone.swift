import Glibc

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
