import EggClient
import Glibc
import POSIX
import Text
import Varlink

/// The machine of `--host`, once the eggctl there has been asked about eggd.
final class RemoteMachine {
    let host: RemoteHost
    private var outcome: Result<RemoteReport, Failure>?

    init(_ host: RemoteHost) {
        self.host = host
    }

    /// The first version of eggctl that can serve another machine.
    static let oldestVersion = "0.1.0"

    var endpoint: Endpoint { Endpoint(host) }

    /// Asks the eggctl there, once; ssh also asks now what it has to ask on the terminal.
    func report() throws(Failure) -> RemoteReport {
        if let outcome { return try outcome.get() }
        do throws(Failure) {
            let report = try ask()
            outcome = .success(report)
            return report
        } catch {
            outcome = .failure(error)
            throw error
        }
    }

    private func ask() throws(Failure) -> RemoteReport {
        let answer: (status: Int32, output: [UInt8])?
        do throws(EndpointError) {
            // A question without the messages of ssh above it can't be answered.
            answer = try host.run(RemoteReport.word, asks: isatty(STDERR_FILENO) == 1) { line in
                Eggctl.program.write("\(PrintableText.of(line))\n", to: STDERR_FILENO)
            }
        } catch {
            throw endpoint.failure(error)
        }
        guard let (status, output) = answer else {
            throw .unavailable(
                "\(host.name) hasn't answered for \(RemoteHost.answerTimeout.components.seconds) s; does a login script "
                    + "there hang, or the disk with the home folder?")
        }
        let report = try Self.report(of: host, status: status, output: output)
        if let problem = report.problem { throw problem.failure(on: host) }
        return report
    }

    /// The report in what ssh printed; throws a description if there is none.
    static func report(of host: RemoteHost, status: Int32, output: [UInt8]) throws(Failure) -> RemoteReport {
        let remedy = "install version \(oldestVersion) or newer there"
        switch status {
        case 0:
            guard let report = try? decodeJSON(RemoteReport.self, from: output) else {
                throw .unavailable(
                    "the reply from \(host.name) isn't eggctl's; does a login script there print something?")
            }
            return report
        case EX_USAGE: throw .unavailable("the eggctl on \(host.name) is too old; \(remedy)")
        case 126, 127: throw .unavailable("there is no eggctl on \(host.name); \(remedy)")
        case 255: throw .unavailable("ssh can't connect to \(host.name)")
        default: throw .unavailable("eggctl on \(host.name) exited with status \(status)")
        }
    }
}

/// The report on eggd that eggctl gives to another machine.
struct RemoteReport: Codable, Equatable {
    struct Problem: Codable, Equatable {
        let message: String
        let advice: String
        let fix: String?

        func failure(on host: RemoteHost) -> Failure {
            .unavailable("on \(host.name), \(message)", advice: "there, \(advice)", fix: fix)
        }
    }

    static let word = "report"

    var problem: Problem?
    /// The user whose logout ends eggd; nil if it continues then.
    var sessionUser: String?
}

/// `eggctl --stdio`, which the eggctl of another machine runs by ssh.
enum RemoteService {
    /// Reports, or passes on what it reads and what eggd replies until either ends.
    static func run(_ words: ArraySlice<String>) throws(Failure) {
        if words == [RemoteReport.word] { return Output.json(report()) }
        guard words.isEmpty else {
            throw .usage("\(RemoteHost.servingOption) is for the eggctl of another machine: see eggctl(1), --host")
        }
        // This client only connects, and checks whose eggd it is.
        let client = try Endpoint.named(nil).open()
        var chunk = [UInt8](repeating: 0, count: 64 * 1024)
        while true {
            // The socket comes first: what eggd said before it closed the connection is passed on.
            var entries = [client.descriptor, STDIN_FILENO].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&entries, nfds_t(entries.count), -1)
            for (entry, output) in zip(entries, [STDOUT_FILENO, client.descriptor]) where entry.revents != 0 {
                let count = uninterrupted { read(entry.fd, &chunk, chunk.count) }
                guard count > 0, writeAll(Array(chunk[..<count]), to: output) == count else { return }
            }
        }
    }

    private static func report() -> RemoteReport {
        do throws(Failure) {
            return RemoteReport(sessionUser: try Conversation(.named(nil)).sessionUser)
        } catch {
            return RemoteReport(problem: .init(message: error.message, advice: error.advice, fix: error.fix))
        }
    }
}
