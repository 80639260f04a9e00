import CALSA
import POSIX

/// Opens PCMs of alsa-lib: the preferred one, then `default`, then those of any card.
package struct ALSADriver: PlaybackDriver {
    package init() {
        // eggd reports each failure once, by its code; alsa-lib would print some eight lines about it.
        _ = calsa_silence_messages()
    }

    package func candidates(preferring device: String) -> [String] {
        // `default` is what the machine's owner has configured.
        [device] + (device == "default" ? [] : ["default"])
    }

    package func cards() -> [String] { ALSACards.names() }

    package func playbackDevices(ofCard card: String) -> [String] { ALSACards.playbackDevices(of: card) }

    package func isInUse(card: String) -> Bool { ALSACards.isInUse(card) }

    package func open(_ name: String, format: Sound.Format) throws(DeviceFault) -> any PlaybackDevice {
        do throws(DeviceFault) {
            return try ALSADevice(name: name, format: format)
        } catch {
            throw DeviceFault(
                error.call, device: error.device, code: ALSACards.cause(of: error.code, ALSACards.access()))
        }
    }
}

/// An open PCM, always non-blocking: `snd_pcm_open`, `snd_pcm_writei`, `snd_pcm_wait`, `snd_pcm_delay`.
final class ALSADevice: PlaybackDevice {
    /// Long enough for a busy machine to refill it in time; a stop discards its content.
    private static let bufferTime: Duration = .milliseconds(400)

    let bufferFrames: Int
    private let name: String
    private let channels: Int
    let pcm: OpaquePointer
    /// The sound server that it plays through, if it does.
    private var server: SoundServer?

    init(name: String, format: Sound.Format) throws(DeviceFault) {
        do throws(DeviceFault) {
            (pcm, bufferFrames) = try Self.open(name, as: name, format: format)
        } catch  where error.code == .invalid && !name.contains("'") {
            // Bare hardware takes only its own formats and rates; alsa-lib's plug converts to them.
            (pcm, bufferFrames) = try Self.open("plug:SLAVE='\(name)'", as: name, format: format)
        }
        self.name = name
        channels = format.channels
        if playsThroughServer { server = SoundServer() }
        try checkServer()
    }

    /// Sound that the server plays to nothing is heard by nobody.
    private func checkServer() throws(DeviceFault) {
        if server?.sink == .null { throw DeviceFault("pa_context_get_server_info", device: name, code: .noOutput) }
    }

    private static func open(
        _ address: String, as name: String, format: Sound.Format
    ) throws(DeviceFault) -> (pcm: OpaquePointer, bufferFrames: Int) {
        var opened: OpaquePointer?
        let code = snd_pcm_open(&opened, address, SND_PCM_STREAM_PLAYBACK, Int32(SND_PCM_NONBLOCK))
        guard code >= 0, let pcm = opened else {
            throw DeviceFault(DeviceFault.opening, device: name, code: ALSAError(rawValue: code))
        }
        do throws(DeviceFault) {
            return (pcm, try configure(pcm, name: name, format: format))
        } catch {
            snd_pcm_close(pcm)
            throw error
        }
    }

    deinit {
        snd_pcm_close(pcm)
    }

    /// The buffer's size in frames, as the device has granted it.
    private static func configure(
        _ pcm: OpaquePointer, name: String, format: Sound.Format
    ) throws(DeviceFault) -> Int {
        try check(
            snd_pcm_set_params(
                pcm, SND_PCM_FORMAT_S16, SND_PCM_ACCESS_RW_INTERLEAVED, UInt32(format.channels),
                UInt32(format.rate), 1, UInt32(bufferTime.microseconds)),
            "snd_pcm_set_params", name)
        var (buffer, period): (snd_pcm_uframes_t, snd_pcm_uframes_t) = (0, 0)
        try check(snd_pcm_get_params(pcm, &buffer, &period), "snd_pcm_get_params", name)
        return Int(buffer)
    }

    func write(_ samples: UnsafeBufferPointer<Int16>) throws(DeviceFault) -> Int {
        try checkServer()
        let frames = snd_pcm_uframes_t(samples.count / channels)
        let written = snd_pcm_writei(pcm, samples.baseAddress, frames)
        if written == snd_pcm_sframes_t(ALSAError.again.rawValue) { return 0 }
        guard written >= 0 else {
            throw DeviceFault("snd_pcm_writei", device: name, code: ALSAError(rawValue: Int32(clamping: written)))
        }
        // The start threshold takes effect only when the buffer is full; a short sound would wait for ever.
        if written > 0, snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED {
            try Self.check(snd_pcm_start(pcm), "snd_pcm_start", name)
        }
        return written
    }

    func wait(upTo time: Duration) throws(DeviceFault) {
        try Self.check(snd_pcm_wait(pcm, time.pollTimeout), "snd_pcm_wait", name)
    }

    func framesToBeHeard() throws(DeviceFault) -> Int {
        // A sound ends with an underrun: all of it was heard. Some plugins, such as PipeWire's, report it only when the
        // pointer is updated, and until then report a delay.
        let available = snd_pcm_avail_update(pcm)
        if available == snd_pcm_sframes_t(ALSAError.underrun.rawValue) { return 0 }
        try Self.check(Int32(clamping: min(0, available)), "snd_pcm_avail_update", name)
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_RUNNING: break
        case SND_PCM_STATE_DISCONNECTED: throw DeviceFault("snd_pcm_state", device: name, code: .noDevice)
        default: return 0
        }
        var delay: snd_pcm_sframes_t = 0
        let code = snd_pcm_delay(pcm, &delay)
        if code == ALSAError.underrun.rawValue { return 0 }
        try Self.check(code, "snd_pcm_delay", name)
        return max(0, delay)
    }

    func prepare() throws(DeviceFault) {
        try Self.check(snd_pcm_prepare(pcm), "snd_pcm_prepare", name)
    }

    func stop() {
        snd_pcm_drop(pcm)
    }

    private static func check(_ code: Int32, _ call: String, _ name: String) throws(DeviceFault) {
        guard code >= 0 else { throw DeviceFault(call, device: name, code: ALSAError(rawValue: code)) }
    }
}
