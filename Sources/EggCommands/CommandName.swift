/// The names of the commands.
enum CommandName: String, CaseIterable {
    case start, cook, again, status, watch, wait, pause, resume, extend, rename, snooze, dismiss, cancel, eggs, history
    case doctor, page, ui

    /// The command with this name or alias.
    init?(word: String) {
        self.init(rawValue: word == "stop" ? "dismiss" : word)
    }

    /// The options of the command besides the common ones.
    var options: Set<String> {
        switch self {
        case .start: ["name", "at", "since", "watch", "json", "size", "mass", "from", "altitude"]
        case .cook: ["name", "watch", "json", "size", "mass", "from", "altitude"]
        case .again: ["name", "watch", "json"]
        case .status: ["name", "json", "format"]
        case .watch: ["name", "json", "format", "waybar", "i3bar"]
        case .wait, .pause, .resume, .extend, .snooze, .dismiss, .cancel: ["name", "all", "json"]
        case .rename: ["name", "json"]
        case .eggs: ["json", "size", "mass", "from", "altitude"]
        case .history: ["limit", "json"]
        case .doctor: ["ring", "seen", "json"]
        case .page: ["open", "close", "new-token"]
        case .ui: ["no-flash"]
        }
    }

    /// Whether the command takes the names of several timers.
    var takesSeveralTimers: Bool {
        switch self {
        case .status, .wait, .pause, .resume, .extend, .snooze, .dismiss, .cancel: true
        case .start, .cook, .again, .watch, .rename, .eggs, .history, .doctor, .page, .ui: false
        }
    }
}
