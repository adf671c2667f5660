import Foundation

/// Cairn's own queue: one step after the other, never on the main thread.
final class Threads: Turns {
    private let queue = DispatchQueue(label: "io.cairn", qos: .utility)

    func wall() -> Double { Date().timeIntervalSince1970 * 1_000 }

    func monotonic() -> Double {
        // Goes on while the phone sleeps, unlike the uptime that Foundation tells.
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1_000 + Double(time.tv_nsec) / 1e6
    }

    func uuid() -> String { UUID().uuidString.lowercased() }

    func fraction() -> Double { Double.random(in: 0..<1) }

    func next(_ step: @escaping () -> Void) { queue.async(execute: step) }

    func after(_ ms: Double, _ step: @escaping () -> Void) -> () -> Void {
        let item = DispatchWorkItem(block: step)
        queue.asyncAfter(deadline: .now() + ms / 1_000, execute: item)
        return { item.cancel() }
    }

    func tellApp(_ step: @escaping () -> Void) { DispatchQueue.main.async(execute: step) }
}
