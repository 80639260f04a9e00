import EggWire
import Languages
import Program
import Varlink

/// Describes the kitchen's entities to Home Assistant (device discovery, since 2024.11). Their states are on the topics
/// of the contract.
struct HomeAssistant {
    /// Where Home Assistant says `online`; then all descriptions are sent again, then states, after a short random wait.
    static let announcement = "homeassistant/status"

    let kitchen: BridgedKitchen

    /// The address of the touch page, if it is open; Home Assistant links to it.
    private var page: [String: DescriptionValue] { kitchen.page.map { ["configuration_url": .text($0)] } ?? [:] }

    /// Identifies the device, whatever it is called.
    private var device: String { "eggtimer_\(kitchen.id)" }

    /// The retained description of the device; the bridge subscribes to it to read what is described there already.
    var descriptionTopic: String { "homeassistant/device/\(device)/config" }

    /// The messages that describe all entities, with a button for each egg of the menu.
    ///
    /// - Parameter earlier: the description that the broker has retained; nil if there is none. Entities that are no
    ///   longer there are removed.
    func descriptions(_ eggs: [Timers.Egg], earlier: String?) -> [BridgeMessage] {
        let named = kitchen.language.speak { Entity.all(for: eggs, kitchen.topics, kitchen.access) }
        let english = Language.english.speak { Entity.all(for: eggs, kitchen.topics, kitchen.access) }
        var entities = english.mapValues { entity in
            var fields = entity.fields
            fields["platform"] = .text(entity.platform.rawValue)
            fields["name"] = .text(named[entity.id]?.name ?? entity.name)
            // Dashboards and automations work in each language. Home Assistant makes the words an id.
            fields["default_entity_id"] = .text("\(entity.platform.rawValue).\(kitchen.name) \(entity.name)")
            fields["unique_id"] = .text("\(device)_\(entity.id)")
            return DescriptionValue.object(fields)
        }
        for (id, platform) in RetainedDescription.entities(of: earlier) where entities[id] == nil {
            // An entity with its platform alone is removed. It stays in the description, because Home Assistant may not
            // run now.
            entities[id] = ["platform": .text(platform.rawValue)]
        }
        let description: DescriptionValue = [
            "availability_topic": .text(kitchen.topics.status),
            "device": .object(
                [
                    "identifiers": [device], "name": .text(kitchen.name), "manufacturer": "eggtimer",
                    "model": "Egg timer", "sw_version": .text(Product.version),
                ].merging(page) { first, _ in first }),
            "origin": ["name": "eggmqtt", "sw_version": .text(Product.version)],
            "components": .object(entities),
        ]
        return [BridgeMessage(descriptionTopic, jsonText(description), isRetained: true)]
    }

    /// The messages that remove everything of this kitchen from Home Assistant.
    var removals: [BridgeMessage] { [BridgeMessage(descriptionTopic, "", isRetained: true)] }
}

/// A description that the broker has retained; another client can have written anything there.
private struct RetainedDescription: Decodable {
    /// The most entities that are removed.
    static let maxRemovals = 256

    struct Component: Decodable {
        let platform: Entity.Platform
    }

    let components: [String: Component]

    /// The platforms of a description's entities, by their ids.
    static func entities(of text: String?) -> [(id: String, platform: Entity.Platform)] {
        guard let text, let description = try? decodeJSON(Self.self, from: Array(text.utf8)) else { return [] }
        return description.components.sorted { $0.key < $1.key }.filter { Entity.isID($0.key) }
            .prefix(maxRemovals).map { ($0.key, $0.value.platform) }
    }
}

/// A value of a description for Home Assistant, written like the JSON that it becomes.
enum DescriptionValue: Codable, Hashable, Sendable {
    case text(String)
    case texts([String])
    case object([String: DescriptionValue])

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            self = .text(text)
        } else if let texts = try? decoder.singleValueContainer().decode([String].self) {
            self = .texts(texts)
        } else {
            self = .object(try decoder.singleValueContainer().decode([String: DescriptionValue].self))
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .texts(let texts): try container.encode(texts)
        case .object(let fields): try container.encode(fields)
        }
    }
}

extension DescriptionValue: ExpressibleByStringLiteral {
    init(stringLiteral text: String) { self = .text(text) }
}

extension DescriptionValue: ExpressibleByArrayLiteral {
    init(arrayLiteral texts: String...) { self = .texts(texts) }
}

extension DescriptionValue: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral fields: (String, DescriptionValue)...) {
        self = .object(Dictionary(fields) { first, _ in first })
    }
}
