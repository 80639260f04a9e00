import Glibc

/// Whole writes to a descriptor: what a person sees is never half of it, and a program reading gets each line at once.
enum Output {
    static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                written += count
            } else if errno != EINTR {
                return
            }
        }
    }

    static func write(_ text: String, to descriptor: Int32 = STDOUT_FILENO) {
        write(Array(text.utf8), to: descriptor)
    }

    static func line(_ text: String) {
        write(text + "\n")
    }

    /// A sentence about what went wrong, after the program's name.
    static func complain(_ sentence: String) {
        write("eggctl: \(sentence)\n", to: STDERR_FILENO)
    }
}
