import CLinux
import Glibc

/// A program, and what it gets when it is started as a child process (`posix_spawnp`); no signal is blocked in it.
package struct ChildProgram: Sendable {
    /// The target of one of its standard streams.
    package enum Stream: Sendable {
        /// That of this process.
        case inherited
        case null
        /// A copy of this descriptor.
        case descriptor(Int32)
    }

    /// Why a program could not be started: a code of errno(3).
    package struct StartError: Error, Equatable, Sendable, CustomStringConvertible {
        package let code: Int32

        package init(code: Int32) {
            self.code = code
        }

        package var description: String { String(cString: strerror(code)) }
    }

    /// The program, which is searched in PATH unless it contains a slash, and its arguments.
    package var words: [String]
    package var input = Stream.inherited
    package var output = Stream.inherited
    package var errors = Stream.inherited
    /// Environment variables; they replace those of this process with the same names.
    package var variables: [(name: String, value: String)] = []
    /// Whether it also gets the other variables of this process.
    package var inheritsVariables = true
    /// Whether all signals have their usual effects, also those that this process ignores.
    package var resetsSignals = false
    /// Whether it is in a process group of its own, whose number is that of the process.
    package var hasOwnGroup = false

    /// A program that inherits everything but the blocked signals.
    package init(_ words: [String]) {
        self.words = words
    }

    /// Starts it; the caller must wait for the process with the number that it returns.
    package func start() throws(StartError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (stream, number) in [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)] {
            switch stream {
            case .inherited: break
            case .null: posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, number)
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var (none, all) = (sigset_t(), sigset_t())
        sigemptyset(&none)
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags =
            POSIX_SPAWN_SETSIGMASK | (resetsSignals ? POSIX_SPAWN_SETSIGDEF : 0)
            | (hasOwnGroup ? POSIX_SPAWN_SETPGROUP : 0)
        posix_spawnattr_setflags(&attributes, Int16(flags))
        var (arguments, environment) = (words.map { strdup($0) } + [nil], environment())
        defer { for text in arguments + environment { free(text) } }
        var process: pid_t = 0
        let code = posix_spawnp(&process, words.first ?? "", &actions, &attributes, &arguments, &environment)
        guard code == 0 else { throw StartError(code: code) }
        return process
    }

    /// A list of new C strings that ends with NULL, as exec takes it.
    private func environment() -> [UnsafeMutablePointer<CChar>?] {
        let beginnings = variables.map { "\($0.name)=" }
        var entries: [UnsafeMutablePointer<CChar>?] = []
        var next = inheritsVariables ? clinux_environment() : nil
        while let entry = next?.pointee {
            if !beginnings.contains(where: { strncmp(entry, $0, $0.utf8.count) == 0 }) { entries.append(strdup(entry)) }
            next = next?.successor()
        }
        return entries + variables.map { strdup("\($0.name)=\($0.value)") } + [nil]
    }
}
