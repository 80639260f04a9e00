import EggTimers
import EggWire
import Varlink

/// `doctor`: the way to the daemon is checked from here, everything behind it by the daemon itself.
struct Doctor {
    let style: Style
    let json: Bool

    /// Tells each check when it is done.
    ///
    /// - Returns: 1 if an alarm would not be heard.
    func run(
        rings: Bool, dismissesDamage: Bool, _ connect: () throws(Failure) -> Connection
    ) -> Int32 {
        var isHeard = true
        func tell(_ check: Timers.Check) {
            if check.verdict == .failed { isHeard = false }
            show(check)
        }
        do throws(Failure) {
            let connection = try connect()
            let client = try connection.open()
            do throws(ClientError) {
                let health = try client.call(Timers.Health.self, Nothing())
                tell(.init(subject: "eggd", verdict: .ok, finding: "eggd answers at \(connection.path)"))
                tell(Self.version(health.version))
                if dismissesDamage {
                    _ = try client.call(Timers.DismissDamage.self, Nothing())
                    tell(.init(subject: "state", verdict: .ok, finding: "a damaged database is reported no more"))
                }
                for check in try client.call(Timers.Examine.self, Nothing()).checks { tell(check) }
                if rings { tell(Self.trial(try client.call(Timers.TryAlarm.self, Nothing()))) }
            } catch .refused(let error) where error.name == ServiceError.methodNotFound("").reply.error {
                tell(
                    .init(
                        subject: "eggd", verdict: .failed,
                        finding: "the eggd that is running is too old to be examined",
                        mend: Sentences.restart))
            } catch {
                throw connection.failure(error)
            }
        } catch {
            tell(.init(subject: "eggd", verdict: .failed, finding: error.message, mend: error.mend))
        }
        return isHeard ? 0 : 1
    }

    static func version(_ version: String) -> Timers.Check {
        guard let warning = Sentences.otherVersion(version) else {
            return .init(subject: "version", verdict: .ok, finding: "eggd and eggctl are of version \(version)")
        }
        return .init(subject: "version", verdict: .warning, finding: warning, mend: Sentences.restart)
    }

    /// What the trial has shown.
    static func trial(_ reply: Timers.TryAlarm.Reply) -> Timers.Check {
        guard reply.problem == nil, let device = reply.device, reply.framesPlayed > 0, reply.rate > 0 else {
            let reason = reply.problem ?? "no frame was played"
            // A device that has other things to do is no worse for it.
            if let device = reply.device {
                return .init(subject: "ring", verdict: .warning, finding: "'\(device)' was not tried out: \(reason)")
            }
            return .init(subject: "ring", verdict: .failed, finding: "the trial was not heard: \(reason)")
        }
        let tenths = Int(min(1e6, Double(reply.framesPlayed) / Double(reply.rate)) * 10)
        return .init(
            subject: "ring", verdict: .ok,
            finding: "rang on '\(device)': \(reply.framesPlayed) frames, \(tenths / 10).\(tenths % 10) s of sound")
    }

    private func show(_ check: Timers.Check) {
        guard !json else { return Output.json(check) }
        let (mark, color): (String, Style.Color) =
            switch check.verdict {
            case .ok: ("ok  ", .green)
            case .warning: ("warn", .yellow)
            case .failed: ("FAIL", .loud)
            }
        Output.line("\(style.paint(mark, color))  \(printable(check.finding))")
        if let mend = check.mend { Output.line("      mend: \(printable(mend))") }
    }
}
