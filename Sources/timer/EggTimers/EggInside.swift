import Instants

/// An estimate of the temperatures inside an egg, by finite differences over the radius of a sphere.
///
/// The sphere is that of `RawEgg`: homogeneous, of the same density, heat capacity and conductivity, with the
/// temperature of the boiling water at its surface. The formula has only the slowest part of the heating, so it is wrong
/// in the first minutes; this holds from the first second, and when the egg is out of the water for a while.
///
/// It is calibrated so that the reference egg has the temperatures of soft, medium and hard after 5, 7 and 12 minutes,
/// which needs three figures: how fast heat spreads, and the two places that represent the yolk's boundary. Other eggs
/// then also have their target at their time, within some tenths of a degree.
package struct EggInside: Equatable, Sendable {
    package enum Medium: Sendable {
        /// Boiling water, which keeps the surface at its temperature.
        case water
        /// The air of the kitchen, at 20 °C.
        case air
    }

    /// Some time in the same medium.
    package struct Stay: Equatable, Sendable {
        package let medium: Medium
        package let length: Duration

        package init(_ medium: Medium, _ length: Duration) {
            (self.medium, self.length) = (medium, length)
        }
    }

    /// Temperatures in degrees Celsius.
    package struct Temperatures: Equatable, Sendable {
        /// Of the boundary between yolk and white.
        ///
        /// The yolk floats, so its boundary is near the shell on one side: this is a mean of the temperatures at 45 and
        /// at 90 % of the radius.
        package let yolk: Double
        /// In the middle of the sphere, which is the last place to become hot.
        package let centre: Double
    }

    package let egg: RawEgg
    /// The temperatures from the centre outwards, at equal distances; the surface is the next one.
    private var layers: [Double]

    /// The number of layers. With 20 of them, the result is within 0.2 °C of the series' after two minutes.
    static let layerCount = 20
    /// How fast heat spreads, compared with the constants of `RawEgg`: calibrated by hard.
    static let pace = 0.9961
    /// The part of the inner place in the mean for the yolk's boundary: calibrated by soft and medium.
    static let innerPart = 0.4577
    private static let airCelsius = 20.0
    /// Free convection and radiation from a sphere of this size take about 7.5 W/(m²·K) each.
    private static let airWatts = 15.0
    /// The conductivity of `RawEgg`, in W/(m·K).
    private static let conductivity = 0.54

    /// An egg that goes into the water now.
    package init(_ egg: RawEgg) {
        self.egg = egg
        layers = Array(repeating: egg.celsius, count: Self.layerCount)
    }

    /// The temperatures after these stays. They are computed anew each time, from the first second on: some hundred steps
    /// for a whole countdown.
    package func temperatures(after stays: [Stay]) -> Temperatures {
        var inside = self
        for stay in stays { inside.simulate(stay) }
        return inside.temperatures
    }

    private var temperatures: Temperatures {
        let (inner, outer) = (layers[Self.layerCount * 9 / 20], layers[Self.layerCount * 18 / 20])
        return Temperatures(yolk: inner * Self.innerPart + outer * (1 - Self.innerPart), centre: layers[0])
    }

    // MARK: Steps

    /// The length of a stay in steps, with which the error of the differences in time cancels that over the radius.
    private func stepCount(of stay: Stay) -> Double {
        let (layers, seconds) = (Double(Self.layerCount), stay.length / .seconds(1))
        let step = egg.timeConstant * .pi * .pi / (6 * layers * layers * Self.pace)
        // The limit is beyond any time in which temperatures change.
        return min(max(0, seconds / step), 1e9)
    }

    private mutating func simulate(_ stay: Stay) {
        let count = stepCount(of: stay)
        for number in 1..<Int(count) + 1 {
            step(part: 1, in: stay.medium)
            // After hours nothing changes.
            if number.isMultiple(of: 100), isSettled(in: stay.medium) { return }
        }
        step(part: count - count.rounded(.down), in: stay.medium)
    }

    /// Takes one step, or a part of one. Each new temperature is a mean of old ones, so none leaves their range.
    private mutating func step(part: Double, in medium: Medium) {
        let surface = surface(in: medium)
        // The next layer has the temperature that the centre will have after a step.
        var inner = layers[0]
        layers[0] += part * (layers[1] - inner)
        for index in 1..<layers.count {
            let old = layers[index]
            let outer = index + 1 < layers.count ? layers[index + 1] : surface
            let slope = 1 / Double(index)
            layers[index] += part / 6 * ((outer - old) * (1 + slope) - (old - inner) * (1 - slope))
            inner = old
        }
    }

    private func surface(in medium: Medium) -> Double {
        switch medium {
        case .water: return egg.waterCelsius
        case .air:
            // The flow of heat from the shell into the air equals that from the layer below into the shell.
            let ratio = Self.airWatts * egg.radius / Double(Self.layerCount) / Self.conductivity
            return (layers[layers.count - 1] + ratio * Self.airCelsius) / (1 + ratio)
        }
    }

    private func isSettled(in medium: Medium) -> Bool {
        let celsius =
            switch medium {
            case .water: egg.waterCelsius
            case .air: Self.airCelsius
            }
        return layers.allSatisfy { abs($0 - celsius) < 0.01 }
    }
}

extension EggTimer {
    /// The temperatures inside its egg; nil if they aren't known.
    package func inside(at now: Instant) -> EggInside.Temperatures? {
        guard let rawEgg, let stays = stays(until: now) else { return nil }
        return EggInside(rawEgg).temperatures(after: stays)
    }

    /// Where the egg has been since it went in; nil before its cue, once it was missed, and if it isn't known what is in
    /// the water.
    ///
    /// It is out of the water while the countdown is paused, else in it until the alarm is dismissed. A pause beyond the
    /// number that is recorded counts as time in the water.
    package func stays(until now: Instant) -> [EggInside.Stay]? {
        guard rawEgg != nil, !timing.isTakenOut, !isCue else { return nil }
        var stays: [EggInside.Stay] = []
        var since = startedAt
        for pause in pauses {
            let end = min(now, pause.length.map { pause.began.advanced(by: $0) } ?? now)
            stays.append(.init(.water, max(.zero, since.duration(to: pause.began))))
            stays.append(.init(.air, max(.zero, pause.began.duration(to: end))))
            since = max(since, end)
        }
        return stays + [.init(.water, max(.zero, since.duration(to: now)))]
    }
}
