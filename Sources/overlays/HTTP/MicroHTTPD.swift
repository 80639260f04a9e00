import CMicroHTTPD
import EggLoop
import Glibc
import POSIX

/// The functions by which libmicrohttpd and the server call each other.
enum MicroHTTPD {
    /// The functions that libmicrohttpd calls. It must be stopped before the server is freed.
    static func handlers(of server: Server) -> cmicrohttpd_handlers {
        cmicrohttpd_handlers(
            context: Unmanaged.passUnretained(server).toOpaque(),
            begun: { context, target, connection in
                guard let server = MicroHTTPD.owner(of: context), let target, let connection else { return nil }
                // The characters are read as bytes, because C's `char` is signed on some processors only.
                let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
                let exchange = server.begun(String(decoding: bytes, as: UTF8.self), connection)
                exchange.targetEnd = target + bytes.count
                return Unmanaged.passRetained(exchange).toOpaque()
            },
            arrived: { context, request, connection, method, version, body, count in
                guard let server = MicroHTTPD.owner(of: context), let request, let method, let version else { return 0 }
                let exchange = Unmanaged<Exchange>.fromOpaque(request).takeUnretainedValue()
                let bytes = UnsafeRawBufferPointer(start: body, count: body == nil ? 0 : count)
                let taken = server.arrived(exchange, method: method, version: version, body: bytes)
                return taken ? 1 : 0
            },
            ended: { context, request in
                guard let request else { return }
                MicroHTTPD.owner(of: context)?.ended(Unmanaged<Exchange>.fromOpaque(request).takeRetainedValue())
            },
            opened: { context, descriptor in MicroHTTPD.owner(of: context)?.opened(descriptor) },
            closed: { context, descriptor in MicroHTTPD.owner(of: context)?.closed(descriptor) })
    }

    private static func owner(of context: UnsafeMutableRawPointer?) -> Server? {
        context.map { Unmanaged<Server>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The header fields of a request, their names in lower case.
    static func headers(of connection: OpaquePointer) -> [Field] {
        final class Box {
            var fields: [Field] = []
        }
        let box = Box()
        var visitor = cmicrohttpd_visitor(
            context: Unmanaged.passUnretained(box).toOpaque(),
            visit: { context, name, nameSize, value, valueSize in
                guard let context else { return }
                let box = Unmanaged<Box>.fromOpaque(context).takeUnretainedValue()
                let name = UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : nameSize)
                let value = UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)
                box.fields.append(
                    Field(
                        String(decoding: name, as: UTF8.self).lowercased(), String(decoding: value, as: UTF8.self)))
            })
        withExtendedLifetime(box) { cmicrohttpd_visit_headers(connection, &visitor) }
        return box.fields
    }
}

extension IPEndpoint {
    init?(_ address: cmicrohttpd_address) {
        let bytes = withUnsafeBytes(of: address.bytes) { Array($0.prefix(Int(address.count))) }
        guard let found = IPAddress(bytes: bytes) else { return nil }
        self.init(found, port: UInt16(truncatingIfNeeded: address.port))
    }
}

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
