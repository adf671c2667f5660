/// The system's device data, read once. A start continues without it after a few seconds.
final class DeviceFacts {
    private static let maxWaitMs = 5_000.0
    private let device: Device
    private let scheduler: Scheduler
    private var found: Fields?
    private var isRequested = false
    private var waiting: [(Fields) -> Void] = []

    init(device: Device, scheduler: Scheduler) {
        self.device = device
        self.scheduler = scheduler
    }

    func known(_ then: @escaping (Fields) -> Void) {
        if let found { return then(found) }
        waiting.append(then)
        if isRequested { return }
        isRequested = true
        _ = scheduler.after(Self.maxWaitMs) { self.finish([:]) }
        device.read { known in self.scheduler.next { self.finish(known) } }
    }

    private func finish(_ known: Fields) {
        if found != nil { return }
        found = known
        let callers = waiting
        waiting = []
        for then in callers { then(known) }
    }
}
