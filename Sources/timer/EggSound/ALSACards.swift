import CALSA
import Glibc
import POSIX

package enum ALSACards {
    /// Whether this process may use them.
    enum Access: Equatable, Sendable {
        case noCards
        /// It may use one at least.
        case allowed
        case denied
    }

    private static let folder = "/dev/snd"
    private static let prefix = "controlC"

    /// The cards by the names of their controls, in order, as `/dev/snd` lists them.
    ///
    /// `snd_card_next` would open each of them and, if a card hangs, not return.
    static func names() -> [String] {
        numbers().map { "hw:\($0)" }
    }

    static func access() -> Access {
        let numbers = numbers()
        if numbers.isEmpty { return .noCards }
        let isAllowed = numbers.contains { Glibc.access("\(folder)/\(prefix)\($0)", R_OK | W_OK) == 0 }
        return isAllowed ? .allowed : .denied
    }

    /// The real meaning of an error of `snd_pcm_open`: alsa-lib reports a card that may not be opened as missing, and a
    /// card that another user shares (dmix) as forbidden.
    static func cause(of code: ALSAError, _ access: Access) -> ALSAError {
        switch (code, access) {
        case (.noEntry, .denied), (.noDevice, .denied): .noAccess
        case (.noAccess, .allowed): .busy
        default: code
        }
    }

    private static func numbers() -> [Int] {
        Folder.entries(of: folder).filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }
            .sorted()
    }

    /// Whether a playback device of a card is open, as its status says without opening it.
    static func isInUse(_ card: String, proc: String = "/proc/asound") -> Bool {
        card.hasPrefix("hw:")
            && statusFiles(of: "card\(card.dropFirst(3))", proc: proc).contains { file in
                guard let status = SmallFile.text(file) else { return false }
                return !status.isEmpty && !status.hasPrefix("closed")
            }
    }

    /// The files about the playback devices of a card: `/proc/asound/card0/pcm0p/sub0/status`.
    package static func statusFiles(of card: String, proc: String = "/proc/asound") -> [String] {
        let devices = Folder.entries(of: "\(proc)/\(card)").filter { $0.hasPrefix("pcm") && $0.hasSuffix("p") }
        return devices.map { "\(proc)/\(card)/\($0)" }.flatMap { device in
            Folder.entries(of: device).filter { $0.hasPrefix("sub") }.map { "\(device)/\($0)/status" }
        }
    }

    /// `plughw:` names, which convert formats that the hardware lacks: `snd_ctl_open`, `snd_ctl_pcm_next_device`.
    static func playbackDevices(of card: String) -> [String] {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, card, Int32(SND_CTL_NONBLOCK)) == 0, let control = opened else { return [] }
        defer { snd_ctl_close(control) }
        var memory: OpaquePointer?
        guard snd_pcm_info_malloc(&memory) == 0, let information = memory else { return [] }
        defer { snd_pcm_info_free(information) }
        var names: [String] = []
        var device: Int32 = -1
        while snd_ctl_pcm_next_device(control, &device) == 0, device >= 0 {
            snd_pcm_info_set_device(information, UInt32(device))
            snd_pcm_info_set_subdevice(information, 0)
            snd_pcm_info_set_stream(information, SND_PCM_STREAM_PLAYBACK)
            if snd_ctl_pcm_info(control, information) == 0 { names.append("plug\(card),\(device)") }
        }
        return names
    }
}
