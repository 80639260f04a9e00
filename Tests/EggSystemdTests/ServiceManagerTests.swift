import EggSystemd
import EggTestSupport
import Glibc
import Testing

@Suite struct ServiceManagerTests {
    @Test func notificationsArriveInOrder() throws {
        let folder = TemporaryFolder()
        let manager = try Datagrams(folder.path("notify"))
        let result = try Program.run(
            BuiltPrograms.systemdProbe,
            environment: ["NOTIFY_SOCKET": manager.path, "WATCHDOG_USEC": "2500000"])
        #expect(result.output == "watchdog 2.5 seconds\n")
        let lines = [
            "READY=1", "STATUS=Two lines", "WATCHDOG_USEC=1500000", "WATCHDOG=1", "WATCHDOG_USEC=0", "STOPPING=1",
        ]
        for line in lines { #expect(try manager.next() == line) }
        #expect(manager.isEmpty)
    }

    @Test(arguments: [
        ([:], "no manager\n"), (["WATCHDOG_USEC": "1000"], "no manager\n"),
        (["NOTIFY_SOCKET": "/nonexistent/notify"], "watchdog none\n"),
        (["NOTIFY_SOCKET": "/nonexistent/notify", "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"], "watchdog none\n"),
    ])
    func withoutAManagerNothingElseIsAffected(environment: [String: String], output: String) throws {
        let result = try Program.run(BuiltPrograms.systemdProbe, environment: environment)
        #expect(result.status == 0 && result.output == output && result.errors == "")
    }

    @Test func onlyTheJournalsOwnStreamHasFieldsAndOnlyWhereItsSocketIs() {
        var status = stat()
        fstat(STDERR_FILENO, &status)
        let own = "\(status.st_dev):\(status.st_ino)"
        #expect(Journal(takingStandardError: own, socket: "/dev/null") != nil)
        #expect(Journal(takingStandardError: own, socket: "/nonexistent/socket") == nil)
        for stream in [nil, "", "\(status.st_dev):\(status.st_ino + 1)"] {
            #expect(Journal(takingStandardError: stream, socket: "/dev/null") == nil)
        }
    }
}
