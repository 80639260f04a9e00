/// What `--help` says.
enum Help {
    static func text(_ command: CommandName?) -> String {
        guard let command else { return overview }
        return about(command) + "\n" + name(command) + common
    }

    private static let overview = """
        Usage: eggctl COMMAND [OPTION...]

        The hand on eggd, the egg timer. Eggs are soft (5:00), medium (7:00) and hard
        (12:00); a time such as 90s, 5m, 7m30s, 1h or 7:30 does as well.

        Commands:
          start EGG|TIME       start a countdown; a timer of that name is reset
          status               what is running
          watch [NAME]         watch it run down
          pause [NAME]         hold it
          resume [NAME]        let it go on
          extend TIME [NAME]   more time, or less with -TIME
          snooze [TIME] [NAME] ring again later
          dismiss [NAME]       answer the alarm
          cancel [NAME]        take a timer away
          eggs                 which eggs there are
          history              what was timed, and how it ended
          doctor               whether an alarm would be heard, and what mends it

        'eggctl COMMAND --help' says more about one of them.

        Options:
              --name NAME      the timer; 'egg' unless named
              --socket PATH    where eggd listens
              --json           for programs: one object a line
          -h, --help           show this and exit
              --version        show the version and exit

        Exit status: 0 done, 1 refused by eggd, 64 wrong usage, 69 eggd out of reach,
        74 output can't be written, 130 after Ctrl-C.

        """

    private static let common = """
              --socket PATH    where eggd listens
          -h, --help           show this and exit

        """

    /// Which timer is meant without a name differs from command to command.
    private static func name(_ command: CommandName) -> String {
        let meaning: String? =
            switch command {
            case .start: "the timer; 'egg' unless named"
            case .pause, .resume, .extend, .cancel: "the timer; else 'egg', or the only one"
            case .status, .watch, .snooze, .dismiss: "only the timer of this name"
            case .eggs, .history, .doctor: nil
            }
        return meaning.map { "      --name NAME      \($0)\n" } ?? ""
    }

    private static func about(_ command: CommandName) -> String {
        switch command {
        case .start:
            """
            Usage: eggctl start EGG|TIME [--name NAME] [--since TIME] [--watch] [--json]

            Starts a countdown of an egg (see 'eggctl eggs') or of a time from 1s to 24h.
            A timer of that name that already exists is reset to the full time.

              eggctl start soft
              eggctl start 7m30s --name left-pot
              eggctl start hard --since 20s --watch

            Options:
                  --since TIME     the egg went in this long ago
                  --watch          watch until it is over: exit 0 when the alarm has been
                                   answered or missed, 1 when the timer was taken away
                  --json           the reply as a JSON object
            """
        case .status:
            """
            Usage: eggctl status [NAME] [--json | --format FORMAT]

            Says what is running, a line for each timer, and what would keep an alarm from
            being heard.

              eggctl status --format '{name} {remaining}'

            Options:
                  --json           one JSON object with all timers
                  --format FORMAT  a line of your own for each timer, and nothing else; see
                                   'eggctl watch --help'
            """
        case .watch:
            """
            Usage: eggctl watch [NAME] [--json | --format FORMAT]

            Shows all timers, or the one named, as they run down. On a terminal a bar that
            is drawn in place; elsewhere one line per event. While an alarm rings, Enter,
            Space or d dismisses it, and z snoozes it. When eggd is gone, the watch waits
            for it. Ctrl-C ends the watch; the timers go on.

              eggctl watch --format '{egg} {remaining}'

            Options:
                  --json           a JSON object for each event
                  --format FORMAT  a line of your own whenever it changes, about the timer
                                   that wants attention first: {name} {egg} {state}
                                   {remaining} {overdue} {duration} {percent} {ends};
                                   {{ and }} stand for braces
            """
        case .pause:
            """
            Usage: eggctl pause [NAME] [--json]

            Holds a countdown.

            Options:
                  --json           the reply as a JSON object
            """
        case .resume:
            """
            Usage: eggctl resume [NAME] [--json]

            Lets a held countdown go on.

            Options:
                  --json           the reply as a JSON object
            """
        case .extend:
            """
            Usage: eggctl extend TIME [NAME] [--json]

            Makes a countdown longer, or shorter by a negative time; a second at least must
            remain.

              eggctl extend 30s
              eggctl extend -1m left-pot

            Options:
                  --json           the reply as a JSON object
            """
        case .snooze:
            """
            Usage: eggctl snooze [TIME] [NAME] [--json]

            Silences what rings and lets it ring again later, in a minute unless a time is
            given. Without a name, everything that rings.

              eggctl snooze 2m

            Options:
                  --json           the reply as a JSON object
            """
        case .dismiss:
            """
            Usage: eggctl dismiss [NAME] [--json]

            Answers what rings, is snoozed or was missed; without a name, all of it. When
            nothing does, that is no error.

            Options:
                  --json           the reply as a JSON object
            """
        case .cancel:
            """
            Usage: eggctl cancel [NAME] [--json]

            Takes a timer away, whatever it is doing.

            Options:
                  --json           the reply as a JSON object
            """
        case .history:
            """
            Usage: eggctl history [--limit N] [--json]

            Lists the runs that have ended, the newest first: when the egg went in, which
            it was, its time, and how it ended.

            Options:
                  --limit N        at most N runs; 20 unless given
                  --json           one JSON object with all of them
            """
        case .doctor:
            """
            Usage: eggctl doctor [--ring] [--seen] [--json]

            Checks everything that stands between you and the alarm: the configuration, the
            sound, each sound device and its mixer, and the system. What is not as it
            should be comes with the command that mends it. Exits with 1 if an alarm would
            not be heard.

            Options:
                  --ring           ring for two seconds as well, as an alarm would
                  --seen           stop reporting a damaged database that was set aside
                  --json           a JSON object for each check
            """
        case .eggs:
            """
            Usage: eggctl eggs [--json]

            Lists the eggs that can be chosen, with their times.

            Options:
                  --json           the reply as a JSON object
            """
        }
    }
}
