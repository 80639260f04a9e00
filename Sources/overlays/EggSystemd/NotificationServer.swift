import CSystemd
import Glibc

/// The program that shows notifications on the desktop, reached by the session's bus (`sd_bus_open_user`).
///
/// It follows the Desktop Notifications Specification, version 1.2. Use it on one thread.
package final class NotificationServer {
    package struct Notification: Equatable, Sendable {
        /// How it is shown: a critical one stays until it is answered.
        package enum Urgency: UInt8, Sendable {
            case normal = 1
            case critical = 2
        }

        /// One line of plain text.
        package var summary: String
        /// More text; `<`, `>` and `&` have no special meaning.
        package var body: String
        /// The buttons: the key that a press reports, and the label.
        package var buttons: [Button]
        package var urgency: Urgency
        /// Whether it disappears by itself after a time that the server chooses.
        package var expires: Bool

        package init(_ summary: String, body: String, buttons: [Button], urgency: Urgency, expires: Bool) {
            self.summary = summary
            self.body = body
            self.buttons = buttons
            self.urgency = urgency
            self.expires = expires
        }
    }

    package struct Button: Equatable, Sendable {
        let key: String
        let label: String

        /// A button with this label, whose press reports this key.
        package init(key: String, label: String) {
            self.key = key
            self.label = label
        }
    }

    package enum Event: Equatable, Sendable {
        /// The button with this key was pressed. Any client of the bus can send this and the next one; the server that
        /// they name is the one that has sent them.
        case pressed(Shown, key: String)
        case closed(Shown)
        /// A server with this unique name has appeared. It may have answered a call already, for which the bus
        /// started it. The ids of other servers are void.
        case appeared(server: String)
    }

    package struct Shown: Equatable, Sendable {
        /// The number that the server gave it.
        package var id: UInt32
        /// The server's unique name on the bus.
        package var server: String

        package init(id: UInt32, server: String) {
            self.id = id
            self.server = server
        }
    }

    private var bus: OpaquePointer?
    private var events: [Event] = []

    /// Connects to the session's bus. A server need not run yet.
    package init() throws(BusError) {
        try Self.check("sd_bus_open_user", sd_bus_open_user(&bus))
        let server = "sender='org.freedesktop.Notifications',interface='org.freedesktop.Notifications'"
        try match("\(server),member='ActionInvoked'") { message, context, _ in
            NotificationServer.from(context)?.takePress(message)
            return 0
        }
        try match("\(server),member='NotificationClosed'") { message, context, _ in
            NotificationServer.from(context)?.takeClose(message)
            return 0
        }
        let bus = "sender='org.freedesktop.DBus',interface='org.freedesktop.DBus',member='NameOwnerChanged'"
        try match("\(bus),arg0='org.freedesktop.Notifications'") { message, context, _ in
            NotificationServer.from(context)?.takeOwner(message)
            return 0
        }
    }

    deinit {
        // The matches, which know this object, end with the bus.
        sd_bus_flush_close_unref(bus)
    }

    /// Takes a name on the bus (`sd_bus_request_name`); false if another process has it.
    package func claim(_ name: String) throws(BusError) -> Bool {
        let code = sd_bus_request_name(bus, name, 0)
        if code == -EEXIST { return false }
        try Self.check("sd_bus_request_name", code)
        return true
    }

    // MARK: Calls, which wait for the server as long as it runs

    /// Shows a notification (`Notify`).
    ///
    /// - Parameters:
    ///   - replaced: the id of the one that it replaces; 0 for a new one.
    ///   - program: the name of the program and of its desktop entry.
    ///   - icon: a name of the icon theme.
    /// - Returns: its id and the server that shows it.
    package func show(
        _ notification: Notification, replacing replaced: UInt32, program: String, icon: String
    ) throws(BusError) -> Shown {
        var actions: [UnsafeMutablePointer<CChar>?] = []
        for button in notification.buttons { actions += [strdup(button.key), strdup(button.label)] }
        actions.append(nil)
        defer { for word in actions { free(word) } }
        var id: UInt32 = 0
        var server: UnsafeMutablePointer<CChar>?
        defer { free(server) }
        var error = sd_bus_error()
        let code = csystemd_notify(
            bus, replaced, program, icon, notification.summary, notification.body, &actions,
            notification.urgency.rawValue, notification.expires ? 0 : 1, notification.expires ? -1 : 0, &error, &id,
            &server)
        try Self.check("Notify", code, &error)
        return Shown(id: id, server: server.map { String(cString: $0) } ?? "")
    }

    /// Withdraws a notification (`CloseNotification`).
    package func close(_ id: UInt32) throws(BusError) {
        var error = sd_bus_error()
        try Self.check("CloseNotification", csystemd_close_notification(bus, id, &error), &error)
    }

    /// The abilities of the server, such as `actions` and `body-markup` (`GetCapabilities`).
    package func capabilities() throws(BusError) -> Set<String> {
        var error = sd_bus_error()
        var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let code = csystemd_notification_capabilities(bus, &error, &list)
        try Self.check("GetCapabilities", code, &error)
        guard let list else { return [] }
        defer { free(list) }
        var found: Set<String> = []
        var index = 0
        while let word = list[index] {
            found.insert(String(cString: word))
            free(word)
            index += 1
        }
        return found
    }

    // MARK: Events

    /// The descriptor to poll for `pollEvents`.
    package var descriptor: Int32 { sd_bus_get_fd(bus) }

    /// The events to poll the descriptor for, as in poll(2).
    package var pollEvents: Int16 { Int16(clamping: max(0, sd_bus_get_events(bus))) }

    /// The events that have arrived; throws when the bus has closed the connection.
    package func takeEvents() throws(BusError) -> [Event] {
        while try Self.check("sd_bus_process", sd_bus_process(bus, nil)) > 0 {}
        defer { events = [] }
        return events
    }

    private func match(_ rule: String, _ handler: sd_bus_message_handler_t) throws(BusError) {
        let context = Unmanaged.passUnretained(self).toOpaque()
        try Self.check("sd_bus_add_match", sd_bus_add_match(bus, nil, rule, handler, context))
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> NotificationServer? {
        context.map { Unmanaged<NotificationServer>.fromOpaque($0).takeUnretainedValue() }
    }

    private func takePress(_ message: OpaquePointer?) {
        guard let id = Self.number(message), let key = Self.text(message) else { return }
        events.append(.pressed(Shown(id: id, server: Self.sender(message)), key: key))
    }

    private func takeClose(_ message: OpaquePointer?) {
        if let id = Self.number(message) { events.append(.closed(Shown(id: id, server: Self.sender(message)))) }
    }

    private func takeOwner(_ message: OpaquePointer?) {
        // For a name that isn't unique, libsystemd doesn't compare the sender of a message that was sent to this client
        // alone.
        guard Self.sender(message) == "org.freedesktop.DBus" else { return }
        _ = (Self.text(message), Self.text(message))
        if let owner = Self.text(message), !owner.isEmpty { events.append(.appeared(server: owner)) }
    }

    /// The unique name of the client that has sent a message; the bus sets it.
    private static func sender(_ message: OpaquePointer?) -> String {
        sd_bus_message_get_sender(message).map { String(cString: $0) } ?? ""
    }

    private static func number(_ message: OpaquePointer?) -> UInt32? {
        var number: UInt32 = 0
        let type = CChar(UInt8(ascii: "u"))
        return sd_bus_message_read_basic(message, type, &number) > 0 ? number : nil
    }

    private static func text(_ message: OpaquePointer?) -> String? {
        var text: UnsafePointer<CChar>?
        let type = CChar(UInt8(ascii: "s"))
        return sd_bus_message_read_basic(message, type, &text) > 0 ? text.map { String(cString: $0) } : nil
    }

    @discardableResult
    private static func check(_ function: String, _ code: Int32) throws(BusError) -> Int32 {
        guard code < 0 else { return code }
        throw BusError(function, String(cString: strerror(-code)))
    }

    private static func check(_ method: String, _ code: Int32, _ error: inout sd_bus_error) throws(BusError) {
        defer { sd_bus_error_free(&error) }
        guard code < 0 else { return }
        throw BusError(method, String(cString: error.message ?? UnsafePointer(strerror(-code))))
    }
}

package struct BusError: Error, Equatable, CustomStringConvertible {
    /// The function or the method, and the reason.
    package let description: String

    init(_ call: String, _ reason: String) {
        description = "\(call): \(reason)"
    }
}
