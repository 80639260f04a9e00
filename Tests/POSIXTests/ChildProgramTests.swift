import EggTestSupport
import Glibc
import POSIX
import Testing

@Suite struct ChildProgramTests {
    private func shell(_ script: String, _ change: (inout ChildProgram) -> Void = { _ in }) throws -> Int32 {
        var program = ChildProgram(["sh", "-c", script])
        change(&program)
        return waitForEnd(of: try program.start())
    }

    @Test(
        arguments: [
            ("exit 0", 0), ("exit 3", 3), ("exit 255", 255), ("kill -KILL $$", 128 + SIGKILL),
        ] as [(String, Int32)])
    func aStatusIsAsShellsHaveIt(script: String, status: Int32) throws {
        #expect(try shell(script) == status)
    }

    @Test func aVariableReplacesThatOfThisProcess() throws {
        let home = getenv("HOME").map { String(cString: $0) } ?? ""
        let both = #"test "$PATH" = /bin && test "$HOME" = "$EGG""#
        #expect(try shell(both) { $0.variables = [("PATH", "/bin"), ("EGG", home)] } == 0)
        let only = #"test "$EGG" = ' a=b' && test -z "$HOME""#
        #expect(
            try shell(only) {
                $0.inheritsVariables = false
                $0.variables = [("EGG", " a=b")]
            } == 0)
    }

    @Test func streamsAreDescriptorsOrNothing() throws {
        let folder = TemporaryFolder()
        let descriptor = open("\(folder.path)/output", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let status = try shell("cat; echo out; echo error >&2") {
            ($0.input, $0.output, $0.errors) = (.null, .descriptor(descriptor), .descriptor(descriptor))
        }
        #expect(status == 0)
        lseek(descriptor, 0, SEEK_SET)
        #expect(readToEnd(of: descriptor, limit: 100).map { String(decoding: $0, as: UTF8.self) } == "out\nerror\n")
    }

    @Test func aProgramThatDoesNotExistSaysWhy() {
        #expect(throws: ChildProgram.StartError(code: ENOENT)) { try ChildProgram(["egg-no-program"]).start() }
    }
}
