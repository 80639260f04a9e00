import CLinux
import Glibc
import POSIX

/// A bare TCP connection to a port of this machine, for requests that no browser sends.
public final class WebClient {
    /// An answer, with its header names in lower case.
    public struct Answer: Sendable {
        /// The status code.
        public let status: Int
        /// The header fields; of several with one name, the last.
        public let headers: [String: String]
        /// The body.
        public let body: [UInt8]
        /// The body as text.
        public var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// The socket.
    public private(set) var descriptor: Int32
    private var buffer: [UInt8] = []

    /// Connects to a port; each read waits at most this many seconds.
    public init(port: UInt16, timeout seconds: Int = 20) throws {
        descriptor = clinux_internet_connect("127.0.0.1", port, seconds)
        guard descriptor >= 0 else { throw ProgramError("connect to port \(port)", errno) }
    }

    deinit {
        hangUp()
    }

    /// Closes the connection.
    public func hangUp() {
        if descriptor >= 0 { close(descriptor) }
        descriptor = -1
    }

    /// Closes the sending direction; it can still read.
    public func closeSending() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Sends all of it, as far as the other side accepts it.
    @discardableResult
    public func send(_ text: String) -> Bool { send(bytes: Array(text.utf8)) }

    /// Sends all of it, as far as the other side accepts it.
    @discardableResult
    public func send(bytes: [UInt8]) -> Bool { sendAll(bytes, to: descriptor) }

    /// Sends a request with these header fields besides `Host`, and returns its answer.
    public func request(
        _ method: String, _ target: String, headers: [String: String] = [:], body: String? = nil
    ) throws -> Answer {
        var all = ["Host": "localhost"].merging(headers) { $1 }
        if let body { all["Content-Length"] = "\(body.utf8.count)" }
        let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)\r\n" }.joined()
        send("\(method) \(target) HTTP/1.1\r\n\(lines)\r\n\(body ?? "")")
        return try answer(hasBody: method != "HEAD")
    }

    /// Reads one answer.
    public func answer(hasBody: Bool = true) throws -> Answer {
        let (status, headers) = try head()
        var body: [UInt8] = []
        if !hasBody || status == 304 || status == 204 {
            body = []
        } else if let length = headers["content-length"].flatMap({ Int($0) }) {
            body = try bytes(length)
        } else if headers["transfer-encoding"] == "chunked" {
            while let chunk = try chunk() { body += chunk }
        } else {
            while fill() {}
            (body, buffer) = (buffer, [])
        }
        return Answer(status: status, headers: headers, body: body)
    }

    /// Reads the status and the header fields of an answer.
    public func head() throws -> (status: Int, headers: [String: String]) {
        let words = try line().split(separator: " ")
        guard words.count >= 2, words[0].hasPrefix("HTTP/1."), let status = Int(words[1]) else {
            throw ProgramError("no status line: \(words)", EPROTO)
        }
        var headers: [String: String] = [:]
        while true {
            let line = try line()
            if line.isEmpty { return (status, headers) }
            let halves = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            let value = String((halves.last ?? "").drop { $0 == " " })
            headers[(halves.first ?? "").lowercased()] = value
        }
    }

    /// Reads one chunk of an answer; nil after the last one.
    public func chunk() throws -> [UInt8]? {
        guard let size = Int(try line(), radix: 16) else { throw ProgramError("no size of a chunk", EPROTO) }
        let bytes = try bytes(size)
        _ = try line()
        return size == 0 ? nil : bytes
    }

    private var eventBytes: [UInt8] = []

    /// Reads the next event of an event stream, without the empty line after it; nil at the end. Leaves out the comments
    /// that keep the connection alive.
    public func event() throws -> String? {
        while true {
            let end = eventBytes.indices.dropLast().first { eventBytes[$0] == 0x0A && eventBytes[$0 + 1] == 0x0A }
            if let end {
                let event = String(decoding: eventBytes[..<end], as: UTF8.self)
                eventBytes.removeFirst(end + 2)
                guard event.hasPrefix(":") else { return event }
                continue
            }
            guard let chunk = try chunk() else { return nil }
            eventBytes += chunk
        }
    }

    /// Waits until the other side has closed, and returns what it has sent; nil if the timeout passes first.
    public func rest() -> [UInt8]? {
        while fill() {}
        guard reachedEnd else { return nil }
        defer { buffer = [] }
        return buffer
    }

    private var reachedEnd = false

    private func line() throws -> String {
        while true {
            if let end = buffer.firstIndex(of: 0x0A) {
                let line = buffer[..<end].last == 0x0D ? buffer[..<(end - 1)] : buffer[..<end]
                buffer.removeFirst(end + 1)
                return String(decoding: line, as: UTF8.self)
            }
            guard fill() else { throw ProgramError("the answer ended, or did not come", ETIMEDOUT) }
        }
    }

    private func bytes(_ count: Int) throws -> [UInt8] {
        while buffer.count < count {
            guard fill() else { throw ProgramError("the answer ended, or did not come", ETIMEDOUT) }
        }
        defer { buffer.removeFirst(count) }
        return Array(buffer[..<count])
    }

    private func fill() -> Bool {
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        let count = uninterrupted { recv(descriptor, &chunk, chunk.count, 0) }
        if count > 0 { buffer += chunk[..<count] }
        if count == 0 || (count < 0 && errno == ECONNRESET) { reachedEnd = true }
        return count > 0
    }
}
