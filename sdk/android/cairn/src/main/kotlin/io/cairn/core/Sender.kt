package io.cairn.core

/** Empties the queue: the first calls first, and the same ones again until they are settled. On Cairn's thread. */
internal class Sender(
    private val queue: Queue,
    private val transport: Transport,
    private val turns: Turns,
    private val log: Logger,
    /** False: nothing may leave the device now. */
    private val mayLeave: () -> Boolean,
    /** The calls as they leave: with what is known only then. */
    private val complete: (List<QueuedCall>, (List<Said>) -> Unit) -> Unit,
    /** Called once for each call that the server has settled. */
    private val settled: (QueuedCall, Answered) -> Unit,
) {
    private var isSending = false
    private var isStopped = false
    private var failures = 0
    private var cancelWait: (() -> Unit)? = null

    /** There is something to send; a wait for a server that failed goes on. */
    fun wake() {
        if (!isSending && cancelWait == null) sendNext()
    }

    /** It may work now, such as when the device came online. */
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

    private fun isAllowed() = !isStopped && mayLeave()

    private fun sendNext() {
        val calls = queue.first(MOST_AT_ONCE, MOST_BYTES_AT_ONCE)
        isSending = calls.isNotEmpty() && isAllowed()
        if (!isSending) return
        guarded {
            complete(calls) { bodies ->
                // Calls that were forbidden in the meantime are not sent.
                if (isAllowed()) guarded { transport.deliver(bodies) { guarded { delivered(calls, it) } } }
                else isSending = false
            }
        }
    }

    /** Nothing that goes wrong here may reach the app, and the calls are on the disk. */
    private fun guarded(step: () -> Unit) = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.ERROR, "sending failed: $broken")
        isSending = false
        waitFor(Retry.delayOf(++failures, null, turns.fraction()))
    }

    private fun delivered(calls: List<QueuedCall>, delivery: Delivery) {
        isSending = false
        val (done, open) = calls.zip(delivery.answers).partition { (_, answer) ->
            answer.verdict == Verdict.DONE || answer.verdict == Verdict.REFUSED
        }
        // After forgetMe the file is another install's.
        if (!isStopped) queue.settle(done.map { (call) -> call.number })
        for ((call, answer) in done) settled(call, answer)
        if (open.isEmpty()) {
            failures = 0
            return sendNext()
        }
        failures = if (done.isNotEmpty()) 1 else failures + 1
        val (_, answer) = open.first()
        val chance = turns.fraction()
        val isHeld = answer.verdict == Verdict.HELD
        val ms = if (isHeld) Retry.heldDelay(chance) else Retry.delayOf(failures, delivery.retryAfter, chance)
        log(Level.INFO, "answered ${answer.status}; retrying in $ms ms")
        waitFor(ms)
    }

    private fun waitFor(ms: Long) {
        if (isStopped) return
        cancelWait?.invoke()
        cancelWait = turns.after(ms) {
            cancelWait = null
            wake()
        }
    }

    private companion object {
        const val MOST_AT_ONCE = 50

        /** The server reads bodies up to 256 KB. */
        const val MOST_BYTES_AT_ONCE = 200 * 1024
    }
}
