import CLinux
import EggClient
import EggPageToken
import Glibc
import POSIX
import Program

/// The address that opens the touch page.
struct PageLink: Equatable {
    /// The address, for another device with the secret.
    let text: String
    /// Whether it is for other devices.
    let isForTheNetwork: Bool

    /// - Parameters:
    ///   - listening: where the page's socket listens.
    ///   - hosts: the page's names behind a reverse proxy.
    ///   - network: the address of this machine in the home network.
    ///   - token: makes the secret, if one is needed.
    init?(
        _ listening: [PageListening], hosts: [String], network: () -> String, token: () throws(FileError) -> PageToken
    ) throws(FileError) {
        guard let first = listening.first else { return nil }
        if let open = listening.first(where: { !$0.isLoopback }) {
            let host = open.address.flatMap { $0.isAny ? nil : "\($0)" } ?? network()
            text = "http://\(host):\(open.port)/?token=\(try token().text)"
            isForTheNetwork = true
        } else if let name = hosts.first {
            text = "https://\(name)/?token=\(try token().text)"
            isForTheNetwork = true
        } else {
            text = "http://\(first.urlHost ?? "localhost"):\(first.port)/"
            isForTheNetwork = false
        }
    }

    /// The address at which other machines find this one: that of its way out, else its first one, else its name.
    static func networkAddress() -> String {
        var text = [CChar](repeating: 0, count: 64)
        let address = clinux_network_address(&text, socklen_t(text.count)) == 0 ? IPAddress(String(buffer: text)) : nil
        return address?.description ?? Environment.machineName ?? "localhost"
    }
}
