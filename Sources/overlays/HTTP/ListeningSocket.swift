import CMicroHTTPD
import EggLoop
import Glibc
import POSIX

/// Opens listening sockets, and tells where one listens.
package enum ListeningSocket {
    /// Listens at an address; `::` includes IPv4.
    package static func open(at endpoint: IPEndpoint) throws(SystemError) -> Descriptor {
        let bytes = endpoint.address.bytes
        let number = cmicrohttpd_listen(bytes, Int32(bytes.count), UInt32(endpoint.port))
        guard number >= 0 else { throw SystemError("listen", on: "\(endpoint)") }
        return Descriptor(owning: number)
    }

    /// Where a socket listens; nil if it isn't one of IP.
    package static func endpoint(of descriptor: Int32) -> IPEndpoint? {
        var address = cmicrohttpd_address()
        guard cmicrohttpd_local_address(descriptor, &address) == 0 else { return nil }
        return IPEndpoint(address)
    }
}
