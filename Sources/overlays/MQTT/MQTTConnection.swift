import CMosquitto
import EggLoop
import Glibc
import POSIX
import Synchronization

/// One connection to a broker on an event loop (libmosquitto); it never connects again by itself.
///
/// Everything belongs to the loop's queue. Only resolving the name and connecting, which block, are done on a thread,
/// before the loop uses the connection. All messages are sent with QoS 1, so that a broker's refusal is noticed.
// Unchecked: the thread's work and the queue's follow each other.
public final class MQTTConnection: @unchecked Sendable {
    /// One thing that has happened.
    public enum Event: Sendable {
        /// The broker has accepted the client, and may have kept its session.
        case connected(hasSession: Bool)
        /// A message has arrived.
        case message(MQTTMessage)
        /// The broker has taken the message with this number, or refused it.
        case published(Int32, MQTTError?)
        /// The broker has refused this subscription.
        case subscriptionRefused(String)
        /// A message or a subscription could not be sent; the connection continues.
        case failed(MQTTError)
        /// The connection has ended; nothing follows.
        case ended(MQTTError)
    }

    /// The longest message that a broker may send, in bytes. MQTT 5 tells it; with MQTT 3.1.1, a longer one ends the
    /// connection.
    static let maxPacket: UInt32 = 256 * 1024
    /// Debian's folder of trusted certificates.
    private static let systemCertificates = "/etc/ssl/certs"
    private static let isLibraryReady: Bool = {
        // It does nothing, but interrupts connect(2), for which libmosquitto has no time limit.
        var action = sigaction()
        action.__sigaction_handler.sa_handler = { _ in }
        sigaction(SIGURG, &action, nil)
        return mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue
    }()

    private let settings: MQTTClientSettings
    private let loop: EventLoop
    private let handler: (Event) -> Void
    private let handle: OpaquePointer
    /// The thread, while it connects.
    private let connecting = Mutex<pthread_t?>(nil)
    private var registration: EventLoop.ID?
    private lazy var timer = OneShot(loop: loop) { [weak self] in
        guard let self else { return }
        perform(session.timePassed())
    }
    private var session = MQTTSession()
    /// The last error in libmosquitto's log, which alone tells what is wrong with a certificate.
    private var detail: String?
    /// The error for which the accepted connection has to end, although libmosquitto would continue.
    private var excess: MQTTError?
    /// When something has arrived last on the accepted connection; nil before.
    public private(set) var lastHeard: ContinuousClock.Instant?

    /// Limits the memory of this process to what it has now and 16 MB more, once its threads have started.
    ///
    /// libmosquitto allocates as much as the length of a message says, before any of it has arrived. With MQTT 5, the
    /// broker sends no long ones; without, the allocation fails, which ends the connection.
    public static func limitMemory() {
        let pages = SmallFile.text("/proc/self/statm")?.split(separator: " ").dropFirst(5).first.flatMap { rlim_t($0) }
        // A build with a sanitizer uses terabytes of addresses.
        guard let pages, pages < 1 << 18 else { return }
        let resource = __rlimit_resource_t(RLIMIT_DATA.rawValue)
        var limit = rlimit()
        getrlimit(resource, &limit)
        limit.rlim_cur = min(limit.rlim_cur, pages * rlim_t(getpagesize()) + 16 * 1024 * 1024)
        setrlimit(resource, &limit)
    }

    /// Connects on the thread; the handler is called on the loop's queue.
    public init(
        _ settings: MQTTClientSettings, loop: EventLoop, thread: WorkThread, handler: @escaping (Event) -> Void
    ) throws(MQTTError) {
        let isClean = settings.sessionTime == 0 || settings.dropsSession
        guard Self.isLibraryReady, let handle = mosquitto_new(settings.clientID, isClean, nil) else {
            throw MQTTError("mosquitto_new", MOSQ_ERR_ERRNO)
        }
        (self.settings, self.loop, self.handler, self.handle) = (settings, loop, handler, handle)
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        setCallbacks()
        try configure()
        perform(session.begun())
        thread.perform { [self] in
            // A thread of libdispatch, which blocks it, may have started this one.
            var interruption = sigset_t()
            sigemptyset(&interruption)
            sigaddset(&interruption, SIGURG)
            pthread_sigmask(SIG_UNBLOCK, &interruption, nil)
            connecting.withLock { $0 = pthread_self() }
            let failure = connect()
            connecting.withLock { $0 = nil }
            loop.post { [self] in attach(failure) }
        }
    }

    deinit {
        mosquitto_destroy(handle)
    }

    private func configure() throws(MQTTError) {
        func check(_ call: String, _ code: Int32) throws(MQTTError) {
            guard code == MOSQ_ERR_SUCCESS.rawValue else { throw MQTTError(call, mosq_err_t(code)) }
        }
        let version = settings.version == .five ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        try check("mosquitto_int_option", mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, version))
        if let user = settings.user {
            try check("mosquitto_username_pw_set", mosquitto_username_pw_set(handle, user, settings.password))
        }
        if settings.usesTLS {
            let folder = settings.caFile == nil ? Self.systemCertificates : nil
            try check("mosquitto_tls_set", mosquitto_tls_set(handle, settings.caFile, folder, nil, nil, nil))
        }
        if let will = settings.will {
            try check(
                "mosquitto_will_set",
                mosquitto_will_set(handle, will.topic, Int32(will.payload.count), will.payload, 1, will.isRetained))
        }
    }

    /// Runs on the thread.
    private func connect() -> MQTTError? {
        var properties: OpaquePointer?
        if settings.version == .five {
            let limit = Int32(MQTT_PROP_MAXIMUM_PACKET_SIZE.rawValue)
            _ = mosquitto_property_add_int32(&properties, limit, Self.maxPacket)
            let expiry = Int32(MQTT_PROP_SESSION_EXPIRY_INTERVAL.rawValue)
            _ = mosquitto_property_add_int32(&properties, expiry, settings.sessionTime)
        }
        defer { mosquitto_property_free_all(&properties) }
        let (host, port) = (settings.host, Int32(settings.port))
        errno = 0
        let code = mosquitto_connect_bind_v5(handle, host, port, Int32(settings.keepalive), nil, properties)
        return code == MOSQ_ERR_SUCCESS.rawValue
            ? nil
            : MQTTError(
                "mosquitto_connect", mosq_err_t(code), errno: errno == EINTR ? ETIMEDOUT : errno, detail: detail)
    }

    private func attach(_ failure: MQTTError?) {
        guard !session.hasEnded else { return }
        if let failure { return perform(session.lost(failure)) }
        do {
            registration = try loop.add(mosquitto_socket(handle), order: .connection) { [weak self] in self?.run($0) }
        } catch {
            return perform(session.lost(MQTTError(error.call, code: error.code.rawValue, message: "\(error.code)")))
        }
        perform(session.connected())
        settle("mosquitto_connect", MOSQ_ERR_SUCCESS.rawValue)
    }

    // MARK: The loop

    /// Reads what has arrived and writes what there is room for. Reading also continues a TLS handshake.
    private func run(_ readiness: EventLoop.Readiness) {
        var (call, code) = ("mosquitto_loop_read", mosquitto_loop_read(handle, 1))
        if readiness.isReadable, code == MOSQ_ERR_SUCCESS.rawValue, isAccepted { lastHeard = .now }
        if code == MOSQ_ERR_SUCCESS.rawValue, mosquitto_want_write(handle) {
            (call, code) = ("mosquitto_loop_write", mosquitto_loop_write(handle, 1))
        }
        settle(call, code)
    }

    /// Delivers what has been reported, and ends the connection if it is broken.
    private func settle(_ call: String, _ code: Int32) {
        let number = errno
        while let event = session.nextEvent() { handler(event) }
        if let excess { return perform(session.lost(excess)) }
        guard code == MOSQ_ERR_SUCCESS.rawValue, mosquitto_socket(handle) >= 0 else {
            let lost = code == MOSQ_ERR_SUCCESS.rawValue ? MOSQ_ERR_CONN_LOST : mosq_err_t(code)
            return perform(session.lost(MQTTError(call, lost, errno: number, detail: detail)))
        }
        watchRoom()
    }

    private func watchRoom() {
        if let registration { loop.watchRoom(mosquitto_want_write(handle), of: registration) }
    }

    /// Ends the connection. The broker drops the will if there is room to write the DISCONNECT packet.
    public func close() { perform(session.closed()) }

    private func perform(_ actions: [MQTTSession.Action]) {
        for action in actions {
            switch action {
            case .report(let event): handler(event)
            case .wait(let time): timer.arm(after: time)
            case .nextAddress: connecting.withLock { thread in if let thread { pthread_kill(thread, SIGURG) } }
            case .check: settle("mosquitto_loop_misc", mosquitto_loop_misc(handle))
            case .release:
                timer.disarm()
                if let registration { loop.remove(registration) }
                registration = nil
            case .disconnect: mosquitto_disconnect(handle)
            }
        }
    }

    // MARK: Messages

    /// Whether the broker has accepted the client, so that messages can be sent.
    public var isAccepted: Bool { session.room != nil }

    /// Sends a message; `published` reports its number, unless the connection ends before. Nil if it can't be sent.
    public func publish(_ message: MQTTMessage) -> Int32? {
        guard let room = session.room else { return nil }
        guard room > 0 else {
            performLater { $0.lost(.timeout("mosquitto_publish_v5", "the broker takes no more messages")) }
            return nil
        }
        var properties: OpaquePointer?
        if settings.version == .five, let data = message.correlationData, let count = UInt16(exactly: data.count) {
            let identifier = Int32(MQTT_PROP_CORRELATION_DATA.rawValue)
            _ = mosquitto_property_add_binary(&properties, identifier, data, count)
        }
        defer { mosquitto_property_free_all(&properties) }
        var number: Int32 = 0
        let code = mosquitto_publish_v5(
            handle, &number, message.topic, Int32(message.payload.count), message.payload, 1, message.isRetained,
            properties)
        if code != MOSQ_ERR_SUCCESS.rawValue {
            let error = fail("mosquitto_publish_v5", code)
            // As a message that was written just before the end: the broker hasn't confirmed it.
            return error.isOfConnection ? number : nil
        }
        perform(session.sent(number))
        watchRoom()
        return number
    }

    /// Subscribes to a topic. Retained messages arrive at once where they are wanted and, with MQTT 5, only there.
    ///
    /// - Parameter keeps: whether the broker keeps its messages in the session; then one can arrive twice.
    public func subscribe(_ topic: String, wantsRetained: Bool = false, keeps: Bool = false) {
        guard isAccepted else { return }
        let never = wantsRetained ? 0 : MQTT_SUB_OPT_SEND_RETAIN_NEVER.rawValue
        let options = Int32(MQTT_SUB_OPT_RETAIN_AS_PUBLISHED.rawValue | never)
        var number: Int32 = 0
        let code = mosquitto_subscribe_v5(handle, &number, topic, keeps ? 1 : 0, options, nil)
        guard code == MOSQ_ERR_SUCCESS.rawValue else {
            fail("mosquitto_subscribe_v5", code)
            return
        }
        perform(session.sent(number, subscribing: topic))
        watchRoom()
    }

    @discardableResult
    private func fail(_ call: String, _ code: Int32) -> MQTTError {
        let error = MQTTError(call, mosq_err_t(code))
        performLater { error.isOfConnection ? $0.lost(error) : $0.failed(error) }
        return error
    }

    /// Reports something after the caller's work.
    private func performLater(_ change: @escaping @Sendable (inout MQTTSession) -> [MQTTSession.Action]) {
        loop.post { [weak self] in
            guard let self else { return }
            perform(change(&session))
        }
    }

    // MARK: Callbacks

    private static func connection(_ context: UnsafeMutableRawPointer?) -> MQTTConnection? {
        context.map { Unmanaged<MQTTConnection>.fromOpaque($0).takeUnretainedValue() }
    }

    private func setCallbacks() {
        mosquitto_log_callback_set(handle) { _, context, level, text in
            guard level == MOSQ_LOG_ERR, let text else { return }
            MQTTConnection.connection(context)?.detail = String(cString: text)
        }
        mosquitto_connect_v5_callback_set(handle) { _, context, code, flags, properties in
            MQTTConnection.connection(context)?.answered(code, hasSession: flags & 1 != 0, properties)
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, context, code, _ in
            guard code >= 128 else { return }
            MQTTConnection.connection(context)?.session.received(reason: MQTTError("mosquitto_loop_read", reason: code))
        }
        mosquitto_publish_v5_callback_set(handle) { _, context, number, code, _ in
            let refusal = code >= 128 ? MQTTError("mosquitto_publish_v5", reason: code) : nil
            MQTTConnection.connection(context)?.session.received(.published(number, refusal))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, context, number, count, granted, _ in
            let isRefused = count > 0 && (granted?.pointee ?? 128) >= 128
            MQTTConnection.connection(context)?.session.received(answerTo: number, isRefused: isRefused)
        }
        mosquitto_message_v5_callback_set(handle) { _, context, message, properties in
            guard let message, let connection = MQTTConnection.connection(context) else { return }
            guard message.pointee.payloadlen <= MQTTConnection.maxPacket else {
                connection.excess = MQTTError("mosquitto_loop_read", MOSQ_ERR_OVERSIZE_PACKET)
                return
            }
            if let copy = MQTTMessage(message.pointee, properties) { connection.session.received(.message(copy)) }
        }
    }

    private func answered(_ code: Int32, hasSession: Bool, _ properties: OpaquePointer?) {
        guard code == 0 else {
            let reason = code >= 128 ? code : Self.reason(ofConnack: code)
            return session.received(reason: MQTTError("mosquitto_connect", reason: reason))
        }
        var seconds: UInt16 = 0
        let identifier = Int32(MQTT_PROP_SERVER_KEEP_ALIVE.rawValue)
        // The broker may want another time; libmosquitto also uses it.
        let isWanted = mosquitto_property_read_int16(properties, identifier, &seconds, false) != nil && seconds > 0
        let keepalive = isWanted ? Int(seconds) : settings.keepalive
        perform(session.accepted(hasSession: hasSession, keepalive: .seconds(keepalive)))
    }

    /// The reason code of MQTT 5 for a refusal of MQTT 3.1.1.
    private static func reason(ofConnack code: Int32) -> Int32 {
        let reasons: [Int32: mqtt5_return_codes] = [
            1: MQTT_RC_UNSUPPORTED_PROTOCOL_VERSION, 2: MQTT_RC_CLIENTID_NOT_VALID, 3: MQTT_RC_SERVER_UNAVAILABLE,
            4: MQTT_RC_BAD_USERNAME_OR_PASSWORD, 5: MQTT_RC_NOT_AUTHORIZED,
        ]
        return Int32((reasons[code] ?? MQTT_RC_UNSPECIFIED).rawValue)
    }
}
