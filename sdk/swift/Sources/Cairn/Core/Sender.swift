/// Sends the queue in order. Calls are repeated until they are settled. Used on Cairn's queue only.
final class Sender {
    private static let maxAtOnce = 50
    /// The server accepts bodies up to 256 KB.
    private static let maxBytesAtOnce = 200 * 1024

    private let queue: Queue
    private let transport: Transport
    private let scheduler: Scheduler
    private let log: Logger
    /// False if nothing may be sent now.
    private let maySend: () -> Bool
    /// Completes the calls with data that is only known when they are sent.
    private let complete: ([QueuedCall], @escaping ([Call]) -> Void) -> Void
    /// Called once for each settled call.
    private let settled: (QueuedCall, CallResult) -> Void
    private var isSending = false
    private var isStopped = false
    private var failures = 0
    private var cancelWait: (() -> Void)?

    init(
        queue: Queue, transport: Transport, scheduler: Scheduler, log: @escaping Logger, maySend: @escaping () -> Bool,
        complete: @escaping ([QueuedCall], @escaping ([Call]) -> Void) -> Void,
        settled: @escaping (QueuedCall, CallResult) -> Void
    ) {
        self.queue = queue
        self.transport = transport
        self.scheduler = scheduler
        self.log = log
        self.maySend = maySend
        self.complete = complete
        self.settled = settled
    }

    /// There are calls to send. A delay after a failure continues.
    func wake() {
        if !isSending, cancelWait == nil { sendNext() }
    }

    /// Retries immediately, for instance when the device comes online.
    func retryNow() {
        cancelWait?()
        cancelWait = nil
        wake()
    }

    func stop() {
        isStopped = true
        cancelWait?()
        cancelWait = nil
    }

    private var isAllowed: Bool { !isStopped && maySend() }

    private func sendNext() {
        let calls = queue.first(calls: Self.maxAtOnce, bytes: Self.maxBytesAtOnce)
        isSending = !calls.isEmpty && isAllowed
        guard isSending else { return }
        complete(calls) { bodies in
            // Sending may have been disabled in the meantime.
            guard self.isAllowed else {
                self.isSending = false
                return
            }
            self.transport.deliver(bodies) { self.delivered(calls, $0) }
        }
    }

    private func delivered(_ calls: [QueuedCall], _ delivery: Delivery) {
        isSending = false
        let pairs = zip(calls, delivery.results)
        let done = pairs.filter { $0.1.verdict == .done || $0.1.verdict == .rejected }
        let open = pairs.first { $0.1.verdict == .retry || $0.1.verdict == .blocked }
        // After forgetMe the file belongs to a new install.
        if !isStopped { queue.settle(done.map { $0.0.number }) }
        for (call, result) in done { settled(call, result) }
        guard let (_, result) = open else {
            failures = 0
            return sendNext()
        }
        failures = done.isEmpty ? failures + 1 : 1
        let chance = scheduler.fraction()
        let ms = result.verdict == .blocked
            ? Retry.blockedDelay(chance: chance)
            : Retry.delay(failures: failures, requestedMs: delivery.retryAfter, chance: chance)
        log(.info, "answered \(result.status); retrying in \(Int(ms)) ms")
        wait(ms)
    }

    private func wait(_ ms: Double) {
        if isStopped { return }
        cancelWait?()
        cancelWait = scheduler.after(ms) {
            self.cancelWait = nil
            self.wake()
        }
    }
}
