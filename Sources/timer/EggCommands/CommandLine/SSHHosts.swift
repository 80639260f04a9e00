import POSIX
import Program

/// The machines that the user's ssh_config(5) names.
enum SSHHosts {
    static var known: [String] {
        guard let home = Environment.variable("HOME"),
            let bytes = try? SmallFile.read("\(home)/.ssh/config", limit: 1 << 20)
        else { return [] }
        return named(in: String(decoding: bytes, as: UTF8.self))
    }

    /// The names after `Host`, without patterns.
    static func named(in configuration: String) -> [String] {
        configuration.split(separator: "\n").flatMap { line -> [String] in
            let words = line.split { " \t=\"".contains($0) }
            guard words.first?.lowercased() == "host" else { return [] }
            return words.dropFirst().map(String.init).filter { !$0.contains { "*?!".contains($0) } }
        }
    }
}
