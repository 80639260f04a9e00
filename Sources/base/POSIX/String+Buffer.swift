extension String {
    /// The text in a buffer that a C function has filled, up to its NUL.
    public init(buffer: [CChar]) {
        self.init(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
