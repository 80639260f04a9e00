import EggWire
import Program

/// The parsed command line of `eggd`.
struct DaemonOptions: Equatable {
    enum Action: Equatable {
        case serve(socket: String?, stateFolder: String?, configFile: String?)
        case checkConfig(String?)
        case showHelp
        case showVersion
    }

    let action: Action

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            parsing: words,
            options: [
                .init("socket", takesValue: true), .init("state-dir", takesValue: true),
                .init("config", takesValue: true),
                .init("check-config"), .init("help", letter: "h"), .init("version"),
            ])
        if let empty = ["socket", "state-dir", "config"].first(where: { arguments.options[$0] == "" }) {
            throw .missingValue(empty)
        }
        if arguments.options["help"] != nil {
            action = .showHelp
        } else if arguments.options["version"] != nil {
            action = .showVersion
        } else if let word = arguments.operands.first {
            throw .unexpectedOperand(word)
        } else if arguments.options["check-config"] != nil {
            action = .checkConfig(arguments.options["config"])
        } else {
            action = .serve(
                socket: arguments.options["socket"], stateFolder: arguments.options["state-dir"],
                configFile: arguments.options["config"])
        }
    }

    static let help = """
        Usage: eggd [--socket PATH] [--state-dir DIR] [--config FILE]
               eggd --check-config [--config FILE]

        Counts down eggs and rings when they are done. Runs in the foreground until
        SIGTERM or SIGINT. SIGHUP reloads the configuration. eggctl controls it.

        Options:
              --socket PATH    listen at PATH instead of $EGGD_SOCKET or
                               $XDG_RUNTIME_DIR/eggd.sock
              --state-dir DIR  save timers and history in DIR instead of
                               $STATE_DIRECTORY or $XDG_STATE_HOME/eggtimer
                               (~/.local/state/eggtimer)
              --config FILE    read FILE instead of
                               $XDG_CONFIG_HOME/eggtimer/eggd.conf
                               (~/.config/eggtimer/eggd.conf)
              --check-config   check the configuration and exit; the exit status is
                               78 if anything is wrong with it
          -h, --help           show this and exit
              --version        show the version and exit

        """
}
