package io.cairn.core

/** The system's device data, read once. A start continues without it after a few seconds. */
internal class DeviceFacts(private val device: Device, private val scheduler: Scheduler, private val log: Logger) {
    private var found: Map<String, Any?>? = null
    private var isRequested = false
    private val waiting = mutableListOf<(Map<String, Any?>) -> Unit>()

    fun known(then: (Map<String, Any?>) -> Unit) {
        found?.let { return then(it) }
        waiting += then
        if (isRequested) return
        isRequested = true
        scheduler.after(MAX_WAIT_MS) { finish(emptyMap()) }
        guarded { device.read { known -> scheduler.next { finish(known) } } }
    }

    fun late(then: (Map<String, Any?>) -> Unit) = guarded {
        device.readLate { late -> if (late != null) scheduler.next { then(late) } }
    }

    private fun finish(known: Map<String, Any?>) {
        if (found != null) return
        found = known
        val callers = waiting.toList()
        waiting.clear()
        for (then in callers) then(known)
    }

    /** An error in platform code must not affect the app. It is logged, and the result is empty. */
    private fun guarded(step: () -> Unit) = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.WARN, "the device could not be read: $broken")
        finish(emptyMap())
    }

    private companion object {
        const val MAX_WAIT_MS = 5_000L
    }
}
