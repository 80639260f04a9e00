import CALSA
import Text

package struct DeviceFinding: Equatable, Sendable {
    package let device: String
    /// Why it does not open; nil when it does.
    package let fault: DeviceFault?
    /// The option by which `amixer` finds its mixer (`-c 0`, `-D default`); nil if it has none.
    package let mixer: String?
    /// The controls that would make an alarm on it inaudible.
    package let quiet: [Mixer.Control]

    package init(device: String, fault: DeviceFault?, mixer: String? = nil, quiet: [Mixer.Control] = []) {
        self.device = device
        self.fault = fault
        self.mixer = mixer
        self.quiet = quiet
    }
}

extension ALSADriver {
    /// Opens a device, reads the mixer behind it and closes both. It takes as long as the device does.
    package func examine(_ device: String, for format: Sound.Format) -> DeviceFinding {
        let mixer: MixerAddress?
        do throws(DeviceFault) {
            // The device is closed before the mixer is opened: a mixer can take seconds, and an alarm may need the
            // device.
            mixer = try open(device, format: format).mixer
        } catch {
            return DeviceFinding(device: device, fault: error)
        }
        guard let mixer, let controls = ALSAMixer(mixer.name)?.controls(), !controls.isEmpty else {
            return DeviceFinding(device: device, fault: nil)
        }
        return DeviceFinding(
            device: device, fault: nil, mixer: mixer.option, quiet: Mixer.quiet(among: controls))
    }
}

extension ALSADevice {
    /// The mixer of its card, or the default mixer of a sound server, which has no card.
    var mixer: MixerAddress? {
        var memory: OpaquePointer?
        guard snd_pcm_info_malloc(&memory) == 0, let information = memory else { return nil }
        defer { snd_pcm_info_free(information) }
        guard snd_pcm_info(pcm, information) == 0 else { return nil }
        let card = snd_pcm_info_get_card(information)
        if card >= 0 { return MixerAddress(name: "hw:\(card)", option: "-c \(card)") }
        return snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG ? .server : nil
    }

    /// Whether it is a plugin that plays through PulseAudio or PipeWire; only `snd_pcm_dump` has the plugin's name.
    var playsThroughServer: Bool {
        var opened: OpaquePointer?
        guard snd_pcm_type(pcm) == SND_PCM_TYPE_IOPLUG, snd_output_buffer_open(&opened) == 0, let output = opened else {
            return false
        }
        defer { snd_output_close(output) }
        guard snd_pcm_dump(pcm, output) == 0 else { return false }
        var text: UnsafeMutablePointer<CChar>?
        let count = snd_output_buffer_string(output, &text)
        let dump = String(decoding: UnsafeRawBufferPointer(start: text, count: count), as: UTF8.self)
        return dump.includes("PulseAudio") || dump.includes("PipeWire")
    }
}
