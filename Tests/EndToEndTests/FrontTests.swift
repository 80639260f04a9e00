import EggTestSupport
import Glibc
import Program
import Testing

/// The behaviour that all programs have in common: help, version, wrong usage, and output that can't be written.
@Suite struct FrontTests {
    private static let programs = ["eggd", "eggctl", "eggnotify", "eggmqtt", "eggrun", "eggweb", "till"]

    /// Runs a program of this build by its name, in a shell whose command ends with this text.
    private func run(_ program: String, _ end: String) throws -> Program.Result {
        try Program.run("/bin/bash", ["-c", #""${0%/*}"/\#(program) \#(end)"#, BuiltPrograms.eggd])
    }

    @Test(arguments: programs)
    func itHasHelpAndAVersion(program: String) throws {
        let help = try run(program, "--help")
        #expect(help.status == 0 && help.output.hasPrefix("Usage: \(program)") && help.errors.isEmpty, "\(help)")
        let version = try run(program, "--version")
        #expect(version.status == 0 && version.output == "\(program) \(Product.version)\n" && version.errors.isEmpty)
    }

    @Test(arguments: programs)
    func wrongUsageNamesTheHelp(program: String) throws {
        let unknown = try run(program, "--$'\\e'[2Junknown")
        #expect(unknown.status == EX_USAGE && unknown.output.isEmpty)
        let message = "unknown option '--\u{fffd}[2Junknown'"
        #expect(unknown.errors == "\(program): \(message)\nTry '\(program) --help'.\n", "\(unknown)")
        let word = try run(program, "$'caf\\xe9'")
        #expect(word.status == EX_USAGE)
        #expect(
            word.errors == "\(program): 'caf\u{fffd}' is not valid UTF-8\nTry '\(program) --help'.\n", "\(word)")
    }

    @Test(arguments: programs)
    func outputThatIsNotWrittenIsAnError(program: String) throws {
        for (end, reason) in [(">/dev/full", "No space left on device"), (">&-", "Bad file descriptor")] {
            let result = try run(program, "--version \(end)")
            #expect(result.status == EX_IOERR)
            #expect(result.errors == "\(program): can't write to standard output: \(reason)\n", "\(result)")
        }
        #expect(try run(program, "--help | true; exit ${PIPESTATUS[0]}").errors.isEmpty)
    }
}
