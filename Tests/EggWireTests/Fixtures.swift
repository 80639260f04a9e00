import EggWire

extension TimersError {
    /// One error of each case. The switch is exhaustive, so that a new case doesn't compile until it is added.
    static var samples: [TimersError] {
        var samples: [TimersError] = []
        while true {
            switch samples.last {
            case nil: samples.append(.noSuchTimer(name: "left"))
            case .noSuchTimer: samples.append(.noSuchEgg(egg: "sotf", known: ["soft", "hard"]))
            case .noSuchEgg: samples.append(.noSuchSound(sound: "gong", known: ["bell"], problem: "no file"))
            case .noSuchSound: samples.append(.fixedTime(egg: "custom"))
            case .fixedTime: samples.append(.impossibleEgg(parameter: "massG", value: 500, minimum: 5, maximum: 200))
            case .impossibleEgg:
                samples.append(.waterTooCool(egg: "hard", targetCelsius: 92, waterCelsius: 89.938))
            case .waterTooCool: samples.append(.invalidDuration(ms: -1, minimumMs: 1000, maximumMs: 86_400_000))
            case .invalidDuration: samples.append(.invalidName(name: "\u{1b}"))
            case .invalidName: samples.append(.wrongState(name: "egg", state: .ringing))
            case .wrongState: samples.append(.nameTaken(name: "left"))
            case .nameTaken: samples.append(.tooManyTimers(limit: 64))
            case .tooManyTimers: samples.append(.tooManyConnections(limit: 1024))
            case .tooManyConnections: samples.append(.nothingToUndo)
            case .nothingToUndo: samples.append(.ambiguousTimer(typed: "Tea", names: ["TEA", "tea"]))
            case .ambiguousTimer: samples.append(.noSuchRun(id: "0123456789abcdef"))
            case .noSuchRun: samples.append(.otherKitchen(kitchen: "cellar", problem: "it can't be reached"))
            case .otherKitchen: return samples
            }
        }
    }
}
