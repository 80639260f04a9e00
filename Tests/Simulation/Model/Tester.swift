import EggClient
import EggWire
import SimulatedKernel
import Varlink

/// Makes random calls while nobody else does, and compares each reply, each event, the sound and the history with those
/// of the model.
final class Tester: Part {
    func run() {
        while true {
            Tasks.sleep(chance.time(.days(2), .days(10)))
            machine.isReserved = true
            // In a year whose clock stays wrong, it is never quiet.
            let end = TrueTime.now + .days(2)
            Tasks.wait(every: .seconds(37)) { isQuiet || TrueTime.now > end }
            // After a minute without a change, what others did before can't be undone any more. A fault may have begun
            // by then, or somebody may have undone the removal of the last timer.
            let changes = ledger.changes
            if isQuiet { Tasks.sleep(.seconds(61)) }
            guard isQuiet, ledger.changes == changes else {
                machine.isReserved = false
                continue
            }
            chronicle.count("tests of the rules")
            ledger.hasUntracked = true
            machine.watchers += 1
            machine.events += 1
            let hasTicks = chance.happens(150)
            let session = TestSession(machine: machine, chronicle: chronicle, judge: judge, hasTicks: hasTicks)
            session.run(chance.number(5...40), &chance)
            cleanUp()
            machine.watchers -= 1
            ledger.hasUntracked = false
            machine.isReserved = false
        }
    }

    private var isQuiet: Bool {
        ledger.entries.isEmpty && !ledger.hasUntracked && ledger.isDiskTrusted && machine.isAudited
            && !machine.hasFault && machine.servesSince.map { .now - $0 > .minutes(3) } ?? false
            && sim_is_synchronised()
            && sim_wall_error() == 0
    }

    /// Cancels all timers, and returns to the usual sound and configuration.
    private func cleanUp() {
        cancelAll()
        // An alarm that was on has muted the card again by now.
        Tasks.sleep(.seconds(5))
        machine.cards.set(.works, ofCard: 0)
        machine.unmutes = false
        machine.configure("")
    }

    private func cancelAll() {
        while true {
            if machine.isAudited, ledger.isDiskTrusted, let client = try? machine.connect(),
                let found = try? client.call(Timers.List.self, .init()).timers
            {
                if found.isEmpty { return }
                for timer in found { _ = try? client.call(Timers.Cancel.self, .init(timer.name)) }
            }
            Tasks.sleep(.seconds(20))
        }
    }
}
