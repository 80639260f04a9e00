import Glibc

/// Reads a descriptor to its end (`read`).
///
/// - Returns: nil if that fails, with the reason in `errno`: `EFBIG` if there are more bytes than the limit.
public func readToEnd(of descriptor: Int32, limit: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while bytes.count <= limit {
        let count = uninterrupted { read(descriptor, &chunk, chunk.count) }
        guard count >= 0 else { return nil }
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
    errno = EFBIG
    return nil
}
