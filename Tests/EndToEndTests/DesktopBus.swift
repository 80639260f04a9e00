import CSystemd
import EggTestSupport
import Glibc

/// A bus as a desktop's session has it, and a server of notifications on it that shows nothing.
final class DesktopBus {
    /// A call of the server.
    enum Call: Equatable {
        case notify(Shown, replaced: UInt32)
        case close(UInt32)
    }

    /// A notification as the server got it.
    struct Shown: Equatable {
        var summary: String
        var body: String
        /// Keys and labels in turn.
        var actions: [String]
        /// The hints that decide how long it is shown.
        var hints: [String: Int]
        var expiry: Int32
    }

    private let folder = TemporaryFolder()
    private let daemon: Program
    private let capabilities: [String]
    private var bus: OpaquePointer?
    private var calls: [Call] = []
    private var lastID: UInt32 = 0
    private var heldReplies: [OpaquePointer?] = []
    /// Whether the replies to `Notify` wait.
    var holdsReplies = false {
        didSet {
            guard !holdsReplies else { return }
            for reply in heldReplies {
                sd_bus_send(bus, reply, nil)
                sd_bus_message_unref(reply)
            }
            heldReplies = []
        }
    }
    /// The variables of the programs of this session.
    let environment: [String: String]

    init(capabilities: [String] = ["actions", "body", "body-markup"], hasServer: Bool = true) throws {
        self.capabilities = capabilities
        daemon = try Program(
            "/usr/bin/dbus-daemon", ["--session", "--nofork", "--print-address=1"],
            environment: ["PATH": "/usr/bin", "TMPDIR": folder.path])
        guard let address = try daemon.line() else { throw ProgramError("dbus-daemon ended", ECHILD) }
        environment = ["DBUS_SESSION_BUS_ADDRESS": address]
        sd_bus_new(&bus)
        sd_bus_set_address(bus, address)
        sd_bus_set_bus_client(bus, 1)
        guard sd_bus_start(bus) >= 0 else { throw ProgramError("the bus can't be reached", ECONNREFUSED) }
        sd_bus_add_object(
            bus, nil, "/org/freedesktop/Notifications",
            { message, context, _ in
                guard let context else { return 0 }
                return Unmanaged<DesktopBus>.fromOpaque(context).takeUnretainedValue().answer(message)
            }, Unmanaged.passUnretained(self).toOpaque())
        if hasServer { startServer() }
    }

    deinit {
        for reply in heldReplies { sd_bus_message_unref(reply) }
        sd_bus_flush_close_unref(bus)
    }

    /// The server appears on the bus.
    func startServer() { sd_bus_request_name(bus, "org.freedesktop.Notifications", 0) }

    /// The server disappears from it.
    func stopServer() { sd_bus_release_name(bus, "org.freedesktop.Notifications") }

    /// The id of the last notification.
    var id: UInt32 { lastID }

    /// Presses a button of a notification.
    func press(_ key: String, of id: UInt32) {
        Self.emit("ActionInvoked", id, on: bus) { sd_bus_message_append_basic($0, 0x73, key) }
    }

    /// Another client of the bus sends the press of a button, to all and to the owner of a name alone.
    func forge(_ key: String, of id: UInt32, to name: String) throws {
        var other: OpaquePointer?
        sd_bus_new(&other)
        defer { sd_bus_flush_close_unref(other) }
        sd_bus_set_address(other, environment["DBUS_SESSION_BUS_ADDRESS"])
        sd_bus_set_bus_client(other, 1)
        guard sd_bus_start(other) >= 0 else { throw ProgramError("the bus can't be reached", ECONNREFUSED) }
        for destination in [nil, name] {
            Self.emit("ActionInvoked", id, on: other, to: destination) { sd_bus_message_append_basic($0, 0x73, key) }
        }
        // The reply means that the bus has passed on what was sent before.
        sd_bus_request_name(other, "io.eggtimer.Forger", 0)
    }

    /// Closes a notification, as a person does.
    func close(_ id: UInt32) {
        var reason: UInt32 = 2
        Self.emit("NotificationClosed", id, on: bus) { sd_bus_message_append_basic($0, 0x75, &reason) }
    }

    /// The next call; nil if there is none in time.
    func next(within seconds: Int = 20) -> Call? {
        let end = SuspendingClock.now + .seconds(seconds)
        while calls.isEmpty, .now < end {
            if sd_bus_process(bus, nil) == 0 { sd_bus_wait(bus, 100_000) }
        }
        return calls.isEmpty ? nil : calls.removeFirst()
    }

    private static func emit(
        _ signal: String, _ id: UInt32, on bus: OpaquePointer?, to destination: String? = nil,
        _ append: (OpaquePointer?) -> Int32
    ) {
        var message: OpaquePointer?
        let name = "org.freedesktop.Notifications"
        sd_bus_message_new_signal(bus, &message, "/org/freedesktop/Notifications", name, signal)
        var id = id
        sd_bus_message_append_basic(message, 0x75, &id)
        _ = append(message)
        if let destination { sd_bus_message_set_destination(message, destination) }
        sd_bus_send(bus, message, nil)
        sd_bus_flush(bus)
        sd_bus_message_unref(message)
    }

    private func answer(_ message: OpaquePointer?) -> Int32 {
        var reply: OpaquePointer?
        sd_bus_message_new_method_return(message, &reply)
        defer { sd_bus_message_unref(reply) }
        switch sd_bus_message_get_member(message).map({ String(cString: $0) }) {
        case "GetCapabilities":
            var words = capabilities.map { strdup($0) } + [nil]
            sd_bus_message_append_strv(reply, &words)
            for word in words { free(word) }
        case "Notify":
            _ = text(message)
            let replaced = number(message)
            _ = text(message)
            let (summary, body) = (text(message), text(message))
            let shown = Shown(
                summary: summary, body: body, actions: texts(message), hints: hints(message),
                expiry: Int32(bitPattern: number(message, 0x69)))
            calls.append(.notify(shown, replaced: replaced))
            if replaced == 0 { lastID += 1 }
            var id = replaced == 0 ? lastID : replaced
            sd_bus_message_append_basic(reply, 0x75, &id)
            if holdsReplies {
                heldReplies.append(sd_bus_message_ref(reply))
                return 1
            }
        case "CloseNotification": calls.append(.close(number(message)))
        default: return 0
        }
        sd_bus_send(bus, reply, nil)
        return 1
    }

    // MARK: Reading; the types are letters of the bus's signatures

    private func text(_ message: OpaquePointer?) -> String {
        var text: UnsafePointer<CChar>?
        sd_bus_message_read_basic(message, 0x73, &text)
        return text.map { String(cString: $0) } ?? ""
    }

    private func number(_ message: OpaquePointer?, _ type: CChar = 0x75) -> UInt32 {
        var number: UInt32 = 0
        sd_bus_message_read_basic(message, type, &number)
        return number
    }

    private func texts(_ message: OpaquePointer?) -> [String] {
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        sd_bus_message_read_strv(message, &list)
        var (found, index): ([String], Int) = ([], 0)
        while let word = list?[index] {
            found.append(String(cString: word))
            free(word)
            index += 1
        }
        free(list)
        return found
    }

    private func hints(_ message: OpaquePointer?) -> [String: Int] {
        var found: [String: Int] = [:]
        sd_bus_message_enter_container(message, 0x61, "{sv}")
        while sd_bus_message_enter_container(message, 0x65, "sv") > 0 {
            let name = text(message)
            var contents: UnsafePointer<CChar>?
            sd_bus_message_peek_type(message, nil, &contents)
            let type = contents?[0] ?? 0
            if type == 0x62 || type == 0x79 {
                sd_bus_message_enter_container(message, 0x76, contents)
                var value: UInt32 = 0
                sd_bus_message_read_basic(message, type, &value)
                found[name] = Int(value)
                sd_bus_message_exit_container(message)
            } else {
                sd_bus_message_skip(message, "v")
            }
            sd_bus_message_exit_container(message)
        }
        sd_bus_message_exit_container(message)
        return found
    }
}
