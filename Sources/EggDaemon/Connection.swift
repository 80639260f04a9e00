import EggLoop
import Varlink

/// One connected client, and what is remembered about it.
final class Connection {
    /// Counts up; nothing is found under the number of a connection that is gone.
    typealias ID = Int

    let id: ID
    let socket: UnixConnection
    var session = Session()
    /// Whether it receives every event.
    var isSubscriber = false
    /// The number of the call that was taken from it last.
    var lastCall = 0
    /// Grows with every connection and call of all; the least belongs to the one that has called longest ago.
    var lastActivity: Int
    /// There may be something to read.
    var hasUnread = false
    /// It sends no more. It may still be reading.
    var inputHasEnded = false
    /// It waits for its turn.
    var isQueued = false
    /// Its share of the bytes that wait for the rest of their message, and of the replies that wait to be read.
    var unfinishedBytes = 0
    var unreadBytes = 0

    init(id: ID, socket: UnixConnection, lastActivity: Int) {
        self.id = id
        self.socket = socket
        self.lastActivity = lastActivity
    }

    /// Whether more may be read: not while replies are unread, and no more than one long message ahead. A subscriber is
    /// read from all the same, since only so is its end noticed.
    var takesInput: Bool {
        isSubscriber || socket.waitingBytes == 0 && session.waitingBytes <= MessageBuffer.longestMessage
    }

    /// Whether a call can be taken from it now.
    var hasCall: Bool { socket.waitingBytes == 0 && session.hasCall }

    /// Whether nothing is owed to it, and nothing will come from it.
    var isDone: Bool {
        inputHasEnded && !session.isAnswering && !session.hasCall && (socket.isBroken || socket.waitingBytes == 0)
    }
}
