import CQRencode

/// A QR code: a square of dark and light modules, without the light margin of four modules that readers need.
struct QRCode: Sendable {
    /// The number of modules on each side.
    let size: Int
    /// The modules row by row, true for a dark one.
    let modules: [Bool]

    /// The code of a text in UTF-8 (`QRcode_encodeString8bit`), readable with 15 % of it damaged.
    ///
    /// - Returns: nil if the text is empty, too long (from 2,332 bytes on), or no memory is left.
    init?(_ text: String) {
        guard !text.utf8.contains(0), let code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_M) else { return nil }
        defer { QRcode_free(code) }
        size = Int(code.pointee.width)
        // The lowest bit is the module's colour; the others say what it is for.
        modules = UnsafeBufferPointer(start: code.pointee.data, count: size * size).map { $0 & 1 == 1 }
    }

    /// The dark modules as the path of a drawing (SVG), one unit each.
    var path: String {
        var path = ""
        for row in 0..<size {
            var column = 0
            while column < size {
                let length = modules[(row * size + column)..<((row + 1) * size)].prefix { $0 }.count
                if length > 0 { path += "M\(column) \(row)h\(length)v1h-\(length)z" }
                column += max(1, length)
            }
        }
        return path
    }
}
