/// What all share who act in a kitchen.
struct Scene {
    let seed: UInt64
    let machine: Machine
    let ledger: Ledger
    let chronicle: Chronicle
    let judge: Judge
}

/// Somebody or something that acts in a kitchen, with random numbers of its own.
class Part {
    let machine: Machine
    let ledger: Ledger
    let chronicle: Chronicle
    let judge: Judge
    var chance: Chance

    init(_ name: String, of scene: Scene) {
        (machine, ledger, chronicle, judge) = (scene.machine, scene.ledger, scene.chronicle, scene.judge)
        chance = Chance(seed: scene.seed, part: name)
    }
}
