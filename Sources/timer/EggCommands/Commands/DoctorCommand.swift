import EggClient
import EggRequests
import EggWire
import Terminal
import Varlink

struct DoctorCommand: Command {
    var rings = false
    var dismissesDamage = false

    static let ring = Option(
        "ring", "also ring for two seconds", help: "also ring for two seconds, and test the commands")
    static let seen = Option(
        "seen", "stop reporting a damaged database", help: "stop reporting a damaged database that was set aside")

    static let about = CommandDescription(
        name: "doctor", summary: "check whether an alarm would be heard",
        help: """
            Usage: eggctl doctor [--ring] [--seen] [--json]

            Checks everything that an alarm depends on: the configuration, the sounds, each
            sound device and its mixer, and the system. If a command fixes a problem, it
            is also shown. The exit status is 1 if an alarm would not be heard.
            """,
        options: [ring, seen, .json.saying("print one JSON object per check")]
    ) { words in
        DoctorCommand(rings: words.has(ring), dismissesDamage: words.has(seen))
    }

    /// Prints each check as soon as it is done; the status is 1 if an alarm would not be heard.
    ///
    /// eggd checks all but the connection to itself and its clients.
    func run(in context: CommandContext) throws(Failure) -> Int32 {
        var isHeard = true
        func tell(_ check: Timers.Check) {
            if check.verdict == .failed { isHeard = false }
            show(check, context)
        }
        do throws(Failure) {
            let conversation = try context.conversation()
            func ask<M: Method>(_ method: M.Type, takesLong: Bool = false) throws(Failure) -> M.Reply
            where M.Parameters == Nothing {
                guard case .success(let reply) = try conversation.ask(method, Nothing(), takesLong: takesLong) else {
                    throw .refused("eggd refused the check")
                }
                return reply
            }
            let health = try ask(Timers.Health.self)
            tell(.ok("eggd", "eggd answers at \(conversation.endpoint.path)"))
            tell(Self.version(health.version, restart: conversation.restartCommand))
            if dismissesDamage {
                _ = try ask(Timers.DismissDamage.self)
                tell(.ok("state", "a damaged database is no longer reported"))
            }
            // Commands that fail are among the findings that follow.
            if rings {
                let tested = try ask(Timers.TryCommands.self, takesLong: true)
                if let check = Self.test(tested) { tell(check) }
            }
            let examined = try ask(Timers.Examine.self, takesLong: true)
            for check in examined.checks { tell(check) }
            // Another eggd than the user's own has neither page nor bridge nor buttons.
            if conversation.endpoint.isManaged {
                for check in PageCheck.run() { tell(check) }
                let bridge = ServiceStatus.read(BridgeReport.program)
                if let check = bridge?.bridgeCheck { tell(check) }
                for check in bridge?.kitchenChecks ?? [] { tell(check) }
                if let check = KeysCheck.run() { tell(check) }
            }
            if rings {
                tell(Self.test(try ask(Timers.TryAlarm.self, takesLong: true)))
            }
        } catch {
            tell(.failed("eggd", error.message, fix: error.fix))
        }
        return isHeard ? 0 : 1
    }

    static func version(_ version: String, restart: String?) -> Timers.Check {
        guard let warning = Sentences.otherVersion(version) else {
            return .ok("version", "eggd and eggctl are version \(version)")
        }
        return .warning("version", warning, fix: restart)
    }

    /// The result of the test of commands; nil if there are none.
    static func test(_ reply: Timers.TryCommands.Reply) -> Timers.Check? {
        guard reply.count > 0 else { return nil }
        if let problem = reply.problem {
            return .warning("command", "the test of the commands is incomplete: \(problem)")
        }
        let commands = reply.count == 1 ? "a command was" : "\(reply.count) commands were"
        return .ok("command", "\(commands) run as a test, with EGG_TEST=1")
    }

    static func test(_ reply: Timers.TryAlarm.Reply) -> Timers.Check {
        guard reply.problem == nil, let device = reply.device, reply.framesPlayed > 0, reply.rate > 0 else {
            let reason = reply.problem ?? "no frame was played"
            // A device in use by an alarm is not a fault.
            if let device = reply.device {
                return .warning("ring", "'\(device)' was not tested: \(reason)")
            }
            let result = reply.framesPlayed > 0 ? "played, but can't be heard" : "couldn't be played"
            return .failed("ring", "the test alarm \(result): \(reason)")
        }
        let tenths = Int(min(1e6, Double(reply.framesPlayed) / Double(reply.rate)) * 10)
        return .ok(
            "ring",
            "the test alarm played on '\(device)': \(reply.framesPlayed) frames, \(tenths / 10).\(tenths % 10) s of sound"
        )
    }

    private func show(_ check: Timers.Check, _ context: CommandContext) {
        guard !context.json else { return Output.json(check) }
        let (mark, paint): (String, Paint) =
            switch check.verdict {
            case .ok: ("ok  ", Paint(ink: .green))
            case .warning: ("warn", Paint(ink: .yellow))
            case .failed: ("FAIL", .loud)
            }
        Output.line(painted: "\(context.style.paint(mark, paint))  \(printable(check.finding))")
        if let fix = check.fix { Output.line("      fix: \(fix)") }
    }
}
