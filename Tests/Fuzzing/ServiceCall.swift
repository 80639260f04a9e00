import EggWire
import Varlink

/// A call in shorthand, as a play contains it: `Sa300000,1000` starts timer `a` with a duration and an elapsed time in
/// milliseconds, and `Na,b` renames timer `a` to `b`. Numbers that are left out are left out of the call.
///
/// A fuzzer that changes a byte of a shorthand usually gets another valid call; in JSON it would get a syntax error.
enum ServiceCall {
    /// The message without its NUL; nil if the line is not a shorthand.
    static func message(_ line: [UInt8]) -> [UInt8]? {
        guard let letter = line.first, let (method, numberNames) = methods[letter] else { return nil }
        var rest = line.dropFirst()
        var parameters: [String] = []
        let name = rest.prefix { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
        if !name.isEmpty { parameters.append(#""name":"\#(String(decoding: name, as: UTF8.self))""#) }
        rest = rest.dropFirst(name.count)
        let numbers = rest.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        for (name, number) in zip(numberNames, numbers) where !number.isEmpty {
            parameters.append(#""\#(name)":\#(String(decoding: number, as: UTF8.self))"#)
        }
        if method == Timers.Rename.name {
            parameters.append(#""to":"\#(String(decoding: rest.dropFirst(), as: UTF8.self))""#)
        }
        if method == Timers.Start.name, numbers.first?.isEmpty ?? true { parameters.append(#""egg":"soft""#) }
        let more = method == Timers.Watch.name ? #","more":true"# : ""
        return Array(#"{"method":"\#(method)","parameters":{\#(parameters.joined(separator: ","))}\#(more)}"#.utf8)
    }

    /// The methods by their letters, each with the names of its numbers.
    private static let methods: [UInt8: (String, [String])] = [
        UInt8(ascii: "S"): (Timers.Start.name, ["durationMs", "elapsedMs"]),
        UInt8(ascii: "P"): (Timers.Pause.name, []),
        UInt8(ascii: "R"): (Timers.Resume.name, []),
        UInt8(ascii: "E"): (Timers.Extend.name, ["byMs"]),
        UInt8(ascii: "N"): (Timers.Rename.name, []),
        UInt8(ascii: "C"): (Timers.Cancel.name, []),
        UInt8(ascii: "U"): (Timers.Undo.name, []),
        UInt8(ascii: "D"): (Timers.Dismiss.name, []),
        UInt8(ascii: "Z"): (Timers.Snooze.name, ["forMs"]),
        UInt8(ascii: "L"): (Timers.List.name, []),
        UInt8(ascii: "W"): (Timers.Watch.name, []),
        UInt8(ascii: "H"): (Timers.History.name, ["limit"]),
    ]
}
