import EggClient
import EggRequests

/// How `watch` and `status` show timers.
enum Rendering: Equatable {
    case forPeople
    case json
    case format(FormatString)
    case waybar
    case i3bar

    /// The options that choose a rendering; only one can be given.
    static let options = [Option.json, .format, WatchCommand.waybar, WatchCommand.i3bar]

    init(_ words: CommandWords) throws(Complaint) {
        self =
            switch try words.only(of: Self.options) {
            case Option.json: .json
            case Option.format: .format(try FormatString(words[.format] ?? ""))
            case WatchCommand.waybar: .waybar
            case WatchCommand.i3bar: .i3bar
            default: .forPeople
            }
    }

    func view(_ style: Style) -> any WatchView {
        switch self {
        case .forPeople: style.canRedraw ? ScreenView(style: style) : LineView(style: style)
        case .json: JSONView()
        case .format(let format): BarView(FormatBar(format: format))
        case .waybar: BarView(WaybarBar())
        case .i3bar: BarView(I3Bar())
        }
    }
}
