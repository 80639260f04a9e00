import CMosquitto
import Glibc

/// A message to publish, or one that has arrived.
public struct MQTTMessage: Equatable, Sendable {
    /// The whole topic.
    public var topic: String
    /// Any bytes.
    public var payload: [UInt8]
    /// To publish: whether the broker hands it to later subscribers. Arrived: whether it was retained, or with MQTT 5 was
    /// published to be retained.
    public var isRetained: Bool
    /// Where a reply is wanted, from MQTT 5.
    public var responseTopic: String?
    /// Identifies the request in its reply, from MQTT 5.
    public var correlationData: [UInt8]?

    /// A message with these values.
    public init(
        topic: String, payload: [UInt8], isRetained: Bool = false, responseTopic: String? = nil,
        correlationData: [UInt8]? = nil
    ) {
        (self.topic, self.payload, self.isRetained) = (topic, payload, isRetained)
        (self.responseTopic, self.correlationData) = (responseTopic, correlationData)
    }

    /// A message as libmosquitto hands it over; nil if the topic is not text.
    init?(_ message: mosquitto_message, _ properties: OpaquePointer?) {
        guard let topic = message.topic.flatMap({ String(validatingCString: $0) }) else { return nil }
        let payload = UnsafeRawBufferPointer(start: message.payload, count: max(0, Int(message.payloadlen)))
        self.init(topic: topic, payload: Array(payload), isRetained: message.retain)
        var text: UnsafeMutablePointer<CChar>?
        if mosquitto_property_read_string(properties, Int32(MQTT_PROP_RESPONSE_TOPIC.rawValue), &text, false) != nil {
            responseTopic = text.flatMap { String(validatingCString: $0) }
            free(text)
        }
        var (bytes, count) = (UnsafeMutableRawPointer?.none, UInt16(0))
        let correlation = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
        if mosquitto_property_read_binary(properties, correlation, &bytes, &count, false) != nil {
            correlationData = Array(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
            free(bytes)
        }
    }
}
