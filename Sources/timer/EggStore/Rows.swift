import EggTimers
import Instants
import POSIX
import SQLite

// Conversion between values and rows. A row that eggd can't have written reads as nil, so a timer read from a damaged
// file is always one that could have been saved.

extension Instant {
    fileprivate init(nanoseconds: Int64) {
        self.init(sinceBoot: .nanoseconds(nanoseconds))
    }

    fileprivate var nanoseconds: Int64 { max(Self.earliest, sinceBoot.nanoseconds) }

    /// 250 years before the machine's start, as far as a wall clock that was wrong by centuries moves an instant. One
    /// that was moved farther is saved as this.
    fileprivate static let earliest: Int64 = -7_889_400_000_000_000_000
}

/// Pauses as text: `began+length`, separated by spaces; a pause that has not ended has no length.
private enum PauseText {
    static func write(_ pauses: [(began: Int64, length: Int64?)]) -> String {
        pauses.map { "\(max(Instant.earliest, $0.began))+\($0.length.map(String.init) ?? "")" }.joined(separator: " ")
    }

    static func read(_ text: String) -> [(began: Int64, length: Int64?)]? {
        var pauses: [(began: Int64, length: Int64?)] = []
        for part in text.split(separator: " ") {
            let numbers = part.split(separator: "+", omittingEmptySubsequences: false)
            guard numbers.count == 2, let began = Int64(numbers[0]) else { return nil }
            let length = Int64(numbers[1])
            guard began >= Instant.earliest, length != nil || numbers[1].isEmpty, length ?? 0 >= 0 else { return nil }
            pauses.append((began, length))
        }
        return pauses
    }
}

/// A raw egg as text: grams, degrees Celsius and metres, separated by spaces.
enum RawEggColumn {
    static func write(_ egg: RawEgg) -> String { "\(egg.grams) \(egg.celsius) \(egg.altitude)" }

    static func read(_ text: String) -> RawEgg? {
        let parts = text.split(separator: " ", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard parts.count == 3, numbers.count == 3 else { return nil }
        return try? RawEgg(grams: numbers[0], celsius: numbers[1], altitude: numbers[2])
    }
}

extension EggTimer {
    static let columns = [
        "id", "boot", "name", "egg", "duration_ns", "state", "deadline_ns", "until_ns", "remaining_ns", "started_ns",
        "pauses", "estimate_boot", "estimate_origin_ns", "estimate_since_ns", "is_warned", "raw_egg", "group_name",
        "egg_count", "after_cue_ns", "run_id", "undo", "undo_ns", "sound", "alarm",
        "origin",
    ]

    /// The row, with the keys of its boot and of the boot that its estimate rests on.
    func values(boot: Int64, estimateBoot: Int64?) -> [SQLiteStatement.Value] {
        let (deadline, until, remaining) = phase.parts
        func optional(_ number: Int64?) -> SQLiteStatement.Value { number.map(SQLiteStatement.Value.integer) ?? .null }
        return [
            .integer(id.number), .integer(boot), .text(name.text), .text(egg), .integer(duration.nanoseconds),
            .text(state.rawValue), optional(deadline?.nanoseconds), optional(until?.nanoseconds),
            optional(remaining?.nanoseconds), .integer(startedAt.nanoseconds),
            .text(PauseText.write(pauses.map { ($0.began.nanoseconds, $0.length?.nanoseconds) })),
            optional(estimateBoot), optional(estimate?.origin.nanoseconds), optional(estimate?.since.nanoseconds),
            .integer(isWarned ? 1 : 0), rawEgg.map { .text(RawEggColumn.write($0)) } ?? .null,
            portion.map { .text($0.group.text) } ?? .null,
            optional((portion?.count).map(Int64.init)), optional(portion?.afterCue?.nanoseconds), .text(runID.text),
            undo.map { .text($0.change.rawValue) } ?? .null, optional(undo?.at.nanoseconds),
            sound.map { .text($0) } ?? .null, .integer(alarm), origin.map { .text(OriginText.write($0)) } ?? .null,
        ]
    }

    /// From the columns in their order; the boot of an estimate is in a column of its own after them.
    init?(_ row: SQLiteStatement, estimateBootFrom bootColumn: Int32) {
        // Ids are assigned in sequence; none has ever come near these.
        guard let number = row.integer(0), (1...Int64(1) << 53).contains(number),
            let text = row.text(2), let name = row.isNull(24) ? TimerName(text) : TimerName.ofCopy(text),
            name.text.utf8.elementsEqual(text.utf8), let alarm = row.integer(23),
            let egg = row.text(3), let duration = row.integer(4).map(Duration.nanoseconds),
            TimerBoard.durations.contains(duration), let state = row.text(5).flatMap(State.init(rawValue:)),
            let isWarned = row.integer(14), (0...1).contains(isWarned), let started = row.integer(9),
            let pauses = row.text(10).flatMap(PauseText.read),
            // The other instants: the deadline, what follows it, and those of an estimate.
            [6, 7, 9, 12, 13].allSatisfy({ row.integer($0) ?? 0 >= Instant.earliest }),
            // An egg's name follows the same rules.
            TimerName(egg) != nil, let runID = row.text(19).flatMap(RunID.init)
        else { return nil }
        let rawEgg = row.text(15).flatMap(RawEggColumn.read)
        guard rawEgg != nil || row.isNull(15) else { return nil }
        let portion: Portion?
        switch (row.text(16), row.integer(17), row.integer(18).map(Duration.nanoseconds)) {
        case (nil, nil, nil): portion = nil
        case (let group?, let count?, let afterCue):
            guard let group = row.isNull(24) ? TimerName(group) : TimerName.ofCopy(group),
                let count = Int(exactly: count), GroupOrder.counts.contains(count),
                afterCue.map(TimerBoard.durations.contains) ?? true
            else { return nil }
            portion = Portion(group: group, count: count, afterCue: afterCue)
        default: return nil
        }
        let remaining = row.integer(8).map(Duration.nanoseconds)
        guard
            let phase = Phase(
                state, deadline: row.integer(6).map(Instant.init), until: row.integer(7).map(Instant.init),
                remaining: remaining),
            remaining.map((.zero...duration).contains) ?? true
        else { return nil }
        if portion?.afterCue != nil, phase.isOfAlarm { return nil }
        let estimate: Estimate?
        switch (row.integer(11), Boot(row, from: bootColumn), row.integer(12), row.integer(13)) {
        case (nil, _, nil, nil): estimate = nil
        case (_?, let boot?, let origin?, let since?):
            estimate = Estimate(boot: boot, origin: Instant(nanoseconds: origin), since: Instant(nanoseconds: since))
        default: return nil
        }
        let undo: UndoMark?
        switch (row.text(20), row.integer(21).map(Instant.init)) {
        case (nil, nil): undo = nil
        case (let text?, let at?):
            guard let change = UndoMark.Change(rawValue: text) else { return nil }
            undo = UndoMark(change: change, at: at)
        default: return nil
        }
        let origin = row.text(24).flatMap(OriginText.read)
        guard origin != nil || row.isNull(24) else { return nil }
        self.init(
            id: ID(number), runID: runID, name: name, egg: egg, duration: duration, phase: phase,
            startedAt: Instant(nanoseconds: started),
            pauses: pauses.map {
                Pause(began: Instant(nanoseconds: $0.began), length: $0.length.map(Duration.nanoseconds))
            }, estimate: estimate, isWarned: isWarned != 0, rawEgg: rawEgg, portion: portion, undo: undo,
            sound: row.text(22), alarm: alarm, origin: origin)
    }
}

/// The timer that a copy is of, as lines of text.
private enum OriginText {
    static func write(_ origin: Origin) -> String {
        let kitchen = origin.kitchen
        let lines: [String] = [
            kitchen.id, kitchen.name.text, kitchen.rings ? "1" : "0", "\(kitchen.silenceAfter.nanoseconds)",
            "\(kitchen.snooze.nanoseconds)", "\(kitchen.warning.nanoseconds)",
            kitchen.unreachableSince.map { "\($0.nanoseconds)" } ?? "", origin.run, origin.name.text,
            origin.group?.text ?? "", origin.isEstimated ? "1" : "0",
        ]
        return lines.joined(separator: "\n")
    }

    static func read(_ text: String) -> Origin? {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard lines.count == 11, let id = TimerName(lines[0]), let kitchen = TimerName(lines[1]),
            let name = TimerName(lines[8]), ["0", "1"].contains(lines[2]), ["0", "1"].contains(lines[10])
        else { return nil }
        let times = lines[3...5].compactMap { Int64($0).map(Duration.nanoseconds) }
        let (since, group) = (Int64(lines[6]), TimerName(lines[9]))
        guard times.count == 3, times.allSatisfy({ (.zero...TimerBoard.durations.upperBound).contains($0) }),
            since != nil || lines[6].isEmpty, since ?? 0 >= Instant.earliest, group != nil || lines[9].isEmpty
        else { return nil }
        return Origin(
            kitchen: Origin.Kitchen(
                id: id.text, name: kitchen, rings: lines[2] == "1", silenceAfter: times[0], snooze: times[1],
                warning: times[2], unreachableSince: since.map(Instant.init)),
            run: lines[7], name: name, group: group, isEstimated: lines[10] == "1")
    }
}

extension CopyAnswer {
    static let columns = "id, kitchen, run, alarm, snooze_ns, is_delivered"

    var values: [SQLiteStatement.Value] {
        [
            .text(id), .text(kitchen), .text(run), .integer(alarm),
            snooze.map { .integer($0.nanoseconds) } ?? .null, .integer(isDelivered ? 1 : 0),
        ]
    }

    init?(_ row: SQLiteStatement) {
        guard let id = row.text(0), let kitchen = row.text(1), let run = row.text(2), let alarm = row.integer(3),
            let isDelivered = row.integer(5)
        else { return nil }
        self.init(
            id: id, kitchen: kitchen, run: run, alarm: alarm, snooze: row.integer(4).map(Duration.nanoseconds),
            isDelivered: isDelivered != 0)
    }
}

extension Boot {
    var values: [SQLiteStatement.Value] {
        [
            .text(id), .integer(reading.sinceBoot.nanoseconds), .integer(wall.nanoseconds),
            .integer(isSynchronised ? 1 : 0),
        ]
    }

    /// Readings of the boot clock that can have been written: a machine runs for a hundred years at most.
    private static let readings: ClosedRange<Int64> = 0...3_155_760_000_000_000_000

    /// From the columns id, reading_ns, wall_ns, is_synchronised, beginning at one of the row's.
    init?(_ row: SQLiteStatement, from column: Int32) {
        guard let id = row.text(column), let reading = row.integer(column + 1), let wall = row.integer(column + 2),
            let isSynchronised = row.integer(column + 3), Self.readings.contains(reading), wall >= 0
        else { return nil }
        self.init(
            id: id, reading: Instant(nanoseconds: reading), wall: .nanoseconds(wall),
            isSynchronised: isSynchronised != 0)
    }
}

extension SavedRun {
    static let columnNames = [
        "name", "egg", "started_ns", "duration_ns", "ending", "ended_ns", "overdue_ns", "pauses", "is_estimated",
        "boot", "offset_ns", "past_shift_ns", "past_until_ns", "run_id", "sound", "answered_in",
    ]
    static let columns = columnNames.joined(separator: ", ")

    var values: [SQLiteStatement.Value] {
        func optional(_ time: Duration?) -> SQLiteStatement.Value { time.map { .integer($0.nanoseconds) } ?? .null }
        return [
            .text(name), .text(egg), .integer(started.nanoseconds), .integer(duration.nanoseconds),
            .text(ending.rawValue), .integer(ended.nanoseconds), .integer(overdue.nanoseconds),
            .text(PauseText.write(pauses.map { ($0.began.nanoseconds, $0.length.nanoseconds) })),
            .integer(isEstimated ? 1 : 0), basis.map { .text($0.boot) } ?? .null, optional(basis?.offset),
            optional(basis?.past?.shift), optional(basis?.past?.until), .text(id.text),
            sound.map { .text($0) } ?? .null, from.map { .text($0) } ?? .null,
        ]
    }

    init?(_ row: SQLiteStatement) {
        guard let name = row.text(0), let egg = row.text(1), let started = row.integer(2),
            let duration = row.integer(3),
            let ending = row.text(4).flatMap(Ending.init(rawValue:)), let ended = row.integer(5),
            let overdue = row.integer(6), let pauses = row.text(7).flatMap(PauseText.read),
            let isEstimated = row.integer(8), duration >= 0, overdue >= 0, let id = row.text(13).flatMap(RunID.init)
        else { return nil }
        let basis: Basis?
        if let boot = row.text(9), let offset = row.integer(10) {
            var past: Basis.Past?
            if let shift = row.integer(11), let until = row.integer(12) {
                past = Basis.Past(shift: .nanoseconds(shift), until: .nanoseconds(until))
            }
            basis = Basis(boot: boot, offset: .nanoseconds(offset), past: past)
        } else {
            basis = nil
        }
        self.init(
            id: id, name: name, egg: egg, started: .nanoseconds(started), duration: .nanoseconds(duration),
            ending: ending,
            ended: .nanoseconds(ended), overdue: .nanoseconds(overdue),
            pauses: pauses.map { Pause(began: .nanoseconds($0.began), length: .nanoseconds($0.length ?? 0)) },
            isEstimated: isEstimated != 0, sound: row.text(14), from: row.text(15), basis: basis)
    }
}
