import CJansson

/// A value within a document, borrowed from it.
typealias JSONValue = UnsafeMutablePointer<json_t>

/// What a JSON text holds (RFC 8259): a tree of libjansson's values, freed with the last who looks at it.
///
/// Names and strings are UTF-8, values are nested at most 2048 deep, and of several members with the same name the last
/// one counts. Unless somebody still writes it, any thread may read it.
final class JSONDocument {
    let root: JSONValue

    /// Takes over a value; of none there is no document.
    init(owning root: JSONValue?) throws(ProtocolViolation) {
        guard let root else { throw .malformedMessage }
        self.root = root
    }

    /// Reads an object or an array.
    convenience init(parsing text: ArraySlice<UInt8>) throws(ProtocolViolation) {
        let root = text.withUnsafeBytes { text -> JSONValue? in
            // Of no text there may be no address.
            guard let bytes = text.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            var problem = json_error_t()
            let root = json_loadb(bytes, text.count, size_t(JSON_ALLOW_NUL), &problem)
            guard root == nil, json_error_code(&problem) == json_error_numeric_overflow else { return root }
            // A whole number beyond 64 bits is one of the wrong type, which whoever asked for it can be told by name.
            return json_loadb(bytes, text.count, size_t(JSON_ALLOW_NUL | JSON_DECODE_INT_AS_REAL), nil)
        }
        try self.init(owning: root)
    }

    deinit {
        json_decref(root)
    }
}

extension String {
    /// Its UTF-8 as C takes it: an address, also of no bytes at all, and how many there are.
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
