import CLinux
import Glibc
import Synchronization

/// A command line taken apart: options by name, operands in order, in glibc's `getopt_long` manner.
public struct Arguments: Equatable, Sendable {
    /// An option that a program knows.
    public struct Option: Equatable, Sendable {
        /// The long name, without its dashes.
        public let name: String
        /// The one-letter form, if there is one.
        public let letter: Character?
        /// Whether a value belongs to it.
        public let takesValue: Bool

        /// The option `--name`.
        public init(_ name: String, letter: Character? = nil, takesValue: Bool = false) {
            self.name = name
            self.letter = letter
            self.takesValue = takesValue
        }
    }

    /// The options that were given; those without a value have an empty one.
    public private(set) var options: [String: String] = [:]
    /// The words that are no options.
    public private(set) var operands: [String] = []

    /// Takes apart the words after the program's name.
    ///
    /// A word of a dash and a digit is a negative duration and not a bundle of options.
    public init(parsing words: [String], options accepted: [Option]) throws(UsageError) {
        self = try Self.turn.withLock { _ throws(UsageError) in try Arguments(words, accepted) }
    }

    /// `getopt_long` has one state for the whole process: one command line is taken apart at a time.
    private static let turn = Mutex(())

    private init(_ words: [String], _ accepted: [Option]) throws(UsageError) {
        // Plain loops: each generic sequence that is put together here costs a program's start tens of microseconds.
        var storage = [strdup("program")]
        storage.reserveCapacity(words.count + 2)
        for word in words { storage.append(strdup(Self.disguised(word))) }
        storage.append(nil)
        var table: [option] = []
        table.reserveCapacity(accepted.count + 1)
        // The colon in front tells a missing value from an unknown option.
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
                options[option.name] = clinux_getopt_argument().map { Self.undisguised(String(cString: $0)) } ?? ""
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
                // The first byte of a letter that has several; getopt_long is still at this word.
                throw .unknownOption(storage[index].map { String(cString: $0) } ?? "", nearest: nil)
            }
        }
        operands = storage[Int(clinux_getopt_index())...].compactMap { $0 }.map {
            Self.undisguised(String(cString: $0))
        }
    }

    /// A long option that there is not, or of which too little has been written.
    private static func unknown(_ word: String, among known: [String]) -> UsageError {
        let name = String(word.prefix { $0 != "=" })
        let begun = known.filter { $0.hasPrefix(name) }
        if begun.count > 1 { return .ambiguousOption(name, begun) }
        return .unknownOption(word, nearest: NearestWord.find(name, among: known))
    }

    /// Above every letter, so that a long option is told from a short one.
    private static let firstValue: Int32 = 1000

    /// Put before a negative duration, so that `getopt_long` takes it for an operand.
    private static let disguise: Character = "\u{1}"

    private static func disguised(_ word: String) -> String {
        isNegativeDuration(word) ? "\(disguise)\(word)" : word
    }

    private static func undisguised(_ word: String) -> String {
        let bare = word.dropFirst()
        return word.first == disguise && isNegativeDuration(bare) ? String(bare) : word
    }

    private static func isNegativeDuration(_ word: some StringProtocol) -> Bool {
        var bytes = word.utf8.makeIterator()
        guard bytes.next() == UInt8(ascii: "-"), let second = bytes.next() else { return false }
        return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(second)
    }
}

/// What is wrong with a command line, before anything was done.
public enum UsageError: Error, Equatable, Sendable {
    /// There is no such option; the nearest is a guess at what was meant.
    case unknownOption(String, nearest: String?)
    /// The word is the beginning of more than one option.
    case ambiguousOption(String, [String])
    /// The option needs a value.
    case missingValue(String)
    /// The option takes no value.
    case unexpectedValue(String)
    /// There is a word too many.
    case unexpectedOperand(String)

    /// In a sentence without its full stop.
    public var message: String {
        switch self {
        case .unknownOption(let word, let nearest):
            "there is no option '\(word)'" + (nearest.map { "; did you mean '\($0)'?" } ?? "")
        case .ambiguousOption(let word, let options): "'\(word)' can be any of \(options.joined(separator: ", "))"
        case .missingValue(let name): "the option '--\(name)' needs a value"
        case .unexpectedValue(let name): "the option '--\(name)' takes no value"
        case .unexpectedOperand(let word): "'\(word)' is one word too many"
        }
    }
}
