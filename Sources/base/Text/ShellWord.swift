/// Words of commands that a person is offered to type or to copy.
package enum ShellWord {
    /// A word as a shell takes it for one word, in quotes if necessary.
    package static func of(_ word: String) -> String {
        let isPlain = word.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "/", ".", "-", "_", ",", ":", "@": true
            default: !scalar.isASCII && !scalar.properties.isWhitespace
            }
        }
        if isPlain, !word.isEmpty { return word }
        return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
