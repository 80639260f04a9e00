import Glibc
import POSIX

/// The files of an LED with the kernel's timer trigger (`/sys/class/leds/NAME`).
///
/// Only these two are written: writing 0 to `brightness` would remove the trigger and with it these files.
struct LightFiles {
    let folder: String

    init(led: String, in leds: String = "/sys/class/leds") { folder = "\(leds)/\(led)" }

    /// Makes the LED blink like this.
    func show(_ blink: Light.Blink) throws(FileError) {
        // First the one that is never 0, because both at 0 would mean 1 Hz.
        try write(blink.off, to: "delay_off")
        try write(blink.on, to: "delay_on")
    }

    private func write(_ milliseconds: Int, to name: String) throws(FileError) {
        let path = "\(folder)/\(name)"
        let descriptor = uninterrupted { open(path, O_WRONLY | O_CLOEXEC | O_NONBLOCK) }
        guard descriptor >= 0 else { throw FileError(path) }
        defer { close(descriptor) }
        let text = Array("\(milliseconds)\n".utf8)
        guard writeAll(text, to: descriptor) == text.count else { throw FileError(path) }
    }
}
