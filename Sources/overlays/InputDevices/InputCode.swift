import CEvdev

/// A key, a button or a relative axis of input devices (`EV_KEY`, `EV_REL`), or something else that they report.
public struct InputCode: Hashable, Sendable {
    /// The kernel has dropped events (`SYN_DROPPED`).
    public static let dropped = InputCode(type: UInt16(EV_SYN), code: UInt16(SYN_DROPPED))

    /// `EV_KEY`, `EV_REL` or another type.
    public let type: UInt16
    /// The kernel's number.
    public let code: UInt16

    /// The code with this number.
    public init(type: UInt16, code: UInt16) {
        (self.type, self.code) = (type, code)
    }

    /// A key or a button with the kernel's number.
    public static func key(_ code: UInt16) -> InputCode { InputCode(type: UInt16(EV_KEY), code: code) }
    /// A relative axis with the kernel's number.
    public static func axis(_ code: UInt16) -> InputCode { InputCode(type: UInt16(EV_REL), code: code) }

    /// Whether it is a key or a button, not an axis.
    public var isKey: Bool { type == UInt16(EV_KEY) }
    /// Whether it is a relative axis.
    public var isAxis: Bool { type == UInt16(EV_REL) }

    /// The kernel's name; its numbers, if libevdev knows none (`libevdev_event_code_get_name`).
    public var name: String {
        libevdev_event_code_get_name(UInt32(type), UInt32(code)).map { String(cString: $0) } ?? "\(type):\(code)"
    }
}
