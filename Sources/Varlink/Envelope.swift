/// The shape of every message, call or reply; what is nil is left out.
///
/// One type for all, whatever the parameters are: each type that a container is keyed by costs a program that sends its
/// first message tens of microseconds.
struct Envelope: Encodable {
    var method: String?
    var error: String?
    var parameters: (any Encodable)?
    var more: Bool?
    var oneway: Bool?
    var continues: Bool?

    private enum CodingKeys: CodingKey {
        case method, error, parameters, more, oneway, continues
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        if let method { try container.encode(method, forKey: .method) }
        if let error { try container.encode(error, forKey: .error) }
        try parameters?.encode(to: container.superEncoder(forKey: .parameters))
        if let more { try container.encode(more, forKey: .more) }
        if let oneway { try container.encode(oneway, forKey: .oneway) }
        if let continues { try container.encode(continues, forKey: .continues) }
    }
}
