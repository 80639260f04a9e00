import Dispatch
import EggClient
import EggConfig
import EggLoop
import EggSystemd
import EggWire
import Glibc
import Program
import Text

/// The program `eggkeys`: buttons, dials and a light for eggd.
public enum Eggkeys {
    private static let program = Executable("eggkeys")

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, or shows what is pressed.
    ///
    /// - Returns: the exit status: 0 after a clean end, 64 for wrong usage, 69 if it can't start, 74 if the output
    ///   can't be written, 78 for a configuration that can't be used.
    public static func run() -> Int32 {
        let paths = ["socket", "config"].map { Arguments.Option($0, takesValue: true) }
        return program.serve(
            [.init("show"), .init("learn")] + paths, help: help, blocking: ServiceEnd.signals
        ) { arguments throws(UsageError) in
            let options = arguments.options
            let isDialogue = options["show"] != nil || options["learn"] != nil
            guard options["show"] == nil || options["learn"] == nil else {
                throw .invalidValue("--show and --learn can't be combined")
            }
            let log = ServiceLog(program)
            do {
                return try isDialogue ? talk(options) : serve(options, log)
            } catch {
                log("\(error)", .error)
                return EX_UNAVAILABLE
            }
        }
    }

    private static func talk(_ options: [String: String]) throws -> Int32 {
        let ending = try ServiceEnd { program.abandon("exiting took too long") }
        let reading = Configuration.read(path: options["config"] ?? Configuration.defaultPath)
        for problem in reading.problems { program.complain("\(problem)") }
        let map = KeyMap(reading.configuration.keys)
        let loop = try EventLoop(queue: DispatchQueue(label: "eggkeys"))
        let dialogue = KeysDialogue(map, learns: options["learn"] != nil, loop: loop) { text in
            program.write(
                text.split(separator: "\n", omittingEmptySubsequences: false).map {
                    PrintableText.of(String($0)) + "\n"
                }.joined())
        } done: {
            ending.begin()
        }
        try loop.start()
        loop.post { dialogue.start() }
        ending.wait()
        return 0
    }

    private static func serve(_ options: [String: String], _ log: ServiceLog) throws -> Int32 {
        let ending = try ServiceEnd { program.abandon("exiting took too long") }
        let path = options["config"] ?? Configuration.defaultPath
        let reading = Configuration.read(path: path)
        for problem in reading.problems { log("\(problem)", reading.isUnreadable ? .error : .warning) }
        if reading.isUnreadable { return EX_CONFIG }
        let map = KeyMap(reading.configuration.keys)
        let led = reading.configuration.led
        guard !map.sections.isEmpty || led != nil else {
            let problem = reading.isMissing ? "doesn't exist" : "has neither keys nor a light"
            log("\(path ?? "eggd.conf") \(problem); for a section for keys, use: eggctl keys --learn", .error)
            return EX_CONFIG
        }
        guard let endpoint = Endpoint.find(option: options["socket"]) else {
            log(SocketPath.unknown, .error)
            return EX_UNAVAILABLE
        }
        let loop = try EventLoop(queue: DispatchQueue(label: "eggkeys"))
        let output = try ServiceOutput(log)
        let keys = try KeysLoop(map, led: led, endpoint, loop: loop, output: output)
        try loop.start()
        loop.post { keys.start() }
        output.notify(.ready)
        ending.wait()
        output.notify(.stopping)
        _ = ending.end(
            [.init("the light", within: .seconds(1)) { time in loop.end(within: time) { keys.end() } }]
                + output.endings
        ) { log($0, .warning) }
        return 0
    }

    private static let help = """
        Usage: eggkeys [--config FILE] [--socket PATH] [--show | --learn]

        Carries out what the buttons and dials of eggd.conf are for, and shows the
        timers with a light.

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
