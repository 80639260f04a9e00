// Swift's own functions for this are in a library of 2 MB, which no installed program needs otherwise.
extension StringProtocol {
    /// The first place at which a text stands in this one, compared byte by byte; nil for an empty text.
    package func place(of text: String) -> Range<Index>? {
        let (bytes, wanted) = (Array(utf8), Array(text.utf8))
        guard let first = wanted.first, bytes.count >= wanted.count else { return nil }
        for begin in 0...bytes.count - wanted.count where bytes[begin] == first {
            guard bytes[begin...].starts(with: wanted) else { continue }
            let start = utf8.index(startIndex, offsetBy: begin)
            return start..<utf8.index(start, offsetBy: wanted.count)
        }
        return nil
    }

    /// Whether a text stands in this one.
    package func includes(_ text: String) -> Bool { place(of: text) != nil }

    /// The parts between the places at which a text stands.
    package func parts(between text: String) -> [SubSequence] {
        var (parts, rest) = ([SubSequence](), self[...])
        while let place = rest.place(of: text) {
            parts.append(rest[..<place.lowerBound])
            rest = rest[place.upperBound...]
        }
        return parts + [rest]
    }

    /// This text with another one wherever a text stands.
    package func replacing(each text: String, by other: String) -> String {
        parts(between: text).joined(separator: other)
    }
}
