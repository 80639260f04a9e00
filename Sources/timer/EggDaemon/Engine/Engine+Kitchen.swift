import EggTimers
import Varlink

/// The kitchen's egg, and what is saved with it.
extension Engine {
    /// All that is saved besides the history.
    var content: Content { Content(timers: board.everything, kitchenEgg: kitchen.setEgg, answers: answers.all) }

    /// Changes the kitchen's egg.
    ///
    /// - Returns: the commit that makes the change durable.
    func changeKitchen(_ event: (inout KitchenMenu) -> Refusal?) throws(ErrorReply) -> Commits.Number? {
        if let refusal = event(&kitchen) { throw refusal.reply }
        log("the kitchen's egg: \(RawEggText.description(of: kitchen.egg))")
        return saving?.save(content)
    }
}
