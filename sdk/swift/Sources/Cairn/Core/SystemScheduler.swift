import Foundation

/// Cairn's own queue, which runs one step at a time and never on the main thread.
final class SystemScheduler: Scheduler {
    private let queue = DispatchQueue(label: "io.cairn", qos: .utility)

    func wall() -> Double { Date().timeIntervalSince1970 * 1_000 }

    func monotonic() -> Double {
        // This clock continues while the phone sleeps, unlike Foundation's uptime.
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

    func callApp(_ step: @escaping () -> Void) { DispatchQueue.main.async(execute: step) }
}
