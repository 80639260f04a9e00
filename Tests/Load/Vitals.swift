import EggTestSupport
import Glibc

/// A condition that must hold and did not.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Prints a line.
func say(_ line: String) {
    print(line)
    fflush(nil)
}

/// Ends the load unless this holds.
func require(_ holds: Bool, _ otherwise: @autoclosure () -> String) throws {
    if !holds { throw Failure(otherwise()) }
}

/// The resources of a process, as the kernel reports them.
struct Vitals {
    /// Memory in use and its peak so far, in kB.
    let memory, maxMemory: Int
    let threads: Int
    let descriptors: Int

    init(of pid: pid_t) throws {
        guard let status = contents(of: "/proc/\(pid)/status") else { throw Failure("process \(pid) has ended") }
        var fields: [Substring: Int] = [:]
        for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == ":" || $0 == "\t" || $0 == " " }
            if words.count > 1 { fields[words[0]] = Int(words[1]) }
        }
        guard let memory = fields["VmRSS"], let most = fields["VmHWM"], let threads = fields["Threads"] else {
            throw Failure("process \(pid) has ended")
        }
        (self.memory, maxMemory, self.threads) = (memory, most, threads)
        descriptors = Self.entries(of: "/proc/\(pid)/fd")
    }

    private static func entries(of path: String) -> Int {
        guard let folder = opendir(path) else { return 0 }
        defer { closedir(folder) }
        var count = 0
        // Two entries are the folder itself and its parent.
        while readdir(folder) != nil { count += 1 }
        return count - 2
    }
}

/// A list of times, and its summary.
struct Times {
    private var all: [Duration] = []

    var count: Int { all.count }
    var longest: Duration { all.max() ?? .zero }

    mutating func add(_ time: Duration) {
        all.append(time)
    }

    var summary: String {
        guard !all.isEmpty else { return "none" }
        return "p50 \(text(all.sorted()[all.count / 2])), max \(text(longest)) of \(all.count)"
    }
}

/// `12.3 ms`
func text(_ time: Duration) -> String { "\(tenths(time / .milliseconds(1))) ms" }

/// Rounded to a tenth.
func tenths(_ number: Double) -> Double { (number * 10).rounded() / 10 }

/// Raises the limit on descriptors as far as the kernel allows.
func raiseDescriptorLimit() {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    limit.rlim_cur = limit.rlim_max
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
}
