import EggArguments
import EggTimers
import EggWire

// The words after the command.

extension Invocation {
    /// A suggestion for an unexpected argument.
    static func hint(on operands: inout ArraySlice<String>, after command: Command) -> String {
        guard case .start(let choice, _, _) = command, let word = operands.first else { return "" }
        joinUnit(&operands, at: operands.startIndex)
        if case .duration(let time) = choice, operands.count == 1, let more = operands.first,
            let rest = try? DurationText.parse(more), TimerBoard.durations.contains(time + rest)
        {
            return "; did you mean \(DurationText.written(time + rest))?"
        }
        if DurationText.looksLikeDuration(word) {
            return "; give an egg, which has its own time, or a time"
        }
        return "; to name the timer, use --name \(word)"
    }

    /// Joins a number and the unit after it into one operand: `5 minutes`.
    private static func joinUnit(_ operands: inout ArraySlice<String>, at index: Int) {
        let next = index + 1
        guard operands.indices.contains(index), operands.indices.contains(next),
            DurationText.isUnit(operands[next]), (try? DurationText.parse(operands[index])) == nil
        else { return }
        let joined = "\(operands[index]) \(operands[next])"
        guard (try? DurationText.parse(joined)) != nil else { return }
        operands.replaceSubrange(index...next, with: [joined])
    }

    static func command(
        _ name: CommandName, _ operands: inout ArraySlice<String>, _ given: [String: String]
    ) throws(Complaint) -> Command {
        switch name {
        case .status: return .status(try rendering(given))
        case .watch: return .watch(try rendering(given))
        case .again: return .again(watch: given["watch"] != nil)
        case .wait: return .wait
        case .pause: return .pause
        case .resume: return .resume
        case .cancel: return .cancel
        case .dismiss: return .dismiss
        case .eggs: return .eggs
        case .history: return .history(limit: try OptionValue.limit(given["limit"]))
        case .doctor: return .doctor(rings: given["ring"] != nil, dismissesDamage: given["seen"] != nil)
        case .page: return .page(try page(&operands, given))
        case .ui: return .ui(flashes: given["no-flash"] == nil)
        case .start:
            joinUnit(&operands, at: operands.startIndex)
            if let text = given["at"] { return try start(at: text, operands, given) }
            guard let word = operands.popFirst() else {
                throw Complaint("missing egg or time, such as soft, medium, hard or 7m30s")
            }
            let since = try given["since"].map { word throws(Complaint) in try OptionValue.duration(word) } ?? .zero
            let choice: Choice
            if DurationText.looksLikeDuration(word) {
                choice = .duration(try OptionValue.countdown(word))
            } else {
                choice = .egg(word)
            }
            guard since >= .zero else {
                throw Complaint("--since can't be negative; it says how long ago the egg went in")
            }
            return .start(choice, since: since, watch: given["watch"] != nil)
        case .cook:
            let portions = try portions(operands)
            operands = []
            return .cook(portions, watch: given["watch"] != nil)
        case .extend:
            let index = operands.firstIndex(where: DurationText.looksLikeDuration) ?? operands.startIndex
            joinUnit(&operands, at: index)
            guard operands.indices.contains(index) else {
                throw Complaint("missing time, such as 30s, or -30s to shorten the countdown")
            }
            return .extend(try OptionValue.duration(operands.remove(at: index)))
        case .rename:
            // The timer comes before its new name.
            guard let word = operands.popLast() else { throw Complaint("missing new name, such as left-pot") }
            return .rename(to: try OptionValue.newName(word))
        case .snooze:
            guard let index = operands.firstIndex(where: DurationText.looksLikeDuration) else { return .snooze(nil) }
            joinUnit(&operands, at: index)
            return .snooze(try OptionValue.countdown(operands.remove(at: index)))
        }
    }

    private static func start(
        at text: String, _ operands: ArraySlice<String>, _ given: [String: String]
    ) throws(Complaint) -> Command {
        if let word = operands.first { throw Complaint("--at and '\(word)' can't be combined") }
        guard given["since"] == nil else { throw Complaint("--at and --since can't be combined") }
        return .start(.until(try ClockTime(text)), since: .zero, watch: given["watch"] != nil)
    }

    /// Eggs with their numbers: `soft:2 hard:4`; an egg without a number is one egg.
    private static func portions(_ words: ArraySlice<String>) throws(Complaint) -> [Portion] {
        var portions: [Portion] = []
        for word in words {
            guard !DurationText.looksLikeDuration(word) else {
                throw Complaint("'\(word)' isn't an egg; write eggs with their numbers, as in soft:2 hard:4")
            }
            guard !word.contains(",") else {
                throw Complaint("'\(word)' isn't an egg; put spaces between the eggs, as in soft:2 hard:4")
            }
            let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            let number = parts.count > 1 ? parts.last ?? "" : "1"
            let egg = parts.count > 1 ? parts.dropLast().joined(separator: ":") : word
            guard !egg.isEmpty else { throw Complaint("'\(word)' names no egg; write it like soft:2") }
            guard number.utf8.count <= 2, number.first != "+", let count = Int(number),
                GroupOrder.counts.contains(count)
            else {
                throw Complaint(
                    "'\(word)': the number of eggs must be 1 to \(GroupOrder.counts.upperBound), as in soft:2")
            }
            guard !portions.contains(where: { $0.egg.lowercased() == egg.lowercased() }) else {
                throw Complaint("'\(egg)' is given twice")
            }
            portions.append(Portion(egg: egg, count: count))
        }
        guard let first = portions.first else { throw Complaint("missing eggs, such as soft:2 hard:4") }
        guard portions.count > 1 else {
            throw Complaint(
                "'cook' is for two or more kinds of eggs; for one kind, use 'eggctl start \(first.egg)'")
        }
        guard portions.count <= GroupOrder.mostPortions else {
            throw Complaint("there can be at most \(GroupOrder.mostPortions) kinds of eggs in a pot")
        }
        return portions
    }

    private static func page(
        _ operands: inout ArraySlice<String>, _ given: [String: String]
    ) throws(Complaint) -> PageCommand.Action {
        let chosen = ["open", "close", "new-token"].filter { given[$0] != nil }
        guard chosen.count < 2 else {
            throw Complaint("\(chosen.map { "--\($0)" }.joined(separator: " and ")) can't be combined")
        }
        switch chosen.first {
        case "open":
            return .open(try operands.popFirst().map { word throws(Complaint) in try .init(word) } ?? .standard)
        case "close": return .close
        case "new-token": return .renewToken
        default: return .show
        }
    }

    private static func rendering(_ given: [String: String]) throws(Complaint) -> Rendering {
        let chosen = ["json", "format", "waybar", "i3bar"].filter { given[$0] != nil }
        guard chosen.count < 2 else {
            throw Complaint("\(chosen.map { "--\($0)" }.joined(separator: " and ")) can't be combined")
        }
        switch chosen.first {
        case "json": return .json
        case "format": return .format(try FormatString(given["format"] ?? ""))
        case "waybar": return .waybar
        case "i3bar": return .i3bar
        default: return .forPeople
        }
    }

    /// The timer given by `--name` or as an operand; `start` and the lists take no such operand.
    static func timerName(
        _ option: String?, _ operands: inout ArraySlice<String>, of command: CommandName
    ) throws(Complaint) -> TimerName? {
        var text = option
        switch command {
        case .start, .cook, .again, .eggs, .history, .doctor, .page, .ui: break
        case .status, .watch, .wait, .pause, .resume, .extend, .rename, .snooze, .dismiss, .cancel:
            if let word = operands.popFirst() {
                guard option == nil else {
                    throw Complaint("the timer is named twice: '\(option ?? "")' and '\(word)'")
                }
                text = word
            }
        }
        guard let text else { return nil }
        // Another program may have given a timer any valid name, so only commands that start refuse some.
        return [.start, .cook, .again].contains(command)
            ? try OptionValue.newName(text) : try OptionValue.timerName(text)
    }

    /// The timers after the first one, each once.
    static func moreNames(
        _ operands: inout ArraySlice<String>, after first: TimerName?
    ) throws(Complaint) -> [TimerName] {
        var names = [first].compactMap { $0 }
        while let word = operands.popFirst() {
            let name = try OptionValue.timerName(word)
            if !names.contains(name) { names.append(name) }
        }
        return Array(names.dropFirst())
    }
}
