/// A command line that a shell completes: what its finished words say, and the word that is being typed.
package struct CompletionLine: Sendable {
    /// The place of the word that is being typed, which says what it may be.
    package enum Place: Equatable, Sendable {
        case operand
        case option
        /// The value of the option with this name.
        case value(of: String)
    }

    /// The finished words that aren't options.
    package private(set) var operands: [String] = []
    /// The finished options and their values; an option without a value has an empty one.
    package private(set) var options: [String: String] = [:]
    /// Whether `--` came before, so that every word is an operand.
    package private(set) var isEnded = false
    /// The word that is being typed, as far as the cursor.
    package let word: String
    package let place: Place
    /// The beginning of the word that isn't part of an option's value, such as `--name=`.
    let prefix: String

    /// Reads the words after the program's name, of which the last one is being typed.
    package init(_ words: some Collection<String>, options accepted: [Arguments.Option]) {
        func named(_ text: Substring) -> Arguments.Option? {
            if let option = accepted.first(where: { $0.name == text }) { return option }
            let begun = accepted.filter { $0.name.hasPrefix(text) }
            return begun.count == 1 ? begun[0] : nil
        }
        func halves(_ word: String) -> (name: Substring, value: Substring?) {
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (parts.first ?? "", parts.count == 2 ? parts[1] : nil)
        }
        var awaited: String?
        for word in words.dropLast() {
            if let name = awaited {
                options[name] = word
                awaited = nil
            } else if isEnded || !Self.looksLikeOption(word) || word == "-" {
                operands.append(word)
            } else if word == "--" {
                isEnded = true
            } else if word.hasPrefix("--") {
                let (name, value) = halves(word)
                let option = named(name)
                if value == nil, option?.takesValue == true {
                    awaited = option?.name
                } else {
                    options[option?.name ?? String(name)] = value.map(String.init) ?? ""
                }
            } else {
                for option in accepted where option.letter.map(word.contains) == true { options[option.name] = "" }
            }
        }
        word = words.isEmpty ? "" : words[words.index(words.startIndex, offsetBy: words.count - 1)]
        let (name, value) = halves(word)
        if let awaited {
            (place, prefix) = (.value(of: awaited), "")
        } else if isEnded || !Self.looksLikeOption(word) {
            (place, prefix) = (.operand, "")
        } else if word.hasPrefix("--"), value != nil {
            (place, prefix) = (.value(of: named(name)?.name ?? String(name)), "--\(name)=")
        } else {
            (place, prefix) = (.option, "")
        }
    }

    /// Whether a word that isn't an option's value can only be an option: a dash and a digit begin a negative time.
    package static func looksLikeOption(_ word: String) -> Bool {
        word.hasPrefix("-") && !Arguments.isNegativeNumber(word)
    }

    /// Whether an option can still be given: it hasn't been, and nor has one that excludes it.
    package func canTake(_ option: String, exclusive: [[String]] = []) -> Bool {
        options[option] == nil
            && !exclusive.contains { $0.contains(option) && $0.contains { options[$0] != nil } }
    }
}

/// The words that a program offers for the one that is being typed.
package enum Completion: Equatable, Sendable {
    /// A word, and what it means.
    case word(String, description: String = "")
    /// Only the user knows the word; this says what it is.
    case hint(String)
    /// The path of a file, which the shell completes itself.
    case path
}

extension Executable {
    /// Answers a shell that completes a command line of this program, if these words are its question.
    ///
    /// After `--complete` come the words of the line after the program's name. The answer has a line for each candidate:
    /// the whole word, and after a tab what it means. A hint is a line that begins with a tab, and a tab alone means
    /// that the shell completes a path. After `--complete-line` come bash's line up to the cursor and the end of it that
    /// bash will replace; the answer has what bash puts there, or a tab.
    ///
    /// - Returns: whether they were.
    package func complete(
        _ words: [String], options: [Arguments.Option], _ answer: (CompletionLine) -> [Completion]
    ) -> Bool {
        switch words.first {
        case "--complete":
            let line = CompletionLine(words.dropFirst(), options: options)
            write(answer(line).compactMap { Self.text($0, after: line.prefix) }.map { $0 + "\n" }.joined())
        case "--complete-line" where words.count == 3:
            let bash = BashLine(words[1], replacing: words[2], variable: Environment.variable)
            let line = CompletionLine(bash.words.dropFirst() + [bash.word], options: options)
            let answers = bash.isRedirected ? [.path] : answer(line)
            let lines = answers.compactMap { answer in
                switch answer {
                case .word(let word, _):
                    Self.text(.word(word), after: line.prefix).flatMap { bash.insertion(of: $0) }
                case .hint: nil
                case .path: Self.text(.path, after: line.prefix)
                }
            }
            write(lines.map { $0 + "\n" }.joined())
        default: return false
        }
        return true
    }

    /// The line for an answer; nil for a word that would be more than one.
    private static func text(_ answer: Completion, after prefix: String) -> String? {
        func isControl(_ scalar: Unicode.Scalar) -> Bool { scalar.value < 0x20 || scalar.value == 0x7f }
        switch answer {
        case .word(let word, let description):
            guard !word.isEmpty, !word.unicodeScalars.contains(where: isControl) else { return nil }
            let meaning = String(String.UnicodeScalarView(description.unicodeScalars.filter { !isControl($0) }))
            return prefix + word + (meaning.isEmpty ? "" : "\t\(meaning)")
        case .hint(let text): return "\t\(text)"
        case .path: return "\t"
        }
    }
}
