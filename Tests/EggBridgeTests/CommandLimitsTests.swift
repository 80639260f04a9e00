import Testing

@testable import EggBridge

@Suite struct CommandLimitsTests {
    private var limits = CommandLimits()
    private let start = SuspendingClock.now

    private mutating func judge(
        _ milliseconds: Int, payload: Int = 10, data: [UInt8]? = nil, dismisses: Bool = false
    ) -> CommandLimits.Verdict {
        let now = start + .milliseconds(milliseconds)
        let verdict = limits.judge(payload: payload, correlationData: data, dismisses: dismisses, at: now)
        if let data, verdict == .carryOut { limits.remember(data, at: now) }
        return verdict
    }

    private func isRefused(_ verdict: CommandLimits.Verdict) -> Bool {
        if case .refuse = verdict { true } else { false }
    }

    @Test mutating func twentyCommandsASecondAreCarriedOut() {
        for time in 0..<20 { #expect(judge(time) == .carryOut) }
        #expect(isRefused(judge(30)))
        // One refusal a second is answered.
        for time in 40..<1000 { #expect(judge(time) == .drop) }
        #expect(judge(1031) == .carryOut)
    }

    @Test mutating func dismissingIsNeverTooFast() {
        for time in 0..<100 { _ = judge(time) }
        for time in 100..<1000 { #expect(judge(time, dismisses: true) == .carryOut) }
    }

    @Test mutating func theSameDataIsCarriedOutOnceAMinute() {
        #expect(judge(0, data: [1]) == .carryOut)
        #expect(isRefused(judge(59_999, data: [1])))
        #expect(judge(59_999, data: [2]) == .carryOut)
        #expect(judge(60_000, data: [1]) == .carryOut)
        #expect(judge(70_000, data: [3], dismisses: true) == .carryOut)
        #expect(isRefused(judge(70_000, data: [3], dismisses: true)))
    }

    @Test mutating func whatWasNotCarriedOutMayBeSentAgain() {
        let memory = limits.remember([1], at: start)
        #expect(isRefused(judge(1, data: [1])))
        limits.forget(memory)
        #expect(judge(1, data: [1]) == .carryOut)
    }

    // Also one whose ending is known only on the next connection.
    @Test mutating func whatWasNotCarriedOutDoesNotComeAgain() {
        let (before, after) = (limits.remember([1], at: start), limits.remember([2], at: start))
        limits.forget(before)
        limits.resumed(away: .zero, at: start)
        limits.forget(after)
        for identity in [[1], [2]] as [[UInt8]] {
            #expect(!limits.knows(identity))
            let comesAgain = limits.comesAgain(identity, at: start)
            #expect(!comesAgain)
        }
    }

    @Test mutating func ofTwoEqualOnesTheOneThatWasCarriedOutIsRemembered() {
        _ = limits.remember([1], at: start)
        let second = limits.remember([1], at: start + .milliseconds(1))
        limits.forget(second)
        limits.resumed(away: .zero, at: start + .milliseconds(2))
        #expect(limits.knows([1]))
        let comesAgain = limits.comesAgain([1], at: start + .milliseconds(3))
        #expect(comesAgain)
    }

    @Test mutating func theOldestDataIsForgottenFirst() {
        for number in 0...CommandLimits.maxKnown {
            #expect(judge(number, data: [UInt8(number >> 8), UInt8(number & 255)], dismisses: true) == .carryOut)
        }
        #expect(isRefused(judge(2000, data: [0, 1])))
        #expect(judge(2000, data: [0, 0]) == .carryOut)
    }

    @Test mutating func theLongestDataHas256Bytes() {
        #expect(judge(0, data: [UInt8](repeating: 0, count: 256)) == .carryOut)
        #expect(isRefused(judge(0, data: [UInt8](repeating: 0, count: 257))))
    }

    @Test mutating func theLongestPayloadHas16KiB() {
        #expect(judge(0, payload: 16 * 1024) == .carryOut)
        #expect(isRefused(judge(0, payload: 16 * 1024 + 1)))
    }
}
