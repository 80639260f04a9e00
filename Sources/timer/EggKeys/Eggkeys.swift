import EggClient
import EggConfig
import EggLoop
import EggSystemd
import Glibc
import InputDevices
import Program

/// The program `eggkeys`: buttons, dials and a light for eggd.
public enum Eggkeys {
    private static let program = Executable("eggkeys")

    /// Carries out this process's command line.
    public static func run() -> Int32 {
        let paths = ["socket", "config"].map { Arguments.Option($0, takesValue: true) }
        return program.serve(
            [.init("show"), .init("learn")] + paths, help: help, blocking: Ending.signals
        ) { _ in 0 }
    }

    private static let help = """
        Usage: eggkeys [--config FILE] [--socket PATH] [--show | --learn]

        Carries out what the buttons and dials of eggd.conf are for, and shows the
        timers by a light.

        Options:
              --config FILE  read FILE instead of
                             $XDG_CONFIG_HOME/eggtimer/eggd.conf
                             (~/.config/eggtimer/eggd.conf)
              --learn        ask for three presses, and print the section for them
              --show         list the devices that can be read, show each press and
                             what it would do, and carry out nothing
              --socket PATH  eggd's socket, instead of $EGGD_SOCKET or
                             $XDG_RUNTIME_DIR/eggd.sock
          -h, --help         show this and exit
              --version      show the version and exit

        """
}
