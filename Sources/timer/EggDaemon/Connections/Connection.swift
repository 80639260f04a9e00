import EggLoop
import Varlink

final class Connection {
    /// Grows by one with each connection; numbers are never reused.
    typealias ID = Int

    let id: ID
    let socket: UnixConnection
    var session = Session()
    /// Whether it receives all events.
    var isSubscriber = false
    /// The number of the last call that was taken from it.
    var lastCall = 0
    /// Read from a counter of all connections and calls; the connection with the smallest value called longest ago.
    var lastActivity: Int
    /// There may be input to read.
    var hasUnread = false
    /// The client sends no more. It may still read.
    var inputHasEnded = false
    var isQueued = false

    init(id: ID, socket: UnixConnection, lastActivity: Int) {
        self.id = id
        self.socket = socket
        self.lastActivity = lastActivity
    }

    /// Whether to read more from it. Nothing is read while replies are unread, and no more than one long message ahead.
    /// A subscriber is always read from, because only a read shows that it has disconnected.
    var takesInput: Bool {
        isSubscriber || socket.waitingBytes == 0 && session.waitingBytes <= MessageBuffer.maxMessageLength
    }

    /// Whether a call can be taken from it now.
    var hasCall: Bool { socket.waitingBytes == 0 && session.hasCall }

    /// Whether it is finished: the client gets nothing more and sends nothing more.
    var isDone: Bool {
        inputHasEnded && !session.isAnswering && !session.hasCall && (socket.isBroken || socket.waitingBytes == 0)
    }
}
