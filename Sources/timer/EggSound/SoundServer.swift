import CPulse
import EggLoop
import Synchronization

/// A connection to the user's sound server, which tells to which sink it plays, and when its default sink or source
/// changes: `pa_context_get_server_info`, `pa_context_subscribe`.
///
/// PipeWire answers like PulseAudio. libpulse has a thread of its own, so a server that hangs delays nobody.
final class SoundServer {
    /// The sink that new sound is played to.
    enum Sink: Equatable, Sendable {
        /// The server has not answered.
        case unknown
        /// There is no server, or it has ended.
        case none
        case named(String)

        /// PulseAudio and PipeWire have a sink of this name while there is no other; nobody hears it.
        static let null = Sink.named("auto_null")
    }

    /// How long opening waits for an answer, which takes some milliseconds; one that comes later is noticed then.
    private static let timeout: Duration = .milliseconds(500)
    private static let library: cpulse_functions? = {
        var functions = cpulse_functions()
        return cpulse_load(&functions) ? functions : nil
    }()

    /// The server's last words, on libpulse's thread.
    private final class Answer: Sendable {
        private let last = Mutex((sink: Sink.unknown, number: 0))
        let changed: Event

        init(_ changed: Event) { self.changed = changed }

        var sink: Sink { last.withLock { $0.sink } }
        var number: Int { last.withLock { $0.number } }

        func take(_ sink: Sink) {
            last.withLock { $0 = (sink, $0.number + 1) }
            changed.signal()
        }
    }

    private let functions: cpulse_functions
    private let mainloop: UnsafeMutableRawPointer
    private let context: UnsafeMutableRawPointer
    private let answer: Answer
    /// The number of the latest answer when it was opened.
    private var first = 0

    /// Asks the server, and waits a moment for its answer; nil if this system has no libpulse.
    init?() {
        guard let functions = Self.library, let changed = try? Event(), let mainloop = functions.mainloop_new() else {
            return nil
        }
        guard let context = functions.context_new(functions.mainloop_api(mainloop), "eggd") else {
            functions.mainloop_free(mainloop)
            return nil
        }
        (self.functions, self.mainloop, self.context, answer) = (functions, mainloop, context, Answer(changed))
        defer { first = answer.number }
        functions.context_on_state(context, Self.stateChanged, Unmanaged.passUnretained(answer).toOpaque())
        guard functions.context_connect(context, nil, cpulse_do_not_spawn, nil) >= 0,
            functions.mainloop_start(mainloop) >= 0
        else {
            answer.take(.none)
            return
        }
        let end = SuspendingClock().now + Self.timeout
        while sink == .unknown {
            let left = end - SuspendingClock().now
            guard left > .zero else { break }
            changed.wait(upTo: left)
        }
    }

    deinit {
        // After this no callback is called, and the answer may be released.
        functions.mainloop_stop(mainloop)
        functions.context_on_state(context, nil, nil)
        functions.context_on_event(context, nil, nil)
        functions.context_disconnect(context)
        functions.context_unref(context)
        functions.mainloop_free(mainloop)
    }

    var sink: Sink { answer.sink }

    /// Becomes readable when the server has answered again, until `readChange`.
    var descriptor: Int32 { answer.changed.descriptor }

    /// Whether the default sink or source, or the server itself, has changed since this was opened.
    func readChange() -> Bool {
        answer.changed.wait(upTo: .zero)
        return answer.number != first
    }

    // MARK: On libpulse's thread

    private static let stateChanged: cpulse_state_callback = { context, data in
        guard let library, let context, let data else { return }
        let state = library.context_state(context)
        if state >= cpulse_failed { Unmanaged<Answer>.fromOpaque(data).takeUnretainedValue().take(.none) }
        guard state == cpulse_ready else { return }
        library.context_on_event(context, { context, _, _, data in SoundServer.ask(context, data) }, data)
        SoundServer.forget(library.context_subscribe(context, cpulse_server_events, nil, nil))
        ask(context, data)
    }

    private static func ask(_ context: UnsafeMutableRawPointer?, _ data: UnsafeMutableRawPointer?) {
        let answered: cpulse_server_callback = { _, information, data in
            guard let data, let name = information?.pointee.default_sink_name else { return }
            Unmanaged<Answer>.fromOpaque(data).takeUnretainedValue().take(.named(String(cString: name)))
        }
        forget(library?.context_server(context, answered, data))
    }

    private static func forget(_ operation: UnsafeMutableRawPointer?) {
        if let operation { library?.operation_unref(operation) }
    }
}
