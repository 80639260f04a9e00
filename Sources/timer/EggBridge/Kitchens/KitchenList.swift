import MQTT

/// The kitchens that a broker knows, with the lines of `eggd.conf` that follow them. It does no I/O, but for `read`.
struct KitchenList {
    private struct Kitchen {
        var message: KitchenMessage?
        var isOnline = false
    }

    private let own: BridgedKitchen
    private var kitchens: [String: Kitchen] = [:]

    init(_ own: BridgedKitchen) { self.own = own }

    /// What the broker has retained of other kitchens.
    static func read(_ own: BridgedKitchen, _ visit: inout BrokerVisit) throws -> KitchenList {
        let open = try visit.connect("-k")
        defer { open.close() }
        let (all, end) = (own.topics.of("+"), "\(own.topics.reply)/kitchens")
        open.use { connection in
            for topic in [all.status, all.timers] { connection.subscribe(topic, wantsRetained: true) }
            // It comes back after what is retained.
            connection.subscribe(end)
            _ = connection.publish(MQTTMessage(topic: end, payload: []))
        }
        var list = KitchenList(own)
        let deadline = ContinuousClock.now + .seconds(5)
        while let event = open.events.take(upTo: deadline - .now) {
            guard case .message(let message) = event else { continue }
            if message.topic == end { break }
            list.take(message)
        }
        return list
    }

    /// A message has arrived.
    mutating func take(_ message: MQTTMessage) {
        guard let (id, place) = own.topics.other(message.topic) else { return }
        switch place {
        case "status": kitchens[id, default: Kitchen()].isOnline = message.payload.elementsEqual(Topics.online.utf8)
        case "timers": kitchens[id, default: Kitchen()].message = KitchenMessage(message.payload)
        default: break
        }
    }

    /// The lines to print.
    var text: String {
        let found = kitchens.compactMap { id, kitchen in kitchen.message.map { (id, $0, kitchen.isOnline) } }
            .sorted { ($0.1.name, $0.0) < ($1.1.name, $1.0) }
        guard !found.isEmpty else {
            return "There is no other kitchen on the broker; see whether its eggmqtt runs, with the same 'topic'.\n"
        }
        let lines = found.map { id, message, isOnline in
            let isAmbiguous = message.name.contains(",") || found.count { $0.1.name == message.name } > 1
            let state = isOnline ? "online" : "offline"
            let access = message.access == .read ? "can't be answered: its 'access' is 'read'" : "can be answered"
            return
                "# \(message.name) (\(id)): \(state); its alarms \(access)\nfollow = \(isAmbiguous ? id : message.name)"
        }
        return "# One of these lines, or several names with commas between them, goes into [mqtt] of eggd.conf.\n\n"
            + lines.joined(separator: "\n\n") + "\n"
    }
}
