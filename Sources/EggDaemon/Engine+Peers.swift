import EggLoop
import Glibc
import Varlink

/// Who comes, what they send, and when they go.
///
/// However many there are and whatever they send, nothing else waits long for the engine, a deadline and a newcomer
/// least of all. Who needs more than a moment waits in a line.
extension Engine {
    /// How long one peer is served before the others have their turn.
    private static let turn: Duration = .milliseconds(1)
    /// How long peers are served before everything else has its turn.
    private static let shift: Duration = .milliseconds(5)
    /// What is read from a peer in its turn.
    private static let bytesInATurn = 64 * 1024
    /// A newcomer's first calls, if they are as short as those of `eggctl`, don't wait in the line, be it that they
    /// come one by one or in one piece.
    private static let (firstCalls, bytesOfThem) = (4, 1024)
    /// The most that all peers together may have sent without the end of their messages.
    private static let mostBufferedBytes = 32 * 1024 * 1024
    /// The most that may wait to be read by all peers together, what watchers are told aside: that is the same for all.
    private static let mostUnreadBytes = 32 * 1024 * 1024
    /// Who has come less long ago is a newcomer, who may not have had the time to say something.
    private static let newcomersTime: Duration = .seconds(1)
    /// The part of all places that is for newcomers.
    private static let newcomersPart = 8

    // MARK: Coming and going

    func welcome(from listener: UnixListener) {
        // Before those who are already there have their turn. Not as many as there are places for newcomers, or the
        // first of them might have to go for the last; and not for longer than others are served, since room may have to
        // be made for each.
        let end = ContinuousClock.now + Self.shift
        for _ in 0..<max(1, min(256, mostPeers / Self.newcomersPart / 2)) {
            guard ContinuousClock.now < end else { return }
            switch listener.accept() {
            case .nobody: return
            case .turnedAway: log("out of file descriptors: a client was turned away")
            case .peer(let arrived): welcome(arrived)
            }
        }
    }

    /// Only the same user and root may speak; the socket's mode says the same, and may have been changed.
    private func welcome(_ arrived: consuming UnixListener.Peer) {
        guard admission.admits(arrived.userID) else {
            log("user \(arrived.userID) has no business here and was turned away")
            return
        }
        takeIn(arrived.takeDescriptor())
    }

    /// Takes over the connection of somebody who may speak.
    func takeIn(_ connection: consuming Descriptor) {
        guard let poller else { return }
        if peers.count >= mostPeers { makeRoom() }
        lastPeerID += 1
        do throws(SystemError) {
            let connection = try UnixConnection(connection, id: lastPeerID, poller: poller)
            peers[lastPeerID] = Peer(id: lastPeerID, connection: connection)
            considerLeaving()
        } catch {
            log("a client was turned away: \(error)")
        }
    }

    /// Who never completed a call goes first, the one who has been there longest. But newcomers are spared while they
    /// are few: a crowd that holds all other places would see them off before they have said a word. Then goes who is
    /// missed least.
    private func makeRoom() {
        var strangers = 0
        var oldest: Peer?
        for peer in peers.values where peer.calls == 0 {
            strangers += 1
            if peer.id < oldest?.id ?? .max { oldest = peer }
        }
        if let oldest, strangers > mostPeers / Self.newcomersPart || oldest.arrival + Self.newcomersTime < .now {
            part(with: oldest)
        } else if let leaving = leastMissedGuest() ?? oldest {
            part(with: leaving)
        }
    }

    /// Who has most to read; then who has been silent longest; then who watches, for not as long as others; and last
    /// who has only just called, and may have more to say.
    private func leastMissedGuest() -> Peer? {
        let recently = lastCall - mostPeers / Self.newcomersPart
        func order(_ peer: Peer) -> (Int, Int, Int) {
            if peer.isWatching { return (peer.connection.waitingBytes, 1, peer.id) }
            return (peer.connection.waitingBytes, peer.lastCall <= recently ? 2 : 0, -peer.lastCall)
        }
        return peers.values.lazy.filter { $0.calls > 0 }.max { order($0) < order($1) }
    }

    /// All together must leave room for the eggs: who reads least goes.
    func weigh(_ peer: Peer) {
        guard peers[peer.id] != nil else { return }
        let unread = peer.connection.waitingBytes
        unreadBytes += unread - peer.unreadBytes
        peer.unreadBytes = unread
        while unreadBytes > Self.mostUnreadBytes {
            guard let worst = peers.values.max(by: { $0.unreadBytes < $1.unreadBytes }) else { return }
            part(with: worst)
        }
    }

    func part(with peer: Peer) {
        peer.connection.close()
        peers[peer.id] = nil
        bufferedBytes -= peer.bufferedBytes
        unreadBytes -= peer.unreadBytes
        considerLeaving()
        guard peer.isWatching else { return }
        audience.leave(peer.id)
        keepTime()
    }

    // MARK: Turns

    /// Something has come from peers, or there is room again for what goes to them.
    func peersStir() {
        let end = ContinuousClock.now + Self.shift
        repeat {
            let events = poller?.events() ?? []
            for event in events { stir(event, until: end) }
            guard events.count == Poller.mostEvents else { return }
        } while ContinuousClock.now < end
    }

    private func stir(_ event: Poller.Event, until end: ContinuousClock.Instant) {
        guard let peer = peers[event.id] else { return }
        if event.isReadable { peer.hasUnread = true }
        if event.isWritable {
            _ = peer.connection.flush()
            if !peer.isWatching { weigh(peer) }
        }
        // Its turn will come.
        if peer.isInLine { return }
        if line.isEmpty, ContinuousClock.now < end {
            giveTurn(to: peer)
        } else {
            greet(peer)
        }
    }

    /// Has a peer served after those who are there before it.
    func enlist(_ peer: Peer) {
        guard !peer.isInLine else { return }
        peer.isInLine = true
        line.join(peer.id)
        guard !lineMoves else { return }
        lineMoves = true
        later { $0.moveLine() }
    }

    private func moveLine() {
        // Newcomers don't wait for the listener's own thread, which a busy machine may let wait long.
        welcomePeers()
        let end = ContinuousClock.now + Self.shift
        while ContinuousClock.now < end, let id = line.leave() {
            guard let peer = peers[id] else { continue }
            peer.isInLine = false
            giveTurn(to: peer)
        }
        lineMoves = !line.isEmpty
        if lineMoves { later { $0.moveLine() } }
    }

    /// Serves a peer for a moment; if that is not enough it waits for its next turn.
    private func giveTurn(to peer: Peer) {
        let end = ContinuousClock.now + Self.turn
        var room = Self.bytesInATurn
        while serve(peer, until: end) {
            guard peer.takesInput, peer.hasUnread else { return rest(peer) }
            guard room > 0, ContinuousClock.now < end else {
                enlist(peer)
                return rest(peer)
            }
            guard let count = read(from: peer) else { return }
            room -= count
        }
    }

    /// Serves a peer while others wait: at once if it has only come and is brief, else in its turn.
    private func greet(_ peer: Peer) {
        if peer.calls < Self.firstCalls, peer.takesInput {
            var room = Self.bytesOfThem
            while room > 0, peer.hasUnread {
                guard let count = read(from: peer, atMost: room) else { return }
                room -= count
            }
            // Not by the time: whom a reply wakes may take the processor, and the moment would be over.
            guard serve(peer, calls: Self.firstCalls - peer.calls) else { return }
        }
        if peer.hasUnread || peer.session.hasCall { enlist(peer) }
        rest(peer)
    }

    /// Reads once. Until there is nothing: the poller says only once that there is something.
    ///
    /// - Returns: how much; nil when the peer is gone.
    private func read(from peer: Peer, atMost limit: Int = 16 * 1024) -> Int? {
        // Each has its share of the memory, however many there are.
        let share = max(Self.bytesOfThem, min(limit, Self.mostBufferedBytes / max(1, peers.count)))
        switch peer.connection.read(atMost: min(limit, share), { peer.session.receive($0) }) {
        case .bytes(let count): return count
        case .nothing:
            peer.hasUnread = false
            guard peer.connection.isBroken else { return 0 }
        case .end:
            peer.hasUnread = false
            peer.inputHasEnded = true
            // One that only listens, and is gone, would not be missed until there is something to tell.
            guard peer.isWatching, peer.connection.hasHungUp else { return 0 }
        case .broken: break
        }
        part(with: peer)
        return nil
    }

    /// Answers what has been read from a peer.
    ///
    /// - Returns: whether it is still there.
    private func serve(_ peer: Peer, until end: ContinuousClock.Instant? = nil, calls: Int = .max) -> Bool {
        var calls = calls
        while peer.connection.waitingBytes == 0, !isEnding {
            let isOver = end.map { $0 <= ContinuousClock.now } ?? false
            guard calls > 0, !isOver else {
                if peer.session.hasCall { enlist(peer) }
                break
            }
            // A deadline is not kept waiting by calls, however many there are: it passes before the next one.
            deadlinesPass()
            do {
                guard let call = try peer.session.nextCall() else { break }
                calls -= 1
                peer.calls += 1
                lastCall += 1
                peer.lastCall = lastCall
                answer(call, from: peer)
            } catch {
                // Not Varlink: nothing more can be understood of it.
                part(with: peer)
            }
            guard peers[peer.id] != nil else { return false }
        }
        return true
    }

    /// Nothing more to answer for now.
    private func rest(_ peer: Peer) {
        let isBroken = peer.connection.isBroken
        let isLost = isBroken && peer.inputHasEnded && !peer.isInLine
        let isTooMuch = hoards(peer)
        if peer.isDone || isLost || isTooMuch { part(with: peer) }
    }

    /// Whether a peer makes us hold more than its share of messages that have no end yet. A watcher has no business
    /// sending at all; and all together must leave room for the eggs.
    private func hoards(_ peer: Peer) -> Bool {
        let waiting = peer.session.waitingBytes
        bufferedBytes += waiting - peer.bufferedBytes
        peer.bufferedBytes = waiting
        if peer.isWatching, waiting > MessageBuffer.longestMessage { return true }
        return bufferedBytes > Self.mostBufferedBytes && waiting > Self.mostBufferedBytes / mostPeers
    }
}
