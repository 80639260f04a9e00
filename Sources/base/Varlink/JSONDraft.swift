/// A JSON text under construction, on one line.
struct JSONDraft {
    private(set) var bytes: [UInt8] = []
    /// The objects and arrays that are not complete, from the outermost one.
    private var containers: [Container] = []
    /// The members of all these objects.
    private var members: [Member] = []

    private struct Container {
        let isObject: Bool
        let start, firstMember: Int
    }

    /// A member's place in the text, with the comma before it.
    private struct Member {
        let name: String
        let start: Int
        var end = 0
    }

    /// How many objects and arrays are not complete.
    var depth: Int { containers.count }

    mutating func open(isObject: Bool) {
        containers.append(Container(isObject: isObject, start: bytes.count, firstMember: members.count))
    }

    /// Begins an element of the array at this depth. `close` replaces the first comma by the bracket.
    mutating func beginElement(at depth: Int) {
        close(to: depth)
        bytes.append(UInt8(ascii: ","))
    }

    mutating func beginMember(_ name: String, at depth: Int) {
        close(to: depth)
        members.append(Member(name: name, start: bytes.count))
        bytes.append(UInt8(ascii: ","))
        append(quoted: name)
        bytes.append(UInt8(ascii: ":"))
    }

    mutating func append(_ json: some Sequence<UInt8>) {
        bytes.append(contentsOf: json)
    }

    mutating func append(quoted string: String) {
        var string = string
        bytes.append(UInt8(ascii: "\""))
        string.withUTF8 { text in
            if text.contains(where: { $0 < 0x20 || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) {
                for byte in text { append(escaped: byte) }
            } else {
                append(text)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func append(escaped byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): append(#"\""#.utf8)
        case UInt8(ascii: "\\"): append(#"\\"#.utf8)
        case 0x08: append(#"\b"#.utf8)
        case 0x09: append(#"\t"#.utf8)
        case 0x0a: append(#"\n"#.utf8)
        case 0x0c: append(#"\f"#.utf8)
        case 0x0d: append(#"\r"#.utf8)
        case ..<0x20:
            append((byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
            append(String(byte, radix: 16, uppercase: true).utf8)
        default: bytes.append(byte)
        }
    }

    /// Completes the objects and arrays that are deeper.
    mutating func close(to depth: Int) {
        while containers.count > depth {
            let container = containers.removeLast()
            sortMembers(of: container)
            if bytes.count == container.start { bytes.append(0) }
            bytes[container.start] = UInt8(ascii: container.isObject ? "{" : "[")
            bytes.append(UInt8(ascii: container.isObject ? "}" : "]"))
        }
    }

    /// Sorts the members of the innermost object by their names, so that equal values have equal texts.
    private mutating func sortMembers(of object: Container) {
        guard members.count > object.firstMember else { return }
        var end = bytes.count
        for index in members.indices[object.firstMember...].reversed() {
            members[index].end = end
            end = members[index].start
        }
        let sorted = members[object.firstMember...].sorted { $0.name < $1.name }
        let unsorted = Array(bytes[object.start...])
        members.removeSubrange(object.firstMember...)
        bytes.removeSubrange(object.start...)
        for member in sorted { bytes += unsorted[member.start - object.start..<member.end - object.start] }
    }
}
