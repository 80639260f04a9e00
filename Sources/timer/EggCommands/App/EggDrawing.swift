import Terminal

/// An egg that was cut open lengthwise, as wide as its height allows.
struct EggDrawing {
    /// How far the yolk is cooked.
    enum Yolk: CaseIterable {
        case runny, creamy, firm

        /// The yolk of an egg of the menu; nil for one of which no picture is known.
        init?(egg: String) {
            switch egg {
            case "soft": self = .runny
            case "medium": self = .creamy
            case "hard": self = .firm
            default: return nil
            }
        }
    }

    private enum Matter {
        case shell, white, shade, edge, yolk, gloss
    }

    let style: Style
    let yolk: Yolk
    let rows: Int

    /// The width of an egg, compared with its height.
    static let slimness = 0.78

    /// The columns that an egg of so many rows takes; a cell is twice as high as wide.
    static func columns(rows: Int) -> Int { max(3, Int((Double(2 * rows) * slimness).rounded(.up))) }

    var columns: Int { Self.columns(rows: rows) }

    func draw(on canvas: inout Canvas, column: Int, row: Int) {
        for line in 0..<rows {
            for x in 0..<columns {
                let upper = matter(x: x, y: 2 * line)
                let lower = matter(x: x, y: 2 * line + 1)
                guard upper != nil || lower != nil else { continue }
                if style.colors >= 8, style.hasUnicode {
                    canvas[column + x, row + line] = halves(upper.map(ink), lower.map(ink))
                } else if let matter = lower ?? upper {
                    let paint = style.colors >= 8 ? Paint(ink: ink(matter)) : Paint()
                    canvas[column + x, row + line] = Canvas.Cell(
                        text: String(character(upper == .shell ? .shell : matter)), paint: paint)
                }
            }
        }
    }

    /// A cell with a colour in each half.
    private func halves(_ upper: Ink?, _ lower: Ink?) -> Canvas.Cell {
        guard let upper else { return Canvas.Cell(text: "▄", paint: Paint(ink: lower)) }
        return Canvas.Cell(text: "▀", paint: Paint(ink: upper, ground: lower))
    }

    /// The matter in a half of a cell; nil outside the egg.
    private func matter(x: Int, y: Int) -> Matter? {
        let half = Double(rows)
        // From -1 to 1, downwards; sideways in the same measure.
        let down = (Double(y) + 0.5) / half - 1
        let aside = (Double(x) + 0.5 - Double(columns) / 2) / half
        // The lower end is the blunt one.
        let across = aside / (Self.slimness * (0.97 + 0.13 * down))
        let distance = (across * across + down * down).squareRoot()
        guard distance <= 1 else { return nil }
        guard distance <= 1 - 1.25 / half else { return .shell }
        return yolk(aside: aside, down: down - 0.2) ?? (across + down > 0.95 ? .shade : .white)
    }

    private func yolk(aside: Double, down: Double) -> Matter? {
        // A runny yolk spreads.
        let width = yolk == .runny ? 0.5 : 0.44
        let height = yolk == .runny ? 0.42 : 0.44
        let distance = (aside * aside / (width * width) + down * down / (height * height)).squareRoot()
        guard distance <= 0.97 else { return nil }
        switch yolk {
        case .runny:
            let gloss = ((aside + 0.17) * (aside + 0.17) + (down + 0.16) * (down + 0.16)).squareRoot()
            return gloss < 0.1 ? .gloss : .yolk
        case .creamy: return distance > 0.66 ? .edge : .yolk
        case .firm: return .yolk
        }
    }

    private func ink(_ matter: Matter) -> Ink {
        switch (matter, yolk) {
        case (.shell, _): Ink(180, basic: 3)
        case (.white, _): Ink(231, basic: 7)
        case (.shade, _): Ink(254, basic: 7)
        case (.gloss, _): Ink(223, basic: 7)
        case (.yolk, .runny): Ink(208, basic: 1)
        case (.yolk, .creamy): Ink(214, basic: 1)
        case (.yolk, .firm): Ink(228, basic: 3)
        case (.edge, _): Ink(221, basic: 3)
        }
    }

    /// The matter without colours: the firmer the yolk, the denser.
    private func character(_ matter: Matter) -> Unicode.Scalar {
        switch (matter, yolk) {
        case (.shell, _): style.hasUnicode ? "▓" : "#"
        case (.white, _), (.shade, _): " "
        case (.gloss, _): " "
        case (.yolk, .firm): style.hasUnicode ? "█" : "@"
        case (.edge, _): style.hasUnicode ? "▒" : "o"
        case (.yolk, _): style.hasUnicode ? "░" : "~"
        }
    }
}
