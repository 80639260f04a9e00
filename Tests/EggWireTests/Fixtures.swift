import EggTestSupport
import EggWire
import Varlink

extension TimersError {
    /// One error of each case. The switch is exhaustive, so that a new case doesn't compile until it is added.
    static func samples() throws -> [TimersError] {
        var schema = Schema()
        func sample<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
            try schema.learn(type).sample
        }
        var samples: [TimersError] = []
        while true {
            switch samples.last {
            case nil: samples.append(.noSuchTimer(try sample()))
            case .noSuchTimer: samples.append(.noSuchEgg(try sample()))
            case .noSuchEgg: samples.append(.fixedTime(try sample()))
            case .fixedTime: samples.append(.impossibleEgg(try sample()))
            case .impossibleEgg: samples.append(.waterTooCool(try sample()))
            case .waterTooCool: samples.append(.invalidDuration(try sample()))
            case .invalidDuration: samples.append(.invalidName(try sample()))
            case .invalidName: samples.append(.wrongState(try sample()))
            case .wrongState: samples.append(.nameTaken(try sample()))
            case .nameTaken: samples.append(.tooManyTimers(try sample()))
            case .tooManyTimers: samples.append(.tooManyConnections(try sample()))
            case .tooManyConnections: return samples
            }
        }
    }
}
