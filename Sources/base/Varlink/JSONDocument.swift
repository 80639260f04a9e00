import CJansson
import Glibc

/// A value within a document, borrowed from it.
typealias JSONValue = UnsafeMutablePointer<json_t>

/// A parsed JSON text (RFC 8259): a tree of libjansson's values, freed with the last reference to it.
///
/// Names and strings are UTF-8, numbers are in a double's range, values are nested at most 2,048 deep, and the last of
/// several members with the same name counts. A finished document can be read from any thread.
final class JSONDocument {
    let root: JSONValue

    /// A document that owns this value; throws for nil.
    init(owning root: JSONValue?) throws(ProtocolViolation) {
        guard let root else { throw .malformedMessage }
        self.root = root
    }

    /// Parses an object or an array.
    convenience init(parsing text: ArraySlice<UInt8>) throws(ProtocolViolation) {
        var root = Self.load(text, exactly: true)
        if root == nil { root = Self.load(text, exactly: false) }
        try self.init(owning: root)
    }

    /// - Parameter exactly: whole numbers are read as such; without it one beyond 64 bits becomes a double, a value of the
    ///   wrong type, which can be refused by name.
    private static func load(_ text: ArraySlice<UInt8>, exactly: Bool) -> JSONValue? {
        text.withUnsafeBytes { text in
            // An empty buffer can have no address.
            guard let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            return json_loadb(bytes, text.count, size_t(JSON_ALLOW_NUL | (exactly ? 0 : JSON_DECODE_INT_AS_REAL)), nil)
        }
    }

    deinit {
        json_decref(root)
    }

    /// The text of a value on one line, with sorted names.
    static func text(of value: JSONValue) -> [UInt8] {
        // It contains no NUL, because NULs in strings are escaped. It is nil only if there is no memory.
        guard let text = json_dumps(value, size_t(JSON_COMPACT | JSON_SORT_KEYS)) else { return Array("{}".utf8) }
        defer { free(text) }
        return Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
    }
}

extension String {
    /// Calls the body with the UTF-8 bytes for C; the address is valid even for an empty string.
    func withCBytes<Result>(_ body: (UnsafePointer<CChar>, Int) -> Result) -> Result {
        var text = self
        return text.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) { bytes in
                guard let address = bytes.baseAddress else { return body("", 0) }
                return body(address, bytes.count)
            }
        }
    }
}
