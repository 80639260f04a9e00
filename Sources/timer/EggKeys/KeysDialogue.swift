import EggClient
import EggLoop
import InputDevices
import Program

/// Shows or learns presses on a terminal: opens all devices that can be read, and carries out nothing.
// Unchecked: everything belongs to the loop's queue.
final class KeysDialogue: @unchecked Sendable {
    private let loop: EventLoop
    private let write: @Sendable (String) -> Void
    private let done: @Sendable () -> Void
    private var showing: Showing
    /// nil for `--show`.
    private var learning: Learning?
    private var listings: [Int: DeviceFolder.Listing] = [:]
    private var reported: [DeviceFolder.Listing] = []
    private var folder: DeviceFolder?
    private var timer: OneShot?

    /// - Parameter done: is called when everything is learned.
    init(
        _ map: KeyMap, learns: Bool, loop: EventLoop, write: @escaping @Sendable (String) -> Void,
        done: @escaping @Sendable () -> Void
    ) {
        (self.loop, self.write, self.done) = (loop, write, done)
        showing = Showing(map)
        learning = learns ? Learning() : nil
    }

    func start() {
        timer = OneShot(loop: loop) { [weak self] in self?.advance() }
        let folder = DeviceFolder(loop: loop, isWanted: { _ in true }, handler: { [weak self] in self?.handle($0) })
        self.folder = folder
        do {
            try folder.start()
        } catch {
            write("Devices that are connected later are not noticed: \(error)")
        }
        if folder.listings.isEmpty { write("No device can be read yet; to allow one, see: man eggtimer-keys") }
        write(learning?.question ?? "Press a key. Ctrl-C ends this.")
    }

    private func handle(_ event: DeviceFolder.Event) {
        switch event {
        case .appeared(let number, let device, let listing):
            listings[number] = listing
            let lines = showing.appeared(number, listing)
            if learning == nil { lines.forEach(write) }
            if device.isGrabbed { write("\(listing.name): another program has grabbed it, so its keys are not shown") }
        case .event(let number, let event): received(event, from: number)
        case .vanished(let number):
            listings[number] = nil
            let lines = showing.vanished(number)
            if learning == nil { lines.forEach(write) }
            arm()
        case .listed:
            guard let refused = folder?.refused else { return }
            if learning == nil {
                for device in refused where !reported.contains(device) { write(showing.line(device, isOpen: false)) }
            }
            reported = refused
        }
    }

    private func received(_ event: InputEvent, from number: Int) {
        guard learning != nil else {
            showing.received(event, from: number, at: .now).forEach(write)
            return arm()
        }
        guard event.code.isKey, event.value == 1, learning?.isComplete == false, let device = listings[number] else {
            return
        }
        if let problem = learning?.pressed(event.code, of: device) { write(problem) }
        guard let learning else { return }
        guard learning.isComplete else { return write(learning.question ?? "") }
        let start = Environment.hasServiceManager ? "systemctl --user restart eggkeys" : "eggkeys"
        write("Add these lines to eggd.conf, then use: \(start)\n\n\(learning.section)")
        folder = nil
        done()
    }

    private func advance() {
        folder?.readAll()
        showing.advance(to: .now).forEach(write)
        arm()
    }

    private func arm() {
        timer?.set(after: showing.nextWake.map { $0 - InputEvent.now })
    }
}
