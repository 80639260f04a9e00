import CLinux
import Dispatch
import Glibc

/// Tells when something comes into a folder, goes out of it or has its permissions changed (inotify).
///
/// The folder need not be there yet: then the one above it is watched for its coming.
public final class FolderWatch {
    private static let changes = UInt32(IN_CREATE | IN_DELETE | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)

    private let source: any DispatchSourceRead

    /// Watches a folder; the handler runs on the queue, once for changes that come together.
    public init(_ path: String, queue: DispatchQueue, handler: @escaping @Sendable () -> Void) throws(SystemError) {
        let number = inotify_init1(clinux_inotify_flags)
        guard number >= 0 else { throw SystemError("inotify_init1") }
        let descriptor = SharedDescriptor(Descriptor(owning: number))
        Self.watch(path, number)
        source = DispatchSource.makeReadSource(fileDescriptor: number, queue: queue)
        source.setEventHandler {
            // What exactly has happened is of no interest: the handler looks for itself.
            withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { space in
                while read(number, space.baseAddress, space.count) > 0 {}
            }
            Self.watch(path, number)
            handler()
        }
        source.setCancelHandler { _ = descriptor }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    /// Adding a watch that is there already changes nothing.
    private static func watch(_ path: String, _ number: Int32) {
        if inotify_add_watch(number, path, changes) < 0, let slash = path.lastIndex(of: "/") {
            let above = String(path[..<slash])
            inotify_add_watch(number, above.isEmpty ? "/" : above, UInt32(IN_CREATE | IN_MOVED_TO))
        }
    }
}
