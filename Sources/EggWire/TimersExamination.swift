import Varlink

extension Timers {
    /// One thing that stands between a person and the alarm.
    public struct Check: Codable, Equatable, Sendable {
        /// What was looked at, in a word or two.
        public var subject: String
        /// Whether it is as it should be.
        public var verdict: Verdict
        /// What was found, in words.
        public var finding: String
        /// The command that mends it; nil when nothing is to be mended, or no command does it.
        public var mend: String?

        /// A check that came out so.
        public init(subject: String, verdict: Verdict, finding: String, mend: String? = nil) {
            self.subject = subject
            self.verdict = verdict
            self.finding = finding
            self.mend = mend
        }

        public func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(subject, forKey: .subject)
            try container.encode(verdict, forKey: .verdict)
            try container.encode(finding, forKey: .finding)
            try container.encode(mend, forKey: .mend)
        }
    }

    /// How a check came out.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// As it should be; not so, and an alarm would be heard all the same; no alarm would be heard.
        case ok, warning, failed
    }

    /// Checks everything that stands between a person and the alarm.
    public enum Examine: Method {
        public static let name = "\(interface).Examine"
        public typealias Parameters = Nothing

        /// The checks.
        public struct Reply: Codable, Equatable, Sendable {
            /// From the configuration by the devices to the system.
            public var checks: [Check]

            /// A reply of these checks.
            public init(checks: [Check]) {
                self.checks = checks
            }
        }
    }

    /// Rings for two seconds, as an alarm would.
    public enum TryAlarm: Method {
        public static let name = "\(interface).TryAlarm"
        public typealias Parameters = Nothing

        /// What came of it.
        public struct Reply: Codable, Equatable, Sendable {
            /// The device on which it was heard, or on which something else rings; nil when nothing was.
            public var device: String?
            /// How many frames the device has played.
            public var framesPlayed: Int64
            /// Frames a second of the sound.
            public var rate: Int64
            /// Why it was not heard, in words.
            public var problem: String?

            /// A reply of these figures.
            public init(device: String?, framesPlayed: Int64, rate: Int64, problem: String?) {
                self.device = device
                self.framesPlayed = framesPlayed
                self.rate = rate
                self.problem = problem
            }

            public func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(device, forKey: .device)
                try container.encode(framesPlayed, forKey: .framesPlayed)
                try container.encode(rate, forKey: .rate)
                try container.encode(problem, forKey: .problem)
            }
        }
    }
}
