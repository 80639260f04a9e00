/// A type of Varlink's interface language; fields and cases are unordered, as they are on the wire.
public indirect enum WireType: Equatable {
    case bool, int, float, string, object
    case named(String)
    case nullable(WireType)
    case list(WireType)
    case map(WireType)
    case record([String: WireType])
    case choice(Set<String>)
}

/// The parameters and the reply of a method.
public struct Signature: Equatable {
    var parameters: WireType
    var reply: WireType

    /// A method with these parameters and this reply.
    public init(parameters: WireType, reply: WireType) {
        (self.parameters, self.reply) = (parameters, reply)
    }
}

/// An interface that was parsed from its text.
public struct InterfaceText {
    /// The interface's name.
    public var name: String
    /// The types by their names.
    public var types: [String: WireType] = [:]
    /// The methods by their names.
    public var methods: [String: Signature] = [:]
    /// The errors by their names.
    public var errors: [String: WireType] = [:]

    /// Parses a text in Varlink's interface language.
    public init(_ text: String) throws {
        var words = Words(text)
        try words.take("interface")
        name = try words.takeName()
        while !words.isAtEnd {
            let keyword = try words.takeName()
            let member = try words.takeName()
            switch keyword {
            case "type": try add(try words.takeType(), as: member, to: \.types)
            case "error": try add(try words.takeType(), as: member, to: \.errors)
            case "method":
                let parameters = try words.takeType()
                try words.take("->")
                try add(Signature(parameters: parameters, reply: try words.takeType()), as: member, to: \.methods)
            default: throw Problem(description: "\(keyword) is no member")
            }
        }
    }

    private mutating func add<Member>(
        _ member: Member, as name: String, to members: WritableKeyPath<Self, [String: Member]>
    ) throws {
        guard self[keyPath: members].updateValue(member, forKey: name) == nil else {
            throw Problem(description: "\(name) occurs twice")
        }
    }

    /// Why a text is not an interface.
    public struct Problem: Error, CustomStringConvertible {
        /// The problem, in words.
        public let description: String
    }
}

/// The tokens of a text, which are taken one by one.
private struct Words {
    private var rest: ArraySlice<String>

    init(_ text: String) {
        rest =
            text.split(separator: "\n").flatMap { line in
                let code = line.prefix { $0 != "#" }
                return code.matches(of: /->|\[\]|\[string\]|[A-Za-z0-9_.]+|\S/).map { String($0.output) }
            }[...]
    }

    var isAtEnd: Bool { rest.isEmpty }

    private func problem(_ wanted: String) -> InterfaceText.Problem {
        .init(description: "\(wanted) expected before: \(rest.prefix(5).joined(separator: " "))")
    }

    mutating func take(_ word: String) throws {
        guard takes(word) else { throw problem(word) }
    }

    /// Takes the token if it is the next one.
    private mutating func takes(_ word: String) -> Bool {
        guard rest.first == word else { return false }
        rest = rest.dropFirst()
        return true
    }

    mutating func takeName() throws -> String {
        guard let name = rest.popFirst(), name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_.]*/) != nil else {
            throw problem("a name")
        }
        return name
    }

    mutating func takeType() throws -> WireType {
        if takes("?") { return .nullable(try takeType()) }
        if takes("[]") { return .list(try takeType()) }
        if takes("[string]") { return .map(try takeType()) }
        if takes("(") { return try takeMembers() }
        let name = try takeName()
        let plain: [String: WireType] = [
            "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object,
        ]
        return plain[name] ?? .named(name)
    }

    /// Takes the fields of a struct or the cases of an enum; the token after the first name tells which.
    private mutating func takeMembers() throws -> WireType {
        var fields: [String: WireType] = [:]
        var cases: Set<String> = []
        if takes(")") { return .record(fields) }
        repeat {
            let name = try takeName()
            guard fields[name] == nil, !cases.contains(name) else { throw problem("another name than \(name)") }
            if takes(":") { fields[name] = try takeType() } else { cases.insert(name) }
        } while takes(",")
        try take(")")
        guard fields.isEmpty || cases.isEmpty else { throw problem("fields or cases, not both,") }
        return cases.isEmpty ? .record(fields) : .choice(cases)
    }
}
