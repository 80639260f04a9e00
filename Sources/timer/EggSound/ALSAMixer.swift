import CALSA

package struct ALSAMixerDriver: MixerDriver {
    package init() {}

    package func open(_ name: String) -> (any MixerDevice)? { ALSAMixer(name) }
}

/// An open mixer of alsa-lib: `snd_mixer_open`, `snd_mixer_selem_register`, `snd_mixer_handle_events`.
final class ALSAMixer: MixerDevice {
    private let handle: OpaquePointer
    private let name: String
    /// The sound server whose mixer this is.
    private let server: SoundServer?

    init?(_ name: String) {
        // Opened before the mixer, so that no change in between is missed.
        server = name == MixerAddress.server.name ? SoundServer() : nil
        var opened: OpaquePointer?
        guard snd_mixer_open(&opened, 0) == 0, let handle = opened else { return nil }
        var control: OpaquePointer?
        guard snd_mixer_attach(handle, name) == 0, snd_mixer_selem_register(handle, nil, nil) == 0,
            snd_mixer_get_hctl(handle, name, &control) == 0,
            // snd_mixer_load does this after it has read the levels, and would miss a change in between.
            snd_ctl_subscribe_events(snd_hctl_ctl(control), 1) == 0, snd_mixer_load(handle) == 0
        else {
            snd_mixer_close(handle)
            return nil
        }
        self.handle = handle
        self.name = name
    }

    deinit {
        snd_mixer_close(handle)
    }

    func controls() -> [Mixer.Control] {
        elements.compactMap { Mixer.Control($0) }
    }

    func levels(of control: String) -> Mixer.Levels? {
        element(control).map { Mixer.Levels($0) }
    }

    func set(_ control: String, to levels: Mixer.Levels) {
        guard let element = element(control) else { return }
        let channels = element.channels
        for (channel, volume) in zip(channels, levels.volumes) {
            snd_mixer_selem_set_playback_volume(element.pointer, channel, volume)
        }
        for (channel, isOn) in zip(channels, levels.switches) {
            snd_mixer_selem_set_playback_switch(element.pointer, channel, isOn ? 1 : 0)
        }
    }

    func audible(_ control: String) -> Mixer.Levels? {
        element(control).map { Mixer.Levels($0).audible(in: $0.volumes) }
    }

    func lock(_ lock: MixerLock) -> Bool {
        // A card's mixer has one descriptor, that of its control device; a sound server belongs to one user.
        guard name.hasPrefix("hw:"), let control = descriptors.first else { return true }
        return lock.apply(to: control)
    }

    var descriptors: [Int32] {
        let count = snd_mixer_poll_descriptors_count(handle)
        guard count > 0 else { return [] }
        var entries = [pollfd](repeating: pollfd(), count: Int(count))
        let filled = snd_mixer_poll_descriptors(handle, &entries, UInt32(count))
        return entries.prefix(max(0, Int(filled))).map(\.fd) + (server.map { [$0.descriptor] } ?? [])
    }

    func update() -> Bool {
        // ALSA's plugins stay with the sink that was the default when they were opened. PipeWire's also stays without a
        // volume, 0 %, if there was no source then.
        snd_mixer_handle_events(handle) >= 0 && server?.readChange() != true
    }

    private func element(_ control: String) -> Element? {
        elements.first { $0.name == control }
    }

    private var elements: [Element] {
        var elements: [Element] = []
        var next = snd_mixer_first_elem(handle)
        while let pointer = next {
            if let element = Element(pointer) { elements.append(element) }
            next = snd_mixer_elem_next(pointer)
        }
        return elements
    }
}

/// A simple element with playback controls, valid as long as its mixer is open.
private struct Element {
    let pointer: OpaquePointer
    /// `Master`; with its number where a card has several of that name: `PCM,1`.
    let name: String
    let hasVolume: Bool
    let hasSwitch: Bool

    init?(_ pointer: OpaquePointer) {
        hasVolume = snd_mixer_selem_has_playback_volume(pointer) != 0
        hasSwitch = snd_mixer_selem_has_playback_switch(pointer) != 0
        guard hasVolume || hasSwitch, let name = snd_mixer_selem_get_name(pointer) else { return nil }
        let index = snd_mixer_selem_get_index(pointer)
        self.name = String(cString: name) + (index > 0 ? ",\(index)" : "")
        self.pointer = pointer
    }

    var channels: [snd_mixer_selem_channel_id_t] {
        (0...SND_MIXER_SCHN_LAST.rawValue).map { snd_mixer_selem_channel_id_t(rawValue: $0) }
            .filter { snd_mixer_selem_has_playback_channel(pointer, $0) != 0 }
    }

    /// The range of its volume in its own numbers.
    var volumes: ClosedRange<Int>? {
        var (least, most) = (0, 0)
        guard hasVolume, snd_mixer_selem_get_playback_volume_range(pointer, &least, &most) == 0, most > least else {
            return nil
        }
        return least...most
    }

    /// How many dB its loudest channel is below the maximum; alsa-lib counts hundredths of a dB.
    var attenuation: Double? {
        var (least, most) = (0, 0)
        guard hasVolume, snd_mixer_selem_get_playback_dB_range(pointer, &least, &most) == 0, most > least else {
            return nil
        }
        return read(snd_mixer_selem_get_playback_dB).max().map { Double(most - $0) / 100 }
    }

    var percent: Int? {
        guard let range = volumes, let loudest = read(snd_mixer_selem_get_playback_volume).max() else { return nil }
        let share = Double(loudest - range.lowerBound) / Double(range.upperBound - range.lowerBound)
        return Int((share * 100).rounded())
    }

    var switches: [Bool] {
        guard hasSwitch else { return [] }
        return channels.map { channel in
            var value: Int32 = 0
            return snd_mixer_selem_get_playback_switch(pointer, channel, &value) == 0 && value != 0
        }
    }

    /// One number for each channel that exists.
    func read(
        _ call: (OpaquePointer?, snd_mixer_selem_channel_id_t, UnsafeMutablePointer<Int>?) -> Int32
    ) -> [Int] {
        channels.compactMap { channel in
            var value = 0
            return call(pointer, channel, &value) == 0 ? value : nil
        }
    }
}

extension Mixer.Control {
    fileprivate init(_ element: Element) {
        self.init(
            name: element.name, percent: element.percent,
            isOn: element.hasSwitch ? element.switches.contains(true) : nil, attenuation: element.attenuation)
    }
}

extension Mixer.Levels {
    fileprivate init(_ element: Element) {
        self.init(
            volumes: element.hasVolume ? element.read(snd_mixer_selem_get_playback_volume) : [],
            switches: element.switches)
    }
}
