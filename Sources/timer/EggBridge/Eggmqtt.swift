import Dispatch
import EggClient
import EggConfig
import EggLoop
import EggRequests
import EggSystemd
import EggWire
import Glibc
import MQTT
import POSIX
import Program
import Text

/// The program `eggmqtt`: connects eggd with an MQTT broker.
public enum Eggmqtt {
    private static let program = Executable("eggmqtt")

    /// Carries out this process's command line: serves until SIGTERM or SIGINT, or removes what was published.
    ///
    /// - Returns: the exit status: 0 after a clean end, 1 if the broker doesn't confirm a removal, 64 for wrong usage, 69
    ///   if it can't be reached for one, 78 for a configuration that can't be used.
    public static func run() -> Int32 {
        let paths = ["socket", "config"].map { Arguments.Option($0, takesValue: true) }
        return program.serve([.init("forget"), .init("kitchens")] + paths, help: help, blocking: ServiceEnd.signals) {
            arguments in
            let log = ServiceLog(program)
            do {
                let status = try serve(arguments.options, log)
                // A thread may still resolve a name, with memory that exit(3) would release.
                _exit(status)
            } catch let error as Complaint {
                log(error.message, .error)
                return EX_CONFIG
            } catch {
                log("\(error)", .error)
                return EX_UNAVAILABLE
            }
        }
    }

    private static func serve(_ options: [String: String], _ log: ServiceLog) throws -> Int32 {
        let ending = try ServiceEnd { program.abandon("exiting took too long") }
        let path = options["config"] ?? Configuration.defaultPath
        let reading = Configuration.read(path: path)
        for problem in reading.problems { log("\(problem)", reading.isUnreadable ? .error : .warning) }
        if reading.isUnreadable { return EX_CONFIG }
        guard let settings = reading.configuration.mqtt else {
            let problem = reading.isMissing ? "doesn't exist; create it with" : "names no broker; add"
            throw Complaint(
                "\(path ?? "eggd.conf") \(problem) [mqtt] and a line such as "
                    + "'broker = mqtt://localhost'")
        }
        let machine = SmallFile.text("/etc/machine-id") ?? Environment.machineName ?? ""
        var kitchen = BridgedKitchen(settings, machine: machine, user: geteuid())
        kitchen.language = Environment.language(settings.language)
        if let code = settings.language, !kitchen.language.isFound(by: code) {
            let codes = Environment.languages.map(\.code).sorted().joined(separator: ", ")
            log("'language = \(code)' has no catalogue, so names and answers are English; there are \(codes)", .warning)
        }
        kitchen.page = reading.configuration.hosts.first.map { "https://\($0)/" } ?? PageAddress.ofOpenPage
        kitchen.bootID = SystemClock().bootID
        let client = try client(settings, kitchen)
        let loop = try EventLoop(queue: DispatchQueue(label: "eggmqtt"))
        guard options["forget"] == nil, options["kitchens"] == nil else {
            do {
                var visit = try BrokerVisit(settings, client, loop)
                if options["forget"] != nil { try Forgetting.run(kitchen, &visit) }
                if options["kitchens"] != nil { program.write(try KitchenList.read(kitchen, &visit).text) }
                return 0
            } catch let refusal as BrokerVisit.Refusal {
                program.complain(refusal.message)
                return refusal.status
            }
        }
        guard let endpoint = Endpoint.find(option: options["socket"]) else {
            log(SocketPath.unknown, .error)
            return EX_UNAVAILABLE
        }
        if settings.sendsPasswordInClear {
            log("the password can be read by everyone in the network; use mqtts:// for \(settings.broker)", .warning)
        }
        let output = try ServiceOutput(log)
        let bridge = try BridgeLoop(settings, client, kitchen: kitchen, endpoint, loop: loop, output: output)
        try loop.start()
        MQTTConnection.limitMemory()
        log("the topics begin with \(kitchen.topics.base)/")
        loop.post { bridge.start() }
        output.notify(.ready)
        ending.wait()
        output.notify(.stopping)
        typealias Done = @Sendable () -> Void
        func part(
            _ name: String, within time: Duration, _ end: @escaping @Sendable (@escaping Done) -> Void
        ) -> ServiceEnd.Part {
            .init(name, within: time) { time in
                let isDone = Semaphore()
                loop.post { end { isDone.signal() } }
                return isDone.wait(upTo: time)
            }
        }
        let parts = [
            part("the last answer to a command", within: .seconds(2)) { bridge.finish(done: $0) },
            part("the last message to the broker", within: .seconds(1)) { bridge.end(done: $0) },
        ]
        _ = ending.end(parts + output.endings) { log($0, .warning) }
        return 0
    }

    /// The client of these settings, with its password.
    private static func client(
        _ settings: MQTTSettings, _ kitchen: BridgedKitchen
    ) throws(Complaint) -> MQTTClientSettings {
        let id = "eggtimer-\(kitchen.id)"
        var client: MQTTClientSettings
        switch settings.broker {
        case .network(let host, let port, let isEncrypted):
            client = MQTTClientSettings(host: host, port: Int(port), clientID: id)
            client.usesTLS = isEncrypted
        case .unixSocket(let path): client = MQTTClientSettings(host: path, port: 0, clientID: id)
        }
        (client.user, client.caFile) = (settings.user, settings.caFile)
        client.keepalive = Int(settings.keepalive.components.seconds)
        client.password = try settings.password()
        try settings.checkCertificates()
        return client
    }

    private static let help = """
        Usage: eggmqtt [--config FILE] [--socket PATH] [--forget | --kitchens]

        Publishes the timers on the MQTT broker that eggd.conf names, and carries out
        the commands that come from there, as far as its access goes.

        Options:
              --config FILE  read FILE instead of
                             $XDG_CONFIG_HOME/eggtimer/eggd.conf
                             (~/.config/eggtimer/eggd.conf)
              --forget       remove from the broker and from Home Assistant what was
                             published, and exit
              --kitchens     list the other kitchens on the broker, with the lines
                             of eggd.conf that follow them, and exit
              --socket PATH  eggd's socket, instead of $EGGD_SOCKET or
                             $XDG_RUNTIME_DIR/eggd.sock
          -h, --help         show this and exit
              --version      show the version and exit

        """
}
