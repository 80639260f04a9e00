import Glibc
import Program

/// The program `eggmqtt`: connects eggd with an MQTT broker.
public enum Eggmqtt {
    private static let program = Executable("eggmqtt")

    /// Carries out this process's command line.
    ///
    /// - Returns: the exit status.
    public static func run() -> Int32 {
        program.serve([.init("socket", takesValue: true)], help: help) { _ in EX_UNAVAILABLE }
    }

    private static let help = """
        Usage: eggmqtt [--socket PATH] [--forget]

        Publishes the timers on the MQTT broker that eggd.conf names, and carries out
        the commands that come from there, as far as its access goes.

        Options:
              --forget       remove from the broker and from Home Assistant what was
                             published, and exit
              --socket PATH  eggd's socket, instead of $EGGD_SOCKET or
                             $XDG_RUNTIME_DIR/eggd.sock
          -h, --help         show this and exit
              --version      show the version and exit

        """
}
