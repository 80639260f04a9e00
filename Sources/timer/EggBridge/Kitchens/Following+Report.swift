import EggClient
import EggConfig
import EggRequests
import EggWire

extension Following {
    /// What `eggctl doctor` shows of the followed kitchens; empty without a connection to the broker.
    var report: [KitchenReport] {
        guard isConnected else { return [] }
        return follow.flatMap(reports)
    }

    private func reports(of entry: FollowedKitchen) -> [KitchenReport] {
        let found = kitchens.values.filter { self.entry($0.id, known[$0.id]?.name) == entry }.sorted { $0.id < $1.id }
        if found.isEmpty {
            let isOwn = entry.isMeant(by: own.id) || entry.isMeant(by: own.name)
            let problem =
                isOwn
                ? "'\(entry.kitchen)' is this kitchen, which can't follow itself"
                : "no kitchen on the broker is called '\(entry.kitchen)'"
            return [KitchenReport("eggd.conf has 'follow = \(entry.kitchen)'", problems: ["\(problem); \(list)"])]
        }
        let ids = found.map(\.id).joined(separator: " and ")
        return found.map { kitchen in
            var report = report(of: kitchen)
            if found.count > 1 {
                report.problems.append(
                    "\(found.count) kitchens are called '\(entry.kitchen)', and all are followed; write the id of the one that "
                        + "is meant into 'follow': \(ids)")
            }
            return report
        }
    }

    private func report(of kitchen: OtherKitchen) -> KitchenReport {
        let name = known[kitchen.id]?.name ?? kitchen.id
        var words = ["eggmqtt follows \(name)"]
        if let heard = kitchen.lastHeardUnixMs {
            words.append("last heard at \(LocalTime(unixMilliseconds: heard).clockWithSeconds)")
        }
        if let ahead = kitchen.clock.aheadMs {
            let tenths = (ahead.magnitude + 50) / 100
            words.append("its clock is \(tenths / 10).\(tenths % 10) s \(ahead < 0 ? "behind" : "ahead")")
        }
        if !kitchen.rings { words.append("it doesn't ring here") }
        var problems: [String] = []
        let topics = own.topics.of(kitchen.id)
        if kitchen.isSilent {
            problems.append(
                "\(name) doesn't answer; see whether it has power and network, and whether the broker lets this user write to "
                    + "\(topics.ask) and read \(topics.replies)")
        } else if !kitchen.isReachable {
            problems.append("\(name) can't be reached; see whether it has power and network, and eggctl doctor there")
        }
        if kitchen.message?.access == .read {
            problems.append(
                "alarms of \(name) can be silenced here, but not there; set 'access = answer' in [mqtt] of eggd.conf there"
            )
        }
        return KitchenReport(words.joined(separator: ", "), problems: problems)
    }

    /// The other kitchens on the broker.
    private var list: String {
        let names = known.compactMap { id, kitchen in kitchen.name.map { "\($0) (\(id))" } }.sorted()
        return names.isEmpty
            ? "there is no other kitchen; see whether its eggmqtt runs, with the same broker and 'topic'"
            : "the other kitchens are \(names.joined(separator: ", "))"
    }
}
