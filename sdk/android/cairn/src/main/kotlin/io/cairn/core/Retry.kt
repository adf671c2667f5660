package io.cairn.core

import kotlin.math.max
import kotlin.math.min
import kotlin.math.pow

/** `AGAIN`: later. `HELD`: later, and rarely, for nothing but an update of the app or the server will mend it. */
internal enum class Verdict { DONE, REFUSED, AGAIN, HELD }

/** What an answer means for the calls it answers, and when to try again. */
internal object Retry {
    private val passing = setOf(408, 425, 429)
    private const val LONGEST = 5 * 60_000.0
    private const val LONGEST_ASKED = 60 * 60_000.0

    /**
     * Only an answer of Cairn's settles a call: the page of a hotel's network, or of a proxy whose server is away, has
     * any status and none of its fields.
     */
    fun verdictOf(status: Int, body: Any?): Verdict {
        val answer = objectOf(body)
        return when {
            status >= 500 || status in passing -> Verdict.AGAIN
            answer == null || "status" !in answer -> Verdict.AGAIN
            status in 200..299 -> Verdict.DONE
            // A token or key that was replaced: the calls are right, and the app's next version knows the new one.
            status == 401 || answer["msg"] == "Invalid token!" -> Verdict.HELD
            status >= 400 -> Verdict.REFUSED
            else -> Verdict.AGAIN
        }
    }

    /**
     * Milliseconds until the next try after so many failures in a row: one second, doubled each time up to five minutes,
     * and of that a half to the whole by chance, so that devices do not return together. Never before the server asks.
     */
    fun delayOf(failures: Int, asked: Double?, chance: Double): Long {
        val whole = min(1_000 * 2.0.pow(min(failures - 1, 20)), LONGEST)
        return Math.round(max(whole / 2 + whole / 2 * chance, min(asked ?: 0.0, LONGEST_ASKED)))
    }

    /** For calls that are held. */
    fun heldDelay(chance: Double): Long = delayOf(20, null, chance)

    /** `Retry-After` in milliseconds: seconds, or a date by the server's clock. */
    fun askedDelay(header: String?, serverNow: Double): Double? {
        val text = header?.trim() ?: return null
        if (text.isNotEmpty() && text.all { it in '0'..'9' }) return text.toDouble() * 1_000
        return Moments.httpDate(text)?.let { max(0.0, it - serverNow) }
    }
}
