import EggClient
import EggLoop
import EggTestSupport
import EggWire
import Foundation
import Glibc
import Testing

@testable import EggCommands

@Suite struct RemoteMachineTests {
    private let host: RemoteHost

    init() throws {
        host = try #require(RemoteHost("cook@kitchen"))
    }

    private func report(_ text: String, status: Int32 = 0) throws(Failure) -> RemoteReport {
        try RemoteMachine.report(of: host, status: status, output: Array(text.utf8))
    }

    @Test func theReportIsWhatTheOtherMachinePrints() throws {
        #expect(try report("{}\n") == RemoteReport())
        #expect(try report(#"{"sessionUser":"cook","later":1}"#) == RemoteReport(sessionUser: "cook"))
    }

    @Test(arguments: [
        (0, "", "the reply from cook@kitchen isn't eggctl's"),
        (0, "Welcome\n{}", "the reply from cook@kitchen isn't eggctl's"),
        (64, "", "the eggctl on cook@kitchen is too old; install version 0.1.0 or newer there"),
        (126, "", "there is no eggctl on cook@kitchen; install version 0.1.0 or newer there"),
        (127, "", "there is no eggctl on cook@kitchen; install version 0.1.0 or newer there"),
        (137, "", "eggctl on cook@kitchen exited with status 137"),
        (255, "", "ssh can't connect to cook@kitchen"),
    ])
    func withoutAReportTheReasonIsOneSentence(status: Int32, text: String, sentence: String) {
        #expect {
            try report(text, status: status)
        } throws: { error in
            guard let failure = error as? Failure else { return false }
            return failure.sentence.hasPrefix(sentence) && failure.status == EX_UNAVAILABLE
        }
    }

    @Test func theOtherMachinesSentenceNamesTheMachine() {
        let problem = RemoteReport.Problem(
            message: "eggd is stopped (process 7)", advice: "resume it with", fix: "kill -CONT 7")
        #expect(
            problem.failure(on: host).sentence
                == "on cook@kitchen, eggd is stopped (process 7); there, resume it with: kill -CONT 7")
    }

    @Test func anEggThatEndsWithTheSessionThereIsReported() {
        #expect(
            Sentences.endsWithSession(user: "cook", host: host)
                == "this egg ends with your session on cook@kitchen; to keep it running after you log out: "
                + "ssh -t cook@kitchen sudo loginctl enable-linger cook")
    }
}

@Suite struct RemoteServiceTests {
    @Test func theServiceEndsWhenEggdHasClosedTheConnection() throws {
        let eggd = try PlayedEggd()
        let isOver = Semaphore()
        try withEnvironment([SocketPath.variable: eggd.path]) {
            // A thread and not a task, because the service blocks.
            Thread.detachNewThread {
                try? RemoteService.run([])
                isOver.signal()
            }
            try eggd.accept().hangUp()
            #expect(isOver.wait(upTo: .seconds(60)))
        }
    }
}
