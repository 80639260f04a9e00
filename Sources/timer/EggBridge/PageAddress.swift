import POSIX
import Program

/// The address of the touch page in the home network.
enum PageAddress {
    /// As `eggctl page --open` has opened it; nil if it is closed, or can't be read.
    static var ofOpenPage: String? {
        let file = Environment.configurationFolder.map { "\($0)/systemd/user/eggweb.socket.d/open.conf" }
        return file.flatMap { SmallFile.text($0) }.flatMap { address(in: $0, machine: Environment.networkAddress) }
    }

    /// The address in the lines of that file; a port alone is at every address of the machine.
    static func address(in lines: String, machine: String) -> String? {
        let key = "ListenStream="
        let streams = lines.split(separator: "\n").filter { $0.hasPrefix(key) }.map { $0.dropFirst(key.count) }
        let isOpen = { (stream: Substring) in !stream.isEmpty && !stream.hasPrefix("127.") && !stream.hasPrefix("[::1]")
        }
        return streams.last(where: isOpen).map { stream in
            stream.allSatisfy(\.isNumber) ? "http://\(machine):\(stream)/" : "http://\(stream)/"
        }
    }
}
