import EggLoop
import EggTimers
import EggWire
import Program
import Varlink

/// The methods that say how eggd and the system are; they wait for checks.
extension Engine {
    /// Answers at once if it is known whether an alarm would be heard, otherwise after a check.
    func health(for ticket: Ticket) {
        _ = connections.pending.add(ticket, for: .health)
        alarms?.handle(.asked)
    }

    func answerHealth() {
        connections.answerAll(.health, Reply.encode(health), at: clock.now())
    }

    var health: Timers.Health.Reply {
        .init(
            version: Product.version, soundOut: alarms?.soundOut, storeOut: saving?.trouble,
            configOut: configOut,
            storeNotice: saving?.notices.text, ringMs: board.settings.silenceAfter.millisecondsRoundedUp,
            snoozeMs: board.settings.snooze.millisecondsRoundedUp,
            warningMs: board.settings.warning.millisecondsRoundedUp)
    }

    /// Which timers will ring with another sound than their own, and why.
    private var soundProblems: [String] {
        // The sounds of copies are those of other kitchens.
        board.timers.filter { $0.origin == nil }.compactMap { alarms?.soundProblem(of: $0) }
    }

    func logSoundProblems() {
        for problem in soundProblems { log(problem, .warning) }
    }

    /// Checks everything that an alarm depends on, on other threads.
    func examine(for ticket: Ticket) {
        // Calls that arrive during the checks get the same answer.
        guard connections.pending.add(ticket, for: .examination), let alarms, let saving else { return }
        let examination = Examination(
            configFile: configFile, configOut: configOut, kitchen: kitchen, alarm: alarms.setup,
            timerSounds: soundProblems, holdsDevice: alarms.holdsDevice,
            alarmOut: alarms.isPlaying ? alarms.soundOut : nil, stateFolder: saving.folder,
            storeOut: saving.trouble,
            storeNotices: saving.notices, commands: commandSender.commands, commandSocket: commandSender.path)
        examiner.examine(examination, isClockSynchronised: clock.isSynchronised()) {
            [weak self] checks in
            self?.later { $0.examined(checks) }
        }
    }

    func examined(_ checks: [Timers.Check]) {
        let reply = Reply.encode(Timers.Examine.Reply(checks: checks))
        connections.answerAll(.examination, reply, at: clock.now())
        // A device may have appeared to be in use only because it was being examined.
        if alarms?.soundOut != nil { alarms?.handle(.devicesChanged) }
    }

    // MARK: The test of commands

    /// Has the commands that announce an alarm run as a test; the reply waits for their end.
    func testCommands(for ticket: Ticket) {
        // Calls that arrive during the test get the same answer.
        guard connections.pending.add(ticket, for: .commands) else { return }
        guard !commandSender.commands.announcing.isEmpty else { return endCommandTest(nil) }
        var fault: String?
        do throws(SystemError) {
            commandTest = try CommandTest(loop: loop, sending: { fault = commandSender.test(passing: $0) }) {
                [weak self] isOver in
                self?.assumeIsolated { $0.endCommandTest(isOver ? nil : "some are still running") }
            }
        } catch {
            fault = "\(error)"
        }
        if let fault { endCommandTest(fault) }
    }

    private func endCommandTest(_ problem: String?) {
        commandTest = nil
        let reply = Timers.TryCommands.Reply(count: Int64(commandSender.commands.announcing.count), problem: problem)
        connections.answerAll(.commands, Reply.encode(reply), at: clock.now())
    }
}
