/// Empties the queue: the first calls first, and the same ones again until they are settled. On Cairn's queue.
final class Sender {
    private static let mostAtOnce = 50
    /// The server reads bodies up to 256 KB.
    private static let mostBytesAtOnce = 200 * 1024

    private let queue: Queue
    private let transport: Transport
    private let turns: Turns
    private let log: Logger
    /// False: nothing may leave the device now.
    private let mayLeave: () -> Bool
    /// The calls as they leave: with what is known only then.
    private let complete: ([QueuedCall], @escaping ([Said]) -> Void) -> Void
    /// Called once for each call that the server has settled.
    private let settled: (QueuedCall, Answered) -> Void
    private var isSending = false
    private var isStopped = false
    private var failures = 0
    private var cancelWait: (() -> Void)?

    init(
        queue: Queue, transport: Transport, turns: Turns, log: @escaping Logger, mayLeave: @escaping () -> Bool,
        complete: @escaping ([QueuedCall], @escaping ([Said]) -> Void) -> Void,
        settled: @escaping (QueuedCall, Answered) -> Void
    ) {
        self.queue = queue
        self.transport = transport
        self.turns = turns
        self.log = log
        self.mayLeave = mayLeave
        self.complete = complete
        self.settled = settled
    }

    /// There is something to send; a wait for a server that failed goes on.
    func wake() {
        if !isSending, cancelWait == nil { sendNext() }
    }

    /// It may work now, such as when the device came online.
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

    private var isAllowed: Bool { !isStopped && mayLeave() }

    private func sendNext() {
        let calls = queue.first(calls: Self.mostAtOnce, bytes: Self.mostBytesAtOnce)
        isSending = !calls.isEmpty && isAllowed
        guard isSending else { return }
        complete(calls) { bodies in
            // Calls that were forbidden in the meantime are not sent.
            guard self.isAllowed else {
                self.isSending = false
                return
            }
            self.transport.deliver(bodies) { self.delivered(calls, $0) }
        }
    }

    private func delivered(_ calls: [QueuedCall], _ delivery: Delivery) {
        isSending = false
        let pairs = zip(calls, delivery.answers)
        let done = pairs.filter { $0.1.verdict == .done || $0.1.verdict == .refused }
        let open = pairs.first { $0.1.verdict == .again || $0.1.verdict == .held }
        // After forgetMe the file is another install's.
        if !isStopped { queue.settle(done.map { $0.0.number }) }
        for (call, answer) in done { settled(call, answer) }
        guard let (_, answer) = open else {
            failures = 0
            return sendNext()
        }
        failures = done.isEmpty ? failures + 1 : 1
        let chance = turns.fraction()
        let ms = answer.verdict == .held
            ? Retry.heldDelay(chance: chance)
            : Retry.delay(failures: failures, asked: delivery.retryAfter, chance: chance)
        log(.info, "answered \(answer.status); retrying in \(Int(ms)) ms")
        wait(ms)
    }

    private func wait(_ ms: Double) {
        if isStopped { return }
        cancelWait?()
        cancelWait = turns.after(ms) {
            self.cancelWait = nil
            self.wake()
        }
    }
}
