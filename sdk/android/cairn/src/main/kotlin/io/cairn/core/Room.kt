package io.cairn.core

/** Which calls are given up when too many wait. */
internal object Room {
    data class Waiting(val number: Long, val path: String, val bytes: Int)

    private const val MOST_CALLS = 1_000
    private const val MOST_BYTES = 2 * 1024 * 1024L

    /** Kept to the last: without them money, people or the install itself would be missing. */
    private val precious = setOf("init", "trigger", "capture-payment", "remove-captured-payment", "set-consent")

    private fun isEvent(path: String) = path == "capture-event"

    /**
     * Which calls make room for another of so many bytes, oldest first: events before everything else. Null: there is no
     * room, for all that waits is worth more.
     */
    fun make(waiting: List<Waiting>, path: String, added: Int): List<Long>? {
        var calls = waiting.size + 1
        var bytes = waiting.sumOf { it.bytes.toLong() } + added
        val order = waiting.filter { isEvent(it.path) } + waiting.filter { !isEvent(it.path) && it.path !in precious }
        val given = mutableListOf<Long>()
        for (call in order) {
            if (calls <= MOST_CALLS && bytes <= MOST_BYTES) break
            // A less important call never displaces a more important one.
            if (isEvent(path) && !isEvent(call.path)) break
            given += call.number
            calls--
            bytes -= call.bytes
        }
        return if (calls <= MOST_CALLS && bytes <= MOST_BYTES) given else null
    }
}
