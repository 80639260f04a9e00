import EggArguments
import Glibc

/// `eggctl ui`, and `eggctl` without a command on a terminal.
struct AppCommand {
    let style: Style

    /// Whether this process has a terminal on which the app can be drawn.
    static func isPossible(_ style: Style) -> Bool {
        style.canRedraw && isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1
    }

    func run(_ connection: Connection, flashes: Bool) throws(Failure) -> Int32 {
        guard Self.isPossible(style) else {
            throw .usage("'ui' needs a terminal that can draw; elsewhere, use 'eggctl status' or 'eggctl watch'")
        }
        return try AppLoop(connection: connection, style: style, flashes: flashes).run()
    }
}
