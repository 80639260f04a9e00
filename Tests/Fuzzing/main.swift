import Glibc

// egg-fuzz --target=NAME [FLAG...] [FOLDER|FILE...]: libFuzzer, with its own flags and operands, and one of the
// targets. libFuzzer ignores arguments that begin with two dashes, and passes them on to the processes that it starts.

@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
    _ count: UnsafeMutablePointer<Int32>,
    _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
    _ test: @convention(c) (UnsafePointer<UInt8>?, Int) -> Int32
) -> Int32

let flag = "--target="
let name = CommandLine.arguments.first { $0.hasPrefix(flag) }?.dropFirst(flag.count)
guard let target = Targets.all.first(where: { $0.name == name ?? "" }) else {
    let names = Targets.all.map { $0.name }.joined(separator: ", ")
    let question = Array("egg-fuzz: which target? \(flag) and one of \(names)\n".utf8)
    write(STDERR_FILENO, question, question.count)
    exit(EX_USAGE)
}
Targets.chosen = target.init()
// These come first, so that the same flags on the command line override them.
let flags = ["-max_len=\(target.maxLength)", "-detect_leaks=1"]
let words = Array(CommandLine.arguments.prefix(1)) + flags + Array(CommandLine.arguments.dropFirst())
var count = Int32(words.count)
let list = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: words.count + 1)
list.initialize(repeating: nil, count: words.count + 1)
for (index, word) in words.enumerated() { list[index] = strdup(word) }
var listStart: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = list
// A closure: given the function itself, the compiler would make it a second time here, unless it optimizes.
exit(runFuzzer(&count, &listStart) { testOneInput($0, $1) })
