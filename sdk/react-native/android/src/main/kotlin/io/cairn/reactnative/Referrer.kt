package io.cairn.reactnative

import android.os.Handler
import android.os.Looper

/** Play's answer, for whoever asks in time and for whoever comes for what was late. All on the main thread. */
internal class Referrer(private val play: PlayReferrer) {
    private val handler = Handler(Looper.getMainLooper())
    private val waiting = mutableListOf<(Map<String, Any>?) -> Unit>()
    private var isAsked = false
    private var isThere = false
    private var isLate = false
    private var found: Map<String, Any>? = null

    fun within(ms: Long, done: (Map<String, Any>?) -> Unit) {
        handler.post {
            var isDone = false
            val finish = { answer: Map<String, Any>? ->
                if (!isDone) {
                    isDone = true
                    done(answer)
                }
            }
            handler.postDelayed({
                if (!isThere) isLate = true
                finish(null)
            }, ms)
            whenThere(finish)
        }
    }

    /** Null where it came in time, or where Play has nothing to tell. */
    fun ifLate(done: (Map<String, Any>?) -> Unit) {
        handler.post { whenThere { answer -> done(if (isLate) answer else null) } }
    }

    private fun whenThere(then: (Map<String, Any>?) -> Unit) {
        if (isThere) return then(found)
        waiting += then
        if (isAsked) return
        isAsked = true
        play.read { answer ->
            isThere = true
            found = answer
            waiting.forEach { it(answer) }
            waiting.clear()
        }
    }
}
