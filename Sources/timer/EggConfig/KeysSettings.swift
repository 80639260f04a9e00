import Glibc

/// A section `[keys NAME]`: devices with buttons or dials, and what these do.
package struct KeysSettings: Equatable, Sendable {
    package let name: String
    package var devices: [DevicePattern] = []
    /// The actions of its keys, in the order of their lines; each key has at most one line for each gesture.
    package var bindings: [KeyBinding] = []
    /// Whether no other program gets the devices' keys.
    package var grabs = false
    /// Whether each of its keys dismisses alarms that ring, and a hold snoozes them.
    package var answersAlarms = true

    package init(name: String) {
        self.name = name
    }
}

/// The action of one key or dial.
package struct KeyBinding: Equatable, Sendable {
    package enum Gesture: Equatable, Sendable {
        case press
        /// It is held down for a second.
        case hold
        /// A dial is turned; each step is one of the line's times.
        case turn
    }

    /// The name of the key or dial in the kernel: `KEY_F13`, `BTN_0`, `REL_DIAL`.
    package let key: String
    package let gesture: Gesture
    /// A line as one types it after `eggctl`.
    package let line: String

    package init(_ key: String, _ gesture: Gesture, _ line: String) {
        (self.key, self.gesture, self.line) = (key, gesture, line)
    }
}

/// A device's name, its physical path or its link, in which `*` stands for any text and `?` for any character.
package struct DevicePattern: Equatable, Sendable {
    /// As it is in the file, but a link without `/dev/input/`.
    package let text: String

    /// The folder of the devices.
    package static let folder = "/dev/input/"

    /// Nil for an empty text, and for `eventN`: that number changes whenever the machine starts.
    package init?(_ text: String) {
        let bare = text.hasPrefix(Self.folder) ? String(text.dropFirst(Self.folder.count)) : text
        let number = bare.dropFirst("event".count)
        let isNumbered = bare.hasPrefix("event") && number.allSatisfy { "0123456789*?".contains($0) }
        guard !bare.isEmpty, !isNumbered, text == bare || bare.contains("/") else { return nil }
        self.text = bare
    }

    /// Whether it matches a name, a physical path, or a link such as `by-id/usb-keypad-event-kbd`.
    package func matches(_ candidate: String) -> Bool {
        var escaped = ""
        for character in text {
            if character == "[" || character == "\\" { escaped.append("\\") }
            escaped.append(character)
        }
        return fnmatch(escaped, candidate, 0) == 0
    }
}
