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
