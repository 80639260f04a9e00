/// The top level of every message, call or reply; fields that are nil are left out.
///
/// There is one type for all parameters, because each key type of a container costs tens of microseconds in a program's
/// first message.
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
        if let parameters { try container.encode(parameters, forKey: .parameters) }
        if let more { try container.encode(more, forKey: .more) }
        if let oneway { try container.encode(oneway, forKey: .oneway) }
        if let continues { try container.encode(continues, forKey: .continues) }
    }
}
