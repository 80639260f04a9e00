import Glibc

/// A real `eggweb` that serves a page of its own folder.
public final class RunningPage {
    /// The process.
    public let process: Program
    /// Its port at 127.0.0.1.
    public let port: UInt16
    /// Its folder, with the files of the page in `web`, and the token.
    public let folder: TemporaryFolder

    /// Starts it and waits until it listens.
    ///
    /// - Parameters:
    ///   - socket: that of eggd.
    ///   - hosts: further hosts, which open the page.
    public init(
        socket: String, hosts: String? = nil, listen: String = "127.0.0.1:0",
        folder: TemporaryFolder = TemporaryFolder(),
        wrapper: [String] = []
    ) throws {
        self.folder = folder
        let page = "<!DOCTYPE html><html><head><base href=\"/\"><title>Eggs</title></head></html>\n"
        folder.write(page.utf8, to: "web/index.html")
        folder.write(page.utf8, to: "web/tip.html")
        folder.write("let answer = 42; // \(String(repeating: "egg ", count: 200))\n".utf8, to: "web/app.js")
        let configuration = folder.write((hosts.map { "[page]\nhosts = \($0)\n" } ?? "").utf8, to: "eggd.conf")
        let command =
            wrapper + [
                BuiltPrograms.eggweb, "--listen", listen, "--socket", socket, "--state-dir", folder.path("state"),
                "--config", configuration, "--web", folder.path("web"),
            ]
        process = try Program(
            command[0], Array(command.dropFirst()),
            environment: ["PATH": "/usr/bin:/bin", "HOME": folder.path, "SWIFT_BACKTRACE": "enable=no"])
        var said: [String] = []
        while let line = try process.errorLine() {
            if line.hasPrefix("eggweb: http://"),
                let port = line.dropLast().split(separator: ":").last.flatMap({ UInt16($0) })
            {
                self.port = port
                return
            }
            said.append(line)
        }
        throw ProgramError("eggweb ended before it listened: \(said)", ECHILD)
    }

    /// A connection to it.
    public func client(timeout seconds: Int = 20) throws -> WebClient {
        try WebClient(port: port, timeout: seconds)
    }

    /// The token in its file.
    public var token: String? {
        contents(of: folder.path("state/token")).map { bytes in
            String(decoding: bytes.prefix { $0 != 0x0A }, as: UTF8.self)
        }
    }
}
