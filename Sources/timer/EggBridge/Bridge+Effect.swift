import EggClient
import EggWire
import MQTT

extension Bridge {
    /// One thing to do; several are done in order.
    enum Effect: Equatable {
        case publish(BridgeMessage)
        /// Answer a request, at its own topic if it has one.
        case answer(AnswerPayload, to: Request)
        /// Make these calls one after the other, and then answer each.
        case call([EggdCall], for: Request)
        /// Subscribe to a topic; where the messages are kept, the broker keeps them while the bridge is away.
        case subscribe(String, wantsRetained: Bool, keeps: Bool = false)
        /// Ask eggd for the menu, its health and its history, then call `menuArrived` and `healthArrived`.
        case readMenu
        /// Call `announcementIsOver` after a short random time.
        case waitAfterAnnouncement
        /// Write a line for the user.
        case say(String)
        /// Make a call about other kitchens; if it is about one with an id, call `told` with its ending.
        case tell(EggdCall, about: String?)
    }

    /// Where an answer goes.
    struct Request: Equatable, Sendable {
        /// The topic that the client asks for, or that of all answers.
        let topic: String
        let correlationData: [UInt8]?
        /// The line or the parameters, by which a client of MQTT 3.1.1 knows the answer; nil if they are longer than a line.
        var command: String?
        /// The memory of it, if it is carried out.
        var memory: CommandLimits.Memory?
    }
}
