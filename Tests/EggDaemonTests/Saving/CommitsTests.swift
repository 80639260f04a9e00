import EggTimers
import Testing

@testable import EggDaemon

/// When nothing that was acknowledged is unsaved.
@Suite struct CommitsTests {
    private let reason = "the disk has not answered for 10 s"

    @Test func aCommitThatEndsIsNoRecoveryWhileChangesWait() {
        var commits = Commits()
        let first = commits.change(HistoryChange())
        let begun = commits.next(isLast: false)?.number
        let isNew = commits.fail(reason)
        #expect(begun == first && isNew)
        let second = commits.change(HistoryChange())
        let isBegun = commits.next(isLast: false) != nil
        _ = commits.end(first, isSaved: true)
        let hasRecoveredEarly = commits.recover()
        #expect(!isBegun && !hasRecoveredEarly)
        let next = commits.next(isLast: false)?.number
        let hasRecoveredDuringIt = commits.recover()
        #expect(next == second && !hasRecoveredDuringIt && commits.trouble == reason)
        _ = commits.end(second, isSaved: true)
        let hasRecovered = commits.recover()
        #expect(hasRecovered && commits.trouble == nil)
    }

    /// Slips and their corrections, while the disk hangs.
    @Test func theOldestRunsThatWaitAreForgotten() {
        var history = HistoryChange()
        for number in 0...HistoryChange.maxRuns { history.withdraw(RunID(UInt64(number))) }
        #expect(history.withdrawn.count == HistoryChange.maxRuns && history.withdrawn.first == RunID(1))
        history.withdraw(RunID(7))
        #expect(history.withdrawn.count == HistoryChange.maxRuns && history.withdrawn.last == RunID(7))
    }

    @Test func withoutUnsavedChangesADiskThatWorksAgainIsARecovery() {
        var commits = Commits()
        let isNew = commits.fail(reason)
        let isNewAgain = commits.fail("the disk is full")
        #expect(isNew && !isNewAgain && commits.trouble == "the disk is full")
        let hasRecovered = commits.recover()
        let hasRecoveredAgain = commits.recover()
        #expect(hasRecovered && !hasRecoveredAgain && commits.trouble == nil)
    }
}
