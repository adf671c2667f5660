package io.cairn.core

/** Collects device data from several sources, in time and late. Each source calls back once, on any thread. */
internal class DeviceSources(
    private val sources: List<(done: (Map<String, Any?>?) -> Unit) -> Unit>,
    private val scheduler: Scheduler,
) {
    private val found = mutableMapOf<String, Any?>()
    private val late = mutableMapOf<String, Any?>()
    private var isRequested = false
    private var isLate = false
    private var open = sources.size
    private val onEnd = mutableListOf<() -> Unit>()

    /** The data after this many milliseconds, or as soon as all sources have responded. */
    fun readWithin(ms: Long, done: (Map<String, Any?>) -> Unit) = scheduler.next {
        var isDone = false
        fun finish() {
            if (isDone) return
            isDone = true
            isLate = true
            done(found.toMap())
        }
        scheduler.after(ms, ::finish)
        whenComplete(::finish)
    }

    /** Null if all data was in time, or if there is none. */
    fun readLate(done: (Map<String, Any?>?) -> Unit) = scheduler.next {
        whenComplete { done(late.toMap().ifEmpty { null }) }
    }

    private fun whenComplete(then: () -> Unit) {
        if (!isRequested) {
            isRequested = true
            for (source in sources) source { data -> scheduler.next { add(data) } }
        }
        if (open == 0) then() else onEnd += then
    }

    private fun add(data: Map<String, Any?>?) {
        (if (isLate) late else found) += data.orEmpty()
        open--
        if (open > 0) return
        for (then in onEnd) then()
        onEnd.clear()
    }
}
