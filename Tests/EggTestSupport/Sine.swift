import Glibc

/// A sine tone, and its measurement at the other end of a sound path.
public enum Sine {
    /// A mono WAV file of 16 bits that contains only the tone.
    ///
    /// - Parameter level: its peak, where 1 is full scale.
    public static func wave(hertz: Double, level: Double, rate: Int, seconds: Double) -> [UInt8] {
        let samples = (0..<Int(Double(rate) * seconds)).map { frame in
            Int16((sin(2 * .pi * hertz * Double(frame) / Double(rate)) * level * 32767).rounded())
        }
        let data = samples.flatMap(bytes)
        var header = Array("RIFF".utf8) + bytes(UInt32(36 + data.count)) + Array("WAVEfmt ".utf8)
        header += bytes(UInt32(16)) + bytes(UInt16(1)) + bytes(UInt16(1))
        header += bytes(UInt32(rate)) + bytes(UInt32(rate * 2)) + bytes(UInt16(2)) + bytes(UInt16(16))
        return header + Array("data".utf8) + bytes(UInt32(data.count)) + data
    }

    /// The properties of a recorded tone, measured over the middle of its longest stretch of sound.
    public struct Measurement {
        /// The level of the whole in dB, where a sine of full scale is 0.
        public let decibels: Double
        /// The frequency, measured between zero crossings.
        public let hertz: Double
        /// The greatest sample, where 1 is full scale.
        public let peak: Double
        /// The rest beside the tone, in dB.
        public let distortion: Double
    }

    /// Measures a tone; nil when there is no second of sound without a gap.
    public static func measure(_ samples: [Double], rate: Int) -> Measurement? {
        guard let sound = longestSound(in: samples, rate: rate), sound.count > rate else { return nil }
        // Away from both ends, where a resampler rings.
        let middle = Array(samples[sound].dropFirst(rate / 10).dropLast(rate / 10))
        let power = middle.reduce(0) { $0 + $1 * $1 } / Double(middle.count)
        let crossings = middle.indices.dropFirst().filter { middle[$0 - 1] < 0 && middle[$0] >= 0 }
        guard power > 0, crossings.count > 2, let first = crossings.first, let last = crossings.last else { return nil }
        // A crossing lies between two samples, where the straight line through them is zero.
        func place(_ index: Int) -> Double { Double(index) - middle[index] / (middle[index] - middle[index - 1]) }
        let hertz = Double(crossings.count - 1) * Double(rate) / (place(last) - place(first))
        let tone = power - residue(of: middle, without: hertz, rate: rate)
        return Measurement(
            decibels: 10 * log10(power * 2), hertz: hertz, peak: middle.map(abs).max() ?? 0,
            distortion: 10 * log10(max(1e-12, power - tone) / tone))
    }

    /// The power that remains when the tone is subtracted.
    private static func residue(of samples: [Double], without hertz: Double, rate: Int) -> Double {
        var (sine, cosine) = (0.0, 0.0)
        let step = 2 * .pi * hertz / Double(rate)
        // Whole periods, so that tone and rest don't leak into each other.
        let period = Double(rate) / hertz
        let count = Int((Double(samples.count) / period).rounded(.down) * period)
        for (index, sample) in samples.prefix(count).enumerated() {
            sine += sample * sin(step * Double(index))
            cosine += sample * cos(step * Double(index))
        }
        (sine, cosine) = (2 * sine / Double(count), 2 * cosine / Double(count))
        let left = samples.prefix(count).enumerated().reduce(0.0) { sum, entry in
            let angle = step * Double(entry.offset)
            let rest = entry.element - sine * sin(angle) - cosine * cos(angle)
            return sum + rest * rest
        }
        return left / Double(count)
    }

    /// The longest stretch without a hundredth of a second of silence.
    private static func longestSound(in samples: [Double], rate: Int) -> Range<Int>? {
        var longest: Range<Int>?
        var (begin, last) = (0, -1)
        for (index, sample) in samples.enumerated() where abs(sample) > 0.001 {
            if last < 0 || index - last > rate / 100 { begin = index }
            last = index
            if last - begin > longest?.count ?? 0 { longest = begin..<(last + 1) }
        }
        return longest
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }
}
