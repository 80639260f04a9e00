import EggClient
import EggWire
import Glibc
import POSIX
import Varlink

/// The file in which an earlier version saved the egg that was set on the page. The kitchen's egg is eggd's now.
struct KitchenFile: Sendable {
    private let path: String

    /// The file in this folder; nil if there is none.
    init?(folder: String?) {
        guard let folder else { return nil }
        path = "\(folder)/kitchen.json"
        guard access(path, F_OK) == 0 else { return nil }
    }

    /// Has eggd take over the egg, unless another is set there, and then removes the file.
    ///
    /// Until eggd has saved the egg the file stays, and the next start of this program tries again.
    func handOver(to endpoint: Endpoint) {
        do {
            let client = try endpoint.connect()
            let text = try SmallFile.read(path)
            let isSet = try client.call(Timers.Kitchen.self, Nothing()).isSet
            if !isSet, let egg = try? decodeJSON(Timers.Eggs.Parameters.self, from: text) {
                _ = try client.call(Timers.SetKitchen.self, egg)
            }
            // While the disk fails, eggd replies before it has saved.
            guard try client.call(Timers.Health.self, Nothing()).storeOut == nil else { return }
        } catch ClientError.refused(let error) where TimersError(error) != nil {
            // eggd never takes such an egg.
        } catch {
            return
        }
        unlink(path)
    }
}
