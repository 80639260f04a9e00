/// Suggests a known word for a misspelt one.
package enum NearestWord {
    /// The shortest known word that begins with the word, if that has two letters or more; else the nearest one within
    /// two changes to at most a third of its letters. Case is ignored.
    package static func find(_ word: String, among known: [String]) -> String? {
        let (start, letters) = (word.lowercased(), Array(word.lowercased()))
        guard letters.count >= 2 else { return nil }
        let begun = known.filter { $0.lowercased().hasPrefix(start) }
        if let shortest = begun.min(by: { $0.count < $1.count }) { return shortest }
        let candidates = known.map { (word: $0, distance: distance(letters, Array($0.lowercased()))) }
        let best = candidates.min { $0.distance < $1.distance }
        return best.flatMap { $0.distance <= min(2, letters.count / 3) ? $0.word : nil }
    }

    /// The number of letters inserted, omitted, changed or swapped with a neighbour ("optimal string alignment").
    static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard !left.isEmpty, !right.isEmpty else { return max(left.count, right.count) }
        var rows = [Array(0...right.count)]
        for row in 1...left.count {
            var current = [row]
            for column in 1...right.count {
                let cost = left[row - 1] == right[column - 1] ? 0 : 1
                var best = min(
                    rows[row - 1][column] + 1, current[column - 1] + 1, rows[row - 1][column - 1] + cost)
                if row > 1, column > 1, left[row - 1] == right[column - 2], left[row - 2] == right[column - 1] {
                    best = min(best, rows[row - 2][column - 2] + 1)
                }
                current.append(best)
            }
            rows.append(current)
        }
        return rows[left.count][right.count]
    }
}
