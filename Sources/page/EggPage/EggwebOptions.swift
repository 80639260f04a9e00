import HTTP
import Program

/// The parsed command line of `eggweb`.
struct EggwebOptions: Equatable {
    struct Serve: Equatable {
        var listen: IPEndpoint?
        var socket: String?
        var stateFolder: String?
        var configFile: String?
        var webFolder: String?
    }

    enum Action: Equatable {
        case serve(Serve)
        case showHelp
        case showVersion
    }

    let action: Action

    init(_ words: [String]) throws(EggwebUsageError) {
        let names = ["listen", "socket", "state-dir", "config", "web"]
        let arguments: Arguments
        do {
            arguments = try Arguments(
                parsing: words,
                options: names.map { .init($0, takesValue: true) } + [.init("help", letter: "h"), .init("version")])
        } catch {
            throw .usage(error)
        }
        if let empty = names.first(where: { arguments.options[$0] == "" }) { throw .usage(.missingValue(empty)) }
        if arguments.options["help"] != nil {
            action = .showHelp
        } else if arguments.options["version"] != nil {
            action = .showVersion
        } else if let word = arguments.operands.first {
            throw .usage(.unexpectedOperand(word))
        } else {
            var serve = Serve(
                socket: arguments.options["socket"], stateFolder: arguments.options["state-dir"],
                configFile: arguments.options["config"], webFolder: arguments.options["web"])
            if let text = arguments.options["listen"] {
                guard let endpoint = IPEndpoint(listening: text) else { throw .badAddress(text) }
                serve.listen = endpoint
            }
            action = .serve(serve)
        }
    }

    static let help = """
        Usage: eggweb [--listen ADDRESS] [--socket PATH] [--state-dir DIR]
                      [--config FILE] [--web DIR]

        Serves a page with the eggs and their countdowns for browsers. Runs in the
        foreground until SIGTERM or SIGINT; eggd does the timing.

        Options:
              --listen ADDRESS  listen at PORT, ADDRESS:PORT or [IPV6]:PORT instead of
                                127.0.0.1:8090; PORT alone means 127.0.0.1:PORT.
                                At an address that other devices can reach,
                                each device needs a link with a token.
              --socket PATH     eggd's socket, instead of $EGGD_SOCKET or
                                $XDG_RUNTIME_DIR/eggd.sock
              --state-dir DIR   save the token and the kitchen's egg in DIR instead of
                                $STATE_DIRECTORY or $XDG_STATE_HOME/eggweb
                                (~/.local/state/eggweb)
              --config FILE     read FILE instead of
                                $XDG_CONFIG_HOME/eggtimer/eggd.conf
                                (~/.config/eggtimer/eggd.conf)
              --web DIR         serve the files of DIR instead of the installed ones
          -h, --help            show this and exit
              --version         show the version and exit

        """
}

/// Why a command line of `eggweb` is invalid.
enum EggwebUsageError: Error, Equatable {
    case usage(UsageError)
    /// The option `--listen` has this value.
    case badAddress(String)

    /// A sentence without its full stop.
    var message: String {
        switch self {
        case .usage(let error): error.message
        case .badAddress(let text):
            "'\(text)' isn't an address to listen at; give PORT, ADDRESS:PORT or [IPV6]:PORT, such as 127.0.0.1:8091"
        }
    }
}
