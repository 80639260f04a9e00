import Varlink

extension Timers {
    /// The check of one thing that an alarm needs in order to be heard.
    public struct Check: Codable, Equatable, Sendable {
        /// The thing that was checked, in a word or two.
        public var subject: String
        /// Whether it is as it should be.
        public var verdict: Verdict
        /// The result as text.
        public var finding: String
        /// The command that fixes the problem; nil if there is none.
        public var fix: String?

        /// A check with this result.
        public init(subject: String, verdict: Verdict, finding: String, fix: String? = nil) {
            self.subject = subject
            self.verdict = verdict
            self.finding = finding
            self.fix = fix
        }
    }

    /// The result of a check.
    public enum Verdict: String, Codable, CaseIterable, Sendable {
        /// As it should be; a problem, but an alarm would be heard; no alarm would be heard.
        case ok, warning, failed
    }

    /// Checks everything that an alarm needs in order to be heard.
    public enum Examine: Query {
        public static let name = "\(interface).Examine"
        public typealias Parameters = Nothing

        /// The checks.
        public struct Reply: Codable, Equatable, Sendable {
            /// The configuration first, then the devices, then the system.
            public var checks: [Check]

            /// A reply with these checks.
            public init(checks: [Check]) {
                self.checks = checks
            }
        }
    }

    /// Runs the commands of the configuration that announce an alarm, as a test; the reply waits for their end.
    public enum TryCommands: Method {
        public static let name = "\(interface).TryCommands"
        public typealias Parameters = Nothing

        /// The outcome; `Examine` then names the commands that failed.
        public struct Reply: Codable, Equatable, Sendable {
            /// How many commands there are to test.
            public var count: Int64
            /// Why not all of them have run, as text; nil if they have.
            public var problem: String?

            /// A reply with these values.
            public init(count: Int64, problem: String?) {
                self.count = count
                self.problem = problem
            }
        }
    }

    /// Rings for two seconds like an alarm.
    public enum TryAlarm: Method {
        public static let name = "\(interface).TryAlarm"
        public typealias Parameters = Nothing

        /// The outcome.
        public struct Reply: Codable, Equatable, Sendable {
            /// The device that played it, or that an alarm is using; nil if there is none.
            public var device: String?
            /// How many frames the device played.
            public var framesPlayed: Int64
            /// The sound's frames per second.
            public var rate: Int64
            /// Why it was not heard, as text; nil if it was.
            public var problem: String?

            /// A reply with these values.
            public init(device: String?, framesPlayed: Int64, rate: Int64, problem: String?) {
                self.device = device
                self.framesPlayed = framesPlayed
                self.rate = rate
                self.problem = problem
            }
        }
    }
}
