import EggLoop
import Glibc
import Varlink

/// Who comes, what they send, and when they go.
extension Engine {
    /// How long one peer is served before the others have their turn.
    private static let turn: Duration = .milliseconds(1)
    /// Reads of 16 KiB before the others have their turn.
    private static let readsInATurn = 4
    /// The most that all peers together may have sent without the end of their messages.
    private static let mostBufferedBytes = 32 * 1024 * 1024
    /// Peers that are welcomed before those who are already there have their turn.
    private static let arrivalsInATurn = 16

    func welcome(from listener: UnixListener) {
        for _ in 0..<Self.arrivalsInATurn {
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
        if peers.count >= mostPeers { makeRoom() }
        lastPeerID += 1
        let id = lastPeerID
        let connection = UnixConnection(
            arrived.takeDescriptor(), queue: executor.queue, onReadable: door { $0.peerIsReadable(id) },
            onWritable: door { $0.peerIsWritable(id) })
        peers[id] = Peer(id: id, connection: connection)
        considerLeaving()
    }

    /// Who never completed a call goes first, then who reads least.
    private func makeRoom() {
        let idle = peers.values.filter { !$0.hasCalled }.min { $0.id < $1.id }
        let last = idle ?? peers.values.max { $0.connection.waitingBytes < $1.connection.waitingBytes }
        if let last { part(with: last) }
    }

    func part(with peer: Peer) {
        peer.connection.close()
        peers[peer.id] = nil
        bufferedBytes -= peer.bufferedBytes
        considerLeaving()
        guard peer.isWatching else { return }
        audience.leave(peer.id)
        keepTime()
    }

    private func peerIsReadable(_ id: Peer.ID) {
        guard let peer = peers[id] else { return }
        // Until there is nothing: a peer that has hung up is announced once, with however much it has left behind.
        for _ in 0..<Self.readsInATurn {
            switch peer.connection.read({ peer.session.receive($0) }) {
            case .bytes:
                serve(peer)
                guard peers[id] != nil, peer.takesInput else { return }
            case .nothing:
                if peer.connection.isBroken { part(with: peer) }
                return
            case .end:
                peer.inputHasEnded = true
                peer.connection.stopReading()
                // One that only listens, and is gone, would not be missed until there is something to tell.
                return peer.isWatching && peer.connection.hasHungUp ? part(with: peer) : rest(peer)
            case .broken: return part(with: peer)
            }
        }
        later { $0.peerIsReadable(id) }
    }

    private func peerIsWritable(_ id: Peer.ID) {
        guard let peer = peers[id] else { return }
        _ = peer.connection.flush()
        if peer.connection.waitingBytes == 0 { serve(peer) }
    }

    /// Answers what has arrived from a peer, for a moment at a time.
    func serve(_ peer: Peer) {
        peer.isQueuedForService = false
        let begin = ContinuousClock.now
        while peer.connection.waitingBytes == 0, !isEnding {
            guard ContinuousClock.now - begin < Self.turn else {
                // More may wait; its next turn comes after everybody else's.
                peer.isQueuedForService = true
                let id = peer.id
                later { engine in engine.peers[id].map { engine.serve($0) } }
                break
            }
            // A deadline is not kept waiting by calls, however many there are: it passes before the next one.
            deadlinesPass()
            do {
                guard let call = try peer.session.nextCall() else { break }
                peer.hasCalled = true
                answer(call, from: peer)
            } catch {
                // Not Varlink: nothing more can be understood of it.
                return part(with: peer)
            }
            guard peers[peer.id] != nil else { return }
        }
        rest(peer)
    }

    /// Nothing more to answer for now.
    private func rest(_ peer: Peer) {
        if peer.isDone || peer.inputHasEnded && peer.connection.isBroken && !peer.isQueuedForService {
            return part(with: peer)
        }
        guard !hoards(peer) else { return part(with: peer) }
        if peer.connection.setReading(peer.takesInput) {
            let id = peer.id
            later { $0.peerIsReadable(id) }
        }
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
