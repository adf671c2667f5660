package io.cairn.core

import kotlin.math.max
import kotlin.math.min
import kotlin.math.pow

/** `RETRY`: retry later. `BLOCKED`: retry rarely, because only an update of the app or the server can help. */
internal enum class Verdict { DONE, REJECTED, RETRY, BLOCKED }

/** The result of a call by its response, and the time of the next attempt. */
internal object Retry {
    private val temporary = setOf(408, 425, 429)
    private const val MAX_MS = 5 * 60_000.0
    private const val MAX_REQUESTED_MS = 60 * 60_000.0

    /**
     * Only a response from Cairn settles a call. Captive portals and proxies can respond with any status, but without
     * Cairn's fields.
     */
    fun verdictOf(status: Int, body: Any?): Verdict {
        val response = objectOf(body)
        return when {
            status >= 500 || status in temporary -> Verdict.RETRY
            response == null || "status" !in response -> Verdict.RETRY
            status in 200..299 -> Verdict.DONE
            // The token or key was replaced. The calls are valid, and the next version of the app has the new one.
            status == 401 || response["msg"] == "Invalid token!" -> Verdict.BLOCKED
            status >= 400 -> Verdict.REJECTED
            else -> Verdict.RETRY
        }
    }

    /**
     * Milliseconds until the next attempt: one second, doubled with each failure up to five minutes. A random half to
     * all of it is used, so that devices do not return together. Never earlier than the server requests.
     */
    fun delayOf(failures: Int, requestedMs: Double?, chance: Double): Long {
        val whole = min(1_000 * 2.0.pow(min(failures - 1, 20)), MAX_MS)
        return Math.round(max(whole / 2 + whole / 2 * chance, min(requestedMs ?: 0.0, MAX_REQUESTED_MS)))
    }

    /** For blocked calls. */
    fun blockedDelay(chance: Double): Long = delayOf(20, null, chance)

    /** `Retry-After` in milliseconds. The header has seconds, or a date by the server's clock. */
    fun requestedDelay(header: String?, serverNow: Double): Double? {
        val text = header?.trim() ?: return null
        if (text.isNotEmpty() && text.all { it in '0'..'9' }) return text.toDouble() * 1_000
        return Clocks.httpDate(text)?.let { max(0.0, it - serverNow) }
    }
}
