import EggLoop
import Glibc
import Varlink

/// Who comes, what they send, and when they go.
extension Engine {
    /// Calls that one peer gets answered before the others have their turn.
    private static let callsInATurn = 16
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
        guard arrived.userID == 0 || arrived.userID == Int(geteuid()) else {
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
        guard peer.isWatching else { return }
        audience.leave(peer.id)
        keepTime()
    }

    private func peerIsReadable(_ id: Peer.ID) {
        guard let peer = peers[id] else { return }
        switch peer.connection.read({ peer.session.receive($0) }) {
        case .bytes: serve(peer)
        case .nothing: return
        case .end:
            peer.inputHasEnded = true
            peer.connection.stopReading()
            if peer.isDone { part(with: peer) }
        case .broken: part(with: peer)
        }
    }

    private func peerIsWritable(_ id: Peer.ID) {
        guard let peer = peers[id] else { return }
        guard peer.connection.flush() else { return part(with: peer) }
        if peer.connection.waitingBytes == 0 { serve(peer) }
    }

    /// Answers what has arrived from a peer, a few calls at a time.
    func serve(_ peer: Peer) {
        peer.isQueuedForService = false
        for _ in 0..<Self.callsInATurn where peer.connection.waitingBytes == 0 {
            do {
                guard let call = try peer.session.nextCall() else { return rest(peer) }
                peer.hasCalled = true
                answer(call, from: peer)
            } catch {
                // Not Varlink: nothing more can be understood of it.
                return part(with: peer)
            }
            guard peers[peer.id] != nil else { return }
        }
        // More may wait; its next turn comes after everybody else's.
        if peer.connection.waitingBytes == 0 {
            peer.isQueuedForService = true
            let id = peer.id
            later { engine in engine.peers[id].map { engine.serve($0) } }
        }
        peer.connection.setReading(peer.takesInput)
    }

    /// Nothing more to answer for now.
    private func rest(_ peer: Peer) {
        if peer.isDone { return part(with: peer) }
        // A watcher has no business sending; what it sends all the same is not hoarded.
        if peer.session.waitingBytes > MessageBuffer.longestMessage { return part(with: peer) }
        peer.connection.setReading(peer.takesInput)
    }
}
