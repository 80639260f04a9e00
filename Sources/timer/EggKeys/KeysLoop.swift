import EggClient
import EggConfig
import EggLoop
import EggSystemd
import EggWire
import InputDevices
import POSIX
import Varlink

/// Connects devices, eggd and the light, and performs what `PressMachine` and `Light` decide.
// Unchecked: everything belongs to the loop's queue.
final class KeysLoop: @unchecked Sendable {
    private let map: KeyMap
    private let endpoint: Endpoint
    private let loop: EventLoop
    private let calls: EggdCalls
    private let output: ServiceOutput
    private let files: LightFiles?
    private var machine = PressMachine()
    /// Each change is shown at once, before what comes with it is carried out.
    private var light = Light() { didSet { showLight() } }
    private var shown: Light.Blink?
    private var lightProblem: FileError?
    private var report: KeysReport?
    private var folder: DeviceFolder?
    private lazy var watch = EventLoopWatch(loop: loop) { [weak self] in self?.watched($0) }
    private lazy var pressTimer = OneShot(loop: loop) { [weak self] in self?.advancePresses() }
    private lazy var lightTimer = OneShot(loop: loop) { [weak self] in self?.light.advance(to: InputEvent.now) }
    private lazy var statusTimer = OneShot(loop: loop) { [weak self] in self?.showStatus() }

    /// udev sets the mode of a device's file after it was made.
    private static let udevTime: Duration = .seconds(2)

    /// A loop that does nothing before `start`.
    init(
        _ map: KeyMap, led: String?, _ endpoint: Endpoint, loop: EventLoop, output: ServiceOutput
    ) throws(SystemError) {
        (self.map, self.endpoint, self.loop, self.output) = (map, endpoint, loop, output)
        files = led.map { LightFiles(led: $0) }
        calls = try EggdCalls(endpoint, lifetime: PressMachine.pressTimeout, answerTime: .seconds(1))
    }

    /// Opens the devices, and connects to eggd.
    func start() {
        showLight()
        let folder = DeviceFolder(
            loop: loop, isWanted: { [map] in map.section(for: $0.names) != nil },
            handler: { [weak self] in self?.handle($0) })
        self.folder = folder
        do {
            try calls.serve(on: loop)
        } catch {
            output.say("the replies of eggd are not noticed: \(error)")
        }
        do {
            try folder.start()
        } catch {
            output.say("devices that are connected later are not noticed: \(error)")
        }
        watch.begin(TimerWatch(endpoint, ticks: false))
    }

    /// Turns the light off: without this program it shows nothing.
    func end() {
        watch.end()
        folder = nil
        for timer in [pressTimer, lightTimer, statusTimer] { timer.disarm() }
        try? files?.show(.none)
    }

    // MARK: Devices

    private func handle(_ event: DeviceFolder.Event) {
        switch event {
        case .appeared(let number, let device, let listing):
            guard let section = map.section(for: listing.names), machine.assign(section, to: number) else { return }
            output.say("\(listing.name) is connected, for [keys \(section.name)]")
            guard section.grabs else { return }
            do throws(SystemError) {
                try device.grab()
            } catch {
                output.say("\(listing.name) can't be grabbed, so other programs also get its keys: \(error.code)")
            }
        case .event(let number, let event): perform(machine.received(event, from: number, at: .now))
        case .vanished(let number):
            machine.vanished(number)
            armPresses()
        case .listed: statusTimer.arm(after: Self.udevTime)
        }
    }

    private func showStatus() {
        guard let folder else { return }
        let new = KeysReport(map, open: folder.listings, refused: folder.refused)
        guard new != report else { return }
        report = new
        output.notify(.status(new.status))
        output.say(new.sentence)
    }

    private func advancePresses() {
        // A key that was released in time was not held, however late this program is.
        folder?.readAll()
        perform(machine.advance(to: .now))
    }

    private func armPresses() {
        pressTimer.set(after: machine.nextWake.map { $0 - InputEvent.now })
    }

    // MARK: eggd

    private func watched(_ report: WatchReport) {
        switch report {
        case .event(let reply), .resumed(let reply, _): light.show(reply.timers)
        case .lost, .stalled: light.show(nil)
        }
        perform(machine.watched(report, at: .now))
    }

    // MARK: Effects

    private func perform(_ effects: [PressMachine.Effect]) {
        for effect in effects {
            switch effect {
            case .call(let calls, let press):
                self.calls.make(calls) { [weak self] endings in
                    guard let self else { return }
                    perform(machine.ended(press, PressMachine.PressResult(endings), at: .now))
                }
            case .refuse(let sentence):
                output.say(sentence)
                light.refuse(at: InputEvent.now)
            case .watch(let isUrgent):
                let maxDelay: Duration = isUrgent ? .milliseconds(250) : .seconds(5)
                watch.begin(TimerWatch(endpoint, ticks: false, maxDelay: maxDelay))
            }
        }
        armPresses()
    }

    // MARK: The light

    private func showLight() {
        lightTimer.set(after: light.nextWake.map { $0 - InputEvent.now })
        guard let files, light.blink != shown else { return }
        do throws(FileError) {
            try files.show(light.blink)
            (shown, lightProblem) = (light.blink, nil)
        } catch {
            // It is tried again when the light is to show something else.
            if lightProblem != error { output.say("the light shows nothing: \(error)") }
            (shown, lightProblem) = (nil, error)
        }
    }
}

extension PressMachine.PressResult {
    /// The first thing that prevented a press, if anything did.
    init(_ endings: [EggdCalls.Ending]) {
        self = .carriedOut
        for (index, ending) in endings.enumerated() {
            guard let problem = ending.problem else { continue }
            self = .refused(problem)
            if case .unreachable = ending {
                // Only a press of which nothing was carried out is repeated.
                self = index == 0 ? .unreachable : .refused(EggdCalls.Ending.uncertainProblem)
            }
            return
        }
    }
}
