import Glibc
import Instants

/// An egg that is put into boiling water, and how long it takes there.
///
/// The formula is Williams': the egg is a homogeneous sphere, of whose cooling only the slowest part counts. It holds
/// after the first minutes. The temperatures of soft, medium and hard are those that the reference egg has after 5, 7
/// and 12 minutes, so that the presets are exact for it.
public struct RawEgg: Equatable, Sendable {
    /// A property of the egg or its kitchen, with the range in which the formula is used.
    package enum Quantity: String, CaseIterable, Sendable {
        /// Grams, with the shell: from a quail's egg to a goose's.
        case mass
        /// Degrees Celsius when it goes into the water.
        case temperature
        /// Metres above sea level.
        case altitude
        /// Degrees Celsius of the yolk's boundary or the egg's centre when it is done.
        case target

        package var range: ClosedRange<Double> {
            switch self {
            case .mass: 5...200
            case .temperature: 0...40
            case .altitude: -500...5_000
            case .target: 60...95
            }
        }
    }

    package enum Problem: Error, Equatable, Sendable {
        case outOfRange(Quantity, Double)
        case unreachable(Doneness, waterCelsius: Double)
    }

    /// Its mass in grams, with the shell.
    package let grams: Double
    /// Its temperature in degrees Celsius when it goes into the water.
    package let celsius: Double
    /// The altitude of the kitchen in metres.
    package let altitude: Double

    /// Some properties of an egg; those that are nil are the kitchen's.
    public struct Properties: Equatable, Sendable {
        package var grams: Double?
        package var celsius: Double?
        package var altitude: Double?

        public init(grams: Double? = nil, celsius: Double? = nil, altitude: Double? = nil) {
            (self.grams, self.celsius, self.altitude) = (grams, celsius, altitude)
        }

        package var isEmpty: Bool { self == Properties() }
    }

    /// The egg for which the presets take 5, 7 and 12 minutes: of size M, from the fridge, at sea level.
    package static let reference = RawEgg(unchecked: 58, 4, 0)

    /// An egg with these properties; refused if one of them is outside its range.
    package init(grams: Double, celsius: Double, altitude: Double) throws(Problem) {
        for (quantity, value) in [(Quantity.mass, grams), (.temperature, celsius), (.altitude, altitude)] {
            guard quantity.range.contains(value) else { throw .outOfRange(quantity, value) }
        }
        self.init(unchecked: grams, celsius, altitude)
    }

    /// This egg with other properties; refused if one of them is outside its range.
    package func with(_ properties: Properties) throws(Problem) -> RawEgg {
        try RawEgg(
            grams: properties.grams ?? grams, celsius: properties.celsius ?? celsius,
            altitude: properties.altitude ?? altitude)
    }

    private init(unchecked grams: Double, _ celsius: Double, _ altitude: Double) {
        (self.grams, self.celsius, self.altitude) = (grams, celsius, altitude)
    }

    /// The temperature of boiling water at its altitude, within 0.1 °C of the standard atmosphere's up to 4,150 m.
    package var waterCelsius: Double { 100 - 0.003354 * altitude }

    /// The time in which the difference between egg and water falls to 1/e, in seconds.
    ///
    /// The coefficient comes from a density of 1.038 g/cm³, a heat capacity of 3.7 J/(g·K) and a conductivity of
    /// 5.4 mW/(cm·K).
    package var timeConstant: Double { 27.05 * pow(grams, 2.0 / 3) }

    /// Its radius in metres as a sphere, with a density of 1.038 g/cm³.
    var radius: Double { cbrt(grams / 1_038_000 * 3 / (4 * .pi)) }

    /// How long it takes, to the second; refused if the target is out of range or the water is not hot enough for it.
    package func time(until doneness: Doneness) -> Result<Duration, Problem> {
        let target = doneness.celsius
        guard Quantity.target.range.contains(target) else { return .failure(.outOfRange(.target, target)) }
        guard target < waterCelsius else { return .failure(.unreachable(doneness, waterCelsius: waterCelsius)) }
        let seconds = timeConstant * log(doneness.factor * (waterCelsius - celsius) / (waterCelsius - target))
        // The ranges leave some seconds at least and some hours at most.
        return .success(max(TimerBoard.durations.lowerBound, .seconds(Int64(seconds.rounded()))))
    }

    /// The temperature at the place that the doneness names, after this time.
    func celsius(at place: Doneness, after time: Duration) -> Double {
        waterCelsius - place.factor * (waterCelsius - celsius) * exp(-(time / .seconds(1)) / timeConstant)
    }
}

/// When an egg is done: a temperature in degrees Celsius at one place in it.
package enum Doneness: Equatable, Sendable {
    /// At the boundary between yolk and white.
    case yolk(Double)
    /// In the middle of the yolk.
    case centre(Double)

    /// About 65 °C at the boundary: a runny yolk.
    package static let soft = after(.minutes(5)) { .yolk($0) }
    /// About 74 °C at the boundary: a jammy yolk.
    package static let medium = after(.minutes(7)) { .yolk($0) }
    /// About 68 °C in the middle; by the boundary, a hard egg would take 22 minutes at 3,000 m.
    package static let hard = after(.minutes(12)) { .centre($0) }

    package var celsius: Double {
        switch self {
        case .yolk(let celsius), .centre(let celsius): celsius
        }
    }

    /// The part of the initial difference that the slowest part of the cooling has at this place.
    var factor: Double {
        switch self {
        case .yolk: 0.76
        case .centre: 2
        }
    }

    /// The temperature that the reference egg has after this time.
    private static func after(_ time: Duration, _ place: (Double) -> Doneness) -> Doneness {
        place(RawEgg.reference.celsius(at: place(0), after: time))
    }
}
