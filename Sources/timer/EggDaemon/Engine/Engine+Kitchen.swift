import EggTimers

/// The kitchen's egg, and what is saved with it.
extension Engine {
    /// All that is saved besides the history.
    var content: Content { Content(timers: board.everything, kitchenEgg: kitchen.setEgg) }

    /// Changes the kitchen's egg.
    ///
    /// - Returns: the refusal, or the commit that makes the change durable.
    func changeKitchen(
        _ event: (inout KitchenMenu) -> Refusal?
    ) -> (result: Result<Void, Refusal>, commit: Commits.Number?) {
        if let refusal = event(&kitchen) { return (.failure(refusal), nil) }
        log("the kitchen's egg: \(RawEggText.description(of: kitchen.egg))")
        return (.success(()), saving?.save(content))
    }
}
