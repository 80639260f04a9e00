import EggClient
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
}
