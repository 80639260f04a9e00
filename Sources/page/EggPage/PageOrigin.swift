import HTTP
import POSIX

/// The addresses at which browsers find the page.
struct PageOrigin {
    /// Where the page listens.
    var endpoints: [IPEndpoint] = []
    /// Its names behind a reverse proxy.
    var hosts: [String] = []
    /// The address of this machine in the home network.
    var network: () -> String = { "localhost" }

    /// The beginning of links for other devices, and whether they can open them.
    ///
    /// A browser on this machine may use an address such as `localhost`, which means another machine on other devices.
    func links(for request: Request) -> (origin: String, areForOthers: Bool) {
        let header = request.header("host") ?? "localhost"
        if !Self.isLoopback(header) { return ("\(request.isEncrypted ? "https" : "http")://\(header)", true) }
        if let endpoint = endpoints.first(where: { !$0.address.isLoopback }) {
            let host = endpoint.address.isAny ? network() : "\(endpoint.address)"
            return ("http://\(host):\(endpoint.port)", true)
        }
        if let name = hosts.first { return ("https://\(name)", true) }
        return ("http://\(header)", false)
    }

    private static func isLoopback(_ header: String) -> Bool {
        switch HostName(header: header) {
        case .address(let address): address.isLoopback
        case .name(let name): name == "localhost"
        case nil: true
        }
    }
}
