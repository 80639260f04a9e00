import EggTimers
import Instants
import POSIX
import Text

/// The values that a key can have: how they are parsed, and a description of the valid ones.
struct ValueKind<Value> {
    /// The value of a text; nil if it isn't valid.
    let read: (String) -> Value?
    /// Completes the sentence "it must be …".
    let allowed: String
}

extension ValueKind<String> {
    static var maxTextLength: Int { 200 }

    static var sound: Self { nonEmpty("the name or the path of a sound") }

    static var language: Self {
        ValueKind(
            read: { text in
                let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
                let isCode = text.utf8.allSatisfy { letters.contains($0 | 0x20) || $0 == UInt8(ascii: "_") }
                return isCode && (2...16).contains(text.utf8.count) ? text : nil
            }, allowed: "the code of a language, such as de")
    }

    static var device: Self { nonEmpty("the ALSA name of a device") }

    /// A description of an egg, or the name of a broker's user.
    static var text: Self {
        ValueKind(
            read: { VisibleText.of($0).flatMap { $0.utf8.count <= maxTextLength ? $0 : nil } },
            allowed: "1 to \(maxTextLength) bytes of text that can be seen")
    }

    /// A path that doesn't depend on the current folder.
    static var path: Self {
        ValueKind(read: { $0.hasPrefix("/") ? $0 : nil }, allowed: "a path that begins with '/'")
    }

    /// The first part of MQTT topics, without their wildcards.
    static var topic: Self {
        ValueKind(
            read: { text in
                let levels = text.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                let isTopic = text.utf8.count <= 64 && levels.allSatisfy { !$0.isEmpty && $0.allSatisfy(isWordByte) }
                return isTopic ? text : nil
            }, allowed: "1 to 64 letters, digits, '_', '-' and, between them, '/', such as 'home/eggtimer'")
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8.contains(byte)
    }

    /// A text that nobody puts in quotes on purpose.
    private static func nonEmpty(_ allowed: String) -> Self {
        ValueKind(read: { $0.isEmpty || Words.unquoted($0) != nil ? nil : $0 }, allowed: allowed)
    }
}

extension ValueKind<[String]> {
    /// Names of hosts or addresses, separated by spaces, in lower case.
    static var hosts: Self {
        ValueKind(
            read: { text in
                let names = text.split { $0 == " " || $0 == "\t" }.map { $0.lowercased() }
                return !names.isEmpty && names.allSatisfy(isHostName) ? names : nil
            }, allowed: "names of hosts without ports, separated by spaces, such as 'kitchen.example'")
    }

    /// Names or ids of kitchens, separated by commas; each of them once.
    static var kitchens: Self {
        ValueKind(
            read: { text in
                let names = text.split(separator: ",", omittingEmptySubsequences: false).map {
                    TimerName(String($0))?.text
                }
                let isList = names.count <= 16 && Set(names.map { $0?.lowercased() }).count == names.count
                return isList && !names.contains(nil) ? names.compactMap { $0 } : nil
            }, allowed: "1 to 16 names or ids of kitchens, separated by commas, such as 'kitchen, garden'")
    }
}

extension ValueKind<MQTTBroker> {
    static var broker: Self {
        ValueKind(
            read: { MQTTBroker($0) },
            allowed: "mqtt://HOST, mqtts://HOST, either also with :PORT, or unix:///PATH")
    }
}

extension ValueKind where Value: CaseIterable & RawRepresentable<String> {
    /// One of the words of a type.
    static var word: Self {
        let words = Value.allCases.map(\.rawValue)
        return ValueKind(
            read: { Value(rawValue: $0) }, allowed: "\(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
        )
    }
}

extension ValueKind<Bool> {
    static var yesOrNo: Self {
        ValueKind(read: { ["yes": true, "no": false][$0] }, allowed: "yes or no")
    }
}

extension ValueKind<Double> {
    /// `80%` or `80 %` as 0.8. The percent sign is required, because `1` could be meant as full volume.
    static var percentage: Self {
        ValueKind(
            read: { text in
                guard text.last == "%" else { return nil }
                let digits = text.hasSuffix(" %") ? text.dropLast(2) : text.dropLast()
                guard (1...3).contains(digits.utf8.count),
                    digits.utf8.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains),
                    let number = Int(digits), number <= 100
                else { return nil }
                return Double(number) / 100
            }, allowed: "0% to 100%, a whole number with a percent sign")
    }

    /// The mass of an egg in grams, or a size.
    static var mass: Self {
        quantity(.mass, { RawEggText.grams(ofSize: $0) ?? RawEggText.grams($0) }, "S, M, L, XL, or 5g to 200g")
    }

    /// The temperature of an egg before it is cooked.
    static var temperature: Self {
        quantity(.temperature, RawEggText.celsius, "fridge, room, or 0C to 40C, such as 12C or 54F")
    }

    static var altitude: Self {
        quantity(.altitude, RawEggText.metres, "-500m to 5000m, such as 1600m or 5250ft")
    }

    /// The temperature of an egg that is done.
    static var target: Self { quantity(.target, RawEggText.celsius, "60C to 95C, such as 68C or 155F") }

    private static func quantity(
        _ quantity: RawEgg.Quantity, _ read: @escaping (String) -> Double?, _ allowed: String
    ) -> Self {
        ValueKind(read: { read($0).flatMap { quantity.range.contains($0) ? $0 : nil } }, allowed: allowed)
    }
}

extension ValueKind<Duration> {
    static func duration(_ range: ClosedRange<Duration>) -> Self {
        // The examples must themselves be allowed.
        let examples = range.upperBound < .minutes(5) ? "5s or 20s" : "90s, 5m or 7m30s"
        return ValueKind(
            read: { text in
                guard let duration = try? DurationText.parse(text), range.contains(duration) else { return nil }
                return duration
            }, allowed: "\(limit(range.lowerBound)) to \(limit(range.upperBound)), such as \(examples)")
    }

    /// A limit in hours if it is a whole number of hours, else in seconds.
    private static func limit(_ duration: Duration) -> String {
        let seconds = duration.components.seconds
        if seconds > 0, seconds % 3600 == 0 { return "\(seconds / 3600)h" }
        return "\(seconds)s"
    }
}
