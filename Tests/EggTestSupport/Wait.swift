import Glibc

/// Waits until something holds that no descriptor reports; throws this text if it doesn't within the time.
public func waitUntil(
    _ what: @autoclosure () throws -> String, within time: Duration = .seconds(60), _ isSo: () throws -> Bool
) throws {
    let deadline = ContinuousClock.now + time
    while try !isSo() {
        guard ContinuousClock.now < deadline else { throw WaitError(description: "never: \(try what())") }
        usleep(20_000)
    }
}

private struct WaitError: Error, CustomStringConvertible {
    let description: String
}
