import EggClient
import EggRequests
import EggTimers
import EggWire

@testable import EggCommands

/// A format string in the first line, and in the bytes after it the timer to show.
final class FormatTarget: Target {
    static let name = "format"
    static let maxLength = 512

    func handle(_ bytes: UnsafeRawBufferPointer) {
        let parts = bytes.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
        let text = String(decoding: parts[0], as: UTF8.self)
        var readings = Readings(rest: parts.count > 1 ? parts[1][...] : bytes[bytes.endIndex...])
        let timer = readings.timer()
        Showing.show([timer], soundOut: nil)

        let doubled = text.map { $0 == "{" || $0 == "}" ? "\($0)\($0)" : "\($0)" }.joined()
        require(Self.line(doubled, timer) == text, "with doubled braces a text stands for itself")
        do throws(Complaint) {
            let line = try FormatString(text).line(for: timer)
            // Fields by themselves, so that the parts of the line are known.
            let pieces = Self.pieces(of: text).map { $0.isField ? Self.line("{\($0.text)}", timer) ?? "?" : $0.text }
            require(line == pieces.joined(), "a line is its texts and its fields: \(line)")
            let longer = Self.line(text + "|" + doubled, timer)
            require(longer == line + "|" + text, "later text changes nothing before it")
        } catch {
            require(!error.message.isEmpty, "a problem has a message")
            require(text.contains("{") || text.contains("}"), "only a text with braces can have a problem")
        }
    }

    private static func line(_ format: String, _ timer: Timers.Timer) -> String? {
        try? FormatString(format).line(for: timer)
    }

    /// Splits a valid format in another way: doubled braces are replaced first.
    private static func pieces(of text: String) -> [(text: String, isField: Bool)] {
        var pieces: [(text: String, isField: Bool)] = [("", false)]
        let characters = Array(text)
        var index = 0
        while index < characters.count {
            let character = characters[index]
            let isDoubled = index + 1 < characters.count && characters[index + 1] == character
            index += 1
            let isInField = pieces[pieces.count - 1].isField
            if !isInField, isDoubled, character == "{" || character == "}" {
                pieces[pieces.count - 1].text.append(character)
                index += 1
            } else if !isInField, character == "{" {
                pieces.append(("", true))
            } else if isInField, character == "}" {
                pieces.append(("", false))
            } else {
                pieces[pieces.count - 1].text.append(character)
            }
        }
        return pieces
    }
}

/// A timer whose readings come from bytes, as far as they last.
private struct Readings {
    var rest: Slice<UnsafeRawBufferPointer>

    mutating func timer() -> Timers.Timer {
        let state = Timers.State.allCases[Int(byte()) % Timers.State.allCases.count]
        let progress = Double(bitPattern: UInt64(bitPattern: number()))
        return Timers.Timer(
            name: word(), egg: word(), state: state, durationMs: number(), remainingMs: number(), overdueMs: number(),
            // JSON has neither infinities nor NaN.
            progress: progress.isFinite ? progress : 0.5, endsAtUnixMs: byte() % 2 == 0 ? number() : nil)
    }

    private mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    private mutating func number() -> Int64 {
        (0..<8).reduce(0) { number, _ in number << 8 | Int64(byte()) }
    }

    private mutating func word() -> String {
        let bytes = rest.prefix(Int(byte()))
        rest = rest.dropFirst(bytes.count)
        return String(decoding: bytes, as: UTF8.self)
    }
}
