import Text

/// A command of the user's own, which systemd runs: a program and its arguments, without a shell (`QuotedWords`).
package struct UserCommand: Equatable, Sendable {
    /// The line as it is in the file.
    package let text: String
    /// The program: an absolute path, or a name that is looked up in `PATH`.
    package let program: String
    package let arguments: [String]

    package enum Fault: Error, Equatable, Sendable, CustomStringConvertible {
        /// The first word is missing or empty.
        case noProgram
        /// The program is a path that depends on the current folder.
        case relativePath(String)
        case words(QuotedWords.Fault)

        package var description: String {
            switch self {
            case .noProgram: "it must be a program and its arguments"
            case .relativePath(let path):
                "the program '\(Words.shown(path))' must be a name without '/' or an absolute path; "
                    + "'~' and variables have no meaning here"
            case .words(let fault): fault.description
            }
        }
    }

    package init(_ text: String) throws(Fault) {
        let words: [String]
        do throws(QuotedWords.Fault) {
            words = try QuotedWords.of(text)
        } catch {
            throw .words(error)
        }
        guard let program = words.first, !program.isEmpty else { throw .noProgram }
        guard program.hasPrefix("/") || !program.contains("/") else { throw .relativePath(program) }
        self.text = text
        self.program = program
        arguments = Array(words.dropFirst())
    }
}

/// The commands of the user's own, by event and egg.
package struct UserCommands: Equatable, Sendable {
    package enum Event: String, CaseIterable, Sendable {
        /// A countdown starts, also in place of another one, or continues because an undo has brought it back.
        case start
        /// The end is near: the time that `warning` sets is left.
        case warning
        /// An alarm starts, also after a snooze.
        case ring
        /// Somebody dismisses an alarm, a snoozed timer or a missed one, or answers it in another way.
        case dismissed
        /// Nobody has answered in time.
        case missed
        /// A timer is removed before it was done: it is cancelled, or its start is undone.
        case cancelled

        /// Those whose commands announce an alarm, and can be tested. A command at a start or an answer may change
        /// timers.
        package static let announcing: [Event] = [.warning, .ring, .missed]

        /// The key that sets the command.
        package var key: String { "on-\(rawValue)" }
    }

    /// Those of `[alarm]`.
    package internal(set) var standard: [Event: UserCommand] = [:]
    /// Those of eggs that have their own, by the egg's name; nil where an egg has none although `[alarm]` has one.
    package internal(set) var ofEggs: [String: [Event: UserCommand?]] = [:]

    package init() {}

    package func command(at event: Event, of egg: String) -> UserCommand? {
        if let own = ofEggs[egg]?[event] { return own }
        return standard[event]
    }

    /// All of them with their sections, in the order of events and eggs.
    package var all: [(event: Event, section: String, command: UserCommand)] {
        Event.allCases.flatMap { event in
            let eggs = ofEggs.sorted { $0.key < $1.key }.map { ("egg \($0.key)", $0.value[event] ?? nil) }
            return ([("alarm", standard[event])] + eggs).compactMap { section, command in
                command.map { (event, section, $0) }
            }
        }
    }

    /// Those that announce an alarm, each once for an event, with the egg that has it; nil for one of `[alarm]`.
    package var announcing: [(event: Event, egg: String?, command: UserCommand)] {
        var found: [(event: Event, egg: String?, command: UserCommand)] = []
        for (event, section, command) in all where Event.announcing.contains(event) {
            guard !found.contains(where: { $0.event == event && $0.command == command }) else { continue }
            found.append((event, section == "alarm" ? nil : String(section.dropFirst("egg ".count)), command))
        }
        return found
    }
}
