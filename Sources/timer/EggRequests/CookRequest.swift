import EggTimers
import EggWire
import Languages
import Text

/// The start of eggs of several kinds that are done at the same moment, as its words say it.
public struct CookRequest: Equatable, Sendable {
    /// Some eggs of one kind.
    public let portions: [Timers.Portion]
    /// The eggs that are used, where they aren't the kitchen's.
    public var rawEgg = RawEgg.Properties()
    /// The group's name; nil for `pot`.
    public var name: TimerName?

    /// The start of these eggs.
    public init(_ portions: [Timers.Portion], rawEgg: RawEgg.Properties = .init(), name: TimerName? = nil) {
        (self.portions, self.rawEgg, self.name) = (portions, rawEgg, name)
    }

    /// Takes eggs with their numbers and options: `soft:2 hard:4`; an egg without a number is one egg.
    public init(_ words: inout CommandWords) throws(Complaint) {
        rawEgg = try OptionValue.rawEgg(&words)
        portions = try Self.portions(&words)
        name = try words.newName()
    }

    private static func portions(_ words: inout CommandWords) throws(Complaint) -> [Timers.Portion] {
        var portions: [Timers.Portion] = []
        while let word = words.takeFirst() {
            guard !DurationText.looksLikeDuration(word) else {
                throw Complaint(
                    tr("'{word}' isn't an egg; write eggs with their numbers, as in soft:2 hard:4", ["word": word]))
            }
            guard !word.contains(",") else {
                throw Complaint(
                    tr("'{word}' isn't an egg; put spaces between the eggs, as in soft:2 hard:4", ["word": word]))
            }
            let halves = word.split(separator: "=").map(String.init)
            guard halves.count != 2 || Int(halves[1]) == nil else {
                throw Complaint(
                    tr(
                        "'{word}' isn't an egg with a number; write it like {example}",
                        ["word": word, "example": "\(halves[0]):\(halves[1])"]))
            }
            let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let number = parts.count > 1 ? parts.last ?? "" : "1"
            let egg = EggMenu.id(typed: parts.count > 1 ? parts.dropLast().joined(separator: ":") : word)
            guard !egg.isEmpty else {
                throw Complaint(tr("'{word}' names no egg; write it like soft:2", ["word": word]))
            }
            guard let count = Self.count(number) else {
                throw Complaint(
                    tr(
                        "'{word}': the number of eggs must be 1 to {limit}, as in soft:2",
                        ["word": word, "limit": "\(GroupOrder.counts.upperBound)"]))
            }
            guard !portions.contains(where: { $0.egg.lowercased() == egg.lowercased() }) else {
                throw Complaint(tr("'{egg}' is given twice", ["egg": egg]))
            }
            portions.append(Timers.Portion(egg: egg, count: count))
        }
        guard let first = portions.first else { throw Complaint(tr("missing eggs, such as soft:2 hard:4")) }
        guard portions.count > 1 else {
            throw Complaint(
                tr(
                    "'cook' is for two or more kinds of eggs; for one kind, use: eggctl start {egg}",
                    ["egg": ShellWord.of(first.egg)]))
        }
        guard portions.count <= GroupOrder.maxPortions else {
            throw Complaint(
                tr("there can be at most {limit} kinds of eggs in a pot", ["limit": "\(GroupOrder.maxPortions)"]))
        }
        return portions
    }

    /// Reads a number of eggs; nil if there can't be as many.
    public static func count(_ text: String) -> Int64? {
        guard text.utf8.count <= 2, text.first != "+", let count = Int(text), GroupOrder.counts.contains(count) else {
            return nil
        }
        return Int64(count)
    }

    /// The parameters of the call.
    public var parameters: Timers.Cook.Parameters {
        Timers.Cook.Parameters(
            eggs: portions, name: name?.text, massG: rawEgg.grams, fromCelsius: rawEgg.celsius,
            altitudeM: rawEgg.altitude)
    }
}
