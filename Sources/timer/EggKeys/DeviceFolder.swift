import EggLoop
import Glibc
import InputDevices
import POSIX

/// The devices of `/dev/input`, as they appear and vanish.
// Unchecked: everything belongs to the loop's queue.
final class DeviceFolder: @unchecked Sendable {
    /// A device that exists, open or not.
    struct Listing: Equatable {
        /// The name of the file: `event3`.
        let file: String
        let name: String
        let physicalPath: String
        /// Its links: `by-id/…`, `by-path/…`.
        let links: [String]

        /// The names that a pattern can match.
        var names: [String] { [name, physicalPath] + links }
    }

    /// One thing that has happened; devices are numbered, and no number is used again.
    enum Event {
        /// A device was opened, or its links have changed.
        case appeared(Int, InputDevice, Listing)
        case event(Int, InputEvent)
        case vanished(Int)
        /// All changes before have been reported.
        case listed
    }

    /// The most events that are read at once, so that a device that sends without a pause delays nothing for long.
    private static let maxEvents = 256

    private let path: String
    private let loop: EventLoop
    private let isWanted: (Listing) -> Bool
    private let handler: (Event) -> Void
    private var watch: FolderWatch?
    private var linkWatches: [FolderWatch] = []
    private var lastNumber = 0
    private var open: [Int: (device: InputDevice, listing: Listing, registration: EventLoop.ID)] = [:]
    /// Wanted devices that can't be opened yet, or ever.
    private(set) var refused: [Listing] = []

    /// - Parameter isWanted: whether a device is to be opened for reading.
    init(
        _ path: String = "/dev/input", loop: EventLoop, isWanted: @escaping (Listing) -> Bool,
        handler: @escaping (Event) -> Void
    ) {
        (self.path, self.loop, self.isWanted, self.handler) = (path, loop, isWanted, handler)
    }

    var listings: [Listing] { open.sorted { $0.key < $1.key }.map(\.value.listing) }

    /// Watches the folder, and opens the devices that exist, also if the folder can't be watched.
    func start() throws(SystemError) {
        defer { folderHasChanged() }
        watch = try FolderWatch(path, loop: loop) { [weak self] in self?.folderHasChanged() }
    }

    /// Reads what has arrived at all devices.
    func readAll() {
        for number in open.keys.sorted() { read(number) }
    }

    private func folderHasChanged() {
        watchLinks()
        scan()
    }

    private func scan() {
        let listings = list()
        refused = []
        report(listings)
        for listing in listings where !open.values.contains(where: { $0.listing.file == listing.file }) {
            guard isWanted(listing) else { continue }
            do throws(SystemError) {
                try add(InputDevice(path: "\(path)/\(listing.file)"), listing)
            } catch {
                refused.append(listing)
            }
        }
        handler(.listed)
    }

    /// udev makes a device's links after it has set the mode of its file. The folders of links are watched anew at each
    /// change, because without any device the whole folder is missing, and the next one is another.
    private func watchLinks() {
        linkWatches = ["by-id", "by-path"].compactMap { folder in
            try? FolderWatch("\(path)/\(folder)", loop: loop) { [weak self] in self?.scan() }
        }
    }

    /// Reports the open devices whose links have changed since they were opened: udev makes them afterwards.
    private func report(_ listings: [Listing]) {
        for (number, known) in open.sorted(by: { $0.key < $1.key }) {
            guard let listing = listings.first(where: { $0.file == known.listing.file }), listing != known.listing,
                listing.name == known.listing.name
            else { continue }
            open[number]?.listing = listing
            handler(.appeared(number, known.device, listing))
        }
    }

    private func add(_ device: InputDevice, _ listing: Listing) throws(SystemError) {
        lastNumber += 1
        let number = lastNumber
        let registration = try loop.add(device.descriptor, order: .connection) { [weak self] _ in self?.read(number) }
        open[number] = (device, listing, registration)
        handler(.appeared(number, device, listing))
    }

    private func read(_ number: Int) {
        guard let (device, _, registration) = open[number] else { return }
        do throws(SystemError) {
            for _ in 0..<Self.maxEvents {
                guard let event = try device.next() else { return }
                handler(.event(number, event))
            }
            // libevdev may have read further events already, which the descriptor no longer shows.
            loop.post { [weak self] in self?.read(number) }
        } catch {
            loop.remove(registration)
            open[number] = nil
            handler(.vanished(number))
            // Another device may already have its file.
            scan()
        }
    }

    // MARK: Listing

    /// The devices that exist; those that can't be opened have names as well.
    private func list() -> [Listing] {
        let files = ((try? Folder.names(in: path)) ?? []).filter { name in
            name.hasPrefix("event") && Int(name.dropFirst("event".count)) != nil
        }
        var links: [String: [String]] = [:]
        for folder in ["by-id", "by-path"] {
            for link in (try? Folder.names(in: "\(path)/\(folder)")) ?? [] {
                guard let target = Self.target("\(path)/\(folder)/\(link)") else { continue }
                links[target, default: []].append("\(folder)/\(link)")
            }
        }
        return files.map { file in
            func text(_ name: String) -> String {
                let text = SmallFile.text("/sys/class/input/\(file)/device/\(name)") ?? ""
                return text.hasSuffix("\n") ? String(text.dropLast()) : text
            }
            return Listing(
                file: file, name: text("name"), physicalPath: text("phys"), links: links[file, default: []])
        }
    }

    /// The name of the file that a link leads to.
    private static func target(_ link: String) -> String? {
        guard let path = realpath(link, nil) else { return nil }
        defer { free(path) }
        return String(cString: path).split(separator: "/").last.map(String.init)
    }
}
