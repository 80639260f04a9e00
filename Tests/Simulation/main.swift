import Glibc
import SimulatedKernel

// egg-simulate YEARS SEED [--briefly] or --print SEED [PARTS]: see script/simulate. With --briefly, a failure is not
// explained.

sim_fix_addresses(CommandLine.unsafeArgv)
let words = CommandLine.arguments.dropFirst().filter { !$0.hasPrefix("--") }
let usage = "usage: egg-simulate YEARS SEED [--briefly]\n       egg-simulate --print SEED [PART,PART...]"
if CommandLine.arguments.contains("--print") {
    let omitted = words.dropFirst().first.map { Set($0.split(separator: ",").map(String.init)) } ?? []
    guard let seed = words.first.flatMap({ UInt64($0) }) else {
        print(usage)
        exit(EX_USAGE)
    }
    if let unknown = omitted.subtracting(Kitchen.parts).min() {
        print("there is no part '\(unknown)'; there are: \(Kitchen.parts.joined(separator: ","))")
        exit(EX_USAGE)
    }
    let result = Kitchen(seed: seed, isPrinted: true).pass(omitting: omitted)
    print(result.failure.map { "BROKEN: \($0)" } ?? "nothing was broken")
    fflush(nil)
    sim_leave()
}
guard words.count == 2, let years = Int(words[0]), years > 0, let seed = UInt64(words[1]) else {
    print(usage)
    exit(EX_USAGE)
}
var report = Report()
var running: [Year] = []
var next = seed
let last = seed + UInt64(years)
let processors = max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
while report.failed == nil, next < last || !running.isEmpty {
    while running.count < processors, next < last, let year = Year(seed: next) {
        running.append(year)
        next += 1
    }
    guard !running.isEmpty else { break }
    let year = running.removeFirst()
    report.add(year.result(), seed: year.seed)
}
for year in running { report.add(year.result(), seed: year.seed) }
report.printTable()
if CommandLine.arguments.contains("--briefly") { exit(report.failed == nil ? 0 : 1) }
exit(report.explainFailure() ? 0 : 1)
