import CLinux
import Glibc

/// Reports when something is added to a folder, removed from it, or has its permissions changed (inotify).
///
/// If the folder does not exist yet, its parent is watched until it does.
package final class FolderWatch {
    private let loop: EventLoop
    private let descriptor: Descriptor
    private let id: EventLoop.ID

    /// inotify_add_watch(2); tests put their own in its place.
    package typealias AddWatch = @Sendable (Int32, String, UInt32) -> Int32

    /// Watches a folder; the handler runs once for several changes at the same time.
    package init(
        _ path: String, loop: EventLoop, addWatch: @escaping AddWatch = { inotify_add_watch($0, $1, $2) },
        handler: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        let number = inotify_init1(clinux_inotify_flags)
        guard number >= 0 else { throw SystemError("inotify_init1") }
        descriptor = Descriptor(owning: number)
        self.loop = loop
        let target = Target(path: path, inotify: number, addWatch: addWatch)
        target.watch()
        id = try loop.add(number, order: .report) { _ in
            // The handler itself checks what has changed.
            let hasChanged = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { space in
                var hasChanged = false
                while case let count = read(number, space.baseAddress, space.count), count > 0 {
                    if clinux_inotify_has_change(space.baseAddress, count) != 0 { hasChanged = true }
                }
                return hasChanged
            }
            guard hasChanged else { return }
            target.watch()
            handler()
        }
    }

    deinit {
        loop.remove(id)
    }

    /// The folder, or its parent while the folder is missing.
    // Unchecked: used on the loop's queue alone.
    private final class Target: @unchecked Sendable {
        private static let changes = UInt32(
            IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_ATTRIB | IN_MOVED_FROM | IN_MOVED_TO)

        let path: String
        let inotify: Int32
        let addWatch: AddWatch
        private var parentWatch: Int32?

        init(path: String, inotify: Int32, addWatch: @escaping AddWatch) {
            self.path = path
            self.inotify = inotify
            self.addWatch = addWatch
        }

        /// Adding a watch that exists already changes nothing.
        func watch() {
            if watchFolder() { return }
            watchParent()
            // It may have been made between the two calls.
            _ = watchFolder()
        }

        /// False if the folder is missing.
        private func watchFolder() -> Bool {
            guard addWatch(inotify, path, Self.changes) >= 0 else { return false }
            // Changes beside the folder don't matter once it exists.
            if let parentWatch { inotify_rm_watch(inotify, parentWatch) }
            parentWatch = nil
            return true
        }

        private func watchParent() {
            guard let slash = path.lastIndex(of: "/") else { return }
            let parent = String(path[..<slash])
            let watch = addWatch(inotify, parent.isEmpty ? "/" : parent, UInt32(IN_CREATE | IN_MOVED_TO))
            parentWatch = watch >= 0 ? watch : nil
        }
    }
}
