import EggLoop
import Glibc

/// The limits that this process was started with, checked before anything depends on them.
enum Limits {
    /// Descriptors reserved for eggd itself: the alarm's device needs some, however many clients there are.
    private static let reservedDescriptors = 64
    /// The daemon's own descriptors, an alarm's device, and four clients.
    static let minDescriptors = 33
    /// Address space needed beyond the program itself: stacks of its threads, sounds, and input from clients.
    static let minMemory = 64 * 1024 * 1024

    /// Throws if a limit on memory leaves too little.
    static func require() throws {
        // The memory is writable, so it counts against every limit on memory; none of its pages is touched.
        let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
        let space = mmap(nil, minMemory, PROT_READ | PROT_WRITE, flags, -1, 0)
        guard space != MAP_FAILED else {
            throw StartError(
                description: "the limit on memory leaves less than \(minMemory >> 20) MB, and eggd needs as much; "
                    + "raise it (ulimit -v, ulimit -d)")
        }
        munmap(space, minMemory)
    }

    /// How many connections the descriptors allow, at most 1,024. Raises the soft limit as far as possible.
    static func connections() throws -> Int {
        let limit = Descriptor.raiseLimit()
        guard limit >= minDescriptors else {
            throw StartError(
                description: "only \(limit) files may be open at a time, and eggd needs \(minDescriptors); "
                    + "raise the limit (ulimit -n)")
        }
        return max(4, min(1_024, limit - reservedDescriptors))
    }
}

/// Why eggd can't start, and what to do.
struct StartError: Error, CustomStringConvertible {
    let description: String
}
