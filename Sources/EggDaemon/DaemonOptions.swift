import EggArguments
import EggWire

/// The command line of `eggd`.
struct DaemonOptions: Equatable {
    enum Action: Equatable {
        case serve(socket: String?, stateFolder: String?)
        case showHelp
        case showVersion
    }

    let action: Action

    init(_ words: [String]) throws(UsageError) {
        let arguments = try Arguments(
            parsing: words,
            options: [
                .init("socket", takesValue: true), .init("state-dir", takesValue: true), .init("help", letter: "h"),
                .init("version"),
            ])
        if arguments.options["help"] != nil {
            action = .showHelp
        } else if arguments.options["version"] != nil {
            action = .showVersion
        } else if let word = arguments.operands.first {
            throw .unexpectedOperand(word)
        } else {
            action = .serve(socket: arguments.options["socket"], stateFolder: arguments.options["state-dir"])
        }
    }

    static let help = """
        Usage: eggd [--socket PATH] [--state-dir DIR]

        Counts down eggs and rings when they are done. Runs in the foreground until
        SIGTERM or SIGINT; eggctl is its hand.

        Options:
              --socket PATH    listen at PATH instead of $EGGD_SOCKET or
                               $XDG_RUNTIME_DIR/eggd.sock
              --state-dir DIR  keep timers and history in DIR instead of
                               $STATE_DIRECTORY or $XDG_STATE_HOME/eggtimer
                               (~/.local/state/eggtimer)
          -h, --help           show this and exit
              --version        show the version and exit

        """
}
