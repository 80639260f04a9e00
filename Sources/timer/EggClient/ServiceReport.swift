import Varlink

/// The report of a service beside eggd about its work: a code in its status line, and a sentence for a person.
public protocol ServiceReport: Codable, Sendable {
    /// The sentence for the log and for `doctor`, without a full stop.
    var sentence: String { get }
    var isFine: Bool { get }
}

extension ServiceReport {
    /// The status line of the service, in JSON: `{"reads":{"devices":["button@11"]}}`.
    public var status: String { (try? encodeJSON(self)).map { String(decoding: $0, as: UTF8.self) } ?? "" }

    /// The report of a status line; nil for an empty one, and for that of another version.
    public init?(status: String) {
        guard let report = try? decodeJSON(Self.self, from: Array(status.utf8)) else { return nil }
        self = report
    }
}

/// The report of the service for buttons, dials and a light about its devices.
public enum KeysReport: ServiceReport, Equatable {
    /// The name of its program.
    public static let program = "eggkeys"

    /// All sections have devices, which have these names.
    case reads(devices: [String])
    /// No section is for keys; only the light is used.
    case lightOnly
    /// No device of this section is connected.
    case missing(section: String)
    /// This device can't be opened.
    case unreadable(device: String)

    public var sentence: String {
        switch self {
        case .reads(let devices): "\(Self.program) reads \(devices.joined(separator: ", "))"
        case .lightOnly: "\(Self.program) has no keys, only the light"
        case .missing(let section): "\(Self.program) finds no device of [keys \(section)]"
        case .unreadable(let device): "\(Self.program) can't read \(device)"
        }
    }

    public var isFine: Bool {
        switch self {
        case .reads, .lightOnly: true
        case .missing, .unreadable: false
        }
    }
}

/// The report of the bridge about its broker.
public enum BridgeReport: ServiceReport, Equatable {
    /// The name of the bridge's program.
    public static let program = "eggmqtt"

    /// The broker has accepted the client, and taken its last message at this time of day, if any.
    case connected(broker: String, lastMessage: String?)
    /// The broker has accepted the client, but not everything that it asks for.
    case impaired(problem: String)
    /// There is no connection to the broker.
    case disconnected(problem: String)

    public var sentence: String {
        switch self {
        case .connected(let broker, nil): "\(Self.program) is connected to \(broker)"
        case .connected(let broker, let time?): "\(Self.program) is connected to \(broker), last message at \(time)"
        case .impaired(let problem): "\(Self.program) is connected, but \(problem)"
        case .disconnected(let problem): "\(Self.program) is not connected: \(problem)"
        }
    }

    public var isFine: Bool {
        switch self {
        case .connected: true
        case .impaired, .disconnected: false
        }
    }
}

/// The report of the bridge about another kitchen, or about its own to those that follow it.
public struct KitchenReport: ServiceReport, Equatable {
    /// Its state: that it is followed, when it was last heard, and how its clock is.
    public var finding: String
    /// Its problems, each with its remedy.
    public var problems: [String]

    /// A report with these values.
    public init(_ finding: String, problems: [String] = []) { (self.finding, self.problems) = (finding, problems) }

    public var sentence: String { ([finding] + problems).joined(separator: "; ") }
    public var isFine: Bool { problems.isEmpty }
}

/// All that the bridge reports.
public struct BridgeStatus: ServiceReport, Equatable {
    /// About its broker.
    public var broker: BridgeReport
    /// About kitchens.
    public var kitchens: [KitchenReport] = []

    /// A report about the broker alone.
    public init(broker: BridgeReport) { self.broker = broker }

    public var sentence: String { broker.sentence }
    public var isFine: Bool { broker.isFine }
}
