// Generated from io.eggtimer.Timers.varlink by script/interface. Change that, and run it again.
// swift-format-ignore-file
/// The errors of `io.eggtimer.Timers`, with their parameters.
public enum TimersError: Error, Codable, Equatable, Sendable {
    /// No timer has that name. After a call without a name, the name is "egg": no timer has that name, and it is not
    /// clear which other timer or group is meant.
    case noSuchTimer(name: String)
    /// The run with this id is over, or was started again; a run of the history has the same id.
    case noSuchRun(id: String)
    /// The word that a person has typed fits several timers or groups equally well, those with these names.
    case ambiguousTimer(typed: String, names: [String])
    /// The menu has no such egg; it has the known ones.
    case noSuchEgg(egg: String, known: [String])
    /// The daemon has no sound with this name, or can't play its file, for the reason in problem, as text; nil if there
    /// is no file.
    case noSuchSound(sound: String, known: [String], problem: String?)
    /// The time of this egg, or of "custom", doesn't depend on massG, fromCelsius and altitudeM.
    case fixedTime(egg: String)
    /// No time can be computed, because the value of the parameter (massG, fromCelsius or altitudeM) is not between
    /// minimum and maximum.
    case impossibleEgg(parameter: String, value: Double, minimum: Double, maximum: Double)
    /// The water, which boils at waterCelsius at this altitude, does not become hot enough for the egg, which needs
    /// targetCelsius.
    case waterTooCool(egg: String, targetCelsius: Double, waterCelsius: Double)
    /// The time is not between minimumMs and maximumMs, the range that is allowed in the timer's current state.
    case invalidDuration(ms: Int64, minimumMs: Int64, maximumMs: Int64)
    /// A name is 1 to 64 bytes of UTF-8 that can be seen; joiners (U+200C, U+200D) can be between two visible
    /// characters. Spaces at either end, soft hyphens and direction marks are removed, and each other space becomes
    /// U+0020.
    case invalidName(name: String)
    /// The method is not possible in the timer's state.
    case wrongState(name: String, state: Timers.State)
    /// Another timer or a group has that name.
    case nameTaken(name: String)
    /// There are already as many timers as are allowed.
    case tooManyTimers(limit: Int64)
    /// The timer is of another kitchen, with this name, which can't be reached or refuses the change, for this reason,
    /// as text.
    case otherKitchen(kitchen: String, problem: String)
    /// No timer was changed within the last minute, or that was already undone.
    case nothingToUndo
    /// All connections are in use by watching clients. The error is sent instead of the first reply, and the connection
    /// is closed.
    case tooManyConnections(limit: Int64)

    private enum CodingKeys: String, CodingKey {
        case noSuchTimer = "NoSuchTimer"
        case noSuchRun = "NoSuchRun"
        case ambiguousTimer = "AmbiguousTimer"
        case noSuchEgg = "NoSuchEgg"
        case noSuchSound = "NoSuchSound"
        case fixedTime = "FixedTime"
        case impossibleEgg = "ImpossibleEgg"
        case waterTooCool = "WaterTooCool"
        case invalidDuration = "InvalidDuration"
        case invalidName = "InvalidName"
        case wrongState = "WrongState"
        case nameTaken = "NameTaken"
        case tooManyTimers = "TooManyTimers"
        case otherKitchen = "OtherKitchen"
        case nothingToUndo = "NothingToUndo"
        case tooManyConnections = "TooManyConnections"
    }
}
