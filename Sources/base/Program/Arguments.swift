import CLinux
import Glibc
import Synchronization
import Text

/// A command line parsed by glibc's `getopt_long`: options by name, and operands in order.
package struct Arguments: Equatable, Sendable {
    package struct Option: Equatable, Sendable {
        /// The long name, without its dashes.
        package let name: String
        package let letter: Character?
        package let takesValue: Bool

        package init(_ name: String, letter: Character? = nil, takesValue: Bool = false) {
            self.name = name
            self.letter = letter
            self.takesValue = takesValue
        }
    }

    /// The given options and their values; an option that takes no value has an empty one.
    package private(set) var options: [String: String] = [:]
    /// The words that aren't options.
    package private(set) var operands: [String] = []

    /// This process's command line without the program's name.
    ///
    /// `CommandLine.arguments` replaces bytes that aren't UTF-8, which would silently change a name or a path.
    package static func ofProcess() throws(UsageError) -> [String] {
        var words: [String] = []
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let start = CommandLine.unsafeArgv[index] else { break }
            var length = 0
            while start[length] != 0 { length += 1 }
            // The characters are read as bytes, because C's `char` is signed on some processors only.
            let bytes = UnsafeRawBufferPointer(start: start, count: length)
            guard let word = String(validating: bytes, as: UTF8.self) else {
                throw .notUTF8(String(decoding: bytes, as: UTF8.self))
            }
            words.append(word)
        }
        return words
    }

    /// Parses the words after the program's name.
    ///
    /// A word that begins like a negative number is an operand, not a group of options.
    package init(parsing words: [String], options accepted: [Option]) throws(UsageError) {
        self = try Self.lock.withLock { _ throws(UsageError) in try Arguments(words, accepted) }
    }

    /// Parses the words of a program that takes only options: these, `--help` and `--version`. No value may be empty.
    ///
    /// Words that aren't options are refused, unless help or the version is asked for.
    init(parsing words: [String], ofService accepted: [Option]) throws(UsageError) {
        try self.init(parsing: words, options: accepted + [.init("help", letter: "h"), .init("version")])
        if let option = accepted.first(where: { $0.takesValue && options[$0.name] == "" }) {
            throw .missingValue(option.name)
        }
        if let word = operands.first, options["help"] == nil, options["version"] == nil {
            throw .unexpectedOperand(word)
        }
    }

    /// Serialises parsing, because `getopt_long` has one state for the whole process.
    private static let lock = Mutex(())

    private init(_ words: [String], _ accepted: [Option]) throws(UsageError) {
        // Plain loops are used because each specialised generic sequence costs tens of microseconds at startup.
        var storage = [strdup("program")]
        storage.reserveCapacity(words.count + 2)
        for word in words { storage.append(strdup(Self.protected(word))) }
        storage.append(nil)
        var table: [option] = []
        table.reserveCapacity(accepted.count + 1)
        // With a colon first, getopt_long distinguishes a missing value from an unknown option.
        var shortForms = ":"
        for option in accepted {
            table.append(
                CLinux.option(
                    name: strdup(option.name), has_arg: option.takesValue ? required_argument : no_argument, flag: nil,
                    val: Self.firstValue + Int32(table.count)))
            guard let letter = option.letter else { continue }
            shortForms.append(letter)
            if option.takesValue { shortForms.append(":") }
        }
        table.append(CLinux.option())
        defer {
            for word in storage { free(word) }
            for option in table { free(UnsafeMutablePointer(mutating: option.name)) }
        }
        func known(returnedAs value: Int32) -> Option? {
            for (index, option) in accepted.enumerated()
            where value == Self.firstValue + Int32(index) || value == option.letter?.asciiValue.map(Int32.init) {
                return option
            }
            return nil
        }
        clinux_getopt_reset()
        while true {
            let found = getopt_long(Int32(storage.count - 1), &storage, shortForms, table, nil)
            if found == -1 { break }
            if let option = known(returnedAs: found) {
                guard options[option.name] == nil else { throw .repeatedOption(option.name) }
                options[option.name] = clinux_getopt_argument().map { Self.unprotected(String(cString: $0)) } ?? ""
                continue
            }
            let failed = clinux_getopt_failed()
            if let option = known(returnedAs: failed) {
                throw found == Int32(UInt8(ascii: ":")) ? .missingValue(option.name) : .unexpectedValue(option.name)
            }
            let index = Int(clinux_getopt_index())
            switch failed {
            case 0:
                let word = storage[index - 1].map { String(cString: $0) } ?? ""
                throw Self.unknown(word, among: accepted.map { "--\($0.name)" })
            case 1..<128:
                throw .unknownOption("-\(Character(Unicode.Scalar(UInt8(failed))))", nearest: nil)
            default:
                // The first byte of a multi-byte letter; getopt_long's index still points to this word.
                throw .unknownOption(storage[index].map { String(cString: $0) } ?? "", nearest: nil)
            }
        }
        operands = storage[Int(clinux_getopt_index())...].compactMap { $0 }.map {
            Self.unprotected(String(cString: $0))
        }
    }

    /// The error for a long option that is unknown or an ambiguous abbreviation.
    private static func unknown(_ word: String, among known: [String]) -> UsageError {
        let name = String(word.prefix { $0 != "=" })
        let begun = known.filter { $0.hasPrefix(name) }
        if begun.count > 1 { return .ambiguousOption(name, begun) }
        return .unknownOption(word, nearest: NearestWord.find(name, among: known))
    }

    /// The first return value for long options, above every letter.
    private static let firstValue: Int32 = 1000

    /// Prefixed to a negative number, so that `getopt_long` takes it for an operand.
    private static let operandPrefix: Character = "\u{1}"

    private static func protected(_ word: String) -> String {
        isNegativeNumber(word) ? "\(operandPrefix)\(word)" : word
    }

    private static func unprotected(_ word: String) -> String {
        let bare = word.dropFirst()
        return word.first == operandPrefix && isNegativeNumber(bare) ? String(bare) : word
    }

    /// Whether a word begins like `-5m`, `-.5` or `-,5`.
    static func isNegativeNumber(_ word: some StringProtocol) -> Bool {
        var scalars = word.unicodeScalars.makeIterator()
        guard scalars.next() == "-", let second = scalars.next() else { return false }
        return TypedText.isDigit(second) || second == "." || second == ","
    }
}

package enum UsageError: Error, Equatable, Sendable {
    /// There is no such option; the nearest known one is suggested.
    case unknownOption(String, nearest: String?)
    case ambiguousOption(String, [String])
    case missingValue(String)
    case unexpectedValue(String)
    case repeatedOption(String)
    case unexpectedOperand(String)
    case notUTF8(String)
    /// An option's value is invalid, as this sentence says.
    case invalidValue(String)

    /// A sentence without its full stop.
    package var message: String {
        switch self {
        case .unknownOption(let word, let nearest):
            "unknown option '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .ambiguousOption(let word, let options): "'\(word)' is ambiguous: \(options.joined(separator: ", "))"
        case .missingValue(let name): "the option '--\(name)' needs a value"
        case .unexpectedValue(let name): "the option '--\(name)' takes no value"
        case .repeatedOption(let name): "the option '--\(name)' is given more than once"
        case .unexpectedOperand(let word): "unexpected argument '\(word)'"
        case .notUTF8(let word): "'\(word)' is not valid UTF-8"
        case .invalidValue(let sentence): sentence
        }
    }
}

/// Wrong usage of a program with commands: a message without a full stop, and the command whose help to read.
package struct WrongUsage: Error, Equatable {
    package let message: String
    /// The command's name; nil for the overview.
    package var command: String?

    package init(message: String, command: String? = nil) {
        (self.message, self.command) = (message, command)
    }

    /// A word that is none of the known ones: the nearest of these and of others, else all known ones.
    package init(
        unknown kind: String, _ word: String, known: [String], others: [String] = [], command: String? = nil
    ) {
        let nearest = NearestWord.find(word, among: known + others)
        let hint = nearest.map { "did you mean '\($0)'?" } ?? "the \(kind)s are \(known.joined(separator: ", "))"
        self.init(message: "unknown \(kind) '\(PrintableText.of(word))'; \(hint)", command: command)
    }
}
