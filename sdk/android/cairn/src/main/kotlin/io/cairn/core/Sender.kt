package io.cairn.core

/** Sends the queue in order. Calls are repeated until they are settled. Used on Cairn's thread only. */
internal class Sender(
    private val queue: Queue,
    private val transport: Transport,
    private val scheduler: Scheduler,
    private val log: Logger,
    /** False if nothing may be sent now. */
    private val maySend: () -> Boolean,
    /** Completes the calls with data that is only known when they are sent. */
    private val complete: (List<QueuedCall>, (List<Call>) -> Unit) -> Unit,
    /** Called once for each settled call. */
    private val settled: (QueuedCall, CallResult) -> Unit,
) {
    private var isSending = false
    private var isStopped = false
    private var failures = 0
    private var cancelWait: (() -> Unit)? = null

    /** There are calls to send. A delay after a failure continues. */
    fun wake() {
        if (!isSending && cancelWait == null) sendNext()
    }

    /** Retries immediately, for instance when the device comes online. */
    fun retryNow() {
        cancelWait?.invoke()
        cancelWait = null
        wake()
    }

    fun stop() {
        isStopped = true
        cancelWait?.invoke()
        cancelWait = null
    }

    private fun isAllowed() = !isStopped && maySend()

    private fun sendNext() {
        val calls = queue.first(MAX_AT_ONCE, MAX_BYTES_AT_ONCE)
        isSending = calls.isNotEmpty() && isAllowed()
        if (!isSending) return
        guarded {
            complete(calls) { bodies ->
                // Sending may have been disabled in the meantime.
                if (isAllowed()) guarded { transport.deliver(bodies) { guarded { delivered(calls, it) } } }
                else isSending = false
            }
        }
    }

    /** Errors here must not reach the app, and the calls are on the disk. */
    private fun guarded(step: () -> Unit) = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.ERROR, "sending failed: $broken")
        isSending = false
        waitFor(Retry.delayOf(++failures, null, scheduler.fraction()))
    }

    private fun delivered(calls: List<QueuedCall>, delivery: Delivery) {
        isSending = false
        val (done, open) = calls.zip(delivery.results).partition { (_, result) ->
            result.verdict == Verdict.DONE || result.verdict == Verdict.REJECTED
        }
        // After forgetMe the file belongs to a new install.
        if (!isStopped) queue.settle(done.map { (call) -> call.number })
        for ((call, result) in done) settled(call, result)
        if (open.isEmpty()) {
            failures = 0
            return sendNext()
        }
        failures = if (done.isNotEmpty()) 1 else failures + 1
        val (_, result) = open.first()
        val chance = scheduler.fraction()
        val isBlocked = result.verdict == Verdict.BLOCKED
        val ms = if (isBlocked) Retry.blockedDelay(chance) else Retry.delayOf(failures, delivery.retryAfter, chance)
        log(Level.INFO, "answered ${result.status}; retrying in $ms ms")
        waitFor(ms)
    }

    private fun waitFor(ms: Long) {
        if (isStopped) return
        cancelWait?.invoke()
        cancelWait = scheduler.after(ms) {
            cancelWait = null
            wake()
        }
    }

    private companion object {
        const val MAX_AT_ONCE = 50

        /** The server accepts bodies up to 256 KB. */
        const val MAX_BYTES_AT_ONCE = 200 * 1024
    }
}
