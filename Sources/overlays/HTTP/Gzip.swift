import CZlib

/// Bytes in gzip's format (`deflate` at its highest level); nil if they don't become fewer.
package func gzip(_ bytes: [UInt8]) -> [UInt8]? {
    guard let count = UInt32(exactly: bytes.count) else { return nil }
    var space = [UInt8](repeating: 0, count: bytes.count)
    let written = czlib_gzip(bytes, count, &space, count)
    return written > 0 ? Array(space[..<written]) : nil
}
