import EggLoop
import Varlink

/// One connected client, and what the engine must remember about it.
final class Peer {
    /// Counts up; a handler that comes late finds nobody under a number that is gone.
    typealias ID = Int

    let id: ID
    let connection: UnixConnection
    var session = Session()
    /// Whether it is being told every event.
    var isWatching = false
    /// Calls that it has completed; who never has is the first to go when room is short.
    var calls = 0
    /// The number of its last call among those of all.
    var lastCall = 0
    let arrival = ContinuousClock.now
    /// There may be something to read from it.
    var hasUnread = false
    /// It will send no more. It may still be reading.
    var inputHasEnded = false
    /// The step of the board in which it was last told something.
    var lastStep = 0
    /// Its share of the bytes that wait for the rest of their message, and of the replies that wait to be read.
    var bufferedBytes = 0
    var unreadBytes = 0
    /// It waits for its turn.
    var isInLine = false

    init(id: ID, connection: UnixConnection) {
        self.id = id
        self.connection = connection
    }

    /// Whether more calls can be taken: not while earlier replies are unread or calls wait. A watcher is listened to
    /// all the same, since only so is its end noticed.
    var takesInput: Bool {
        isWatching
            || !isInLine && connection.waitingBytes == 0
                && session.waitingBytes <= MessageBuffer.longestMessage
    }

    /// Nothing is owed to it and nothing will come from it.
    var isDone: Bool {
        inputHasEnded && !session.isAnswering && connection.waitingBytes == 0 && !isInLine
    }
}
