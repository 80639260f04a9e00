/// The texts of `--help`.
enum Help {
    static func text(_ command: CommandName?) -> String {
        guard let command else { return overview }
        return about(command) + "\n" + name(command) + common
    }

    private static let overview = """
        Usage: eggctl [COMMAND] [OPTION...]

        Controls eggd, the egg timer. Eggs are soft (5:00), medium (7:00) and hard
        (12:00); you can also give a time, such as 90s, 5m, 7m30s, 1h or 7:30. Without a
        command, eggctl opens the app on a terminal, and shows the status elsewhere.

        Commands:
          start EGG|TIME       start a countdown; a timer with that name is reset
          cook EGG:N EGG:N...  start eggs that are done at the same moment
          again                start the last egg once more
          status               show all timers
          watch [NAME]         show the countdown as it runs
          wait [NAME]          wait until an egg is done
          pause [NAME]         pause a countdown
          resume [NAME]        resume a paused countdown
          extend TIME [NAME]   make a countdown longer, or shorter with -TIME
          rename [NAME] NEW    give a timer another name
          snooze [TIME] [NAME] stop the alarm and ring again later
          dismiss [NAME]       stop the alarm (also: stop)
          cancel [NAME]        remove a timer
          eggs                 list the eggs
          history              list past countdowns
          doctor               check whether an alarm would be heard
          page                 show the address of the touch page, for phones too
          ui                   open the app: eggs to tap, in this terminal

        'eggctl soft' and 'eggctl 5m' are short for 'eggctl start soft' and
        'eggctl start 5m'. For more about a command: eggctl COMMAND --help

        Options:
              --name NAME      the timer's name; 'egg' by default
              --socket PATH    the socket at which eggd listens
              --json           print JSON, one object per line
          -h, --help           show this help and exit
              --version        show the version and exit

        Exit status: 0 success, 1 refused by eggd, 64 wrong usage, 69 eggd can't be
        reached, 74 the output can't be written, 130 interrupted by Ctrl-C.

        """

    private static let common = """
              --socket PATH    the socket at which eggd listens
          -h, --help           show this help and exit

        """

    /// The line about `--name`; the timer that is used without a name differs between commands.
    private static func name(_ command: CommandName) -> String {
        let meaning: String? =
            switch command {
            case .start: "the timer's name; 'egg' by default"
            case .cook: "the name of these eggs; 'pot' by default"
            case .again: "the timer's name; by default that of the last egg"
            case .wait, .pause, .resume, .extend, .rename, .cancel: "the timer; by default 'egg', or the only one"
            case .status, .watch, .snooze, .dismiss: "only the timer with this name"
            case .eggs, .history, .doctor, .page, .ui: nil
            }
        return meaning.map { "      --name NAME      \($0)\n" } ?? ""
    }

    private static func about(_ command: CommandName) -> String {
        switch command {
        case .start:
            """
            Usage: eggctl start EGG|TIME [--name NAME] [--since TIME] [--watch] [--json]
                   [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   eggctl start --at CLOCK [--name NAME] [--watch] [--json]

            Starts a countdown for an egg (see 'eggctl eggs'), for a time from 1s to 24h, or
            until a time of day. If a timer with that name exists, it is reset to the full
            time. An egg's time depends on its size, on its temperature and on the
            altitude; by default it is of size M, from the fridge, at sea level, or as
            eggd.conf says.

              eggctl start soft
              eggctl start 7m30s --name left-pot
              eggctl start hard --since 20s --watch
              eggctl start soft --size L --from room --altitude 1600m
              eggctl start --at 18:30

            Options:
                  --at CLOCK       ring at this time of day, today or tomorrow
                  --size SIZE      the egg's size: S, M, L or XL
                  --mass MASS      its mass, such as 62g, in place of the size
                  --from TEMP      room, fridge, or its temperature, such as 12C or 54F
                  --altitude ALT   the altitude, such as 1600m or 5250ft
                  --since TIME     the egg went in this long ago
                  --watch          show the countdown until it is over; the exit status
                                   is 0 after the alarm was dismissed or missed, 1 after
                                   the timer was cancelled or replaced
                  --json           print the reply as a JSON object
            """
        case .cook:
            """
            Usage: eggctl cook EGG[:N] EGG[:N]... [--name NAME] [--watch] [--json]
                   [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]

            Starts eggs of several kinds, N of each, that are done at the same moment. Put
            the eggs that take longest into the water at once; for the others, a short
            sound says when. Each kind is a timer of its own. 'pause', 'resume', 'extend',
            'dismiss' and 'snooze' act on all of them, given the name of one or of the pot.

              eggctl cook soft:2 hard:4
              eggctl pause pot

            Options:
                  --size SIZE      the eggs' size: S, M, L or XL
                  --mass MASS      their mass, such as 62g, in place of the size
                  --from TEMP      room, fridge, or their temperature, such as 12C or 54F
                  --altitude ALT   the altitude, such as 1600m or 5250ft
                  --watch          show the countdowns until all are over; the exit status
                                   is 0 after the alarm was dismissed or missed, 1 after
                                   the last timer was cancelled
                  --json           print the reply as a JSON object
            """
        case .again:
            """
            Usage: eggctl again [--name NAME] [--watch] [--json]

            Starts the last egg once more, with the same time and name: the one that is
            done, or the one that ended last. A countdown that runs is not reset.

            Options:
                  --watch          show the countdown until it is over, as for 'start'
                  --json           print the reply as a JSON object
            """
        case .wait:
            """
            Usage: eggctl wait [NAME... | --all] [--json]

            Waits until an egg is done, for scripts: until its alarm begins, or not at all
            if it is done. The exit status is 0, or 1 if the timer was cancelled. A timer
            that is paused, extended or started again is waited for. The wait continues
            when eggd is restarted. With several timers, waits for all of them.

              eggctl wait && echo Breakfast

            Options:
                  --all            all timers
                  --json           print a JSON object for each timer that is done
            """
        case .status:
            """
            Usage: eggctl status [NAME...] [--json | --format FORMAT]

            Shows one line per timer, and any reason why an alarm would not be heard or
            timers are not being saved.

              eggctl status --format '{name} {remaining}'

            Options:
                  --json           print one JSON object with all timers
                  --format FORMAT  print each timer in your own format and nothing else;
                                   see 'eggctl watch --help'
            """
        case .watch:
            """
            Usage: eggctl watch [NAME] [--json | --format FORMAT | --waybar | --i3bar]

            Shows all timers, or the named one, as they run down: on a terminal as bars that
            are redrawn in place, elsewhere as one line per event. While an alarm rings,
            Enter, Space or d dismisses it, and z snoozes it. When eggd is gone, the watch
            waits for it. Ctrl-C ends the watch; the timers continue.

              eggctl watch --format '{egg} {remaining}'

            Options:
                  --json           print one JSON object per event
                  --format FORMAT  print the most urgent timer in your own format whenever
                                   the line changes; FORMAT can contain {name} {egg}
                                   {state} {remaining} {overdue} {duration} {percent}
                                   {ends} {cue} {yolk} {centre}, and {{ and }} for
                                   literal braces; {name:json} is a JSON string,
                                   {remaining:s} a number of seconds
                  --waybar         print JSON for a custom module of waybar
                  --i3bar          speak the protocol of i3bar; a click dismisses, pauses
                                   or resumes, and a right click snoozes
            """
        case .pause:
            """
            Usage: eggctl pause [NAME... | --all] [--json]

            Pauses a countdown, or several.

            Options:
                  --all            all that are cooking
                  --json           print the reply as a JSON object
            """
        case .resume:
            """
            Usage: eggctl resume [NAME... | --all] [--json]

            Resumes a paused countdown, or several.

            Options:
                  --all            all that are paused
                  --json           print the reply as a JSON object
            """
        case .extend:
            """
            Usage: eggctl extend TIME [NAME... | --all] [--json]

            Makes a countdown longer, or shorter by a negative time; at least one second
            must remain. An egg that is already done cooks for TIME from now.

              eggctl extend 30s
              eggctl extend -1m left-pot

            Options:
                  --all            all timers but those that were missed
                  --json           print the reply as a JSON object
            """
        case .rename:
            """
            Usage: eggctl rename [NAME] NEW [--json]

            Gives a timer another name, in any state. No other timer or pot may have it.

              eggctl rename left-pot
              eggctl rename left-pot right-pot

            Options:
                  --json           print the reply as a JSON object
            """
        case .snooze:
            """
            Usage: eggctl snooze [TIME] [NAME... | --all] [--json]

            Stops a ringing alarm, or all of them if none is named. They ring again after
            TIME, by default after one minute.

              eggctl snooze 2m

            Options:
                  --all            all that ring, as without a name
                  --json           print the reply as a JSON object
            """
        case .dismiss:
            """
            Usage: eggctl dismiss [NAME... | --all] [--json]

            Dismisses ringing, snoozed or missed alarms; all of them if none is named. It
            is not an error if there are none. 'eggctl stop' does the same.

            Options:
                  --all            all alarms, as without a name
                  --json           print the reply as a JSON object
            """
        case .cancel:
            """
            Usage: eggctl cancel [NAME... | --all] [--json]

            Removes a timer in any state, or several; the name of a pot removes all of it.

            Options:
                  --all            all timers
                  --json           print the reply as a JSON object
            """
        case .history:
            """
            Usage: eggctl history [--limit N] [--json]

            Lists past countdowns, the newest first: when the egg went in, which egg it was,
            its time, and how it ended.

            Options:
                  --limit N        list at most N countdowns; 20 by default
                  --json           print one JSON object with all of them
            """
        case .doctor:
            """
            Usage: eggctl doctor [--ring] [--seen] [--json]

            Checks everything that an alarm depends on: the configuration, the sounds, each
            sound device and its mixer, and the system. If a command fixes a problem, it
            is shown, too. The exit status is 1 if an alarm would not be heard.

            Options:
                  --ring           also ring for two seconds, like an alarm
                  --seen           stop reporting a damaged database that was set aside
                  --json           print one JSON object per check
            """
        case .page:
            """
            Usage: eggctl page [--open [ADDRESS] | --close | --new-token]

            Shows the address of the touch page, which eggweb serves. The page is for this
            machine only until --open opens it to the house. Other devices need the link,
            which contains a secret; a terminal also shows its QR code. ADDRESS is a port,
            or an address of this machine with or without a port; by default it is port
            8090 at every address. HTTP in the house is not encrypted.

              eggctl page --open
              eggctl page --open 192.168.1.5:8090

            Options:
                  --open           open the page to the house, and show the link
                  --close          close it again to all but this machine
                  --new-token      make a new secret: each device needs the new link
            """
        case .ui:
            """
            Usage: eggctl ui [--no-flash]

            Opens the app: eggs to tap or to choose by keys, and all timers as they run
            down. 'eggctl' alone does the same on a terminal. The timers go on without it.

              s m h            start a soft, medium or hard egg; or tap it
              Left Right       choose an egg; Enter starts it
              t                start a time or egg: 7m30s, or 9m left-pot beside the others
              Space            pause, go on
              + -              30 seconds more, less
              Up Down          choose the timer that the keys are for; or tap it
              c                cancel it
              d Enter Space    dismiss the alarm; so does any tap
              z                snooze the alarm
              ? q              help, leave

            Options:
                  --no-flash       don't flash the screen while an alarm rings
            """
        case .eggs:
            """
            Usage: eggctl eggs [--size SIZE | --mass MASS] [--from TEMP] [--altitude ALT]
                   [--json]

            Lists the eggs that you can start: their times in this kitchen, how they are
            inside, and a warning for those that are not firm.

              eggctl eggs --size XL

            Options:
                  --size SIZE      the egg's size: S, M, L or XL
                  --mass MASS      its mass, such as 62g, in place of the size
                  --from TEMP      room, fridge, or its temperature, such as 12C or 54F
                  --altitude ALT   the altitude, such as 1600m or 5250ft
                  --json           print the reply as a JSON object
            """
        }
    }
}
