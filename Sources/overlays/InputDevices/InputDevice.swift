import CEvdev
import EggLoop
import Glibc
import POSIX

/// One event of a device.
public struct InputEvent: Equatable, Sendable {
    /// The key or the axis.
    public let code: InputCode
    /// A key: 0 up, 1 down, 2 repeated by the kernel. An axis: its steps.
    public let value: Int32
    /// The kernel's time of it, on `CLOCK_MONOTONIC`.
    public let time: Duration

    /// An event with these values.
    public init(_ code: InputCode, _ value: Int32, at time: Duration) {
        (self.code, self.value, self.time) = (code, value, time)
    }

    /// The current time of the clock of events (`clock_gettime`).
    public static var now: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}

/// An input device that is open for reading (libevdev).
public final class InputDevice {
    /// The file, such as `/dev/input/event3`.
    public let path: String
    /// The device's name and its physical path, as it reports them.
    public let name: String
    public let physicalPath: String
    private let file: Descriptor
    private let handle: OpaquePointer
    /// Whether the kernel has dropped events, and the differences since then are being read.
    private var isSynchronising = false

    /// Opens a device without waiting (`libevdev_new_from_fd`).
    public init(path: String) throws(SystemError) {
        let number = uninterrupted { open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY) }
        guard number >= 0 else { throw SystemError("open", on: path) }
        file = Descriptor(owning: number)
        var device: OpaquePointer?
        // Otherwise it writes what it finds odd about a device to standard output and standard error.
        cevdev_silence_messages()
        let code = libevdev_new_from_fd(number, &device)
        guard code == 0, let device else {
            throw SystemError("libevdev_new_from_fd", on: path, code: Errno(rawValue: -code))
        }
        libevdev_set_clock_id(device, CLOCK_MONOTONIC)
        (self.path, handle) = (path, device)
        name = libevdev_get_name(device).map { String(cString: $0) } ?? ""
        physicalPath = libevdev_get_phys(device).map { String(cString: $0) } ?? ""
    }

    deinit {
        libevdev_free(handle)
    }

    /// The descriptor to poll for reading.
    public var descriptor: Int32 { file.number }

    /// Whether the device can send a code (`libevdev_has_event_code`).
    public func has(_ code: InputCode) -> Bool {
        libevdev_has_event_code(handle, UInt32(code.type), UInt32(code.code)) == 1
    }

    /// The codes that it can send.
    public var codes: [InputCode] {
        [(EV_KEY, KEY_CNT), (EV_REL, REL_CNT)].flatMap { type, count in
            (0..<count).map { InputCode(type: UInt16(type), code: UInt16($0)) }.filter(has)
        }
    }

    /// The next event of any type; nil if there is none yet (`libevdev_next_event`).
    ///
    /// After the kernel has dropped events comes `InputCode.dropped`, and then the keys that have changed meanwhile, as of
    /// now. Throws ENODEV when the device has vanished.
    public func next() throws(SystemError) -> InputEvent? {
        while true {
            var event = input_event()
            let flags = isSynchronising ? LIBEVDEV_READ_FLAG_SYNC : LIBEVDEV_READ_FLAG_NORMAL
            let status = libevdev_next_event(handle, flags.rawValue, &event)
            switch status {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue), Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                isSynchronising = status == Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue)
                // libevdev gives these the time at which the kernel dropped the others.
                let time =
                    isSynchronising
                    ? InputEvent.now : .seconds(event.time.tv_sec) + .microseconds(event.time.tv_usec)
                return InputEvent(InputCode(type: event.type, code: event.code), event.value, at: time)
            case -EAGAIN:
                guard isSynchronising else { return nil }
                isSynchronising = false
            case -EINTR: continue
            default: throw SystemError("libevdev_next_event", on: path, code: Errno(rawValue: -status))
            }
        }
    }

    /// Takes the device's events from all other programs until this value is destroyed (`libevdev_grab`).
    public func grab() throws(SystemError) {
        let code = libevdev_grab(handle, LIBEVDEV_GRAB)
        guard code == 0 else { throw SystemError("libevdev_grab", on: path, code: Errno(rawValue: -code)) }
    }

    /// Whether another program has grabbed the device, so that it sends nothing here.
    public var isGrabbed: Bool {
        let code = libevdev_grab(handle, LIBEVDEV_GRAB)
        if code == 0 { libevdev_grab(handle, LIBEVDEV_UNGRAB) }
        return code == -EBUSY
    }
}
