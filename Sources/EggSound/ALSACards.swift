import CALSA

/// The playback devices that ALSA has, whatever the machine's owner has set up.
enum ALSACards {
    /// `plughw:` names, which convert what the hardware does not take, in the order of the cards.
    static func playbackDevices() -> [String] {
        var names: [String] = []
        var card: Int32 = -1
        while snd_card_next(&card) == 0, card >= 0 { names += playbackDevices(ofCard: card) }
        return names
    }

    private static func playbackDevices(ofCard card: Int32) -> [String] {
        var opened: OpaquePointer?
        guard snd_ctl_open(&opened, "hw:\(card)", Int32(SND_CTL_NONBLOCK)) == 0, let control = opened else { return [] }
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
            if snd_ctl_pcm_info(control, information) == 0 { names.append("plughw:\(card),\(device)") }
        }
        return names
    }
}
