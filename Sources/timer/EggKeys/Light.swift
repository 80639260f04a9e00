import EggClient
import EggWire
import Glibc
import POSIX

/// Decides how the light blinks. It does no I/O.
struct Light {
    /// A pattern that the kernel's timer trigger blinks by itself, in milliseconds.
    struct Blink: Equatable {
        /// 0 keeps the light dark.
        let on: Int
        /// Never 0: both at 0 would mean 1 Hz.
        let off: Int

        static let none = Blink(on: 0, off: 1000)
        /// Something cooks.
        static let slow = Blink(on: 200, off: 1800)
        /// Something rings.
        static let fast = Blink(on: 150, off: 150)
        /// A part of a refusal.
        static let short = Blink(on: 100, off: 100)

        /// The pattern for timers; nil stands for an eggd that can't be reached.
        init(_ timers: [Timers.Timer]?) {
            let timers = timers ?? []
            let counts = timers.contains(where: \.state.traits.ticks)
            self = timers.contains(where: \.rings) ? .fast : counts ? .slow : .none
        }

        init(on: Int, off: Int) { (self.on, self.off) = (on, off) }
    }

    /// How a refusal is shown: dark, then two short blinks, which end before a third one begins.
    private static let refusal: [(blink: Blink, time: Duration)] = [
        (.none, .milliseconds(300)), (.short, .milliseconds(350)), (.none, .milliseconds(300)),
    ]

    private var usual = Blink.none
    /// The part of the refusal that is shown, and its end.
    private var part: (index: Int, end: Duration)?

    /// When `advance` must be called.
    var nextWake: Duration? { part?.end }

    var blink: Blink { part.map { Self.refusal[$0.index].blink } ?? usual }

    /// eggd has these timers; nil if it can't be reached.
    mutating func show(_ timers: [Timers.Timer]?) { usual = Blink(timers) }

    /// A press was refused; one that is being shown continues.
    mutating func refuse(at now: Duration) {
        if part == nil { part = (0, now + Self.refusal[0].time) }
    }

    mutating func advance(to now: Duration) {
        guard let (index, end) = part, end <= now else { return }
        let next = index + 1
        part = next < Self.refusal.count ? (next, now + Self.refusal[next].time) : nil
    }
}

/// The files of an LED with the kernel's timer trigger (`/sys/class/leds/NAME`).
///
/// Only these two are written: writing 0 to `brightness` would remove the trigger and with it these files.
struct LightFiles {
    let folder: String

    init(led: String, in leds: String = "/sys/class/leds") { folder = "\(leds)/\(led)" }

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
