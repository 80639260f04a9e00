import Dispatch
import EggClient
import EggLoop
import EggWire
import SimulatedKernel
import Varlink

@testable import EggPage

/// Some pages that are open for a while, at a hub as eggweb has it, in a process of its own.
final class Page: Part {
    func run() {
        while true {
            Tasks.sleep(chance.time(.hours(3), .days(3)))
            machine.watchers += 1
            machine.events += 1
            show(until: .now + chance.time(.seconds(10), chance.happens(200) ? .hours(2) : .minutes(5)))
            machine.watchers -= 1
            chronicle.count("pages")
        }
    }

    /// Compares what the pages show with what eggd replies, every few minutes.
    private func show(until end: TrueTime) {
        let process = sim_new_process()
        let pages = (0..<chance.number(1...3)).map { _ in Reader() }
        let (endpoint, judge) = (machine.endpoint, judge)
        Tasks.start(in: process) {
            guard let loop = try? EventLoop(queue: DispatchQueue(label: "eggweb")),
                let calls = try? EggdCalls(endpoint), (try? loop.queue.sync { try calls.serve(on: loop) }) != nil
            else { return judge.find("eggweb has no loop") }
            let hub = EventHub(calls, loop: loop)
            loop.queue.sync {
                for page in pages { hub.add(page, byToken: false) }
            }
            try? loop.start()
            // The hub lives as long as the process.
            withExtendedLifetime(hub) { Tasks.sleep(.days(400)) }
        }
        while TrueTime.now < end, sim_is_running(process) {
            Tasks.sleep(min(chance.time(.minutes(1), .minutes(5)), max(.seconds(1), end - .now)))
            machine.events += 1
            guard sim_is_running(process) else { break }
            if machine.hasServed(for: .seconds(30)), let page = pages.first(where: { !$0.isConnected }) {
                judge.find("a page shows '\(page.words)' although eggd serves")
            }
            guard pages.allSatisfy(\.isConnected), let before = Facts(judge) else { continue }
            chronicle.count("comparisons by pages")
            Tasks.sleep(.milliseconds(50))
            guard let after = Facts(judge), before.difference(from: after) == nil else { continue }
            for page in pages where page.isConnected {
                guard let facts = page.facts else {
                    judge.find("a page got '\(page.words)'")
                    continue
                }
                if let difference = facts.difference(from: after) { judge.find("a page shows \(difference)") }
            }
        }
        sim_kill(process)
    }

    /// Shows the newest message.
    private final class Reader: MessageReceiver {
        var onEnd: (() -> Void)?
        var hasEnded = false
        private var last: [UInt8] = []
        private var arrived = TrueTime.beginning

        func send(_ message: [UInt8]) { (last, arrived) = (message, .now) }
        func close() { hasEnded = true }

        var words: String { String(decoding: last, as: UTF8.self) }
        var isConnected: Bool { words.hasPrefix("data: ") }

        var facts: Facts? {
            guard let shown = try? decodeJSON(Shown.self, from: Array(last.dropFirst(6).dropLast(2))) else {
                return nil
            }
            let measured = arrived + .milliseconds(-shown.ageMs)
            return Facts(shown.timers, soundOut: shown.soundOut, storeOut: shown.storeOut, at: measured)
        }

        private struct Shown: Decodable {
            let timers: [Timers.Timer]
            let soundOut, storeOut: String?
            let ageMs: Int64
        }
    }
}
