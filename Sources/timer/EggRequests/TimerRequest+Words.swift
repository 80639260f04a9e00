import EggTimers
import Program

extension TimerRequest {
    /// Reads a request and the timers that it is for, as eggctl's command line has them: `soft`, `9m --name tea`,
    /// `extend 1m left-pot`, `pause --all`.
    ///
    /// - Parameter now: in milliseconds since 1970, for a countdown until a time of day.
    public static func read(
        _ line: [String], at now: Int64
    ) throws(Complaint) -> (request: TimerRequest, timers: TimerChoice) {
        let arguments: Arguments
        do {
            arguments = try Arguments(parsing: line, options: options)
        } catch {
            throw Complaint(error.message)
        }
        let verb = arguments.operands.first ?? "start"
        var words = CommandWords(options: arguments.options, operands: arguments.operands.dropFirst())
        let request: TimerRequest
        switch verb {
        case "cook":
            try words.refuse(allBut: ["name"] + OptionValue.ofRawEgg, verb)
            return (.cook(try CookRequest(&words).parameters), .unnamed)
        case "rename":
            try words.refuse(allBut: ["name"], verb)
            let (name, newName) = try words.takeRenaming()
            if let word = words.first { throw CommandWords.unexpected(word) }
            return (.rename(name?.text, to: newName.text), .unnamed)
        case "pause": request = .pause(nil)
        case "resume": request = .resume(nil)
        case "extend": request = .extend(nil, by: try words.takeExtension())
        case "dismiss", "stop": request = .dismiss(nil)
        case "snooze": request = .snooze(nil, for: try words.takeSnoozeTime())
        case "cancel": request = .cancel(nil)
        case "undo":
            try words.refuse(allBut: [], verb)
            if let word = words.first { throw CommandWords.unexpected(word) }
            return (.undo, .unnamed)
        default:
            // An egg or a time alone starts it.
            if verb != "start" { words = CommandWords(options: arguments.options, operands: arguments.operands[...]) }
            try words.refuse(allBut: ["name", "at", "since"] + OptionValue.ofRawEgg, "start")
            return (.start(try StartRequest(&words).parameters(at: now)), .unnamed)
        }
        try words.refuse(allBut: ["name", "all"], verb)
        return (request, try words.takeTimers())
    }

    /// The options of all requests.
    private static let options =
        [Arguments.Option("all")]
        + (["name", "at", "since"] + OptionValue.ofRawEgg).map { Arguments.Option($0, takesValue: true) }
}

extension CommandWords {
    /// Refuses options that a command doesn't have.
    public func refuse(allBut known: [String], _ command: String) throws(Complaint) {
        if let stray = options.keys.sorted().first(where: { !known.contains($0) }) {
            throw Complaint("'\(command)' has no option '--\(stray)'")
        }
    }

    /// Takes the time by which a countdown is extended.
    public mutating func takeExtension() throws(Complaint) -> Duration {
        guard let time = takeTime() ?? takeFirst() else {
            throw Complaint("missing time, such as 30s, or -30s to shorten the countdown")
        }
        return try OptionValue.duration(time)
    }

    /// Takes the time after which an alarm rings again; nil if none is given.
    public mutating func takeSnoozeTime() throws(Complaint) -> Duration? {
        try takeTime().map { word throws(Complaint) in try OptionValue.countdown(word) }
    }

    /// Takes a timer, which comes first, and its new name.
    public mutating func takeRenaming() throws(Complaint) -> (name: TimerName?, newName: TimerName) {
        guard let word = takeLast() else { throw Complaint("missing new name, such as left-pot") }
        let newName = try OptionValue.newName(word)
        return (try takeTimer(), newName)
    }
}
