import EggSound

/// Whether an alarm would be heard, as far as the sound devices and the mixer behind them have been checked.
struct Audibility: Sendable {
    /// The latest result of checking the devices.
    private enum Devices: Equatable {
        /// Nothing was checked yet; then audible or failing.
        case unknown
        /// This device plays; failing when no device does.
        case audible(device: String, mixer: MixerAddress?)
        /// No device plays; audible when one does.
        ///
        /// `changesTell` if a change of the device files, or of this mixer, will show that the fault is fixed.
        case failing(reason: String, changesTell: Bool, mixer: MixerAddress?)

        var mixer: MixerAddress? {
            switch self {
            case .unknown: nil
            case .audible(_, let mixer), .failing(_, _, let mixer): mixer
            }
        }
    }

    /// The latest result of reading the mixer.
    private enum MixerState: Equatable {
        /// There is no mixer, or none is known; asked when one is found.
        case none
        /// A reading was requested; then known, or stuck. In the one before it these controls were too quiet.
        case asked(quiet: [Mixer.Control])
        /// These controls are too quiet; asked when the mixer is read again.
        case known(quiet: [Mixer.Control])
        /// The mixer has not answered in time; until it does, and is known, clients' questions don't wait for it.
        case stuck(quiet: [Mixer.Control])

        var quiet: [Mixer.Control] {
            switch self {
            case .none: []
            case .asked(let quiet), .known(let quiet), .stuck(let quiet): quiet
            }
        }
    }

    /// Whether an alarm unmutes and raises the mixer.
    var unmutes: Bool
    /// Why the configured alarm can't be heard on any device.
    var alarmFault: String?
    private var devices = Devices.unknown
    private var mixer = MixerState.none
    private var request = MixerRequest()

    init(unmutes: Bool, alarmFault: String?) {
        (self.unmutes, self.alarmFault) = (unmutes, alarmFault)
    }

    // MARK: State

    /// Why an alarm would not be heard or, while it sounds, is not; nil when it is, or when nothing is known.
    func fault(whileSounding isSounding: Bool) -> String? {
        switch devices {
        case .unknown: alarmFault
        case .failing(let reason, _, _): reason
        case .audible: playedFault(whileSounding: isSounding)
        }
    }

    /// Why an alarm that a device plays is not heard.
    func playedFault(whileSounding isSounding: Bool) -> String? {
        alarmFault ?? mixerFault(whileSounding: isSounding)
    }

    /// Why the mixer would make an alarm inaudible.
    private func mixerFault(whileSounding isSounding: Bool) -> String? {
        guard case .audible(let device, _) = devices else { return nil }
        // An alarm raises the mixer when it starts; a mixer that is too quiet after that stays so.
        if unmutes, !isSounding { return nil }
        return Mixer.fault(of: device, quiet: mixer.quiet)
    }

    /// No device was checked yet.
    var isUnknown: Bool { devices == .unknown }

    var hasDevice: Bool { if case .audible = devices { true } else { false } }

    /// The card of the device that can be opened; nil behind a sound server, which shares the card with others.
    var card: String? {
        guard case .audible(_, let mixer?) = devices, mixer.name.hasPrefix("hw:") else { return nil }
        return mixer.name
    }

    /// No device can be opened.
    var isFailing: Bool { if case .failing = devices { true } else { false } }

    /// No device can be opened, and no event will tell when one can.
    var failsUnnoticed: Bool { if case .failing(_, changesTell: false, _) = devices { true } else { false } }

    /// Changes of the mixer are reported.
    var isListening: Bool { hasDevice && request.listens }

    /// A reading of the mixer was requested and has not arrived.
    var awaitsMixer: Bool { if case .asked = mixer { true } else { false } }

    var isMixerStuck: Bool { if case .stuck = mixer { true } else { false } }

    // MARK: Changes

    /// An alarm is heard, or would be, on this device.
    mutating func hasPlayed(on device: String, through address: MixerAddress?) {
        if case .audible(_, address) = devices {} else { mixer = .none }
        devices = .audible(device: device, mixer: address)
    }

    /// An alarm is not heard, or would not be, on any device.
    mutating func hasFailed(_ reason: String, changesTell: Bool, mixer address: MixerAddress? = nil) {
        devices = .failing(reason: reason, changesTell: changesTell, mixer: address)
        mixer = .none
    }

    /// A mixer was read; it counts only while it is the one behind the device.
    mutating func hasRead(_ address: MixerAddress, quiet: [Mixer.Control]) {
        if devices.mixer == address { mixer = .known(quiet: quiet) }
    }

    /// A mixer that was watched no longer exists; returns whether it is the one behind the device.
    mutating func hasLost(_ address: MixerAddress) -> Bool {
        guard devices.mixer == address else { return false }
        mixer = .none
        return true
    }

    /// The mixer has not answered in time.
    mutating func stopWaitingForMixer() {
        if case .asked(let quiet) = mixer { mixer = .stuck(quiet: quiet) }
    }

    /// The request to the mixer thread, if it has changed or the mixer must be read again.
    mutating func nextRequest(listens: Bool, raises: Bool, isWanted: Bool) -> MixerRequest? {
        let new = MixerRequest(mixer: devices.mixer, listens: listens, raises: raises)
        guard isWanted || new != request else { return nil }
        let isSame = new.mixer == request.mixer && new.raises == request.raises
        request = new
        guard new.mixer != nil else {
            mixer = .none
            return new
        }
        mixer = .asked(quiet: isSame ? mixer.quiet : [])
        return new
    }
}

extension DeviceFault {
    /// Whether a change of the device files, or of the mixer, will show when a fault is fixed. It will for a card that
    /// is missing or forbidden, but not for one that is in use or for a sound server that is down.
    var changesTell: Bool {
        switch code {
        case .noEntry, .noDevice, .badDescriptor, .noAccess, .noOutput: true
        default: false
        }
    }

    /// The mixer that tells when the fault is fixed.
    var mixer: MixerAddress? { code == .noOutput ? .server : nil }
}
