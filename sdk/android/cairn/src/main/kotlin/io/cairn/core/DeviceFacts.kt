package io.cairn.core

/** What the system says of the device, asked once. A start waits some seconds for it, and goes without it then. */
internal class DeviceFacts(private val device: Device, private val turns: Turns, private val log: Logger) {
    private var found: Map<String, Any?>? = null
    private var isAsked = false
    private val waiting = mutableListOf<(Map<String, Any?>) -> Unit>()

    fun known(then: (Map<String, Any?>) -> Unit) {
        found?.let { return then(it) }
        waiting += then
        if (isAsked) return
        isAsked = true
        turns.after(LONGEST_MS) { answer(emptyMap()) }
        guarded { device.read { known -> turns.next { answer(known) } } }
    }

    fun late(then: (Map<String, Any?>) -> Unit) = guarded {
        device.readLate { late -> if (late != null) turns.next { then(late) } }
    }

    private fun answer(known: Map<String, Any?>) {
        if (found != null) return
        found = known
        val asked = waiting.toList()
        waiting.clear()
        for (then in asked) then(known)
    }

    /** What a system's own code does wrong is not the app's: it is logged, and nothing is known then. */
    private fun guarded(step: () -> Unit) = try {
        step()
    } catch (broken: RuntimeException) {
        log(Level.WARN, "the device could not be read: $broken")
        answer(emptyMap())
    }

    private companion object {
        const val LONGEST_MS = 5_000L
    }
}
