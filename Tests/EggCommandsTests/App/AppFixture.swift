import EggTimers
import EggWire
import Terminal

@testable import EggCommands

/// Terminal apps in a known state.
enum AppFixture {
    /// The moment at which these apps get their events.
    static let start = ContinuousClock.now

    static let menu: [Timers.Egg] = [
        .init(name: "soft", durationMs: 300_000, description: "Runny yolk, just-set white"),
        .init(name: "medium", durationMs: 420_000, description: "Jammy yolk, firm white"),
        .init(name: "hard", durationMs: 720_000, description: "Firm yolk, firm white"),
        .init(name: "poached", durationMs: 210_000, description: "Poached, runny"),
    ]

    static func event(
        _ timers: [Timers.Timer], _ kind: Timers.EventKind = .tick, _ name: String? = nil, soundOut: String? = nil,
        lastChange: Timers.LastChange? = nil
    ) -> App.Input {
        let event = Timers.Event(kind: kind, timer: name, sequence: 1)
        return .event(.init(event: event, timers: timers, soundOut: soundOut, lastChange: lastChange))
    }

    static func app(
        _ timers: [Timers.Timer] = [], style: Style = .init(colors: 256, hasUnicode: true),
        columns: Int = 80, rows: Int = 24, flashes: Bool = true, soundOut: String? = nil
    ) -> App {
        var app = App(style: style, flashes: flashes, columns: columns, rows: rows, now: start)
        _ = app.handle(event(timers, .snapshot, soundOut: soundOut), at: start)
        _ = app.handle(.eggs(menu), at: start)
        return app
    }
}

extension App {
    /// The calls that a key makes.
    mutating func press(_ key: Key, after time: Duration = .zero) -> [Action] {
        handle(.key(key), at: AppFixture.start + time)
    }

    mutating func type(_ text: String) -> [Action] {
        text.unicodeScalars.flatMap { press(.character($0)) }
    }

    func drawing(after time: Duration = .zero) -> AppPicture.Drawing {
        AppPicture(app: self, now: AppFixture.start + time, wall: Kitchen.now).draw()
    }

    /// The next wake for the picture that is shown.
    func wake(at now: App.Instant) -> App.Instant? {
        nextWake(at: now, bars: AppPicture(app: self, now: now).draw().bars)
    }

    func lines(after time: Duration = .zero) -> [String] { drawing(after: time).canvas.lines }

    /// Where a target is.
    func place(of target: AppPicture.Target, after time: Duration = .zero) -> Key? {
        drawing(after: time).targets.first { $0.target == target }.map {
            .tap(column: ($0.columns.lowerBound + $0.columns.upperBound) / 2, row: $0.rows.upperBound - 1)
        }
    }
}

extension App {
    /// The texts of a row with their columns and paints, such as `2 'soft egg' bold 114 on 237`.
    func painted(row: Int, after time: Duration = .zero) -> [String] {
        drawing(after: time).canvas.painted(row: row).map { text in
            let paint = text.paint
            let words = [
                paint.isBold ? " bold" : "", paint.isFaint ? " faint" : "", paint.isReversed ? " reversed" : "",
                paint.ink.map { " \($0.palette)" } ?? "", paint.ground.map { " on \($0.palette)" } ?? "",
            ]
            return "\(text.column) '\(text.text)'" + words.joined()
        }
    }
}

extension Canvas {
    /// The runs of a row that aren't blank.
    func painted(row: Int) -> [Run] {
        runs(row: row, columns: 0..<columns).filter { $0.paint != Paint() || $0.text.contains { $0 != " " } }
    }

    /// The runs of all rows that aren't blank.
    var painted: [Run] { (0..<rows).flatMap(painted) }
}
