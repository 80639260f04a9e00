import Program

enum Help {
    /// The help of a command, or the overview.
    static func text(_ about: CommandDescription?) -> String {
        guard let about else { return overview }
        return "\(about.help)\n\nOptions:\n\(lines(about.options + Option.places + [.help]))"
    }

    private static var overview: String {
        let commands = Commands.all.map { line($0) + "\n" }.joined()
        return """
            Usage: eggctl [COMMAND] [OPTION...]

            Controls eggd, the egg timer. Eggs are soft (5:00), medium (7:00) and hard
            (12:00); you can also give a time, such as 90s, 5m, 7m30s, 1h or 7:30. Without a
            command, eggctl opens the app on a terminal, and shows the status elsewhere.

            Commands:
            \(commands)
            'eggctl soft' and 'eggctl 5m' are short for 'eggctl start soft' and
            'eggctl start 5m'. For more about a command: eggctl COMMAND --help

            Options:
            \(lines([Option.withoutCommand[0]] + Option.places + [.json, .help, .version]))
            Exit status: 0 success, 1 refused by eggd, 64 wrong usage, 69 eggd can't be
            reached, 74 the output can't be written, 130 interrupted by Ctrl-C.

            """
    }

    private static func line(_ about: CommandDescription) -> String {
        let synopsis = about.synopsis.isEmpty ? about.name : "\(about.name) \(about.synopsis)"
        let aliases = about.aliases.isEmpty ? "" : " (also: \(about.aliases.joined(separator: ", ")))"
        return OptionLines.line("  ", synopsis, about.summary + aliases, width: 20)
    }

    private static func lines(_ options: [Option]) -> String {
        options.map { option in
            OptionLines.text(option.name, letter: option.letter, value: option.value?.placeholder, option.help)
        }.joined()
    }
}
