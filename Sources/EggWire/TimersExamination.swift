import Varlink

extension Timers {
    /// One of the things that an alarm needs in order to be heard.
    public struct Check: Codable, Equatable, Sendable {
        /// What was checked, in a word or two.
        public var subject: String
        /// Whether it is as it should be.
        public var verdict: Verdict
        /// What was found, in words.
        public var finding: String
        /// The command that fixes it; nil if nothing is to be fixed, or no command does it.
        public var mend: String?

        /// A check that came out so.
        public init(subject: String, verdict: Verdict, finding: String, mend: String? = nil) {
            self.subject = subject
            self.verdict = verdict
            self.finding = finding
            self.mend = mend
        }
    }

    /// How a check came out.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// As it should be; not so, but an alarm would be heard; no alarm would be heard.
        case ok, warning, failed
    }

    /// Checks everything that an alarm needs in order to be heard.
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

        /// The outcome.
        public struct Reply: Codable, Equatable, Sendable {
            /// The device that played it, or on which something else rings; nil if none did.
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
        }
    }
}
