import CSystemd
import Glibc

/// systemd's journal, which accepts fields besides the text.
package struct Journal: Sendable {
    /// A field of an entry: its name in capitals, and its value.
    package struct Field: Equatable, Sendable {
        let name: String
        let value: String

        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The priority of an entry (syslog's numbers).
    package enum Priority: Int, Sendable {
        case error = 3
        case warning = 4
        case info = 6
    }

    /// The journal if standard error goes there, so that fields may also go there; otherwise nil. Nil also in a sandbox
    /// that hides its socket, where `sd_journal_sendv` drops entries and reports success.
    ///
    /// - Parameters:
    ///   - stream: the value of `JOURNAL_STREAM`, the device and inode of the journal's pipe.
    ///   - socket: the path of the socket that `sd_journal_sendv` sends to.
    package init?(takingStandardError stream: String?, socket: String = "/run/systemd/journal/socket") {
        var status = stat()
        guard let stream, fstat(STDERR_FILENO, &status) == 0, stream == "\(status.st_dev):\(status.st_ino)",
            access(socket, W_OK) == 0
        else { return nil }
    }

    /// Sends an entry (`sd_journal_sendv`). Blocks while the journal is stuck.
    package func send(_ message: String, _ priority: Priority, _ fields: [Field]) {
        let all = [Field("MESSAGE", message), Field("PRIORITY", "\(priority.rawValue)")] + fields
        let texts = all.compactMap { strdup("\($0.name)=\($0.value)") }
        defer { for text in texts { free(text) } }
        let vectors = texts.map { iovec(iov_base: $0, iov_len: strlen($0)) }
        _ = sd_journal_sendv(vectors, Int32(vectors.count))
    }
}
