import EggTimers
import Varlink

/// The kitchen's egg, and what is saved with it.
extension Engine {
    var content: Content {
        Content(
            timers: board.everything, kitchenEgg: kitchen.setEgg, answers: answers.all, copyAnswers: board.copyAnswers)
    }

    /// Changes the kitchen's egg; returns the commit that makes the change durable.
    func changeKitchen(_ event: (inout KitchenMenu) -> Refusal?) throws(ErrorReply) -> Commits.Number? {
        if let refusal = event(&kitchen) { throw refusal.reply }
        log("the kitchen's egg: \(RawEggText.description(of: kitchen.egg))")
        return saving?.save(content)
    }

    /// Adds the timers that were saved, and takes the kitchen's egg.
    func restore(_ saved: SavedContent) {
        if let egg = saved.kitchenEgg { kitchen.restore(egg) }
        answers.restore(saved.answers, at: clock.now())
        let boot = clock.boot()
        let step = begin { board, now in
            board.restore(saved.copyAnswers, at: now)
            return board.restore(saved.timers, in: boot)
        }
        if let restored = try? step.result.get() { report(restored) }
        logSoundProblems()
        // A store that found timers late saves nothing until the board has taken them, even if the board does not
        // change.
        if perform(step) == nil { saving?.save(content) }
    }

    private func report(_ restored: Restored) {
        func timers(_ count: Int) -> String { "\(count) timer\(count == 1 ? "" : "s")" }
        if restored.count > 0 { log("restored \(timers(restored.count))") }
        for (old, new) in restored.renamed { log("the name '\(old)' was taken; the restored timer is '\(new)'") }
        if !restored.ended.isEmpty {
            let names = restored.ended.map { "'\($0.name)'" }.joined(separator: ", ")
            log("\(TimerBoard.limit) timers exist, so \(timers(restored.ended.count)) found on disk ended: \(names)")
        }
    }
}
