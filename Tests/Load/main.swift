// egg-load                        every kind of load, once: 800 connections, 100,000 one after the other, and so on.
// egg-load quick                  the same with smaller numbers, for a test.
// egg-load soak MINUTES [SEED]    random clients; the seed makes them the same again.
//
// Runs the eggd and eggctl in its own folder. Exits with 0 if everything held.
import EggTestSupport
import Glibc

let words = Array(CommandLine.arguments.dropFirst())
do {
    raiseDescriptorLimit()
    switch (words.first, words.count) {
    case (nil, 0): try Loads(.full).run()
    case ("quick", 1): try Loads(.quick).run()
    case ("soak", 2...3):
        guard let minutes = Double(words[1]), minutes > 0, let seed = UInt64(words.count > 2 ? words[2] : "1") else {
            fallthrough
        }
        try Soak(minutes: minutes, seed: seed).run()
    default:
        say("usage: egg-load [quick | soak MINUTES [SEED]]")
        exit(64)
    }
    say("all held")
} catch {
    say("FAILED: \(error)")
    exit(1)
}
