package io.cairn.core

/** The calls that are dropped when too many wait. */
internal object QueueLimits {
    data class Waiting(val number: Long, val path: String, val bytes: Int)

    private const val MAX_CALLS = 1_000
    private const val MAX_BYTES = 2 * 1024 * 1024L

    /** These calls are dropped last, because without them money, users or the install would be missing. */
    private val important = setOf("init", "trigger", "capture-payment", "remove-captured-payment", "set-consent")

    private fun isEvent(path: String) = path == "capture-event"

    /**
     * The calls to drop for a new one of this size: events first, oldest first. Null if all waiting calls are more
     * important.
     */
    fun callsToDrop(waiting: List<Waiting>, path: String, added: Int): List<Long>? {
        var calls = waiting.size + 1
        var bytes = waiting.sumOf { it.bytes.toLong() } + added
        val order = waiting.filter { isEvent(it.path) } + waiting.filter { !isEvent(it.path) && it.path !in important }
        val dropped = mutableListOf<Long>()
        for (call in order) {
            if (calls <= MAX_CALLS && bytes <= MAX_BYTES) break
            // A less important call never displaces a more important one.
            if (isEvent(path) && !isEvent(call.path)) break
            dropped += call.number
            calls--
            bytes -= call.bytes
        }
        return if (calls <= MAX_CALLS && bytes <= MAX_BYTES) dropped else null
    }
}
