package io.cairn.core

/**
 * The data of several sources, for callers in time and for late results. Each source calls back
 * once, on any thread.
 */
internal class Gathering(
    private val sources: List<(done: (Map<String, Any?>?) -> Unit) -> Unit>,
    private val turns: Turns,
) {
    private val found = mutableMapOf<String, Any?>()
    private val late = mutableMapOf<String, Any?>()
    private var isAsked = false
    private var isOver = false
    private var open = sources.size
    private val onEnd = mutableListOf<() -> Unit>()

    /** The data after this many milliseconds, or as soon as all sources have responded. */
    fun within(ms: Long, done: (Map<String, Any?>) -> Unit) = turns.next {
        var isDone = false
        fun finish() {
            if (isDone) return
            isDone = true
            isOver = true
            done(found.toMap())
        }
        turns.after(ms, ::finish)
        whenAllAnswered(::finish)
    }

    /** Null where all came in time, or had nothing to tell. */
    fun afterwards(done: (Map<String, Any?>?) -> Unit) = turns.next {
        whenAllAnswered { done(late.toMap().ifEmpty { null }) }
    }

    private fun whenAllAnswered(then: () -> Unit) {
        if (!isAsked) {
            isAsked = true
            for (ask in sources) ask { answer -> turns.next { take(answer) } }
        }
        if (open == 0) then() else onEnd += then
    }

    private fun take(answer: Map<String, Any?>?) {
        (if (isOver) late else found) += answer.orEmpty()
        open--
        if (open > 0) return
        for (then in onEnd) then()
        onEnd.clear()
    }
}
