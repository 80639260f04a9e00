import Digests
import EggClient
import EggWire
import Languages

/// An entity of the kitchen in Home Assistant; its states are computed there by templates, in plain Jinja.
struct Entity: Equatable, Sendable {
    /// The kinds of entities in use.
    enum Platform: String, Codable, Sendable {
        case sensor
        case binarySensor = "binary_sensor"
        case event, button, text
        case toggle = "switch"
    }

    /// Stays the same in all versions, whatever its name is; lower-case letters, digits and `_`.
    let id: String
    let platform: Platform
    /// The name that follows the kitchen's.
    let name: String
    /// The other fields of its description.
    let fields: [String: DescriptionValue]

    private init(_ platform: Platform, _ id: String, _ name: String, _ fields: [String: DescriptionValue]) {
        (self.platform, self.id, self.name, self.fields) = (platform, id, name, fields)
    }

    /// Whether a text can be an entity's id.
    static func isID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { "abcdefghijklmnopqrstuvwxyz0123456789_".utf8.contains($0) }
    }

    /// The entities by their ids, as far as this access goes.
    static func all(for eggs: [Timers.Egg], _ topics: Topics, _ access: Access) -> [String: Entity] {
        var entities = readings(topics)
        if access >= .answer { entities += answers(topics) }
        if access >= .full { entities += starts(eggs, topics) }
        return Dictionary(entities.map { ($0.id, $0) }) { first, _ in first }
    }

    // MARK: What can be read

    private static let states = "{% set states = value_json.timers | map(attribute='state') | list %}"

    /// Of the timer that ends next, or of the first paused one, what Home Assistant's own timers have, as `of`; empty
    /// without a timer. Times that pass would be wrong a second later, and a row in the recorder each.
    private static let next = """
        {% macro clock(s) %}{{ '%d:%02d:%02d' | format(s // 3600, s % 3600 // 60, s % 60) }}{% endmacro %}\
        {% set next = (value_json.timers | selectattr('finishes_at') | sort(attribute='finishes_at') | list \
        + value_json.timers | selectattr('paused_remaining') | list) | first | default(none) %}\
        {% set of = {'name': next.name, 'egg': next.egg, 'duration': clock(next.total_duration | int), \
        'remaining': clock((next.remainingMs + 999) // 1000), 'finishes_at': next.finishes_at} if next else {} %}
        """

    /// All timers, with what `next` has.
    private static let attributes = """
        {% set all = namespace(timers=[]) %}{% for t in value_json.timers %}{% set all.timers = all.timers + [{\
        'id': t.timer_id, 'name': t.name, 'egg': t.egg, 'state': t.state, 'total_duration': t.total_duration, \
        'finishes_at': t.finishes_at, 'paused_remaining': t.paused_remaining}] %}{% endfor %}\
        \(next){{ dict(of, timers=all.timers) | tojson }}
        """

    /// Everything that happens to a timer.
    private static let events = Timers.EventKind.allCases.filter(\.isOfTimer).map(\.rawValue)

    private static let urgentFirst = Timers.State.allCases.enumerated()
        .sorted { ($0.element.traits.urgency, $0.offset) < ($1.element.traits.urgency, $1.offset) }
        .map(\.element.rawValue)

    /// Words as the elements of a list in Jinja: `'ringing', 'cooking'`.
    private static func elements(_ words: [String]) -> String { words.map { "'\($0)'" }.joined(separator: ", ") }

    private static func readings(_ topics: Topics) -> [Entity] {
        [
            Entity(
                .sensor, "next_end", tr("Next end"),
                [
                    "state_topic": .text(topics.timers), "device_class": "timestamp", "icon": "mdi:egg",
                    "value_template": .text(
                        "{{ value_json.timers | map(attribute='finishes_at') | select | sort | first "
                            + "| default('None') }}"),
                    "json_attributes_topic": .text(topics.timers), "json_attributes_template": .text(attributes),
                ]),
            Entity(
                .sensor, "countdown", tr("Countdown"),
                [
                    "state_topic": .text(topics.timers), "device_class": "enum", "icon": "mdi:timer-sand",
                    // Cards count down if a state is that of Home Assistant's own timers; alone it says little.
                    "options": ["idle", "active", "paused"], "entity_category": "diagnostic",
                    "value_template": .text(
                        next + "{{ ('active' if of.finishes_at else 'paused') if of else 'idle' }}"),
                    "json_attributes_topic": .text(topics.timers),
                    "json_attributes_template": .text(next + "{{ of | tojson }}"),
                ]),
            Entity(
                .sensor, "state", tr("State"),
                [
                    "state_topic": .text(topics.timers), "device_class": "enum", "icon": "mdi:egg",
                    "options": .texts(["idle"] + Timers.State.allCases.map(\.rawValue)),
                    "value_template": .text(
                        states
                            + "{{ [\(elements(urgentFirst))] | select('in', states) | first | default('idle') }}"),
                ]),
            Entity(
                .binarySensor, "ringing", tr("Ringing"),
                [
                    "state_topic": .text(topics.timers), "icon": "mdi:bell-ring",
                    "value_template": .text(states + "{{ 'ON' if 'ringing' in states else 'OFF' }}"),
                ]),
            Entity(
                .binarySensor, "problem", tr("Problem"),
                [
                    // A broker doesn't retain an empty text, so `sound` would leave the state unknown.
                    "state_topic": .text(topics.timers), "device_class": "problem", "entity_category": "diagnostic",
                    "value_template": "{{ 'ON' if value_json.soundOut else 'OFF' }}",
                    "json_attributes_topic": .text(topics.timers),
                    "json_attributes_template": "{{ {'reason': value_json.soundOut} | tojson }}",
                ]),
            Entity(
                .event, "timer", tr("Timer"),
                [
                    // It is for automations; a made dashboard would show when it was last, and not of what.
                    "state_topic": .text(topics.event), "icon": "mdi:egg", "event_types": .texts(events),
                    "entity_category": "diagnostic",
                    // An empty text is ignored.
                    "value_template": .text(
                        "{% if value_json.kind in [\(elements(events))] %}"
                            + "{{ {'event_type': value_json.kind, 'timer': value_json.timer, 'cue': value_json.cue} "
                            + "| tojson }}{% endif %}"),
                ]),
        ]
    }

    // MARK: What can be done

    private static func answers(_ topics: Topics) -> [Entity] {
        [
            Entity(topics, button: "dismiss", tr("Dismiss"), "mdi:bell-off", "Dismiss", "{}"),
            Entity(topics, button: "snooze", tr("Snooze"), "mdi:alarm-snooze", "Snooze", "{}"),
            Entity(
                topics, button: "one_minute_more", tr("One minute more"), "mdi:timer-plus", "Extend",
                #"{"byMs":60000}"#),
            Entity(
                .toggle, "paused", tr("Paused"),
                [
                    "state_topic": .text(topics.timers), "command_topic": .text(topics.command), "icon": "mdi:pause",
                    "value_template": .text(
                        states + "{{ 'ON' if 'paused' in states and 'cooking' not in states else 'OFF' }}"),
                    "payload_on": "pause --all", "payload_off": "resume --all", "state_on": "ON", "state_off": "OFF",
                ]),
            Entity(
                .text, "command", tr("Command"),
                [
                    "command_topic": .text(topics.command), "icon": "mdi:console-line", "entity_category": "config",
                    // With a state of its own, it doesn't keep a line that was refused.
                    "state_topic": .text(topics.timers), "value_template": "{{ '' }}",
                ]),
            Entity(
                .sensor, "answer", tr("Answer"),
                [
                    "state_topic": .text(topics.reply), "icon": "mdi:message-reply-text",
                    // The same answer to the next command is an answer.
                    "force_update": "true",
                    "value_template": "{{ (value_json.message or value_json.sentence or 'done')[:255] }}",
                ]),
        ]
    }

    private static func starts(_ eggs: [Timers.Egg], _ topics: Topics) -> [Entity] {
        [Entity(topics, button: "undo", tr("Undo"), "mdi:undo", "Undo", "{}")] + eggs.map { Entity(topics, $0) }
    }

    /// The button that starts an egg.
    private init(_ topics: Topics, _ egg: Timers.Egg) {
        let hash = SHA256.digits(of: Array(egg.name.utf8), count: 8)
        let hasOwnID = Self.isID(egg.name) && egg.name.utf8.count <= 32
        self.init(
            topics, button: "egg_\(hasOwnID ? egg.name : "_" + hash)",
            capitalized(EggWords.name(of: egg.name)), "mdi:egg", "Start", jsonText(["egg": egg.name]))
    }

    /// A button that makes a call.
    private init(
        _ topics: Topics, button id: String, _ name: String, _ icon: DescriptionValue, _ method: String,
        _ parameters: String
    ) {
        self.init(
            .button, id, name,
            ["command_topic": .text(topics.call(method)), "payload_press": .text(parameters), "icon": icon])
    }
}
