import EggTimers

/// Where the parts of the app's picture are, from the top: eggs, the large time, its bar, further timers, warnings, keys.
struct AppLayout {
    let margin: Int
    /// The eggs with a picture, by their places in the menu; the others are named in a row.
    let pictured: [Int]
    let named: [Int]
    /// Whether the eggs are one above the other.
    let isStacked: Bool
    /// The rows of one egg without its text.
    let eggRows: Int
    /// The rows of text for each egg.
    let captionRows: Int
    let eggRow: Int
    /// The row with the names of eggs without a picture.
    let namesRow: Int
    let digits: LargeDigits
    let digitRow: Int
    let barRow: Int
    let barRows: Int
    let otherRow: Int
    let otherRows: Int
    let warnings: [String]
    let warningRow: Int

    /// In a large window, eggs of this many rows are preferred to empty rows and larger digits.
    private static let goodEggRows = 8

    init(app: App, time: String, others: Int, warnings: [String]) {
        let roomy = Self(app: app, time: time, others: others, warnings: warnings, isRoomy: true)
        let close = Self(app: app, time: time, others: others, warnings: warnings, isRoomy: false)
        self = app.rows >= 20 && roomy.eggRows >= min(Self.goodEggRows, close.eggRows) ? roomy : close
    }

    /// - Parameter isRoomy: whether there are empty rows between the parts, and more text.
    private init(app: App, time: String, others: Int, warnings: [String], isRoomy: Bool) {
        let (columns, rows) = (app.columns, app.rows)
        margin = columns >= 60 ? 2 : 1
        pictured = app.eggs.indices.filter { EggDrawing.Yolk(egg: app.eggs[$0].name) != nil }
        named = app.eggs.indices.filter { EggDrawing.Yolk(egg: app.eggs[$0].name) == nil }
        captionRows = isRoomy ? 2 : 1
        barRows = rows >= 36 ? 2 : 1
        self.warnings = Array(warnings.prefix(isRoomy ? 3 : 2))
        otherRows = min(others, max(1, (rows - 2 - 2 * self.warnings.count) / 5))

        // Below the eggs, from the last row upwards.
        let space = isRoomy ? 1 : 0
        warningRow = rows - 1 - self.warnings.count
        otherRow = warningRow - otherRows - (self.warnings.isEmpty ? space : 0)
        barRow = otherRow - barRows - (otherRows > 0 ? space : 0)
        let highest = isRoomy ? rows / 5 + 1 : min(5, rows / 5 + 1)
        let room = columns - 2 * margin - (columns >= 60 ? 24 : 15)
        digits =
            [4, 3, 2].map { LargeDigits(style: app.style, scale: $0) }
            .first { $0.rows <= highest && $0.width(of: time.isEmpty ? "00:00" : time) <= room }
            ?? LargeDigits(style: app.style, scale: 1)
        digitRow = barRow - digits.rows - space
        namesRow = digitRow - 1 - space

        // The eggs are as large as fits, side by side or one above the other.
        let height = max(0, (named.isEmpty ? digitRow - space : namesRow) - space)
        let count = max(1, pictured.count)
        let widest = columns / count - 2
        func rowsWithin(_ columns: Int, _ rows: Int) -> Int {
            var height = max(0, min(rows, 18))
            while height > 0, EggDrawing.columns(rows: height) > columns { height -= 1 }
            return height
        }
        let beside = rowsWithin(widest, height - captionRows)
        let above = rowsWithin(columns / 2 - 4, height / count - 1)
        isStacked = above > beside
        eggRows = isStacked ? above : beside
        let used = isStacked ? (eggRows + 1) * count - 1 : eggRows + captionRows
        eggRow = space + max(0, (height - used) / 2)
    }
}
