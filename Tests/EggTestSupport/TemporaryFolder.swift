import Foundation
import Glibc

/// A test's own folder, which is removed with its content when the test is over.
public final class TemporaryFolder: Sendable {
    /// Its path; short, because a socket's path must fit into 107 bytes.
    public let path: String

    /// Makes the folder.
    public init() {
        let place = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"
        var template = Array("\(place)/egg-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("mkdtemp: \(String(cString: strerror(errno)))") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// A path within it.
    public func path(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder within it, with those above it, and returns its path.
    @discardableResult
    public func makeFolder(_ name: some StringProtocol) -> String {
        name.split(separator: "/").reduce(path) { above, part in
            let path = "\(above)/\(part)"
            mkdir(path, 0o700)
            return path
        }
    }

    /// Writes a file within it, with the folders above it, and returns its path.
    @discardableResult
    public func write(_ bytes: some Sequence<UInt8>, to name: String) -> String {
        if let end = name.lastIndex(of: "/") { makeFolder(name[..<end]) }
        let path = path(name)
        guard let file = fopen(path, "we") else { preconditionFailure("\(path): \(String(cString: strerror(errno)))") }
        let bytes = Array(bytes)
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
        return path
    }

    /// Writes a program for `/bin/sh` within it, under a name.
    ///
    /// Another process writes the file. A child that another test starts meanwhile has this process's open files
    /// until it executes its program, and a file that anybody has open for writing can't be executed (ETXTBSY).
    public func writeProgram(_ text: String, to name: String) throws {
        let text = write("#!/bin/sh\n\(text)".utf8, to: "\(name).text")
        let result = try Program.run("/usr/bin/install", ["-m", "755", text, path(name)])
        guard result.status == 0 else { throw ProgramError("install \(name): \(result.errors)", EIO) }
    }
}

/// A whole file; nil when it can't be read.
public func contents(of path: String) -> [UInt8]? {
    guard let file = fopen(path, "re") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
        let count = fread(&chunk, 1, chunk.count, file)
        if count == 0 { return bytes }
        bytes += chunk[..<count]
    }
}

/// A whole file as text; nil when it can't be read.
public func text(of path: String) -> String? {
    contents(of: path).map { String(decoding: $0, as: UTF8.self) }
}

/// The permissions of a file or folder; 0 when there is none.
public func mode(of path: String) -> mode_t {
    var status = stat()
    return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

/// The first word of a field in the status of a process, or of one of its threads; nil when it has ended.
public func statusField(_ name: String, of process: pid_t, thread: String? = nil) -> Substring? {
    let place = thread.map { "\(process)/task/\($0)" } ?? "\(process)"
    let line = text(of: "/proc/\(place)/status")?.split(separator: "\n").first { $0.hasPrefix("\(name):") }
    return line?.dropFirst(name.count + 1).split(whereSeparator: \.isWhitespace).first
}

/// The only child of a process; nil unless it has one.
public func childProcess(of process: pid_t) -> pid_t? {
    pid_t((text(of: "/proc/\(process)/task/\(process)/children") ?? "").filter(\.isNumber))
}

/// The file that a process has open as this descriptor: a path, or a name such as `pipe:[1]`; empty if it is closed.
public func descriptorPath(_ process: pid_t, _ number: Int) -> String {
    var target = [CChar](repeating: 0, count: 256)
    let count = readlink("/proc/\(process)/fd/\(number)", &target, target.count)
    return String(decoding: target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
}
