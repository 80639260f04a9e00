// egg-load MINUTES [SEED]    up to 800 random clients at a time; the seed makes them the same again.
//
// Runs the eggd and eggctl in its own folder. Exits with 0 if everything held.
import EggTestSupport
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
do {
    raiseDescriptorLimit()
    guard let minutes = words.first.flatMap({ Double($0) }), minutes > 0, words.count <= 2,
        let seed = UInt64(words.count > 1 ? words[1] : "1")
    else {
        say("usage: egg-load MINUTES [SEED]")
        exit(64)
    }
    try Soak(minutes: minutes, seed: seed).run()
    say("all held")
} catch {
    say("FAILED: \(error)")
    exit(1)
}
