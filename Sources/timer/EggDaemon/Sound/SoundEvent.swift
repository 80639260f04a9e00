import EggSound
import EggTimers

extension SoundWatch {
    enum Event: Equatable, Sendable {
        /// eggd serves from now on.
        case started
        /// The configuration was read again: whether an alarm unmutes the mixer, and why it can't be heard at all.
        case configured(unmutes: Bool, fault: String?)
        /// Sound devices were added or removed, or their permissions have changed.
        case devicesChanged
        /// There are now timers or subscribers, or no longer any.
        case needed(Bool)
        /// A client asks whether an alarm would be heard.
        case asked
        /// A device opens for a lead-in or a short sound, which end by themselves after this time at most.
        case opens(for: Duration)
        case alarmStarted(EggTimer.ID)
        case alarmStopped(EggTimer.ID)
        case testStarted
        /// The output is busy and can't check the devices.
        case checkRefused
        case reported(Ringer.Report)
        case stuck(Ringer.StuckCall)
        /// The time that was asked for has passed.
        case woken(isUdevBusy: Bool)
    }

    /// The effects. Those that can cause an event at once come last.
    enum Effect: Equatable, Sendable {
        /// `soundOut` has changed.
        case publish
        case log(Message)
        /// The check is done, and clients that asked are answered.
        case answer
        case request(MixerRequest)
        /// Wake after this time, in place of any earlier request; never if nil.
        case wake(after: Duration?)
        /// Give up a call to a device that has not returned.
        case giveUpStuckCall
        /// Check whether an alarm would be heard; if a card is named, only if a program uses it.
        case check(ifInUse: String? = nil)
    }

    enum Message: Equatable, Sendable {
        case unheard(String)
        case heardAgain
        /// The alarm continues on another device.
        case moved(to: String)
    }
}
