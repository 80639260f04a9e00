/// The names of the commands.
enum CommandName: String, CaseIterable {
    case start, status, watch, pause, resume, extend, rename, snooze, dismiss, cancel, eggs, history, doctor, page

    /// The command with this name or alias.
    init?(word: String) {
        self.init(rawValue: word == "stop" ? "dismiss" : word)
    }

    /// The options of the command besides the common ones.
    var options: Set<String> {
        switch self {
        case .start: ["name", "since", "watch", "json", "size", "mass", "from", "altitude"]
        case .watch, .status: ["name", "json", "format"]
        case .pause, .resume, .extend, .rename, .snooze, .dismiss, .cancel: ["name", "json"]
        case .eggs: ["json", "size", "mass", "from", "altitude"]
        case .history: ["limit", "json"]
        case .doctor: ["ring", "seen", "json"]
        case .page: ["open", "close", "new-token"]
        }
    }
}
