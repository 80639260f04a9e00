import EggTimers
import EggWire
import Testing

@Suite struct MethodNameTests {
    @Test func accessIncludesWhatComesBefore() {
        #expect(Timers.Access.allCases == [.read, .answer, .full])
        #expect(Timers.Access.read < .answer && Timers.Access.answer < .full)
    }

    @Test func onlyFullNamesOfTheInterfaceAreRead() {
        #expect(Timers.MethodName(fullName: Timers.Start.name) == .start)
        for name in ["Start", "io.eggtimer.Timers.", "io.eggtimer.Timers.Nope", "io.eggtimer.Till.Start", ""] {
            #expect(Timers.MethodName(fullName: name) == nil)
        }
    }

    @Test func queriesAndStreamsChangeNothing() {
        #expect(Timers.List.changesNothing && Timers.Watch.changesNothing && Timers.TryAlarm.changesNothing)
        #expect(!Timers.Dismiss.changesNothing && !Timers.DismissDamage.changesNothing)
    }

    @Test func theDefinitionHasTheStatesAndTheEndingsOfTheTimers() {
        func cases(_ type: String) -> [String] {
            let lines = Timers.description.description.split(separator: "\n").drop { $0 != "type \(type) (" }
            let fields = lines.dropFirst().prefix { $0 != ")" }.filter { !$0.hasPrefix("  #") }
            return fields.map { String($0.drop { $0 == " " }.prefix(while: \.isLetter)) }
        }
        #expect(cases("State") == State.allCases.map(\.rawValue))
        #expect(cases("Ending") == Ending.allCases.map(\.rawValue))
    }

    /// A client that may only see timers changes none.
    @Test func noChangeIsForReaders() {
        for method in Timers.MethodName.allCases where method.row.kind == .change {
            #expect(method.row.access != .read, "\(method)")
        }
    }
}
